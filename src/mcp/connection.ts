import type { CallDeps } from '../calls/call-tool.ts';
import type { Caller } from '../calls/caller.ts';
import type { Offer } from '../calls/deployment.ts';
import type { Log } from '../log.ts';
import type { StageListener } from '../stages.ts';
import type { RootFolder } from './root/root-folder.ts';
import type { Toolset } from './tools/toolset.ts';

/** What a server of the protocol offers, whatever the transport; all connections of a transport share it. */
export interface Desk {
  readonly offer: Offer;
  readonly tools: Toolset;
  readonly deps: CallDeps;
  /** The start of `type` of a problem. */
  readonly problemBase: string;
  /** The folder whose files may be named; `null` = no paths. */
  readonly root: RootFolder | null;
  /** Milliseconds that a call may take; `null` = no limit. */
  readonly timeoutMs: number | null;
}

/** The circumstances of one call. */
export interface CallCircumstances {
  /** Aborts the call. */
  readonly signal: AbortSignal;
  readonly progress: StageListener;
}

/** One connection, or one request of a transport without connections. */
export interface Connection {
  readonly desk: Desk;
  readonly client: string;
  readonly log: Log;
  /** The caller of a call that begins now. */
  caller(call: CallCircumstances): Caller;
  /** Notes a call by the id of its request, so that a later message can cancel it. Returns a function that forgets it. */
  underWay(id: string | number, cancel: () => void): () => void;
  /** Cancels a call; `null` = the transport leaves that to the protocol. */
  readonly cancel: ((id: string | number) => void) | null;
}
