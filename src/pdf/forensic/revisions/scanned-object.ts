import type { Obj } from '../../objects/objects.ts';

/** An object as it stands in the bytes, whether any cross-reference lists it or not. */
export interface ScannedObject {
  readonly num: number;
  readonly gen: number;
  /** Of its number. */
  readonly offset: number;
  /** After `endobj`, or after its value where there is none. */
  readonly end: number;
  /** Encrypted if the file is. */
  readonly value: Obj;
}
