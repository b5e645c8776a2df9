import type { PdfFile } from '../file/pdf-file.ts';
import type { Budget } from './depths.ts';
import type { RawScan } from './revisions/raw-scan.ts';
import type { Revisions } from './revisions/revisions.ts';

/** The document under examination, and the limits of the examination. */
export interface Examined {
  readonly file: PdfFile;
  /** Its objects in the order of the bytes, listed by a cross-reference or not. */
  readonly scan: RawScan;
  readonly revisions: Revisions;
  readonly password: string | undefined;
  readonly budget: Budget;
}
