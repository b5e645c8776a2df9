import type { Log } from './log.ts';
import type { Stages } from './stages.ts';

/** The tiers of a key, an edition and a tool, lowest first (docs/spec/keys-and-editions.md). */
export const tiers = ['core', 'pro', 'enterprise'] as const;
export type Tier = (typeof tiers)[number];

/** True when a key of tier `held` may use what needs tier `needed`. */
export function reaches(held: Tier, needed: Tier): boolean {
  return tiers.indexOf(held) >= tiers.indexOf(needed);
}

/** Who asks: the verified entry of the key file (docs/spec/keys-and-editions.md). */
export interface Principal {
  readonly kid: string;
  /** Owns jobs, sessions, idempotency keys and the rate limit. */
  readonly client: string;
  readonly tier: Tier;
  /** Names of the tools that the key may use; `null` = all of its tier. */
  readonly scope: ReadonlySet<string> | null;
  /** Requests a minute that replace the tier's; `null` = the tier's. */
  readonly rate: number | null;
}

/** The one thing that is passed down every call of a request or a job. */
export interface Context {
  readonly requestId: string;
  readonly principal: Principal;
  /** Aborted by the timeout (reason: AppError `request-timeout`), by a client that went away, and by a stop. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Names and times what the request goes through (`Server-Timing`, progress, logs). */
  readonly stages: Stages;
  /** False where the answer has no room for a report (a PDF alone), so that none need be made. */
  readonly reports?: boolean;
  /**
   * False where the answer has no room for a document (JSON of a report alone), so that none need be made. Left out, as
   * in a job, what will be asked for is not known yet.
   */
  readonly documents?: boolean;
}
