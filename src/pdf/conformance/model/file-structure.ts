import { Dict, PdfString, Ref } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';

/** The frame of a file (ISO 32000-2, 7.5): header, cross-reference, trailer, end. */
export interface FileStructure {
  /** Offset of `%PDF-`. */
  readonly headerOffset: number;
  /** The header up to its end of line, and how that is written: "\r\n", "\n", "\r" or something else. */
  readonly header: string;
  readonly headerEnd: string;
  /** The line after the header is a comment that starts with four bytes above 127. */
  readonly binary: boolean;
  /**
   * The mistake in the syntax of a cross-reference table: in `xref` and the first subsection, or in a subsection
   * header.
   */
  readonly xrefLine: boolean;
  readonly subsectionHeader: boolean;
  readonly xrefStreams: boolean;
  /** Trailer that ISO 19005 asks for an ID in: the newest, which is the first page's of a linearized file. */
  readonly idTrailer: Dict;
  /** A linearized file whose two trailers have different IDs. */
  readonly unlikeIds: boolean;
  /** Bytes after the last end-of-file marker and its end of line. */
  readonly trailing: number;
}

/** Reads the syntax of header, cross-references, trailer and end of file. */
export function readFileStructure(file: PdfFile): FileStructure {
  const { bytes, headerOffset } = file;
  const line = /^[^\r\n]*/.exec(bytes.toString('latin1', headerOffset, headerOffset + 200))?.[0] ?? '';
  const after = headerOffset + line.length;
  const headerEnd = bytes[after] === 13 && bytes[after + 1] === 10 ? '\r\n' : String.fromCharCode(bytes[after] ?? 0);
  const second = after + headerEnd.length;
  const comment = [1, 2, 3, 4].map((index) => bytes[second + index] ?? 0);
  const linearized = isLinearized(file);
  const oldest = file.sections.at(-1)?.trailer;
  return {
    headerOffset: bytes.indexOf('%PDF-'),
    header: line,
    headerEnd,
    binary: bytes[second] === 0x25 && comment.every((byte) => byte > 127),
    ...tables(file),
    xrefStreams: file.sections.some(({ kind, hybrid }) => kind === 'stream' || hybrid !== null),
    idTrailer:
      (linearized ? file.sections[0] : file.sections.toSorted((one, other) => other.offset - one.offset)[0])?.trailer ??
      file.trailer,
    unlikeIds:
      linearized &&
      oldest !== undefined &&
      oldest.has('ID') &&
      idOf(file, oldest) !== idOf(file, file.sections[0]?.trailer ?? oldest),
    trailing: trailingBytes(bytes),
  };
}

/**
 * ISO 32000-2, annex F: the first object of the file is a dictionary with Linearized, and the file has the length that
 * the dictionary states.
 */
function isLinearized(file: PdfFile): boolean {
  const first = /(?<!\d)(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj/.exec(
    file.bytes.toString('latin1', file.headerOffset, file.headerOffset + 1024),
  )?.[1];
  const dict = first === undefined ? null : file.get(Number(first));
  return dict instanceof Dict && dict.has('Linearized') && file.number(dict.get('L')) === file.bytes.length;
}

function idOf(file: PdfFile, trailer: Dict): string {
  const id = file.array(trailer.get('ID')) ?? [];
  return id
    .map((part) => (file.resolve(part) instanceof PdfString ? (file.string(part)?.bytes.toString('hex') ?? '') : ''))
    .join(' ');
}

/**
 * ISO 19005-2, 6.1.4: `xref` and the first subsection header are set apart by one end of line, and the two numbers by
 * one space.
 */
function tables({ bytes, sections }: PdfFile): { xrefLine: boolean; subsectionHeader: boolean } {
  const wrong = { xrefLine: false, subsectionHeader: false };
  for (const { kind, offset } of sections) {
    if (kind !== 'table') continue;
    const start = bytes.toString('latin1', offset, offset + 80);
    if (!/^xref(?:\r\n|\n|\r)\d/.test(start)) wrong.xrefLine = true;
    const header = /^xref\s*(\d+\s+\d+[ ]*)/.exec(start)?.[1] ?? '';
    if (!/^\d+ \d+[ ]*$/.test(header)) wrong.subsectionHeader = true;
  }
  return wrong;
}

function trailingBytes(bytes: Buffer): number {
  const marker = bytes.lastIndexOf('%%EOF');
  if (marker < 0) return 0;
  let at = marker + 5;
  if (bytes[at] === 13 && bytes[at + 1] === 10) at += 2;
  else if (bytes[at] === 10 || bytes[at] === 13) at += 1;
  return bytes.length - at;
}

/** Number of the object that a value stands for, where it is a reference. */
export function numberOf(value: unknown): number | undefined {
  return value instanceof Ref ? value.num : undefined;
}
