/**
 * The limits for a client that sends slowly, or goes on sending after its answer (docs/spec/requests.md);
 * milliseconds and bytes.
 */
export interface Tuning {
  readonly bodyStall: number;
  readonly drainTime: number;
  readonly drainBytes: number;
  /** How long a client may take to close an idle connection at the stop. */
  readonly lingerTime: number;
  /** Milliseconds between two checks of the key file. */
  readonly keyFileInterval: number;
}

/** The limits of a deployment. */
export const tuning: Tuning = {
  bodyStall: 30_000,
  drainTime: 2000,
  drainBytes: 64_000_000,
  lingerTime: 1000,
  keyFileInterval: 1000,
};
