/** The plain elements of an object stream as numbers, which go from thread to thread without a copy. */
export interface ScannedElements {
  /** Where the record of an object begins in `records`, by the index of the object; or `notScanned`. */
  readonly starts: Int32Array<ArrayBuffer>;
  /** The records: the numbers of `field`, and then the kids as `ElementScanner` has them. */
  readonly records: Int32Array<ArrayBuffer>;
  /** The types that records name by their place. */
  readonly types: readonly string[];
}

/** In place of the start of a record: the object is no plain element, or has entries beside the usual ones. */
export const notScanned = -1;

/** The numbers of a record. */
export const field = {
  /** Bytes of the object. */
  length: 0,
  /** S: its place in `types`. */
  type: 1,
  /** Object number of Pg; 0 for none. */
  page: 2,
  /** A: its number among those of the document that are written differently, from 1 on; 0 for none. */
  attributes: 3,
  /** Offset of A from the start of the object. */
  attributesAt: 4,
  /** 1 where K is one kid without an array. */
  isAlone: 5,
  kidCount: 6,
  firstKid: 7,
} as const;
