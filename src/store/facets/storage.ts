/**
 * The storage of a client, for its quota: inputs of jobs until they end, their results, stored answers, and operations
 * of sessions.
 */
export interface StorageStore {
  /** Bytes. Counted again when they are half of `limitBytes` or more; otherwise the count may be a second old. */
  usedBytes(client: string, limitBytes: number): Promise<number>;
  /** The time at which the next of the stored items expires; `null` = none of them expires. */
  nextExpiry(client: string, now: number): Promise<number | null>;
}
