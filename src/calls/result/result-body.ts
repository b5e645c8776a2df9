import { setImmediate as turn } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { imageTypes, type ImageType } from '../../context.ts';
import type {
  DocumentsResult,
  ImagesResult,
  Produces,
  ReportResult,
  StepReports,
  ToolResult,
} from '../../editions/edition.ts';
import { jsonBytes, jsonText } from '../../editions/json-bytes.ts';
import { warningCount, type BodyFacts, type Representation } from './body-facts.ts';
import { fileNames } from './file-names.ts';
import { imagesBody } from './images-body.ts';
import { documentJson, jsonPieces, stepReports } from './json-body.ts';
import { zip } from './zip.ts';

/** The representations of each kind of result, the default first (docs/spec/documents.md). */
export const offers: Readonly<Record<Produces, readonly [Representation, ...Representation[]]>> = {
  document: ['application/pdf', 'application/json'],
  'document-or-images': ['application/pdf', 'application/json', ...imageTypes],
  documents: ['application/zip', 'application/json'],
  images: [...imageTypes, 'application/zip', 'application/json'],
  report: ['application/json'],
  'text-report': ['application/json', 'text/plain'],
  'report-document': ['application/json', 'application/pdf'],
};

/** True for a representation that is an image. */
export function isImage(representation: Representation): representation is ImageType {
  return imageTypes.includes(representation as ImageType);
}

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

/**
 * The result of a tool in a representation. A report is JSON in every representation, unless the tool makes a text
 * or a document of it.
 */
export function resultBody(result: ToolResult, representation: Representation): ResultBody | Promise<ResultBody> {
  if (result.kind === 'report') return reportBody(result, representation);
  if (result.kind === 'documents') return documentsBody(result, representation);
  if (result.kind === 'images') return inMemory(result, representation);
  if (representation !== 'application/json') return pdfBody(result, result);
  const document = documentJson({ contentType: 'application/pdf' }, result);
  return {
    type: representation,
    body: jsonPieces('{"document":', document, ',"report":', jsonBytes(result.report), ...stepReports(result), '}'),
  };
}

/** What is known of the work on a PDF: the report of the tool that made it, and those of all steps. */
interface Reported {
  readonly report: unknown;
  readonly steps?: Pick<StepReports, 'warnings'> | undefined;
}

/** Images as a body in memory. `imagesBody` answers them a piece at a time. */
async function inMemory(result: ImagesResult, representation: Representation): Promise<ResultBody> {
  const { pieces, type, filename, pages } = await imagesBody(result, representation);
  const facts = { ...(filename !== undefined && { filename }), ...(pages !== undefined && { pages }) };
  return { type, ...facts, body: await buffer(pieces()) };
}

/** The facts beside one PDF. */
export function pdfFacts(
  { pages, filename }: { readonly pages: number; readonly filename: string },
  { report, steps }: Reported,
): BodyFacts {
  return { filename, pages, warnings: steps?.warnings ?? warningCount(report) };
}

function pdfBody(
  { pdf, ...document }: { readonly pdf: Uint8Array; readonly pages: number; readonly filename: string },
  reported: Reported,
): ResultBody {
  return { type: 'application/pdf', body: pdf, ...pdfFacts(document, reported) };
}

function reportBody(result: ReportResult, representation: Representation): ResultBody {
  const { report, text, pdf } = result;
  if (representation === 'application/pdf' && pdf !== undefined) return pdfBody(pdf, result);
  if (representation !== 'text/plain' || text === undefined) {
    const json = jsonText(report);
    const withSteps = result.steps && jsonPieces(Buffer.from(json.subarray(0, -1)), ...stepReports(result), '}');
    return { type: 'application/json', body: withSteps ?? json };
  }
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
      body: jsonPieces(
        '{"documents":[',
        ...listed,
        '],"report":',
        jsonBytes(result.report),
        ...stepReports(result),
        '}',
      ),
    };
  }
  return {
    type: 'application/zip',
    body: await zip(named),
    filename: result.filename,
    warnings: result.steps?.warnings ?? warningCount(result.report),
  };
}
