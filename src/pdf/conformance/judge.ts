import { AppError } from '../../problems.ts';
import { modelOf } from './check.ts';
import type { Model } from './model/model.ts';

/** A document that can not be read, with the reason. */
export interface Unreadable {
  /** It needs a password that was not given. */
  readonly encrypted: boolean;
  readonly reason: string;
}

/** Bytes at the start of a file that must contain the PDF header. */
const headRoom = 1024;

/** Verdicts for readable and for unreadable documents. */
export interface Verdicts<T> {
  readonly of: (model: Model) => T;
  readonly unreadable: (why: Unreadable) => T;
}

/**
 * Judges a document. Anything with a PDF header gets a verdict, damaged or not.
 * @throws AppError `invalid-pdf` for other data, `wrong-password`, `limit-exceeded`, `too-many-pages`
 */
export function judge<T>(bytes: Uint8Array, password: string | undefined, { of, unreadable }: Verdicts<T>): T {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.subarray(0, headRoom + 4).indexOf('%PDF-');
  if (head < 0 || head >= headRoom)
    throw new AppError('invalid-pdf', `The document is not a PDF: there is no %PDF- in its first ${headRoom} bytes.`);
  try {
    return of(modelOf(bytes, password));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.slug === 'encrypted-pdf') return unreadable({ encrypted: true, reason: error.message });
    if (error.slug === 'invalid-pdf') return unreadable({ encrypted: false, reason: error.message });
    throw error;
  }
}
