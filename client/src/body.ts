import { piecesOf, readableOf, readAll, sourceOf, type Source } from './bytes.ts';
import type { Part, SentInput } from './input.ts';

/** One attempt to send a body. */
export interface Sending {
  /** Aborted when the attempt has failed: what is left of the sources is cancelled. */
  readonly ended: AbortSignal;
  /** Called with the error of a source that cannot be read. */
  readonly broken: (error: unknown) => void;
}

/** A body, which is made anew for each attempt. */
export interface Body {
  readonly contentType: string;
  /** False if it contains a stream: then it is sent once. */
  readonly replayable: boolean;
  /** The number of bytes of a streamed body, where all its parts tell it. */
  readonly size: number | undefined;
  make(sending: Sending): Promise<string | Blob | Uint8Array | ReadableStream<Uint8Array>>;
}

/** Browsers send streams over HTTP/2 only, if at all; Node.js and Deno send them over any connection. */
const streams: boolean = 'Deno' in globalThis || isNode();

function isNode(): boolean {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } };
  return process?.versions?.node !== undefined;
}

/** A body of JSON. */
export function jsonBody(value: unknown): Body {
  const text = JSON.stringify(value);
  const make = () => Promise.resolve(text);
  return { contentType: 'application/json', replayable: true, size: undefined, make };
}

/** Bytes as they are. */
export function rawBody(source: Source, contentType: string): Body {
  return { contentType, replayable: source.replayable, size: source.size, make: (sending) => sent([source], sending) };
}

/** The form of a call: a body of JSON, a document alone, or file parts beside the part `request`. */
export function bodyOf({ options, parts }: SentInput): Body {
  const [only] = parts;
  if (only === undefined) return jsonBody(options);
  const source = sourceOf(only.bytes);
  const alone = parts.length === 1 && only.field === 'document' && Object.keys(options as object).length === 0;
  return alone && source.name === undefined ? rawBody(source, 'application/pdf') : multipartBody(options, parts);
}

/** `multipart/form-data` (RFC 7578): the part `request` and the files, in order, each read when it is its turn. */
export function multipartBody(options: unknown, parts: readonly Part[]): Body {
  const boundary = `colophon-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const text = (content: string): Source => sourceOf(new TextEncoder().encode(content));
  const head = (disposition: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  const request = `${head('name="request"', 'application/json')}${JSON.stringify(options)}\r\n`;
  const sources = [
    ...(Object.keys(options as object).length > 0 ? [text(request)] : []),
    ...parts.flatMap(({ field, filename, bytes }) => {
      const source = sourceOf(bytes);
      const name = escaped(filename ?? source.name ?? field);
      const type = source.type ?? (field.startsWith('document') ? 'application/pdf' : 'application/octet-stream');
      return [text(head(`name="${field}"; filename="${name}"`, type)), source, text('\r\n')];
    }),
    text(`--${boundary}--\r\n`),
  ];
  const sizes = sources.map(({ size }) => size);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    replayable: sources.every(({ replayable }) => replayable),
    size: sizes.every((size) => size !== undefined) ? sizes.reduce((sum, size) => sum + size, 0) : undefined,
    make: (sending) => sent(sources, sending),
  };
}

/** File names as HTML writes them into forms. */
function escaped(name: string): string {
  return name.replace(/\r\n?|\n/g, '%0D%0A').replaceAll('"', '%22');
}

/** One body of several sources: a stream where streams can be sent, else a blob, which refers to files on the disk. */
async function sent(
  sources: readonly Source[],
  sending: Sending,
): Promise<Blob | Uint8Array | ReadableStream<Uint8Array>> {
  const [only] = sources;
  if (only?.piece instanceof Uint8Array && sources.length === 1) return only.piece;
  if (streams) {
    sending.ended.addEventListener('abort', () => sources.forEach(cancelUnread), { once: true });
    return readableOf(inOrder(sources, sending));
  }
  const pieces = await Promise.all(sources.map(async ({ piece, open }) => piece ?? (await readAll(open())))).catch(
    (error: unknown) => {
      sending.broken(error);
      throw error;
    },
  );
  return new Blob(pieces as (Blob | Uint8Array<ArrayBuffer>)[]);
}

async function* inOrder(
  sources: readonly Source[],
  { ended, broken }: Sending,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (const source of sources) yield* piecesOf(source.open(), ended);
  } catch (error) {
    if (!ended.aborted) broken(error);
    throw error;
  }
}

/** A stream that nobody has begun to read; one that is being read is cancelled by its reader. */
function cancelUnread({ replayable, open }: Source): void {
  if (!replayable)
    open()
      .cancel()
      .catch(() => undefined);
}
