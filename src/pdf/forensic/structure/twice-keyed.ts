import { Lexer, Keyword, end, type Token } from '../../objects/lexer.ts';
import { isName, Name, Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { RawScan } from '../revisions/raw-scan.ts';
import type { ScannedObject } from '../revisions/scanned-object.ts';

/** A dictionary with two different values for an entry. */
export interface TwiceKeyed {
  /** Number of the indirect object or object stream. */
  readonly object: number;
  readonly offset: number;
  readonly key: string;
}

/** The entries of a dictionary that is being read, as written. */
interface Open {
  readonly entries: Map<string, string> | null;
  /** Key of the entry that is being read. */
  key: string | null;
  /** Offset of its value. */
  start: number;
}

const maxFound = 100;
/** Bytes of a value that are compared. */
const maxValueBytes = 1000;

/**
 * Dictionaries with duplicate keys. ISO 32000-2, 7.3.7 leaves their meaning open: some readers take the first value and
 * some the last, so that readers may show different documents.
 */
export function twiceKeyed(file: PdfFile, { objects }: RawScan): TwiceKeyed[] {
  const found: TwiceKeyed[] = [];
  for (const object of objects) {
    if (found.length >= maxFound) break;
    for (const key of keysIn(file, object)) found.push({ object: object.num, offset: object.offset, key });
  }
  return found.slice(0, maxFound);
}

function keysIn(file: PdfFile, { num, value, offset, end: stop }: ScannedObject): string[] {
  if (!(value instanceof Stream)) return repeated(file.bytes, offset, stop);
  const own = repeated(file.bytes, offset, stop - value.stored.length);
  const packed =
    isName(value.dict.get('Type'), 'ObjStm') && isAt(file, num, offset) ? file.stream(file.get(num)) : null;
  return packed === null ? own : [...own, ...repeated(packed.decode(), file.number(packed.dict.get('First')) ?? 0)];
}

function isAt(file: PdfFile, num: number, offset: number): boolean {
  const entry = file.where(num);
  return entry?.kind === 'offset' && entry.offset === offset;
}

/** Keys that occur again with another value, in all dictionaries from `from` to `until`, or to the keyword `stream`. */
function repeated(bytes: Buffer, from: number, until = bytes.length): string[] {
  const lexer = new Lexer(bytes, from, undefined, until);
  const stack: Open[] = [];
  const found: string[] = [];
  for (let at = lexer.position, token = lexer.next(); token !== end; at = lexer.position, token = lexer.next()) {
    if (token instanceof Keyword && token.value === 'stream') break;
    step(token, { bytes, at, stack, found });
  }
  return found;
}

function step(
  token: Token,
  {
    bytes,
    at,
    stack,
    found,
  }: { readonly bytes: Buffer; readonly at: number; readonly stack: Open[]; readonly found: string[] },
): void {
  const open = stack.at(-1);
  const word = token instanceof Keyword ? token.value : '';
  if (word === '>>' || word === ']') {
    if (open !== undefined) close(open, bytes, at, found);
    stack.pop();
  } else if (open?.entries != null && open.start < 0 && open.key !== null) open.start = at;
  else if (open?.entries != null && token instanceof Name) {
    close(open, bytes, at, found);
    [open.key, open.start] = [token.value, -1];
  }
  if (word === '<<' || word === '[') stack.push({ entries: word === '<<' ? new Map() : null, key: null, start: -1 });
}

/** Ends the entry that is being read, before `at`. */
function close({ entries, key, start }: Open, bytes: Buffer, at: number, found: string[]): void {
  if (entries === null || key === null || start < 0) return;
  const value = bytes.toString('latin1', start, Math.min(at, start + maxValueBytes)).trim();
  const known = entries.get(key);
  if (known === undefined) entries.set(key, value);
  else if (known !== value) found.push(key);
}
