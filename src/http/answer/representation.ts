import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { OpenedDocument } from '../../calls/jobs/stored-result.ts';
import {
  offers,
  pdfFacts,
  resultBody,
  utf8,
  type BodyFacts,
  type Representation,
} from '../../calls/result/result-body.ts';
import type { Produces, ToolResult } from '../../editions/edition.ts';
import { AppError } from '../../problems.ts';
import type { Answer } from '../exchange.ts';

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

/** The answer of a tool that is done, in a representation. */
export async function represent(result: ToolResult, representation: Representation): Promise<Answer> {
  const { type, body, ...facts } = await resultBody(result, representation);
  const headers = {
    'content-type': type,
    ...factHeaders(facts),
    ...contentDigest(createHash('sha256').update(body).digest()),
  };
  return { status: 200, headers, body };
}

/** The answer of a tool that has made one document, as a PDF that is sent from the disk. */
export function representStored({ streamed, sha256, ...document }: OpenedDocument): Answer {
  const headers = {
    'content-type': 'application/pdf',
    ...factHeaders(pdfFacts(document, document.report)),
    ...contentDigest(Buffer.from(sha256, 'hex')),
  };
  return { status: 200, headers, body: new Uint8Array(), streamed };
}

function factHeaders({ filename, pages, warnings }: BodyFacts): Readonly<Record<string, string>> {
  return {
    ...(filename !== undefined && { 'content-disposition': contentDisposition(filename) }),
    ...(pages !== undefined && { 'document-pages': String(pages) }),
    ...(warnings !== undefined && { 'document-warnings': String(warnings) }),
  };
}

/** RFC 9530. */
function contentDigest(sha256: Uint8Array): Readonly<Record<string, string>> {
  return { 'content-digest': `sha-256=:${Buffer.from(sha256).toString('base64')}:` };
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
