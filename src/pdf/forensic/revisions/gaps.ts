import type { IndirectReader } from '../../objects/indirect.ts';
import type { ScannedObject } from './scanned-object.ts';

/** Bytes from `from` to `to` (exclusive) that belong to no part of the file. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Longer comments are neither the binary mark nor the name of a program. */
const maxCommentBytes = 1000;
/** Gaps that are reported. */
const maxGaps = 100;

/**
 * Bytes between objects that are neither white space, short comments, cross-reference tables, trailers, nor `startxref`
 * with its number (ISO 32000-2, 7.5).
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
    const line = bytes.toString('latin1', at, Math.min(end, at + maxCommentBytes + 1)).trim();
    const after = line.startsWith('trailer') ? afterTrailer(reader, bytes.indexOf('trailer', at) + 7) : end;
    if (line.length > maxCommentBytes || !isExplained(line)) add(gaps, { from: at, to: Math.min(end, to) });
    at = Math.max(end, after);
  }
}

/**
 * True for a line of a cross-reference table, and the keywords around it. Numbers of `startxref` and of a subsection
 * may be on the line of the keyword.
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

/** Joins consecutive lines to one gap. */
function add(gaps: Gap[], { from, to }: Gap): void {
  const last = gaps.at(-1);
  if (last?.to === from) gaps[gaps.length - 1] = { from: last.from, to };
  else gaps.push({ from, to });
}
