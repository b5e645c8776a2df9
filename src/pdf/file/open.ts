import { AppError } from '../../problems.ts';
import { defaultLimits, type Limits } from '../objects/limits.ts';
import { PdfDocument } from './reading/pdf-document.ts';
import type { PdfFile } from './pdf-file.ts';

/** How to open a PDF: its password, and limits in place of the defaults. */
export interface OpenOptions {
  /** Of the user or of the owner. */
  readonly password?: string | undefined;
  readonly limits?: Partial<Limits>;
}

/**
 * Opens a PDF: its cross-reference, its encryption and its page tree are read, or repaired, before this returns;
 * objects follow when they are requested. `bytes` are referenced, not copied. Synchronous: for worker threads.
 * @throws AppError `invalid-pdf`, `encrypted-pdf` (needs a password), `wrong-password`, `too-many-pages`,
 * `limit-exceeded`
 */
export function openPdf(bytes: Uint8Array, { password, limits }: OpenOptions = {}): PdfFile {
  if (bytes.length === 0) throw new AppError('invalid-pdf', 'The document is empty.');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = buffer.indexOf('%PDF-');
  if (header < 0 && !buffer.includes('obj'))
    throw new AppError('invalid-pdf', 'The document is not a PDF: there is no %PDF- at its start.');
  const document = new PdfDocument(buffer, Math.max(0, header), { ...defaultLimits, ...limits }, password);
  document.pages();
  return document;
}
