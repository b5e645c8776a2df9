import { type Payload, nothing } from './received-payload.ts';
import { buffer } from 'node:stream/consumers';
import type { FilePart, Tool } from '../../editions/edition.ts';
import type { Input } from '../../input/input.ts';
import { mediaTypeOf, withCharset, type AcceptedBody } from './accepted-body.ts';
import { openBody } from './body.ts';
import type { Exchange } from '../exchange.ts';
import { JsonSize, jsonSizeOf } from './reading/json-size.ts';
import { parseJson } from './reading/json-text.ts';
import { readMultipart, type GivenFile } from './multipart.ts';
import { placeDocuments, type Placed } from './place-documents.ts';
import { queryOptions } from './query-options.ts';
import { hasBody } from '../answer/send.ts';
import type { Spool } from '../../calls/documents/spool.ts';

export type Receiving = Parameters<typeof openBody>[1];

/**
 * Receives the body of a request; files go to the spool as they come. What the headers forbid is told before a byte is
 * read.
 */
export async function receive(
  exchange: Exchange,
  accepted: AcceptedBody,
  { spool, ...limits }: Receiving & { spool: Spool },
): Promise<Payload> {
  if (accepted.optional === true && !hasBody(exchange)) return nothing;
  const type = mediaTypeOf(exchange, accepted);
  if (type === 'application/json') {
    const size = new JsonSize();
    const request = await buffer(openBody(exchange, limits, (chunk) => size.add(chunk)));
    return { kind: 'json', request, files: [], isLarge: size.isLarge };
  }
  const body = openBody(exchange, limits);
  if (type === 'multipart/form-data') {
    const { request, files } = await readMultipart(body, {
      headers: exchange.req.headers,
      allowed: accepted.fileParts,
      spool,
    });
    const { isLarge } = await jsonSizeOf(request, 'part `request`');
    // An HTML document is decoded here: its bytes do not cross to another process with the request.
    return { kind: 'multipart', request, files, isLarge: isLarge && !files.some(({ field }) => field === 'files') };
  }
  return {
    kind: 'file',
    isLarge: false,
    request: new Uint8Array(),
    files: [
      {
        field: accepted.file?.field ?? '',
        filename: nameOf(type),
        contentType: withCharset(exchange.req.headers['content-type'] ?? type),
        stored: await spool.receive(body),
      },
    ],
  };
}

/** The name of a body that is a file and has none: a document is told from the files beside it by its name. */
const nameOf = (type: string): string => (type === 'text/html' ? 'index.html' : '');

/** The JSON of a body; `{}` where it has none. Throws AppError `malformed-json`. */
export function jsonOf({ kind, request }: Pick<Payload, 'kind' | 'request'>): unknown {
  if (kind === 'json') return parseJson(request);
  return request.byteLength === 0 ? {} : parseJson(request, 'part `request`');
}

/**
 * The body as the tool's input takes it: parsed, with files and documents in place. Throws AppError `malformed-json`
 * and what `withFiles` throws.
 */
export async function bodyOf(
  payload: Pick<Payload, 'kind' | 'request'> & { readonly files: readonly GivenFile[] },
  tool: Tool,
  { query, input }: { query: string; input: Input<unknown> },
): Promise<Placed> {
  if (payload.kind === 'file') {
    const { options, mistakes } = queryOptions(
      query,
      input.jsonSchema,
      tool.takesHtml === true ? 'operations' : 'document',
    );
    const placed = await placeFiles(options, payload.files, tool);
    return { body: placed.body, mistakes: [...mistakes, ...placed.mistakes] };
  }
  return placeFiles(jsonOf(payload), payload.files, tool);
}

/** A request with the files beside it in their places: those that the tool puts there itself, and the documents. */
export async function placeFiles(request: unknown, received: readonly GivenFile[], tool: Tool): Promise<Placed> {
  const files = received.filter(({ field }) => tool.fileParts.includes(field));
  const withFiles =
    tool.withFiles && files.length > 0
      ? await tool.withFiles(request, await Promise.all(files.map(filePart)))
      : request;
  return placeDocuments(
    withFiles,
    received.filter((file) => !files.includes(file)),
    tool,
  );
}

async function filePart({ field, filename, contentType, stored }: GivenFile): Promise<FilePart> {
  return { field, filename, contentType, data: await stored.bytes() };
}
