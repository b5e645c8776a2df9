import { isDigit, isSpace } from '../../objects/characters.ts';
import type { IndirectReader } from '../../objects/indirect.ts';
import { Marks } from '../../objects/marks.ts';
import type { Meter } from '../../objects/limits.ts';
import { Dict, isName, Stream, type Obj, type StreamOrigin } from '../../objects/objects.ts';
import type { XrefEntry } from '../xref/xref-entry.ts';

/** What a file has when its cross-reference table is not believed. Everything in the order of the file. */
export interface Recovered {
  readonly entries: Map<number, XrefEntry & { kind: 'offset' }>;
  /** Trailers, and the dictionaries of cross-reference streams. */
  readonly trailers: readonly Dict[];
  readonly objectStreams: readonly { readonly num: number; readonly offset: number }[];
  readonly catalogs: readonly number[];
}

/**
 * Looks for `N G obj` and `trailer` in the whole file, but not within the data of streams. The last object of a number
 * counts.
 */
export function recover(reader: IndirectReader, meter: Meter): Recovered {
  const { bytes } = reader;
  const entries: Recovered['entries'] = new Map();
  const trailers: { offset: number; dict: Dict }[] = trailersOf(reader, meter);
  const objectStreams: { num: number; offset: number }[] = [];
  const catalogs: number[] = [];
  let past = 0;
  for (const at of new Marks(bytes, 'obj').offsets) {
    const offset = at < past ? -1 : headStart(bytes, at);
    const found =
      offset < 0
        ? null
        : reader.read(
            offset,
            () => null,
            () => unread,
          );
    if (found === null) continue;
    entries.set(found.num, { kind: 'offset', offset, gen: found.gen });
    meter.objects(entries.size);
    const { value } = found;
    const type = typeOf(value);
    if (value instanceof Stream) past = found.end < bytes.length ? found.end : at;
    if (value instanceof Stream && isName(type, 'ObjStm')) objectStreams.push({ num: found.num, offset });
    if (value instanceof Stream && isName(type, 'XRef')) trailers.push({ offset, dict: value.dict });
    if (value instanceof Dict && isName(type, 'Catalog')) catalogs.push(found.num);
  }
  trailers.sort((a, b) => a.offset - b.offset);
  return { entries, trailers: trailers.map(({ dict }) => dict), objectStreams, catalogs };
}

function typeOf(value: Obj): Obj {
  if (value instanceof Stream) return value.dict.get('Type');
  return value instanceof Dict ? value.get('Type') : null;
}

function trailersOf(reader: IndirectReader, meter: Meter): { offset: number; dict: Dict }[] {
  const found: { offset: number; dict: Dict }[] = [];
  for (const offset of new Marks(reader.bytes, 'trailer').offsets) {
    const parser = reader.parser(offset + 7);
    const dict = parser.next();
    meter.parsed(parser.lexer.position - offset);
    if (dict instanceof Dict) found.push({ offset, dict });
  }
  return found;
}

/** Where `N G` before `obj` starts, or -1. */
function headStart(bytes: Buffer, at: number): number {
  const gen = before(bytes, at, isSpace, 0);
  const genStart = before(bytes, gen, isDigit, 1);
  const num = before(bytes, genStart, isSpace, 1);
  return before(bytes, num, isDigit, 1);
}

/** Goes back over at least `least` and at most 20 bytes of a kind; -1 stays -1. */
function before(bytes: Buffer, at: number, kind: (byte: number) => boolean, least: number): number {
  let start = at;
  while (start > 0 && at - start < 20 && kind(bytes[start - 1] ?? 0x78)) start -= 1;
  return at < 0 || at - start < least ? -1 : start;
}

const unread: StreamOrigin = {
  decrypt: (stream) => stream.stored,
  decode: (stream) => ({ bytes: stream.stored, filters: [], parameters: null, intact: false }),
};
