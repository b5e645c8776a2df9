import { Lexer } from '../../objects/lexer.ts';
import { PdfString, Ref, type Dict, type Obj } from '../../objects/objects.ts';
import type { PdfFile, XrefSection } from '../pdf-file.ts';
import type { Changes } from '../changes.ts';
import { dropXrefKeys } from '../xref/write-xref.ts';
import { usualStyle } from './file-style.ts';
import { FileWriter } from './file-writer.ts';
import { ObjectCipher } from './object-cipher.ts';

/** A file with its incremental update (ISO 32000-2, 7.5.6). */
export interface Update {
  /** The bytes of the file, each as it was, and the update after them. */
  readonly bytes: Buffer;
  /** Where in `bytes` each object of the update starts, by its number. */
  readonly offsets: ReadonlyMap<number, number>;
}

/**
 * The reason why a file cannot be updated incrementally, or null. An update needs an intact cross-reference to refer
 * to. Without one the file can only be rewritten (`rewritePdf`), which invalidates its signatures. Damage may be found
 * late, while objects are read: call this after reading everything that is to change.
 */
export function updateObstacle(file: PdfFile): string | null {
  if (file.repaired !== null) return file.repaired;
  return file.sections.length === 0 ? 'it has no cross-reference section' : null;
}

/**
 * Appends an incremental update (ISO 32000-2, 7.5.6). Its section is a table where the newest section is one, hybrid
 * files included (old and new readers know it), else a cross-reference stream. New objects are encrypted as the file
 * is; the second half of the identifier changes. Equal input gives equal bytes.
 */
export function updatePdf(changes: Changes): Update {
  const newest = changes.file.sections[0];
  if (newest === undefined || updateObstacle(changes.file) !== null)
    throw new Error('a file whose cross-reference is broken can not be updated: see updateObstacle');
  const { bytes } = changes.file;
  const base = baseOf(changes.file, newest);
  const options = { style: usualStyle, next: changes.size, cipher: cipherOf(changes), generations: true };
  const out = new FileWriter(options).goOn(bytes, base);
  for (const { ref, value } of changes.objects) out.object(ref.num, ref.gen, value);
  const offsets = new Map(changes.objects.map(({ ref }) => [ref.num, out.offsetOf(ref.num) ?? 0] as const));
  return { bytes: out.end(trailerOf(changes, newest.offset - base, out), newest.kind), offsets };
}

/** The trailer of the newest revision (7.5.6) without the entries of its own section; Encrypt does not change. */
function trailerOf({ file, trailer }: Changes, previous: number, out: FileWriter): Dict {
  return dropXrefKeys(trailer.copy())
    .set('Prev', previous)
    .set('ID', identifier(file, trailer, out));
}

/** The first half stays (14.4). Keys of old encryptions hang on it, so an encrypted file without one gets none. */
function identifier(file: PdfFile, trailer: Dict, out: FileWriter): Obj {
  const [first = null, second = null] = (file.array(file.trailer.get('ID')) ?? []).map((half) => file.string(half));
  if (first === null && file.encryption !== null) return trailer.get('ID');
  const own = new PdfString(out.digest(first?.bytes ?? file.bytes, second?.bytes ?? Buffer.alloc(0)), true);
  return [first === null ? own : new PdfString(first.bytes, true), own];
}

function cipherOf(changes: Changes): ObjectCipher | null {
  const { encryption } = changes.file;
  if (encryption === null) return null;
  const metadata = changes.dict(changes.trailer.get('Root'))?.get('Metadata') ?? null;
  return new ObjectCipher(encryption, metadata instanceof Ref ? metadata.num : null, (value) => changes.resolve(value));
}

/**
 * Start of the offsets in a file with bytes before its header: the header, or the start of the file. The value of
 * `startxref` decides, because the place of its section is known.
 */
function baseOf({ bytes, headerOffset }: PdfFile, { offset }: XrefSection): number {
  const written = new Lexer(bytes, bytes.lastIndexOf('startxref') + 9).next();
  const start = typeof written === 'number' ? written : offset;
  return Math.abs(offset - start - headerOffset) <= Math.abs(offset - start) ? headerOffset : 0;
}
