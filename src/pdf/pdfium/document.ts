import { AppError } from '../../problems.ts';
import { withEngine, type Engine } from './engine.ts';
import { withString } from './memory.ts';

/** A document that is open in PDFium; `handle` is an FPDF_DOCUMENT. */
export interface OpenDocument {
  readonly engine: Engine;
  readonly handle: number;
  readonly pages: number;
}

/** FPDF_ERR_* of fpdfview.h. */
const needsPassword = 4;
const unknownSecurity = 5;

/**
 * Opens the document for the time of `use`. Throws AppError `encrypted-pdf`, `wrong-password`, `invalid-pdf`,
 * and `limit-exceeded` where the content makes PDFium give up (a trap: out of memory, recursion).
 */
export async function withDocument<T>(pdf: Uint8Array, password: string | undefined, use: (document: OpenDocument) => T): Promise<T> {
  if (pdf.length === 0) throw new AppError('invalid-pdf', 'The document is empty.');
  const outcome = await withEngine((engine) => guarded(() => opened(engine, pdf, password, use)));
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

type Outcome<T> = { readonly value: T } | { readonly error: AppError };

/** An AppError is an answer and leaves the instance sound; anything else does not. */
function guarded<T>(run: () => T): Outcome<T> {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof AppError) return { error };
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      throw new AppError('limit-exceeded', 'The document makes the PDF engine run out of memory or depth.', { cause: error });
    }
    throw error;
  }
}

function opened<T>(engine: Engine, pdf: Uint8Array, password: string | undefined, use: (document: OpenDocument) => T): T {
  const { calls } = engine;
  const data = calls.malloc(pdf.length);
  if (data === 0) throw new AppError('limit-exceeded', 'The document does not fit into the memory of the PDF engine.');
  engine.bytes().set(pdf, data);
  let handle = 0;
  try {
    handle = withString(engine, password ?? '', (pointer) => calls.FPDF_LoadMemDocument(data, pdf.length, pointer));
    if (handle === 0) throw refused(calls.FPDF_GetLastError(), password);
    const pages = calls.FPDF_GetPageCount(handle);
    if (pages < 1) throw new AppError('invalid-pdf', 'The document has no pages.');
    return use({ engine, handle, pages });
  } finally {
    if (handle !== 0) calls.FPDF_CloseDocument(handle);
    calls.free(data);
  }
}

function refused(code: number, password: string | undefined): AppError {
  if (code === unknownSecurity) return new AppError('encrypted-pdf', 'The document is encrypted by a security handler other than the standard one; a password does not open it.');
  if (code !== needsPassword) return new AppError('invalid-pdf', 'The document is not a PDF that can be read, and could not be repaired.');
  if (password === undefined || password === '') return new AppError('encrypted-pdf', 'The document is encrypted; send its password as `password`.');
  return new AppError('wrong-password', 'The password does not open the document.');
}
