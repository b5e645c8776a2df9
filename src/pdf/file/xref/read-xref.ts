import { decode, filtersOf } from '../../filters/decode.ts';
import type { IndirectReader } from '../../objects/indirect.ts';
import { Keyword } from '../../objects/lexer.ts';
import type { Meter } from '../../objects/limits.ts';
import { isName, Ref, Stream, type Dict, type Obj, type StreamOrigin } from '../../objects/objects.ts';
import type { XrefSection } from '../pdf-file.ts';
import { XrefEntries } from './xref-entries.ts';
import { readXrefStream } from './read-xref-stream.ts';
import { readXrefTable } from './read-xref-table.ts';

/** All cross-reference sections of a file. */
export interface Xref {
  /** Newest first. */
  readonly sections: readonly XrefSection[];
  /** Those of the section where there is but one. */
  readonly entries: XrefEntries;
}

/** How far from its place a section is looked for: counting line ends as one byte or two makes such mistakes. */
const near = 32;

/** Follows `startxref` and the chain of Prev (ISO 32000-2, 7.5.5). A string is the reason why the file needs repair. */
export function readXref(reader: IndirectReader, headerOffset: number, meter: Meter): Xref | string {
  const start = startOffset(reader);
  if (start === null) return 'startxref is missing';
  for (const base of new Set([headerOffset, 0])) {
    const newest = readSection(reader, start + base, base, meter);
    if (newest !== null) return followChain(reader, newest, base, meter);
  }
  return 'startxref does not point to a cross-reference section';
}

function startOffset(reader: IndirectReader): number | null {
  const at = reader.bytes.lastIndexOf('startxref');
  if (at < 0) return null;
  const offset = reader.parser(at + 9).lexer.next();
  return typeof offset === 'number' && Number.isSafeInteger(offset) && offset > 0 ? offset : null;
}

function followChain(reader: IndirectReader, newest: XrefSection, base: number, meter: Meter): Xref | string {
  const sections: XrefSection[] = [newest];
  let { entries } = newest;
  const seen = new Set([newest.offset]);
  for (let offset = offsetIn(newest.trailer, 'Prev', base); offset !== null && !seen.has(offset);) {
    seen.add(offset);
    const section = readSection(reader, offset, base, meter);
    if (section === null) return 'the chain of cross-reference sections is broken';
    if (section.offset === newest.offset) break;
    if (sections.length === 1) entries = XrefEntries.of(entries);
    sections.push(section);
    for (const [num, entry] of section.entries) if (!entries.has(num)) entries.set(num, entry);
    meter.objects(entries.size);
    offset = offsetIn(section.trailer, 'Prev', base);
  }
  return { sections, entries };
}

function readSection(reader: IndirectReader, offset: number, base: number, meter: Meter): XrefSection | null {
  if (offset < 0 || offset >= reader.bytes.length) return null;
  const { lexer } = reader.parser(offset);
  const word = lexer.next();
  meter.parsed(lexer.position - offset);
  if (word instanceof Keyword && word.value === 'xref')
    return tableSection(reader, { offset, after: lexer.position }, base, meter);
  if (typeof word === 'number') {
    const found = readXrefStreamAt(reader, offset, base, meter);
    if (found !== null) return { offset, kind: 'stream', hybrid: null, ...found };
  }
  const nearby = reader.bytes.subarray(0, offset + near + 4).indexOf('xref', Math.max(0, offset - near));
  const moved = nearby >= 0 && nearby !== offset && reader.bytes.toString('latin1', nearby - 5, nearby) !== 'start';
  return moved ? tableSection(reader, { offset: nearby, after: nearby + 4 }, base, meter) : null;
}

/** The section of a table whose word `xref` is at `offset`, and whose entries begin at `after`. */
function tableSection(
  reader: IndirectReader,
  { offset, after }: { readonly offset: number; readonly after: number },
  base: number,
  meter: Meter,
): XrefSection | null {
  const table = readXrefTable(reader, after, base, meter);
  if (table === null) return null;
  const hybrid = offsetIn(table.trailer, 'XRefStm', base);
  const hidden = hybrid === null ? null : readXrefStreamAt(reader, hybrid, base, meter);
  // What a hybrid file hides is free in its table (7.5.8.4).
  for (const [num, entry] of hidden?.entries ?? [])
    if ((table.entries.get(num) ?? null) === null) table.entries.set(num, entry);
  return { offset, kind: 'table', trailer: table.trailer, entries: table.entries, hybrid };
}

function readXrefStreamAt(
  reader: IndirectReader,
  offset: number,
  base: number,
  meter: Meter,
): Pick<XrefSection, 'trailer' | 'entries'> | null {
  const found = reader.read(
    offset,
    () => null,
    () => plainOrigin(meter),
  );
  if (!(found?.value instanceof Stream) || !isName(found.value.dict.get('Type'), 'XRef')) return null;
  const entries = readXrefStream(found.value, base, meter);
  return entries === null ? null : { trailer: found.value.dict, entries };
}

/** Of a stream that is never encrypted, with nothing indirect in its dictionary (7.5.8.2). */
function plainOrigin(meter: Meter): StreamOrigin {
  const resolve = (obj: Obj) => (obj instanceof Ref ? null : obj);
  return {
    decrypt: (stream) => stream.stored,
    decode: (stream) => {
      const decoded = decode(stream.stored, filtersOf(stream.dict, resolve), resolve, meter.limits.streamBytes);
      meter.inflated(decoded.bytes.length);
      return decoded;
    },
  };
}

/** Prev as a reference is wrong, and its number is meant. */
function offsetIn(trailer: Dict, key: string, base: number): number | null {
  const value = trailer.get(key);
  const offset = value instanceof Ref ? value.num : value;
  return typeof offset === 'number' && Number.isSafeInteger(offset) && offset > 0 ? offset + base : null;
}
