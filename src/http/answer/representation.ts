import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Request } from 'express';
import type { DocumentsResult, Produces, ReportResult, ToolResult } from '../../editions/edition.ts';
import { jsonBytes } from '../../editions/json-bytes.ts';
import { AppError } from '../../problems.ts';
import type { Stages } from '../../stages.ts';
import type { Answer, StreamedBody } from '../exchange.ts';
import { fileNames } from '../../calls/result/file-names.ts';
import { documentJson, jsonPieces } from '../../calls/result/json-body.ts';
import { zip } from '../../calls/result/zip.ts';

export type Representation = 'application/pdf' | 'application/zip' | 'application/json' | 'text/plain';

/** What a tool can answer with, the default first (docs/spec/documents.md). */
export const offers: Readonly<Record<Produces, readonly [Representation, ...Representation[]]>> = {
  document: ['application/pdf', 'application/json'],
  documents: ['application/zip', 'application/json'],
  report: ['application/json'],
  'text-report': ['application/json', 'text/plain'],
  'report-document': ['application/json', 'application/pdf'],
};

/** What a tool answers with where `Accept` leaves the choice. */
export function defaultOf(produces: Produces): Representation {
  return offers[produces][0];
}

/** JSON and text are UTF-8 here, so `Accept` may say that too (RFC 9110, 12.5.1). */
const utf8 = '; charset=utf-8';

/** Picks by `Accept` (RFC 9110, 12.5.1), before any work is done. Throws AppError `not-acceptable`. */
export function choose(request: Pick<Request, 'accepts'>, produces: Produces): Representation {
  const offered = offers[produces];
  const chosen = request.accepts(offered.flatMap((type) => (isText(type) ? [type, type + utf8] : [type])));
  if (chosen !== false) return chosen.replace(utf8, '') as Representation;
  const types = offered.map((type) => `\`${type}\``).join(' or ');
  throw new AppError('not-acceptable', `This route answers ${types}, which \`Accept\` does not allow.`);
}

function isText(type: Representation): boolean {
  return type === 'application/json' || type === 'text/plain';
}

/**
 * The answer of a tool that is done. A report is JSON whatever was chosen, unless the tool has a text or a document of
 * it.
 */
export async function represent(result: ToolResult, representation: Representation, stages: Stages): Promise<Answer> {
  const { type, body, ...about } = await content(result, representation);
  const headers = {
    'content-type': type,
    ...about.headers,
    ...contentDigest(createHash('sha256').update(body).digest()),
    ...serverTiming(stages),
  };
  return { status: 200, headers, body };
}

/** A PDF that is stored, and what `represent` would read of its result. */
export interface StoredDocument {
  readonly filename: string;
  readonly pages: number;
  readonly report: unknown;
  /** SHA-256 in lower-case hex. */
  readonly sha256: string;
  readonly streamed: StreamedBody;
}

/** The answer of a tool that has made one document, as a PDF that is sent from the disk. */
export function representStored({ streamed, sha256, ...document }: StoredDocument): Answer {
  const headers = {
    'content-type': 'application/pdf',
    ...pdfHeaders(document, document.report),
    ...contentDigest(Buffer.from(sha256, 'hex')),
  };
  return { status: 200, headers, body: new Uint8Array(), streamed };
}

/** RFC 9530. */
function contentDigest(sha256: Uint8Array): Readonly<Record<string, string>> {
  return { 'content-digest': `sha-256=:${Buffer.from(sha256).toString('base64')}:` };
}

interface Content {
  readonly type: string;
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

function content(result: ToolResult, representation: Representation): Content | Promise<Content> {
  if (result.kind === 'report') return report(result, representation);
  if (result.kind === 'documents') return documents(result, representation);
  if (representation === 'application/json')
    return {
      type: representation,
      body: jsonPieces(
        '{"document":',
        documentJson({ contentType: 'application/pdf' }, result),
        ',"report":',
        jsonBytes(result.report),
        '}',
      ),
    };
  return pdfContent(result, result.report);
}

/** How many warnings a report has. */
function warningCount(report: unknown): number {
  const { warnings } = (report ?? {}) as { readonly warnings?: unknown };
  return Array.isArray(warnings) ? warnings.length : 0;
}

function pdfContent(
  { pdf, ...document }: { readonly pdf: Uint8Array; readonly pages: number; readonly filename: string },
  report: unknown,
): Content {
  return { type: 'application/pdf', body: pdf, headers: pdfHeaders(document, report) };
}

function pdfHeaders(
  { pages, filename }: { readonly pages: number; readonly filename: string },
  report: unknown,
): Readonly<Record<string, string>> {
  return {
    'content-disposition': contentDisposition(filename),
    'document-pages': String(pages),
    'document-warnings': String(warningCount(report)),
  };
}

function report({ report: told, text, pdf }: ReportResult, representation: Representation): Content {
  if (representation === 'application/pdf' && pdf !== undefined) return pdfContent(pdf, told);
  if (representation !== 'text/plain' || text === undefined)
    return { type: 'application/json', body: told instanceof Uint8Array ? told : jsonBytes(told) };
  return {
    type: representation + utf8,
    body: text.utf8,
    headers: { 'content-disposition': contentDisposition(text.filename) },
  };
}

/** Other work has its turn after so many documents. */
const turnAfterDocuments = 100;

async function documents(result: DocumentsResult, representation: Representation): Promise<Content> {
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
    headers: { 'content-disposition': contentDisposition(result.filename) },
  };
}

/**
 * `Content-Disposition` of RFC 6266: the name in ASCII for old clients, and in UTF-8 (RFC 8187) where it needs more.
 */
export function contentDisposition(filename: string): string {
  const name = filename.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '_');
  const ascii = name
    .replaceAll(/[^\x20-\x7e]/gu, '_')
    .replaceAll('"', '_')
    .replaceAll('%', '_');
  if (ascii === name) return `attachment; filename="${ascii}"`;
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function serverTiming(stages: Stages): Record<string, string> {
  const entries = stages.times.map(({ name, milliseconds }) => `${name};dur=${milliseconds.toFixed(1)}`);
  return entries.length > 0 ? { 'server-timing': entries.join(', ') } : {};
}
