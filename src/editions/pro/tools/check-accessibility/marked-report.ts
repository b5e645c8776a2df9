import { markFindings, type Finding } from '../../../../pdf/edit/mark-findings.ts';
import { mergePdfs } from '../../../../pdf/assemble/merge.ts';
import { AppError } from '../../../../problems.ts';

export interface MarkedReportJob {
  /** The report, as it was rendered. */
  readonly report: Uint8Array;
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly frames: readonly Finding[];
  /** Of the document. */
  readonly name: string;
}

/** What a file may be that is judged and can not be shown; the report says so. */
const unreadable = new Set(['invalid-pdf', 'encrypted-pdf', 'wrong-password']);

/**
 * The report, and after it the document with its findings framed. Of a document that can not be read, the report alone.
 */
export function markedReport({ report, bytes, password, frames, name }: MarkedReportJob): {
  readonly pdf: Uint8Array;
  readonly pages: number;
} {
  const own = { bytes: report, title: 'Accessibility check' };
  const documents = (...others: { bytes: Uint8Array; password: string | undefined; title: string }[]) =>
    mergePdfs({ documents: [own, ...others], outline: 'perDocument', fields: 'rename' });
  try {
    return documents({ bytes: markFindings(bytes, frames, password), password, title: name });
  } catch (error) {
    if (error instanceof AppError && unreadable.has(error.slug)) return documents();
    throw error;
  }
}
