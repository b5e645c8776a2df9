import type { Work } from '../../jobs/run.ts';
import { AppError } from '../../problems.ts';
import type { BlobStore } from '../../store/facets/blobs.ts';
import type { JobFile } from '../../store/facets/jobs.ts';
import type { SubmissionDeps } from './submit-job.ts';
import type { CallDeps } from '../call-tool.ts';
import { openDocuments } from '../documents/open-documents.ts';
import { jsonSizeOf } from '../reading/json-size.ts';
import { requestOf } from '../reading/read.ts';
import { unsealed } from './sealed-request.ts';
import { storeResult } from './stored-result.ts';
import { pinnedField, pinnedResults } from './result-document.ts';
import type { GivenFile } from '../reading/received.ts';

/** The work of a job: that of the synchronous route of its tool, with files from the store and the result into it. */
export function jobWork({
  deployment,
  reader,
  services,
  store,
  seal,
}: Pick<SubmissionDeps, 'deployment' | 'seal'> & Pick<CallDeps, 'reader' | 'services' | 'store'>): Work {
  const tools = new Map(deployment.tools.map((tool) => [tool.name, tool]));
  return async (job, context) => {
    const tool = tools.get(job.tool);
    if (tool === undefined) throw new AppError('unknown-tool', 'The deployment no longer has the tool of this job.');
    const files = job.files.filter(({ field }) => field !== pinnedField).map((file) => givenFile(file, store.blobs));
    const sent = unsealed(job.request, seal);
    const { isLarge } = await jsonSizeOf(sent, 'body');
    const { form, outcome } = await reader.request({ kind: 'json', request: sent, files, query: '', isLarge }, tool, {
      client: job.client,
      signal: context.signal,
    });
    const complete = await openDocuments(requestOf(outcome), tool, {
      jobResult: pinnedResults(job.files, store.blobs),
      client: job.client,
    });
    const result = await tool.run(complete, services, context);
    context.signal.throwIfAborted();
    return storeResult({ result, produces: form.produces }, store.blobs);
  };
}

function givenFile({ blob, ...file }: JobFile, blobs: BlobStore): GivenFile {
  return { ...file, stored: { ...blob, bytes: () => blobs.read(blob) } };
}
