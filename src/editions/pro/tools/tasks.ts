import { describeFields } from '../../../pdf/widgets/fields/describe-fields.ts';
import { fillForm as fillPdf, type FillOptions } from '../../../pdf/fill/fill-form.ts';
import {
  checkAccessibility,
  publishedReport,
  type AccessibilityOptions,
} from '../../../pdf/conformance/accessibility/check-accessibility.ts';
import { Source } from '../../../pdf/facts/source.ts';
import { openPdf } from '../../../pdf/file/open.ts';
import { optimizePdf } from '../../../pdf/optimize/optimize-pdf.ts';
import { type OptimizeOptions } from '../../../pdf/optimize/optimize-options.ts';
import { signPdf, type SignOptions } from '../../../pdf/sign/sign-pdf.ts';
import { task } from '../../../threads/threads.ts';
import { jsonBytes } from '../../json-bytes.ts';
import { markedReport as markReport, type MarkedReportJob } from './check-accessibility/marked-report.ts';
import { frames, numbered } from './check-accessibility/numbered.ts';
import { reportHtml } from './check-accessibility/report-html.ts';
import {
  runAlign,
  runLooks,
  runResult,
  runStructure,
  type AlignJob,
  type LooksJob,
  type ResultJob,
  type StructureJob,
} from './compare/compare-job.ts';
import { runRedact, type RedactJob } from './redact/redact-job.ts';

/** Signs a document. The key is sent to the thread in memory, and is deleted with the task. */
export const sign = task((options: SignOptions) => signPdf(options));

/** Fills in a form. */
export const fillForm = task((options: FillOptions) => fillPdf(options));

/** A document whose form fields are exported. */
export interface ExportJob {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
}

/** The fields of a form as JSON in UTF-8; a large form has too many fields to send them as objects. */
export const exportFields = task(({ bytes, password }: ExportJob) =>
  jsonBytes({ fields: describeFields(new Source(openPdf(bytes, { password }))) }),
);

/** Redacts a document. */
export const redact = task((job: RedactJob) => runRedact(job));

/** A check whose report is read by people. */
export interface AccessibilityPageJob {
  readonly options: AccessibilityOptions;
  /** File name of the document. */
  readonly name: string;
}

/** Checks the accessibility of a document. The report is JSON in UTF-8, because it may have thousands of places. */
export const accessibility = task((options: AccessibilityOptions) =>
  jsonBytes(publishedReport(checkAccessibility(options))),
);

/** The same with a page for people, which also has the requirements, and the frames for the checked document. */
export const accessibilityPage = task(({ options, name }: AccessibilityPageJob) => {
  const report = checkAccessibility(options);
  const failed = numbered(report);
  return {
    report: jsonBytes(publishedReport(report)),
    page: reportHtml(report, failed, name),
    frames: frames(failed),
  };
});

/** The report of an accessibility check as a document, followed by the checked document with its findings framed. */
export const markedReport = task((job: MarkedReportJob) => markReport(job));

/** Makes a document smaller. */
export const optimize = task((options: OptimizeOptions) => optimizePdf(options));

/** Reads two documents and matches their pages and words. */
export const compareAlign = task((job: AlignJob) => runAlign(job));

/** Compares the looks of pages. */
export const compareLooks = task((job: LooksJob) => runLooks(job));

/** Compares the parts of two documents outside their pages. */
export const compareStructure = task((job: StructureJob) => runStructure(job));

/** Makes the answer of a comparison. */
export const compareResult = task((job: ResultJob) => runResult(job));
