import { AppError } from '../../problems.ts';
import { assemble } from './assemble.ts';
import { writePdf, writePdfInParallel, type WriteOptions } from '../file/writing/write.ts';
import { Report, type PlainReport } from '../facts/report.ts';
import { Source } from '../facts/source.ts';
import { openPdf } from '../file/open.ts';
import { defaultLimits, type Limits } from '../objects/limits.ts';
import { fileNames } from './split/file-names.ts';
import { textFinder } from './split/name-text.ts';
import { piecesOf, type SplitBy } from './split/pieces.ts';

/** A document, and where it is divided. */
export interface SplitOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  readonly by: SplitBy;
  /** File name pattern: see `fileNames`. */
  readonly names?: string | undefined;
  /** An expression in RE2 syntax, which finds `{text}` of the pattern on the first page of each part. */
  readonly nameText?: string | undefined;
  /** Name of the document without `.pdf`: `{name}` of the pattern. */
  readonly name?: string | undefined;
  /** The parts that get the document's attachments; those of pages stay with their pages. */
  readonly attachments?: 'all' | 'first' | 'none' | undefined;
  readonly decrypt?: boolean | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** A part of a document; `pages` is their number. */
export interface SplitPart {
  readonly filename: string;
  readonly pdf: Uint8Array;
  readonly pages: number;
}

/** The parts of a document. */
export interface SplitResult {
  readonly parts: readonly SplitPart[];
  readonly report: PlainReport;
}

/** The parts of a document before they are written. */
export interface SplitPlan {
  /** The first page of each part, 1-based. */
  readonly firstPages: readonly number[];
  /**
   * Writes the parts. `textOf` answers the text of a 1-based page, for `nameText`. Rejects with AppError
   * `limit-exceeded` when the parts together exceed `limits.documentBytes`.
   */
  write(textOf?: (page: number) => string): Promise<SplitResult>;
}

/**
 * Divides a document into complete parts, which contain only what their pages use: outline items, destinations, fields,
 * tags, layers (docs/spec/tools.md). For worker threads. Same input, same bytes.
 * @throws AppError of `openPdf` and of the ranges
 */
export function planSplit({
  bytes,
  password,
  by,
  names,
  nameText,
  name = 'document',
  attachments = 'first',
  decrypt = false,
  limits = {},
}: SplitOptions): SplitPlan {
  const source = new Source(openPdf(bytes, { password, limits }));
  const report = new Report();
  const assembled = (pages: readonly number[], withAttachments: boolean, into: Report): WriteOptions =>
    assemble({
      selections: [{ source, pages, document: 1, title: '', isPrinted: false }],
      outline: 'keep',
      fields: 'merge',
      attachments: withAttachments,
      decrypt,
      compress: true,
      share: false,
      report: into,
    });
  const attached = (index: number) => attachments === 'all' || (attachments === 'first' && index === 0);
  const sizeOf = (pages: readonly number[], index: number) =>
    writePdf(assembled(pages, attached(index), new Report())).length;
  const pieces = piecesOf(source, by, report, sizeOf);
  const firstPages = pieces.map(({ pages: [first = 0] }) => first + 1);
  const maxBytes = limits.documentBytes ?? defaultLimits.documentBytes;
  return {
    firstPages,
    async write(textOf = () => '') {
      const textIn = nameText === undefined ? null : textFinder(nameText);
      const texts = textIn && firstPages.map((page) => textIn(textOf(page)));
      const filenames = fileNames(source, pieces, { pattern: names, name, texts, report });
      const documents = pieces.map(
        ({ pages }, index) =>
          () =>
            assembled(pages, attached(index), report),
      );
      source.scanElementsAhead({ ...defaultLimits, ...limits });
      const pdfs = await written(documents, maxBytes).finally(() => source.endScan());
      const parts = pieces.map(({ pages }, index): SplitPart => ({
        filename: filenames[index] ?? '',
        pdf: pdfs[index] ?? new Uint8Array(),
        pages: pages.length,
      }));
      return { parts, report: report.toPlain() };
    },
  };
}

/** Writes documents in order: one is assembled while the one before it is compressed. */
async function written(documents: readonly (() => WriteOptions)[], maxBytes: number): Promise<Uint8Array[]> {
  const pdfs: Uint8Array[] = [];
  let bytes = 0;
  let before: Promise<Uint8Array> | null = null;
  const takeBefore = async () => {
    if (before === null) return;
    const pdf = await before;
    pdfs.push(pdf);
    bytes += pdf.length;
    if (bytes > maxBytes)
      throw new AppError(
        'limit-exceeded',
        `The parts together are larger than ${maxBytes} bytes, because each has what its pages share. ` +
          'Make fewer parts.',
      );
  };
  let writing: Promise<Uint8Array> | null = null;
  try {
    for (const assembled of documents) {
      writing = writePdfInParallel(assembled());
      await takeBefore();
      before = writing;
    }
    await takeBefore();
    return pdfs;
  } catch (error) {
    await Promise.allSettled([before, writing]); // nothing goes on after the end of the split
    throw error;
  }
}

/** Splits a document whose parts need no text of its pages for their names. Throws as `planSplit` and `write` do. */
export function splitPdf(options: Omit<SplitOptions, 'nameText'>): Promise<SplitResult> {
  return planSplit(options).write();
}
