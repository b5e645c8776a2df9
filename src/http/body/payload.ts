import { emptyPayload, type Payload } from '../../calls/reading/received.ts';
import { mediaTypeOf, withCharset, type AcceptedBody } from './accepted-body.ts';
import { openBody, wholeBody } from './body.ts';
import type { Exchange } from '../exchange.ts';
import { JsonSize, jsonSizeOf } from '../../calls/reading/json-size.ts';
import { readMultipart } from './multipart.ts';
import { hasBody } from '../answer/send.ts';
import type { Spool } from '../../calls/documents/spool.ts';

/** The time limits of a body, in milliseconds (see `openBody`). */
export type Receiving = Parameters<typeof openBody>[1];

/**
 * Receives the body of a request. Files go to the spool as they arrive. Problems that the headers show are thrown
 * before a byte is read.
 */
export async function receive(
  exchange: Exchange,
  accepted: AcceptedBody,
  { spool, ...limits }: Receiving & { spool: Spool },
): Promise<Payload> {
  if (accepted.optional === true && !hasBody(exchange)) return emptyPayload;
  const type = mediaTypeOf(exchange, accepted);
  if (type === 'application/json' || accepted.alsoJson?.includes(type) === true) {
    const size = new JsonSize();
    const request = await wholeBody(exchange, limits, (chunk) => size.add(chunk));
    return { kind: 'json', request, files: [], isLarge: size.isLarge };
  }
  const body = openBody(exchange, limits);
  if (type === 'multipart/form-data') {
    const { request, files } = await readMultipart(body, {
      headers: exchange.req.headers,
      allowed: accepted.fileParts,
      anyParts: accepted.anyParts === true,
      spool,
    });
    const { isLarge } = await jsonSizeOf(request, 'part `request`');
    // An HTML document is decoded here, because its bytes are not sent to another process with the request.
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
        contentType: accepted.raw ? '' : withCharset(exchange.req.headers['content-type'] ?? type),
        stored: await spool.receive(body),
      },
    ],
  };
}

/**
 * The file name of a body that is a file and has no name. The name distinguishes a document from the files beside it.
 */
const nameOf = (type: string): string => (type === 'text/html' ? 'index.html' : '');
