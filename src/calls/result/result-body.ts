import { setImmediate as turn } from 'node:timers/promises';
import type { DocumentsResult, Produces, ReportResult, ToolResult } from '../../editions/edition.ts';
import { jsonBytes } from '../../editions/json-bytes.ts';
import { fileNames } from './file-names.ts';
import { documentJson, jsonPieces } from './json-body.ts';
import { zip } from './zip.ts';

/** A form in which a transport hands over the result of a tool. */
export type Representation = 'application/pdf' | 'application/zip' | 'application/json' | 'text/plain';

/** The representations of each kind of result, the default first (docs/spec/documents.md). */
export const offers: Readonly<Record<Produces, readonly [Representation, ...Representation[]]>> = {
  document: ['application/pdf', 'application/json'],
  documents: ['application/zip', 'application/json'],
  report: ['application/json'],
  'text-report': ['application/json', 'text/plain'],
  'report-document': ['application/json', 'application/pdf'],
};

/** The representation of a caller that leaves the choice. */
export function defaultOf(produces: Produces): Representation {
  return offers[produces][0];
}

/** JSON and text are UTF-8 here; a media type may state that (RFC 9110, 8.3.2). */
export const utf8 = '; charset=utf-8';

/** A result in one representation. */
export interface ResultBody extends BodyFacts {
  /** The media type, with `charset` for plain text. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** The facts that a transport states beside the body. */
export interface BodyFacts {
  /** The name of the file that the body is. */
  readonly filename?: string;
  /** Of a body that is one PDF. */
  readonly pages?: number;
  /** Number of warnings, of a body that is one PDF or an archive of them. */
  readonly warnings?: number;
}

/**
 * The result of a tool in a representation. A report is JSON in every representation, unless the tool makes a text
 * or a document of it.
 */
export function resultBody(result: ToolResult, representation: Representation): ResultBody | Promise<ResultBody> {
  if (result.kind === 'report') return reportBody(result, representation);
  if (result.kind === 'documents') return documentsBody(result, representation);
  if (representation !== 'application/json') return pdfBody(result, result.report);
  const document = documentJson({ contentType: 'application/pdf' }, result);
  return {
    type: representation,
    body: jsonPieces('{"document":', document, ',"report":', jsonBytes(result.report), '}'),
  };
}

/** The facts beside one PDF; `report` is the report of the tool that made it. */
export function pdfFacts(
  { pages, filename }: { readonly pages: number; readonly filename: string },
  report: unknown,
): BodyFacts {
  return { filename, pages, warnings: warningCount(report) };
}

/** How many warnings a report has. */
function warningCount(report: unknown): number {
  const { warnings } = (report ?? {}) as { readonly warnings?: unknown };
  return Array.isArray(warnings) ? warnings.length : 0;
}

function pdfBody(
  { pdf, ...document }: { readonly pdf: Uint8Array; readonly pages: number; readonly filename: string },
  report: unknown,
): ResultBody {
  return { type: 'application/pdf', body: pdf, ...pdfFacts(document, report) };
}

function reportBody({ report, text, pdf }: ReportResult, representation: Representation): ResultBody {
  if (representation === 'application/pdf' && pdf !== undefined) return pdfBody(pdf, report);
  if (representation !== 'text/plain' || text === undefined)
    return { type: 'application/json', body: report instanceof Uint8Array ? report : jsonBytes(report) };
  return { type: representation + utf8, body: text.utf8, filename: text.filename };
}

/** Other work has its turn after so many documents. */
const turnAfterDocuments = 100;

async function documentsBody(result: DocumentsResult, representation: Representation): Promise<ResultBody> {
  const names = await fileNames(result.documents.map(({ filename }) => filename));
  const named = result.documents.map((document, index) => ({ ...document, filename: names[index] ?? '' }));
  if (representation === 'application/json') {
    const listed: (Buffer | string)[] = [];
    for (const [index, document] of named.entries()) {
      listed.push(index === 0 ? '' : ',', documentJson({ filename: document.filename }, document));
      if ((index + 1) % turnAfterDocuments === 0) await turn();
    }
    return {
      type: representation,
      body: jsonPieces('{"documents":[', ...listed, '],"report":', jsonBytes(result.report), '}'),
    };
  }
  return {
    type: 'application/zip',
    body: await zip(named),
    filename: result.filename,
    warnings: warningCount(result.report),
  };
}
