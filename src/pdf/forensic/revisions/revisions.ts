import { AppError } from '../../../problems.ts';
import { openPdf } from '../../file/open.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { FileEnd, RawScan } from './raw-scan.ts';

/** A version of the file: its bytes up to `end` (ISO 32000-2, 7.5.6). */
export interface Revision {
  /** From 1, the oldest. */
  readonly number: number;
  /** Offset of its own first byte. */
  readonly start: number;
  readonly end: number;
  /** The chain of the newest cross-reference includes it. */
  readonly chained: boolean;
}

/**
 * Each opened version has the cross-reference sections of all versions before it. So many are read in all, unless that
 * leaves fewer versions than `minVersions`.
 */
const maxSections = 10_000;
const minVersions = 2;

/** Versions of a file, opened on demand. */
export class Revisions {
  /** Oldest first; the last is the whole file. */
  readonly list: readonly Revision[];
  readonly newest: PdfFile;
  /**
   * Versions that are opened and compared: the first and the newest. A file with updates of a few bytes has thousands.
   */
  readonly compared: readonly Revision[];
  readonly #password: string | undefined;
  readonly #opened = new Map<number, PdfFile | null>();

  constructor(
    file: PdfFile,
    scan: RawScan,
    { password, maxVersions }: { readonly password: string | undefined; readonly maxVersions: number },
  ) {
    this.newest = file;
    this.#password = password;
    this.list = revisionsIn(file, scan);
    const newest = Math.min(maxVersions, Math.max(minVersions, Math.floor(maxSections / this.list.length)));
    this.compared = this.list.filter((_, index) => index === 0 || index >= this.list.length - newest);
    this.#opened.set(file.bytes.length, file);
  }

  /** The file of the first `end` bytes; null where they are no file by themselves. */
  at(end: number): PdfFile | null {
    if (end === this.list.at(-1)?.end) return this.newest;
    const known = this.#opened.get(end);
    if (known !== undefined) return known;
    const file = this.repaired(end);
    const own = file?.repaired === null ? file : null;
    this.#opened.set(end, own);
    return own;
  }

  /** `at`, but with repair of damaged bytes. */
  repaired(end: number): PdfFile | null {
    return opened(this.newest.bytes.subarray(0, end), this.#password);
  }
}

function opened(bytes: Buffer, password: string | undefined): PdfFile | null {
  try {
    return openPdf(bytes, { password });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Finds the ends of versions: each `startxref` that refers to a section before it, but not that of the first half of a
 * linearized file (ISO 32000-2, annex F), whose number is 0 or lies behind it. An end outside the chain of the newest
 * cross-reference counts if it refers to a section.
 */
function revisionsIn(file: PdfFile, { ends }: RawScan): Revision[] {
  const found = ends.flatMap((end) => {
    const offset = sectionOf(file, end);
    return offset === null
      ? []
      : [{ end: end.end, offset, chained: file.sections.some((section) => section.offset === offset) }];
  });
  // A damaged file has no chain of sections.
  const chained = found.filter((each) => each.chained || file.sections.length === 0 || isSection(file, each.offset));
  const last = chained.at(-1);
  const all = last === undefined ? [{ end: file.bytes.length, chained: true }] : chained;
  return all.map(({ end, chained: own }, index) => ({
    number: index + 1,
    start: all[index - 1]?.end ?? 0,
    end: index === all.length - 1 ? tail(file, end) : end,
    chained: own || file.sections.length === 0,
  }));
}

/** White space after the last end belongs to it. */
function tail({ bytes }: PdfFile, end: number): number {
  return bytes.toString('latin1', end, Math.min(bytes.length, end + 4096)).trim() === '' && bytes.length - end <= 4096
    ? bytes.length
    : end;
}

function sectionOf({ sections, headerOffset }: PdfFile, { startxref, end }: FileEnd): number | null {
  if (startxref === null || startxref === 0) return null;
  const places = [startxref + headerOffset, startxref].filter((offset) => offset < end);
  return places.find((offset) => sections.some((section) => section.offset === offset)) ?? places[0] ?? null;
}

function isSection({ bytes }: PdfFile, offset: number): boolean {
  const start = bytes.toString('latin1', offset, offset + 400);
  return /^\s*xref\s/.test(start) || (/^\s*\d+\s+\d+\s+obj/.test(start) && start.includes('/XRef'));
}
