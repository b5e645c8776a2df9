import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { DocumentResult, Produces, ToolResult } from '../editions/edition.ts';
import { AppError } from '../problems.ts';
import type { Stages } from '../stages.ts';
import { json, type Answer } from './exchange.ts';

export type Representation = 'application/pdf' | 'application/json';

/** What a tool can answer with, the default first (contract 4, 'Out'). */
export const offers: Readonly<Record<Produces, readonly Representation[]>> = {
  document: ['application/pdf', 'application/json'],
  report: ['application/json'],
};

/** Picks by `Accept` (RFC 9110, 12.5.1), before any work is done. Throws AppError `not-acceptable`. */
export function choose(request: Pick<Request, 'accepts'>, produces: Produces): Representation {
  const offered = offers[produces];
  const chosen = request.accepts([...offered]);
  if (chosen !== false) return chosen as Representation;
  const types = offered.map((type) => `\`${type}\``).join(' or ');
  throw new AppError('not-acceptable', `This route answers ${types}, which \`Accept\` does not allow.`);
}

/** The answer of a tool that is done. A report is JSON whatever was chosen. */
export function represent(result: ToolResult, representation: Representation, stages: Stages): Answer {
  const timing = serverTiming(stages);
  if (result.kind === 'report') return json(200, result.report, timing);
  return representation === 'application/json' ? json(200, envelope(result), timing) : document(result, timing);
}

function document({ pdf, pages, filename }: DocumentResult, timing: Record<string, string>): Answer {
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition(filename),
    'content-digest': `sha-256=:${createHash('sha256').update(pdf).digest('base64')}:`, // RFC 9530
    'document-pages': String(pages),
    ...timing,
  };
  return { status: 200, headers, body: pdf };
}

function envelope({ pdf, pages, report }: DocumentResult): unknown {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { document: { contentType: 'application/pdf', data: bytes.toString('base64'), pages, bytes: bytes.byteLength, sha256 }, report };
}

/** `Content-Disposition` of RFC 6266: the name in ASCII for old clients, and in UTF-8 (RFC 8187) where it needs more. */
export function contentDisposition(filename: string): string {
  const name = filename.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '_');
  const ascii = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll('"', '_').replaceAll('%', '_');
  if (ascii === name) return `attachment; filename="${ascii}"`;
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function serverTiming(stages: Stages): Record<string, string> {
  const entries = stages.times.map(({ name, milliseconds }) => `${name};dur=${milliseconds.toFixed(1)}`);
  return entries.length > 0 ? { 'server-timing': entries.join(', ') } : {};
}
