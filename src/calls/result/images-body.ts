import type { ImagesResult, ResultImage } from '../../editions/edition.ts';
import { jsonBytes } from '../../editions/json-bytes.ts';
import { fileNames } from './file-names.ts';
import { PieceReader } from './piece-reader.ts';
import { warningCount, type BodyFacts, type Representation } from './body-facts.ts';
import { stepReports } from './json-body.ts';
import { zipRecords } from './zip.ts';

/** A result in one representation, which need not be in memory. */
export interface PiecewiseBody extends BodyFacts {
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** The body from its beginning, a piece at a time. */
  readonly pieces: () => AsyncIterable<Uint8Array>;
}

/**
 * Images in a representation. One image is the body by itself; several, or one where an archive was requested, are an
 * archive. Throws AppError `limit-exceeded`.
 */
export async function imagesBody(result: ImagesResult, representation: Representation): Promise<PiecewiseBody> {
  const names = await fileNames(result.images.map(({ filename }) => filename));
  const images = result.images.map((image, index) => ({ ...image, filename: names[index] ?? '' }));
  const facts = result.pages === undefined ? {} : { pages: result.pages };
  const [first] = images;
  if (representation === 'application/json') return { ...facts, ...jsonBody({ ...result, images }) };
  if (first !== undefined && images.length === 1 && representation !== 'application/zip')
    return {
      ...facts,
      type: result.contentType,
      filename: first.filename,
      size: first.bytes,
      pieces: () => result.content.read(),
    };
  return { ...facts, ...archive({ ...result, images }) };
}

function archive({ images, content, filename, report, steps }: ImagesResult): PiecewiseBody {
  const { heads, tail, size } = zipRecords(images.map(({ bytes, ...image }) => ({ ...image, size: bytes })));
  return {
    type: 'application/zip',
    filename,
    warnings: steps?.warnings ?? warningCount(report),
    size,
    async *pieces() {
      const reader = new PieceReader(content.read());
      for (const [index, { bytes }] of images.entries()) {
        yield heads[index] ?? new Uint8Array();
        yield* reader.next(bytes);
      }
      yield tail;
    },
  };
}

/** The facts about an image inside JSON, before its data. */
function headOf({ contentType }: ImagesResult, { page, width, height, filename, bytes, sha256 }: ResultImage): Buffer {
  const head = jsonBytes({ contentType, page, width, height, filename, bytes, sha256 });
  return Buffer.concat([head.subarray(0, -1), Buffer.from(',"data":"')]);
}

/** `{"images": [...], "report": {...}}`, with the data of each image as base64. */
function jsonBody(result: ImagesResult): PiecewiseBody {
  const { images, content } = result;
  const heads = images.map((image, index) =>
    Buffer.concat([Buffer.from(index === 0 ? '{"images":[' : ','), headOf(result, image)]),
  );
  const tail = Buffer.concat([
    Buffer.from(images.length === 0 ? '{"images":[],"report":' : '],"report":'),
    jsonBytes(result.report),
    ...stepReports(result).map((piece) => Buffer.from(piece)),
    Buffer.from('}'),
  ]);
  const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;
  const end = Buffer.from('"}');
  return {
    type: 'application/json',
    size: images.reduce(
      (sum, { bytes }, index) => sum + (heads[index]?.length ?? 0) + base64Length(bytes) + end.length,
      tail.length,
    ),
    async *pieces() {
      const reader = new PieceReader(content.read());
      for (const [index, { bytes }] of images.entries()) {
        yield heads[index] ?? new Uint8Array();
        yield* base64Of(reader.next(bytes));
        yield end;
      }
      yield tail;
    },
  };
}

/** Three bytes are four characters; what is left of a piece goes to the next one. */
async function* base64Of(data: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left: Uint8Array = new Uint8Array();
  for await (const piece of data) {
    const bytes = left.length === 0 ? piece : Buffer.concat([left, piece]);
    const whole = bytes.length - (bytes.length % 3);
    left = bytes.subarray(whole);
    yield base64(bytes.subarray(0, whole));
  }
  yield base64(left);
}

const base64 = (bytes: Uint8Array): Buffer =>
  Buffer.from(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'), 'latin1');
