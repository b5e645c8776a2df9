import { piecesOf, readAll, readableOf } from './bytes.ts';
import { ColophonConnectionError, ColophonError } from './errors.ts';

/** What the headers of an answer tell. */
export interface AnswerMeta {
  readonly status: number;
  /** The id of the request, which is in the log of the service. */
  readonly requestId: string;
  /** True if the service has answered an earlier request with this `Idempotency-Key`, and repeats that answer. */
  readonly replayed: boolean;
  readonly headers: Headers;
}

/** JSON of the service, with what the headers tell in `meta` (not enumerable, so it is no part of a copy). */
export type Json<T> = T & { readonly meta: AnswerMeta };

/** What an answer is read with: the response, and how to get it once more if the connection breaks. */
export interface Reading {
  readonly response: Response;
  /** Sends the same request again; `null` where that is not possible or the attempts are used up. */
  readonly again: (() => Promise<Reading>) | null;
}

/** The headers of a response. */
export function metaOf({ status, headers }: Response): AnswerMeta {
  return {
    status,
    requestId: headers.get('x-request-id') ?? '',
    replayed: headers.get('idempotency-replayed') === 'true',
    headers,
  };
}

/** An answer that is a file: a PDF, an archive, a picture or text. Its body is read once. */
export class FileAnswer {
  readonly meta: AnswerMeta;
  /** The media type, such as `application/pdf`. */
  readonly contentType: string;
  /** The number of bytes, where the service states it. */
  readonly size: number | null;
  /** The number of pages of a PDF. */
  readonly pages: number | null;
  /** The number of warnings. Their texts are in the JSON representation. */
  readonly warnings: number | null;
  /** The file name that the service suggests. */
  readonly filename: string | null;
  readonly #reading: Reading;

  constructor(reading: Reading) {
    const { headers } = reading.response;
    this.#reading = reading;
    this.meta = metaOf(reading.response);
    this.contentType = (headers.get('content-type') ?? 'application/octet-stream').split(';', 1)[0] ?? '';
    this.size = numberIn(headers, 'content-length');
    this.pages = numberIn(headers, 'document-pages');
    this.warnings = numberIn(headers, 'document-warnings');
    this.filename = filenameOf(headers.get('content-disposition') ?? '');
  }

  get requestId(): string {
    return this.meta.requestId;
  }

  /** True if this is the stored answer of an earlier request with the same key. */
  get replayed(): boolean {
    return this.meta.replayed;
  }

  /** The content as it arrives. If the connection breaks, reading fails with a `ColophonConnectionError`. */
  stream(): ReadableStream<Uint8Array> {
    return readableOf(connected(bodyOf(this.#reading.response)));
  }

  /** The whole content. If the connection breaks, the request is sent again, as the options of the client allow. */
  async bytes(): Promise<Uint8Array> {
    return (await readWhole(this.#reading)).bytes;
  }

  /** The whole content as text. */
  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  /** The whole content as a `Blob` of its media type, for `URL.createObjectURL` in browsers. */
  async blob(): Promise<Blob> {
    return new Blob([(await this.bytes()) as Uint8Array<ArrayBuffer>], { type: this.contentType });
  }

  /** Gives the connection back without reading. An answer that nobody reads should be discarded. */
  async discard(): Promise<void> {
    await this.#reading.response.body?.cancel();
  }
}

/** An answer in JSON. */
export async function jsonOf<T extends object>(reading: Reading): Promise<Json<T>> {
  const { bytes, response } = await readWhole(reading);
  const value = objectOf(new TextDecoder().decode(bytes)) as T;
  Object.defineProperty(value, 'meta', { value: metaOf(response) });
  return value as Json<T>;
}

/** A proxy between client and service may answer something else, with a good status. */
function objectOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // the sentence below
  }
  throw new ColophonError(`The answer is no JSON of the service. It begins with: ${text.slice(0, 200)}`);
}

async function readWhole(reading: Reading): Promise<{ bytes: Uint8Array; response: Response }> {
  for (let { response, again } = reading; ; { response, again } = await again()) {
    try {
      return { bytes: await readAll(readableOf(connected(bodyOf(response)))), response };
    } catch (error) {
      if (!(error instanceof ColophonConnectionError) || again === null) throw error;
    }
  }
}

function bodyOf({ body, bodyUsed }: Response): ReadableStream<Uint8Array> {
  if (bodyUsed || body?.locked === true) throw new TypeError('The answer has been read already.');
  return body ?? readableOf([]);
}

/** The pieces of an answer; an error of the network, but no abort, becomes ours. */
async function* connected(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* piecesOf(body);
  } catch (cause) {
    if (!isBroken(cause)) throw cause;
    throw new ColophonConnectionError('The connection ended in the middle of the answer.', { cause });
  }
}

/** Platforms report a broken connection as a TypeError; an abort is the reason of the signal. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'NetworkError');
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  return text !== null && /^[0-9]+$/.test(text) ? Number(text) : null;
}

/** `filename*` (RFC 8187) comes before `filename`, because it has all characters. */
function filenameOf(disposition: string): string | null {
  const extended = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // a wrong escape: the plain form below
    }
  }
  const [, quoted, token] = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? token ?? null;
}
