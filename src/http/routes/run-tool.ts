import type { FairQueue } from '../../fair-queue.ts';
import type { Context } from '../../context.ts';
import type { Tool } from '../../editions/edition.ts';
import type { Approvals } from '../approval/approvals.ts';
import type { HttpDeps } from '../deployment.ts';
import { principalOf, type Handler } from '../exchange.ts';
import { jobResults, resultDocument } from './jobs/result-document.ts';
import { openDocuments } from '../../calls/documents/open-documents.ts';
import { requestOf } from '../body/reading/read.ts';
import { choose, represent } from '../answer/representation.ts';
import { queryOf } from './route.ts';

/**
 * The route of a tool: its body is parsed, what it may answer is settled, then the body is validated, an approval asked
 * for where the tool needs one, and the tool runs; one that takes documents, when the gate lets it.
 */
export function runTool(
  tool: Tool,
  {
    reader,
    services,
    jobs,
    store,
    gate,
    approvals,
  }: Pick<HttpDeps, 'reader' | 'services' | 'jobs' | 'store'> & { gate: FairQueue; approvals: Approvals },
): Handler {
  const jobResult = jobResults(resultDocument(jobs), store.blobs);
  return async (exchange) => {
    const principal = principalOf(exchange);
    const received = { ...(await exchange.payload()), query: queryOf(exchange.req.url) };
    const { reports, outcome } = await reader.request(received, tool, {
      client: principal.client,
      signal: exchange.cancel.signal,
    });
    const representation = reports ? 'application/json' : choose(exchange.req, tool.produces);
    const request = await openDocuments(requestOf(outcome), tool, {
      jobResult,
      client: principal.client,
      nameless: approvals.requires(tool),
    });
    const context = {
      requestId: exchange.id,
      principal,
      signal: exchange.cancel.signal,
      log: exchange.log,
      stages: exchange.stages,
      reports: representation !== 'application/pdf',
      documents: tool.produces !== 'report-document' || representation === 'application/pdf',
    };
    const run = () => tool.run(request, services, context);
    return approvals.run(exchange, { tool, request }, async () =>
      represent(
        await (tool.documents === undefined ? run() : queued(gate, context, run)),
        representation,
        exchange.stages,
      ),
    );
  };
}

/** Waits as the stage `queue`, which does not count the work. */
async function queued<T>(gate: FairQueue, { principal, signal, stages }: Context, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  return gate.run({ client: principal.client, signal }, () => {
    stages.add('queue', performance.now() - start);
    return work();
  });
}
