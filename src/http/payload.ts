import { buffer } from 'node:stream/consumers';
import { filePartsOf } from '../editions/documents.ts';
import type { FilePart, Tool } from '../editions/edition.ts';
import type { Input } from '../input.ts';
import { AppError } from '../problems.ts';
import { openBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json-text.ts';
import { readMultipart, type ReceivedFile } from './multipart.ts';
import { placeDocuments, type Placed } from './place-documents.ts';
import { queryOptions } from './query-options.ts';
import type { Spool } from './spool.ts';

/** A received body, not yet parsed: `request` is the JSON text (the whole body, or the part of that name), `files` the file parts, or the body that is one. */
export interface Payload {
  readonly kind: 'none' | 'json' | 'pdf' | 'multipart';
  readonly request: Uint8Array;
  readonly files: readonly ReceivedFile[];
}

export const nothing: Payload = { kind: 'none', request: new Uint8Array(), files: [] };

export type Receiving = Parameters<typeof openBody>[1];

type BodyType = 'application/json' | 'application/pdf' | 'multipart/form-data';

/** Receives the body of a request to `tool`; files go to the spool as they come. What the headers forbid is told before a byte is read. */
export async function receive(exchange: Exchange, tool: Tool, { spool, ...limits }: Receiving & { spool: Spool }): Promise<Payload> {
  const type = mediaType(exchange, tool);
  const body = openBody(exchange, limits);
  if (type === 'application/json') return { kind: 'json', request: await buffer(body), files: [] };
  if (type === 'application/pdf') return { kind: 'pdf', request: new Uint8Array(), files: [{ field: 'document', filename: '', contentType: type, stored: await spool.receive(body) }] };
  const parts = await readMultipart(body, { headers: exchange.req.headers, allowed: filePartsOf(tool), spool });
  return { kind: 'multipart', ...parts };
}

/** The body as the tool's input takes it: parsed, with files and documents in place. Throws AppError `malformed-json` and what `withFiles` throws. */
export async function bodyOf(payload: Payload, tool: Tool, { query, input }: { query: string; input: Input<unknown> }): Promise<Placed> {
  if (payload.kind === 'pdf') {
    const { options, mistakes } = queryOptions(query, input.jsonSchema);
    const placed = placeDocuments(options, payload.files, tool);
    return { body: placed.body, mistakes: [...mistakes, ...placed.mistakes] };
  }
  if (payload.kind !== 'multipart') return { body: parseJson(payload.request), mistakes: [] };
  const request = payload.request.byteLength === 0 ? {} : parseJson(payload.request, 'part `request`');
  const files = payload.files.filter(({ field }) => tool.fileParts.includes(field));
  const withFiles = tool.withFiles ? tool.withFiles(request, await Promise.all(files.map(filePart))) : request;
  return placeDocuments(withFiles, payload.files.filter((file) => !files.includes(file)), tool);
}

async function filePart({ field, filename, contentType, stored }: ReceivedFile): Promise<FilePart> {
  return { field, filename, contentType, data: await stored.bytes() };
}

/** The media types of a body that the route of a tool takes (contract 4). */
export function bodyTypes(tool: Pick<Tool, 'documents' | 'fileParts'>): readonly BodyType[] {
  const json: readonly BodyType[] = filePartsOf(tool).length > 0 ? ['application/json', 'multipart/form-data'] : ['application/json'];
  return tool.documents === 'one' ? [...json, 'application/pdf'] : json;
}

function mediaType({ req }: Exchange, tool: Tool): BodyType {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new AppError('unsupported-media-type', 'The body has a `Content-Encoding`; send it as it is.');
  const { type, parameters } = parseMediaType(req.headers['content-type'] ?? '');
  const charset = parameters.get('charset');
  const taken = bodyTypes(tool);
  const found = taken.find((each) => each === type);
  if (found !== undefined && (found !== 'application/json' || charset === undefined || charset.toLowerCase() === 'utf-8')) return found;
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
