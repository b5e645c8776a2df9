import type { Obj } from '../../objects/objects.ts';

/** An object in the bytes, listed by a cross-reference or not. */
export interface ScannedObject {
  readonly num: number;
  readonly gen: number;
  /** Offset of its object number. */
  readonly offset: number;
  /** Offset after `endobj`, or after its value where that is missing. */
  readonly end: number;
  /** Encrypted if the file is. */
  readonly value: Obj;
}
