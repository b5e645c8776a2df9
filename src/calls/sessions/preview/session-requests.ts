import { AppError } from '../../../problems.ts';
import type { StretchRequest } from '../../../render/preview/stretches.ts';
import type { StepStyles } from '../../../render/typeset/styles/stretch-styles.ts';
import { contextOf, type Caller } from '../../caller.ts';
import { requestOf, type RenderSessionDeps } from '../render-session.ts';
import type { Heights, Shown } from './log/logged-content.ts';
import type { SessionLog } from './log/session-log.ts';

/** A session at a revision, and its caller. */
export interface SessionAt {
  readonly caller: Caller;
  readonly shown: Shown;
}

/** Requests for parts of a session, as a render of it would be made. */
export class SessionRequests {
  readonly #deps: RenderSessionDeps;

  constructor(deps: RenderSessionDeps) {
    this.#deps = deps;
  }

  /** Works on the request for the operations of `shown`; `null` where it is refused. */
  async tried<T>(
    { caller, shown }: SessionAt,
    work: (request: StretchRequest['request']) => Promise<T>,
  ): Promise<T | null> {
    try {
      return await work(await requestOf(this.#deps, caller, { ...shown, given: {}, dryRun: false }));
    } catch (error) {
      caller.signal.throwIfAborted();
      // The whole document names the place.
      if (error instanceof AppError && (error.status < 500 || error.errors.length > 0)) return null;
      throw error;
    }
  }

  /** The heights of headers and footers; `null` where they are refused. */
  heights({ caller, shown }: SessionAt, log: SessionLog): Promise<Heights | null> {
    const { stretches } = this.#deps.services;
    return this.tried({ caller, shown: { ...shown, log: log.frame() } }, (request) =>
      stretches.heights({ request, ...log.sharedByFrame(), numbers: null, inParts: false }, contextFor(caller)),
    );
  }

  /** The styles that the content of each of these operations adds; `null` where they are refused. */
  styles({ caller, shown }: SessionAt, operations: readonly Uint8Array[]): Promise<readonly StepStyles[] | null> {
    const { stretches } = this.#deps.services;
    return this.tried({ caller, shown: { ...shown, log: operations } }, (request) =>
      stretches.styles(request, contextFor(caller)),
    );
  }
}

/** The context of a request whose warnings no one reads. */
export const contextFor = (caller: Caller) => ({ ...contextOf(caller), reports: false });
