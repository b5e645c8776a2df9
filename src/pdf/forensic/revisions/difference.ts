import type { Dict } from '../../objects/objects.ts';
import type { Permit } from './diff-rules.ts';

/** A value that differs in a later version of a document. */
export interface Difference {
  /** The permission that the change needs. */
  readonly permit: Permit;
  /** Path of keys, as `Catalog/AcroForm/DR/Font`. */
  readonly path: string;
  /** Object number in the later version, where it has one. */
  readonly object: number | null;
  /** 1-based. */
  readonly page: number | null;
  /** Full name of its field, or null. */
  readonly field: string | null;
  /** The changed or added annotation or field, of the later version. */
  readonly annotation: Dict | null;
  /** It shows or hides something: a visible new signature, or a field whose visibility changed. */
  readonly turned: boolean;
}

/** Differences; of each permission up to the reported number. */
export interface Differences {
  readonly differences: readonly Difference[];
  /** The comparison is complete. */
  readonly whole: boolean;
}
