import { emptyPayload, type Payload } from '../../calls/reading/received.ts';
import { buffer } from 'node:stream/consumers';
import { mediaTypeOf, withCharset, type AcceptedBody } from './accepted-body.ts';
import { openBody } from './body.ts';
import type { Exchange } from '../exchange.ts';
import { JsonSize, jsonSizeOf } from '../../calls/reading/json-size.ts';
import { readMultipart } from './multipart.ts';
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
  if (accepted.optional === true && !hasBody(exchange)) return emptyPayload;
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
