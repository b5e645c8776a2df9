import type { IndirectReader } from '../../objects/indirect.ts';
import type { ScannedObject } from './scanned-object.ts';

/** Bytes from `from` up to `to` that nothing explains. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** A comment that is longer says something else than which bytes are binary, or who wrote the file. */
const longestComment = 1000;
/** Gaps that are told. */
const maxGaps = 100;

/**
 * What between the objects is neither white space, short comment, cross-reference table, trailer, nor the word
 * `startxref` with its number (ISO 32000-2, 7.5).
 */
export function gapsOf(bytes: Buffer, objects: readonly ScannedObject[], reader: IndirectReader): Gap[] {
  const gaps: Gap[] = [];
  let at = 0;
  for (const { offset, end } of [...objects, { offset: bytes.length, end: bytes.length }]) {
    if (offset > at) unexplained(bytes, { from: at, to: offset }, reader, gaps);
    at = Math.max(at, end);
    if (gaps.length >= maxGaps) break;
  }
  return gaps;
}

function unexplained(bytes: Buffer, { from, to }: Gap, reader: IndirectReader, gaps: Gap[]): void {
  for (let at = from; at < to;) {
    const end = lineEnd(bytes, at, to);
    const line = bytes.toString('latin1', at, Math.min(end, at + longestComment + 1)).trim();
    const after = line.startsWith('trailer') ? afterTrailer(reader, bytes.indexOf('trailer', at) + 7) : end;
    if (line.length > longestComment || !isExplained(line)) add(gaps, { from: at, to: Math.min(end, to) });
    at = Math.max(end, after);
  }
}

/**
 * Lines of a table, and the words around it; the numbers of `startxref` and of a subsection may stand on the line of
 * the word.
 */
function isExplained(line: string): boolean {
  return (
    line === '' ||
    line.startsWith('%') ||
    /^(?:xref|trailer\b.*|startxref|endobj|endstream|(?:(?:xref|startxref)\s+)?\d+(?:\s+\d+)?(?:\s+[nf])?|startxref\s+\d+\s+%%EOF)$/.test(
      line,
    ) ||
    /^(?:\d{10} \d{5} [nf]\s*)+$/.test(line)
  );
}

function afterTrailer(reader: IndirectReader, at: number): number {
  const parser = reader.parser(at);
  parser.object();
  return parser.lexer.position;
}

function lineEnd(bytes: Buffer, at: number, to: number): number {
  for (let end = at; end < to; end += 1) if (bytes[end] === 10 || bytes[end] === 13) return end + 1;
  return to;
}

/** Lines that follow each other are one gap. */
function add(gaps: Gap[], { from, to }: Gap): void {
  const last = gaps.at(-1);
  if (last?.to === from) gaps[gaps.length - 1] = { from: last.from, to };
  else gaps.push({ from, to });
}
