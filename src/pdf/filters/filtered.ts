/** What a filter made of its input: `intact` is false when the input broke off or was corrupt. */
export interface Filtered {
  readonly bytes: Buffer;
  readonly intact: boolean;
}
