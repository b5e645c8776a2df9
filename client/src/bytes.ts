/** A file that is opened when it is sent, as often as it is sent: `file` of `@colophon/client/node` makes one. */
export interface Upload {
  /** The file name that the service sees. */
  readonly name?: string;
  /** The media type. */
  readonly type?: string;
  /** The number of bytes, where it is known. */
  readonly size?: number;
  /** The content from its start, each time. */
  stream(): ReadableStream<Uint8Array>;
}

/**
 * Bytes of any kind. All but a `ReadableStream` can be sent again: a request with a stream is never repeated.
 * A `File` brings its name.
 */
export type Bytes = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | Upload;

/** Bytes as they are sent. */
export interface Source {
  readonly name: string | undefined;
  readonly type: string | undefined;
  /** The number of bytes; `undefined` where only the end of the stream tells. */
  readonly size: number | undefined;
  /** False for a stream, which can be read once. */
  readonly replayable: boolean;
  /** What a `Blob` can be made of without a copy in memory; `undefined` for streams. */
  readonly piece: Blob | Uint8Array | undefined;
  readonly open: () => ReadableStream<Uint8Array>;
}

/** True for what is sent as bytes. Text is none: in JSON it is base64 already. */
export function isBytes(value: unknown): value is Bytes {
  return (
    value instanceof Uint8Array ||
    value instanceof ArrayBuffer ||
    value instanceof ReadableStream ||
    (typeof value === 'object' && value !== null && typeof (value as Partial<Upload>).stream === 'function')
  );
}

/** One view of all kinds of bytes. */
export function sourceOf(bytes: Bytes): Source {
  if (bytes instanceof ArrayBuffer) return sourceOf(new Uint8Array(bytes));
  if (bytes instanceof Uint8Array) {
    const open = () => readableOf([bytes]);
    return { name: undefined, type: undefined, size: bytes.byteLength, replayable: true, piece: bytes, open };
  }
  if (bytes instanceof ReadableStream) {
    if (bytes.locked) throw new TypeError('The stream is read by somebody else, or was read already.');
    const open = () => bytes;
    return { name: undefined, type: undefined, size: undefined, replayable: false, piece: undefined, open };
  }
  const { name, type, size } = bytes as Upload;
  return {
    name,
    type: type === '' ? undefined : type,
    size,
    replayable: true,
    piece: typeof Blob !== 'undefined' && bytes instanceof Blob ? bytes : undefined,
    open: () => bytes.stream(),
  };
}

/** A stream that takes its next piece when somebody reads, so that nothing piles up. */
export function readableOf(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array, unknown> | Iterator<Uint8Array, unknown> =
    Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The pieces of a stream. Whoever stops early cancels it, and so does `ended`, also while nobody reads. The stream
 * stays locked, so that a second use of it is an error and no empty body. Not every browser iterates streams, but all
 * read them.
 */
export async function* piecesOf(
  stream: ReadableStream<Uint8Array>,
  ended?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  const stop = () => void reader.cancel(ended?.reason).catch(() => undefined);
  ended?.addEventListener('abort', stop, { once: true });
  let whole = false;
  try {
    for (;;) {
      ended?.throwIfAborted();
      const { done, value } = await reader.read();
      ended?.throwIfAborted(); // a stream that was cancelled looks like one at its end
      if (done) break;
      if (!((value as unknown) instanceof Uint8Array)) throw new TypeError('A stream of a body yields Uint8Array.');
      yield value;
    }
    whole = true;
  } finally {
    ended?.removeEventListener('abort', stop);
    if (!whole) await reader.cancel().catch(() => undefined);
  }
}

/** All bytes of a stream. */
export async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(stream)) {
    pieces.push(piece);
    length += piece.byteLength;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}

/** Bytes as base64, for fields of JSON. */
export async function toBase64(bytes: Bytes): Promise<string> {
  const source = sourceOf(bytes);
  const whole = source.piece instanceof Uint8Array ? source.piece : await readAll(source.open());
  const step = 0x8000 - (0x8000 % 3); // a multiple of three needs no padding in the middle
  let text = '';
  for (let offset = 0; offset < whole.byteLength; offset += step)
    text += btoa(String.fromCharCode(...whole.subarray(offset, offset + step)));
  return text;
}

/** The bytes of base64, such as `document.data` of an answer. */
export function fromBase64(text: string): Uint8Array {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
