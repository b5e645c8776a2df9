import type { Principal } from '../context.ts';
import type { Log } from '../log.ts';
import { Stages, type StageListener } from '../stages.ts';
import type { CallDeps } from './call-tool.ts';
import type { Caller } from './caller.ts';
import type { Offer } from './deployment.ts';
import type { Spool } from './documents/spool.ts';

/**
 * The calls of the one person to whom this process belongs: every tool, without a key, a rate or an approval. The
 * transports of one person (the command, MCP over standard input and output) use them.
 */
export interface OwnCalls {
  readonly offer: Offer;
  readonly deps: CallDeps;
  readonly log: Log;
  /** A place for the files of one call; close it when the call is over. */
  spool(): Spool;
  /** Starts the browser, for a call that is about to render. */
  startBrowser(): void;
  /** Stops everything, and removes its files. */
  close(): Promise<void>;
}

/** The owner of the process. */
const owner: Principal = { kid: 'own', client: 'own', tier: 'enterprise', scope: null, rate: null };

/** The circumstances of one call of the owner. */
interface OwnCall {
  readonly requestId: string;
  /** Aborts the call. */
  readonly signal: AbortSignal;
  /** Receives the stages of the call and their progress. */
  readonly progress?: StageListener;
}

/** The owner of the process as the caller of a call. */
export function ownCaller({ log }: Pick<OwnCalls, 'log'>, { requestId, signal, progress }: OwnCall): Caller {
  return { requestId, principal: owner, signal, log, stages: new Stages(progress), approval: null, claim: null };
}
