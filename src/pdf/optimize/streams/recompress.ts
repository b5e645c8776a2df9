import { deflateSync } from 'node:zlib';
import type { Prediction } from '../../filters/predictor.ts';
import { newStream } from '../../objects/new-stream.ts';
import { Dict, isName, Name, type Stream } from '../../objects/objects.ts';
import type { Lookup } from '../../content/lookup.ts';
import { deflateBest } from './deflate-best.ts';
import { spaceOf } from '../images/space.ts';
import { predictPng } from '../../filters/predict.ts';

/** Bytes of `/Filter/FlateDecode`. */
const filterBytes = 19;
/** Bytes of `/DecodeParms<</Predictor 15/Colors 3/Columns 1000>>`. */
const predictorBytes = 56;
/** Samples above which no predictor is used, and above which uniform predictors are not tried. */
const maxPredicted = 48_000_000;
const maxTried = 1_000_000;

/** Restrictions of a stream. */
export interface RecompressOptions {
  /** The stream stays unfiltered if it is: XMP of PDF/A must be readable without filters (ISO 19005-1, 6.7.2). */
  readonly plain: boolean;
}

/**
 * The same data in fewer bytes: inefficient filters are removed (ISO 32000-2, 7.4), and data are deflated as well as
 * zlib can, pictures with predictors. Image filters stay. Null if the stream can not become smaller, or is damaged.
 * @throws AppError `limit-exceeded`
 */
export function recompressed(file: Lookup, stream: Stream, { plain }: RecompressOptions): Stream | null {
  const { dict } = stream;
  if (dict.has('F') || plain || hasCrypt(file, dict)) return null;
  const known = found.get(stream);
  if (known !== undefined) return known;
  const made = smallerOf(file, stream);
  found.set(stream, made);
  if (made !== null) found.set(made, null);
  return made;
}

/** Results for streams that are still in use, because documents are recompressed several times. */
const found = new WeakMap<Stream, Stream | null>();

function smallerOf(file: Lookup, stream: Stream): Stream | null {
  const { dict } = stream;
  const { bytes, filters, parameters, intact } = stream.decoded();
  if (!intact) return null;
  const own = dict.copy();
  for (const key of ['Filter', 'DecodeParms', 'Length', 'DL', 'DP']) own.delete(key);
  const made = filters.length === 0 ? smallest(file, own, bytes) : withImageFilter(own, bytes, { filters, parameters });
  return made !== null && sizeOf(made) < stream.raw.length + parametersBytes(file, dict) ? made : null;
}

/** A Crypt filter names the encryption of a stream, which must stay. */
function hasCrypt(file: Lookup, dict: Dict): boolean {
  const filter = file.resolve(dict.get('Filter'));
  return (Array.isArray(filter) ? filter : [filter]).some((name) => isName(file.resolve(name), 'Crypt'));
}

const sizeOf = ({ raw, dict }: Stream): number =>
  raw.length + (dict.has('Filter') ? filterBytes : 0) + (dict.has('DecodeParms') ? predictorBytes : 0);

const parametersBytes = (file: Lookup, dict: Dict): number =>
  (file.resolve(dict.get('Filter')) === null ? 0 : filterBytes) +
  (file.dict(dict.get('DecodeParms')) === null ? 0 : predictorBytes);

/** With its image filter only, without earlier filters. */
function withImageFilter(
  own: Dict,
  bytes: Buffer,
  { filters, parameters }: { readonly filters: readonly string[]; readonly parameters: Dict | null },
): Stream | null {
  const [filter] = filters;
  if (filter === undefined || filters.length > 1) return null;
  own.set('Filter', new Name(filter)).set('DecodeParms', parameters);
  return newStream(own, bytes);
}

function smallest(file: Lookup, own: Dict, bytes: Buffer): Stream {
  const flate = (data: Buffer, parameters: Dict | null) =>
    newStream(own.copy().set('Filter', new Name('FlateDecode')).set('DecodeParms', parameters), data);
  const plain = newStream(own, bytes);
  const shape = samplesOf(file, own);
  const packed = flate(deflateBest(bytes), null);
  const predicted =
    shape === null || bytes.length < 64 || bytes.length > maxPredicted ? null : bestPrediction(bytes, shape);
  const parameters =
    shape === null
      ? null
      : new Dict([
          ['Predictor', 15],
          ['Colors', shape.colors],
          ['BitsPerComponent', shape.bits],
          ['Columns', shape.columns],
        ]);
  const candidates = [plain, packed, ...(predicted === null ? [] : [flate(deflateBest(predicted), parameters)])];
  return candidates.reduce((best, one) => (sizeOf(one) < sizeOf(best) ? one : best));
}

/** Estimates the result of each uniform predictor, and of an individual choice for each row. */
function bestPrediction(bytes: Buffer, shape: Shape): Buffer {
  if (bytes.length > maxTried) return predictPng(bytes, shape);
  const tries = [undefined, 1, 2, 4]
    .map((only) => predictPng(bytes, shape, only))
    .map((data) => ({ data, length: deflateSync(data, { level: 4 }).length }));
  return tries.reduce((best, one) => (one.length < best.length ? one : best)).data;
}

type Shape = Omit<Prediction, 'predictor'>;

/** The layout of image samples (ISO 32000-2, 8.9.5.2); null for other streams, and where unknown. */
function samplesOf(file: Lookup, dict: Dict): Shape | null {
  if (!isName(file.resolve(dict.get('Subtype')), 'Image')) return null;
  const columns = file.number(dict.get('Width')) ?? 0;
  const stencil = file.resolve(dict.get('ImageMask')) === true;
  const bits = stencil ? 1 : (file.number(dict.get('BitsPerComponent')) ?? 0);
  const colors = stencil ? 1 : spaceOf(file, dict.get('ColorSpace')).components;
  return colors === null || ![1, 2, 4, 8, 16].includes(bits) || !Number.isSafeInteger(columns) || columns < 1
    ? null
    : { colors, bits, columns };
}
