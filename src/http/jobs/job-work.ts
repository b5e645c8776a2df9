import { KeyLost, type RequestSeal } from '../../jobs/request-seal.ts';
import type { Work } from '../../jobs/run.ts';
import { AppError } from '../../problems.ts';
import type { BlobStore, JobFile } from '../../store/store.ts';
import type { HttpDeps } from '../deployment.ts';
import { parseJson } from '../json-text.ts';
import type { GivenFile } from '../multipart.ts';
import { openDocuments } from '../open-documents.ts';
import { placeFiles } from '../payload.ts';
import { validated } from '../validated.ts';
import { keepResult } from './kept-result.ts';
import { pinnedField, pinnedResults } from './result-document.ts';

/** What a job does: as the synchronous route of its tool, with files from the store, and the result into it. */
export function jobWork({ deployment, services, store, seal }: Pick<HttpDeps, 'deployment' | 'services' | 'store' | 'seal'>): Work {
  const tools = new Map(deployment.tools.map((tool) => [tool.name, { tool, input: tool.input(deployment.operations) }]));
  return async (job, context) => {
    const known = tools.get(job.tool);
    if (known === undefined) throw new AppError('unknown-tool', 'The deployment no longer has the tool of this job.');
    const { tool, input } = known;
    const files = job.files.filter(({ field }) => field !== pinnedField).map((file) => givenFile(file, store.blobs));
    const request = await validated(input, await placeFiles(parseJson(tool.secrets === true ? opened(job.request, seal) : job.request), files, tool));
    const complete = await openDocuments(request, tool, { jobResult: pinnedResults(job.files, store.blobs), client: job.client });
    const result = await tool.run(complete, services, context);
    context.signal.throwIfAborted();
    return keepResult({ result, produces: tool.produces }, store.blobs);
  };
}

function opened(sealed: Uint8Array, seal: RequestSeal | null): Uint8Array {
  if (seal === null) throw new KeyLost();
  return seal.open(sealed);
}

function givenFile({ blob, ...file }: JobFile, blobs: BlobStore): GivenFile {
  return { ...file, stored: { ...blob, bytes: () => blobs.read(blob) } };
}
