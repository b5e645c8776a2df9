import { AppError } from '../../problems.ts';
import { openPdf } from '../file/open.ts';
import { withEngine, type Engine } from './engine.ts';
import { flatPages } from './flat-pages.ts';
import { withString } from './memory.ts';
import { rewritten } from './rewritten.ts';

/** A document that is open in PDFium; `handle` is an FPDF_DOCUMENT. */
export interface OpenDocument {
  /** As it was opened. */
  readonly source: Source;
  readonly engine: Engine;
  readonly handle: number;
  readonly pages: number;
  readonly encrypted: boolean;
}

/** A document as it was given, or as it was rewritten. A rewritten one has `encrypted`, which is about the original. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  readonly encrypted?: boolean;
}

/** FPDF_ERR_* of fpdfview.h. */
const needsPassword = 4;
const unknownSecurity = 5;

/**
 * Opens the document while `use` runs, also while it waits. A document that PDFium refuses is rewritten by our own
 * kernel, if that can open it. Throws AppError `encrypted-pdf`, `wrong-password`, `invalid-pdf`, and `limit-exceeded`
 * where the content makes PDFium fail (a trap: out of memory, recursion).
 */
export async function withDocument<T>(source: Source, use: (document: OpenDocument) => T | Promise<T>): Promise<T> {
  if (source.bytes.length === 0) throw new AppError('invalid-pdf', 'The document is empty.');
  const known = mendedOf(source);
  const first = await run(known ?? source, use);
  const outcome = known === null && 'refusal' in first ? await run(mended(source, first.refusal), use) : first;
  if ('value' in outcome) return outcome.value;
  throw 'refusal' in outcome ? outcome.refusal : outcome.error;
}

/** What came of a document: `refusal` where PDFium does not open it. */
type Outcome<T> = { readonly value: T } | { readonly error: AppError } | { readonly refusal: AppError };

const run = <T>(source: Source, use: (document: OpenDocument) => T | Promise<T>): Promise<Outcome<T>> =>
  withEngine((engine) => guarded(() => opened(engine, source, use)));

/**
 * A cache of rewritten documents by the bytes that PDFium refuses: tools open a document several times for some pages
 * each, and rewriting takes much longer than opening.
 */
const mendedSources = new WeakMap<Uint8Array, { readonly password: string | undefined; readonly source: Source }>();

/** The document that `withDocument` opens instead, where it has found before that PDFium refuses this one. */
export function mendedOf({ bytes, password }: Source): Source | null {
  const known = mendedSources.get(bytes);
  return known !== undefined && known.password === password ? known.source : null;
}

/** The kernel has more ways to repair a file. Where they fail too, the error of PDFium stands. */
function mended({ bytes, password }: Source, refusal: AppError): Source {
  try {
    const file = openPdf(bytes, { password });
    const source = rewritten(file, flatPages(file));
    mendedSources.set(bytes, { password, source });
    return source;
  } catch (error) {
    throw error instanceof AppError && error.slug === 'invalid-pdf' ? refusal : error;
  }
}

/** An AppError is an answer and leaves the instance sound; anything else does not. */
async function guarded<T>(use: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof AppError) return { error };
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      throw new AppError('limit-exceeded', 'The document makes the PDF engine run out of memory or depth.', {
        cause: error,
      });
    }
    throw error;
  }
}

async function opened<T>(
  engine: Engine,
  { bytes, password, encrypted }: Source,
  use: (document: OpenDocument) => T | Promise<T>,
): Promise<Outcome<T>> {
  const { calls } = engine;
  const data = calls.malloc(bytes.length);
  if (data === 0) throw new AppError('limit-exceeded', 'The document does not fit into the memory of the PDF engine.');
  engine.bytes().set(bytes, data);
  let handle = 0;
  try {
    handle = withString(engine, password ?? '', (pointer) => calls.FPDF_LoadMemDocument(data, bytes.length, pointer));
    if (handle === 0) return { refusal: refused(calls.FPDF_GetLastError(), password) };
    const pages = calls.FPDF_GetPageCount(handle);
    if (pages < 1) return { refusal: new AppError('invalid-pdf', 'The document has no pages.') };
    return {
      value: await use({
        engine,
        handle,
        pages,
        encrypted: encrypted ?? calls.EPDF_IsEncrypted(handle) !== 0,
        source: { bytes, password },
      }),
    };
  } finally {
    if (handle !== 0) calls.FPDF_CloseDocument(handle);
    calls.free(data);
  }
}

function refused(code: number, password: string | undefined): AppError {
  if (code === unknownSecurity)
    return new AppError(
      'encrypted-pdf',
      'The document is encrypted by a security handler other than the standard one; a password does not open it.',
    );
  if (code !== needsPassword)
    return new AppError('invalid-pdf', 'The document is not a PDF that can be read, and could not be repaired.');
  if (password === undefined || password === '')
    return new AppError('encrypted-pdf', 'The document is encrypted; send its password as `password`.');
  return new AppError('wrong-password', 'The password does not open the document.');
}
