import { buffer } from 'node:stream/consumers';
import type { Tool } from '../editions/edition.ts';
import { AppError } from '../problems.ts';
import { openBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json-text.ts';
import { readMultipart, type ReceivedFile } from './multipart.ts';

/** A received body, not yet parsed: `request` is the JSON text (the whole body, or the part of that name), `files` the file parts. */
export interface Payload {
  readonly kind: 'none' | 'json' | 'multipart';
  readonly request: Uint8Array;
  readonly files: readonly ReceivedFile[];
}

export const nothing: Payload = { kind: 'none', request: new Uint8Array(), files: [] };

export type Receiving = Parameters<typeof openBody>[1];

/** Receives the body of a request to `tool`. What the headers forbid is told before a byte is read. */
export async function receive(exchange: Exchange, tool: Tool, limits: Receiving): Promise<Payload> {
  const type = mediaType(exchange, tool);
  const body = openBody(exchange, limits);
  if (type === 'application/json') return { kind: 'json', request: await buffer(body), files: [] };
  const parts = await readMultipart(body, exchange.req.headers, tool.fileParts);
  return { kind: 'multipart', ...parts };
}

/** The body as the tool's input takes it: parsed, with the file parts in place. Throws AppError `malformed-json` and what `withFiles` throws. */
export function bodyOf(payload: Payload, tool: Tool): unknown {
  if (payload.kind !== 'multipart') return parseJson(payload.request);
  const request = payload.request.byteLength === 0 ? {} : parseJson(payload.request, 'part `request`');
  return tool.withFiles ? tool.withFiles(request, payload.files) : request;
}

function mediaType({ req }: Exchange, tool: Tool): 'application/json' | 'multipart/form-data' {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new AppError('unsupported-media-type', 'The body has a `Content-Encoding`; send it as it is.');
  const { type, parameters } = parseMediaType(req.headers['content-type'] ?? '');
  const charset = parameters.get('charset');
  if (type === 'application/json' && (charset === undefined || charset.toLowerCase() === 'utf-8')) return type;
  if (type === 'multipart/form-data' && tool.fileParts.length > 0) return type;
  const taken = tool.fileParts.length > 0 ? ['application/json', 'multipart/form-data'] : ['application/json'];
  const sent = type === '' ? 'the request has no `Content-Type`' : 'the `Content-Type` of the request says something else';
  const detail = `This route takes ${taken.map((name) => `\`${name}\``).join(' or ')}, in UTF-8; ${sent}.`;
  throw new AppError('unsupported-media-type', detail, { headers: { Accept: taken.join(', ') } });
}

/** A media type and its parameters (RFC 9110, 8.3.1), both with names in lower case. */
export function parseMediaType(header: string): { type: string; parameters: Map<string, string> } {
  const [type = '', ...rest] = header.split(';');
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const [name = '', value = ''] = parameter.split('=', 2);
    parameters.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'));
  }
  return { type: type.trim().toLowerCase(), parameters };
}
