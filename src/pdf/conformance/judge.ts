import { AppError } from '../../problems.ts';
import { modelOf } from './check.ts';
import type { Model } from './model/model.ts';

/** A document that can not be read, and why. */
export interface Unreadable {
  /** Needs a password that was not given. */
  readonly encrypted: boolean;
  readonly reason: string;
}

/** Where a PDF has to say that it is one. */
const headRoom = 1024;

/** What is made of a document that can be read, and of one that can not. */
export interface Verdicts<T> {
  readonly of: (model: Model) => T;
  readonly unreadable: (why: Unreadable) => T;
}

/**
 * Judges a document. Whatever says that it is a PDF gets a verdict, damaged or not.
 * @throws AppError `invalid-pdf` for what is none, `wrong-password`, `limit-exceeded`, `too-many-pages`
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
