/** The output of a filter; `intact` is false for truncated or corrupt input. */
export interface Filtered {
  readonly bytes: Buffer;
  readonly intact: boolean;
}
