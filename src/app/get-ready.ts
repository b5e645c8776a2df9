import type { Log } from '../log.ts';
import type { InnerClient } from './inner-client.ts';
import type { Readiness } from './readiness.ts';
import { keepWarming, warmRequests, type Background } from './warm-up.ts';

/** How a service becomes ready. */
export interface GettingReady {
  /** Resolves when each browser has printed. */
  readonly firstDocuments: Promise<unknown>;
  readonly client: InnerClient;
  /** True where the code of a render is compiled by further documents, before and after the service is ready. */
  readonly keepsWarming: boolean;
  readonly readiness: Readiness;
  readonly background: Omit<Background, 'send'>;
  readonly log: Log;
}

/** The service is ready when its first documents are printed. What later requests would wait for is prepared after that. */
export async function getReady(parts: GettingReady): Promise<void> {
  const { firstDocuments, client, keepsWarming: isWarming, readiness, background, log } = parts;
  const { send } = client;
  /** Without it the service only takes longer for its first requests. */
  const optional = (work: Promise<unknown>) =>
    work.catch(
      (error: unknown) => background.stopping.aborted || log.info({ err: error }, 'warming up has ended early'),
    );
  try {
    await firstDocuments;
    if (isWarming) await optional(warmRequests(send));
    readiness.warmedUp();
    if (isWarming) await optional(keepWarming({ ...background, send }));
    else background.startThreads();
  } catch (error) {
    if (!background.stopping.aborted) log.error({ err: error }, 'the first documents could not be printed');
  } finally {
    await client.close();
  }
}
