import { AppError } from '../../problems.ts';
import { assemble } from './assemble.ts';
import { Report, type PlainReport } from '../facts/report.ts';
import { Source } from '../facts/source.ts';
import { openPdf } from '../file/open.ts';
import { defaultLimits, type Limits } from '../objects/limits.ts';
import { fileNames } from './split/file-names.ts';
import { piecesOf, type SplitBy } from './split/pieces.ts';

export interface SplitOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  readonly by: SplitBy;
  /** A pattern: see `fileNames`. */
  readonly names?: string | undefined;
  /** What the document is called, without `.pdf`: `{name}` of the pattern. */
  readonly name?: string | undefined;
  /** Which parts the document's attachments go with; those of pages stay on their pages. */
  readonly attachments?: 'all' | 'first' | 'none' | undefined;
  readonly decrypt?: boolean | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

export interface SplitPart {
  readonly filename: string;
  readonly pdf: Uint8Array;
  readonly pages: number;
}

export interface SplitResult {
  readonly parts: readonly SplitPart[];
  readonly report: PlainReport;
}

/**
 * Splits a document into parts that are each complete, and carry only what their pages use: outline items,
 * destinations, fields, tags, layers (docs/spec/tools.md). Each costs what it holds. Synchronous: for worker threads.
 * Same input, same bytes.
 * @throws AppError `limit-exceeded` when the parts together are larger than `limits.documentBytes`, and those of
 * `openPdf` and of the ranges
 */
export function splitPdf({
  bytes,
  password,
  by,
  names,
  name = 'document',
  attachments = 'first',
  decrypt = false,
  limits = {},
}: SplitOptions): SplitResult {
  const source = new Source(openPdf(bytes, { password, limits }));
  const report = new Report();
  const write = (pages: readonly number[], withAttachments: boolean, into: Report) =>
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
  const pieces = piecesOf(source, by, report, (pages, index) => write(pages, attached(index), new Report()).length);
  const filenames = fileNames(source, pieces, { pattern: names, name, report });
  const most = limits.documentBytes ?? defaultLimits.documentBytes;
  let written = 0;
  const parts = pieces.map(({ pages }, index): SplitPart => {
    const pdf = write(pages, attached(index), report);
    written += pdf.length;
    if (written > most)
      throw new AppError(
        'limit-exceeded',
        `The parts together are larger than ${most} bytes, because each has what its pages share. Make fewer parts.`,
      );
    return { filename: filenames[index] ?? '', pdf, pages: pages.length };
  });
  return { parts, report: report.toPlain() };
}
