import type { Log } from '../log.ts';
import type { InnerClient } from './inner-client.ts';
import type { Readiness } from './readiness.ts';
import { keepWarming, warmRequest, type Background } from './warm-up.ts';

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
export async function getReady({ client, background, log, ...parts }: GettingReady): Promise<void> {
  try {
    await prepare({ ...parts, client, background });
  } catch (error) {
    if (!background.stopping.aborted) log.error({ err: error }, 'the first documents could not be printed');
  } finally {
    await client.close();
  }
}

async function prepare({
  firstDocuments,
  client: { send },
  keepsWarming,
  readiness,
  background,
}: Omit<GettingReady, 'log'>): Promise<void> {
  await firstDocuments;
  if (keepsWarming) await warmRequest(send);
  readiness.warmedUp();
  if (keepsWarming) await keepWarming({ ...background, send });
  else background.startThreads();
}
