/** Limits above which a print is stopped or a worker is replaced. */
export interface WorkerLimits {
  /** Prints after which another worker takes the place of this one. */
  readonly prints: number;
  /** Resident bytes of its browser above which a print is stopped, and an idle worker replaced. */
  readonly residentBytes: number;
  /** How long a script of a document may run without a pause. */
  readonly scriptTimeoutMs: number;
}
