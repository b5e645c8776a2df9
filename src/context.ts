import type { Log } from './log.ts';
import type { Stages } from './stages.ts';

/** The tiers of a key, an edition and a tool, lowest first (docs/spec/keys-and-editions.md). */
export const tiers = ['core', 'pro', 'enterprise'] as const;
/** A tier; compare two of them with `reaches`. */
export type Tier = (typeof tiers)[number];

/** True when a key of tier `held` may use tools and operations of tier `needed`. */
export function reaches(held: Tier, needed: Tier): boolean {
  return tiers.indexOf(held) >= tiers.indexOf(needed);
}

/** The media types of images that tools make; the first is the default. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** The media type of an image. */
export type ImageType = (typeof imageTypes)[number];

/** The client of a call: the verified entry of the key file (docs/spec/keys-and-editions.md). */
export interface Principal {
  readonly kid: string;
  /** The owner of jobs, sessions, idempotency keys and the rate limit. */
  readonly client: string;
  readonly tier: Tier;
  /** Names of the tools that the key may use; `null` = all of its tier. */
  readonly scope: ReadonlySet<string> | null;
  /** Requests a minute that replace the tier's; `null` = the tier's. */
  readonly rate: number | null;
}

/** The turn of a step of a pipe. */
export interface PrintTurn {
  /**
   * Resolves when the turn has come, or where `mayPrintNow` is true for the first of the steps that wait. Rejects when
   * the pipe has ended before.
   */
  wait(mayPrintNow: () => boolean): Promise<void>;
}

/** The context of a request or a job, which is passed to every call. */
export interface Context {
  readonly requestId: string;
  readonly principal: Principal;
  /** Aborted by the timeout (reason: AppError `request-timeout`), by a client that went away, and by a stop. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Times the stages of the request and names the current one (`Server-Timing`, progress, logs). */
  readonly stages: Stages;
  /** False where the answer is a PDF alone, so that no report need be made. */
  readonly reports?: boolean;
  /**
   * False where the answer is the JSON of a report alone, so that no document need be made. Absent where the answer is
   * not known yet, as in a job.
   */
  readonly documents?: boolean;
  /** The type of images that the caller prefers; absent where the caller leaves the choice, as in a job. */
  readonly imageType?: ImageType | undefined;
  /** True where the answer is images, so that a tool that makes a document makes images of its pages. */
  readonly images?: boolean;
  /** The turn of a step of a pipe that has begun before it; absent where a print may begin at once. */
  readonly turn?: PrintTurn;
}
