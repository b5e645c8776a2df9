import type { Dict } from '../../objects/objects.ts';
import type { Permit } from './diff-rules.ts';

/** One thing that is another in a later version of a document. */
export interface Difference {
  /** What kind of permission it takes. */
  readonly permit: Permit;
  /** `Catalog/AcroForm/DR/Font`, as names lead to it. */
  readonly path: string;
  /** Of the later version, where it has one. */
  readonly object: number | null;
  /** 1-based. */
  readonly page: number | null;
  /** Full name of the field that it is of, or null. */
  readonly field: string | null;
  /** The annotation or field that was changed or added: of the later version. */
  readonly annotation: Dict | null;
  /**
   * It puts something before the eyes of the reader, or takes it away: a new signature that is seen, a field that was
   * hidden or is now.
   */
  readonly turned: boolean;
}

/** What was found, of each kind of permission as many as are told. */
export interface Differences {
  readonly differences: readonly Difference[];
  /** Everything was compared. */
  readonly whole: boolean;
}
