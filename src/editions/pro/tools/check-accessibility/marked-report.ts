import { markFindings, type Finding } from '../../../../pdf/edit/mark-findings.ts';
import { mergePdfs } from '../../../../pdf/assemble/merge.ts';
import { AppError } from '../../../../problems.ts';

/** A rendered report and the checked document, as they are sent to a thread. */
export interface MarkedReportJob {
  /** The rendered report. */
  readonly report: Uint8Array;
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly frames: readonly Finding[];
  /** The name of the document. */
  readonly name: string;
}

/** The problems of a file that can be judged but not shown; the report explains them. */
const unreadable = new Set(['invalid-pdf', 'encrypted-pdf', 'wrong-password']);

/** The report, followed by the document with its findings framed. For an unreadable document it is the report alone. */
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
