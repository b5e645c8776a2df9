import type { Lookup } from '../../content/lookup.ts';
import { newStream } from '../../objects/new-stream.ts';
import { Dict, Name, Ref, type Stream } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import type { Left } from '../streams/unchanged-streams.ts';
import { recompressed } from '../streams/recompress.ts';
import type { PaintedPicture, Survey } from '../survey.ts';
import { readPixels, type Pixels } from './pixels.ts';
import { greyed, resized, toJpeg } from './transform.ts';
import { indexed } from './indexed.ts';

/** Limits of resolution and quality, and pictures that failed before. */
export interface ShrinkOptions {
  readonly survey: Survey;
  readonly maxImagePpi: number;
  readonly imageQuality: number;
  readonly grayscale: boolean;
  /** Number of failed attempts for each picture, by object number: its quality is raised, and at last it stays. */
  readonly failures: ReadonlyMap<number, number>;
  readonly isLate: () => boolean;
  readonly left: Left;
}

/** A picture that became smaller. */
export interface Shrunk {
  readonly num: number;
  readonly pages: ReadonlySet<number>;
  readonly how: 'resampled' | 'recompressed';
}

/** The greatest scale at which resampling is worthwhile. */
const worthwhile = 0.8;
/** Added to the quality after each failed attempt; after the last a picture stays. */
const better = [0, 12];

/** Resamples and recompresses the pictures that content paints. A picture that does not become smaller stays. */
export async function shrinkPictures(changes: Changes, options: ShrinkOptions): Promise<Shrunk[]> {
  const done: Shrunk[] = [];
  const masks = new Set<number>();
  for (const picture of options.survey.pictures.values()) {
    const failures = options.failures.get(picture.num) ?? 0;
    if (options.isLate() || failures >= better.length) {
      options.left.note(
        'image',
        failures > 0 ? 'pages did not look the same with it made smaller' : 'the document takes too long',
      );
      continue;
    }
    const quality = Math.min(95, options.imageQuality + (better[failures] ?? 0));
    const made = await shrunk(changes, picture, { ...options, imageQuality: quality });
    if (typeof made === 'string') {
      options.left.note('image', made);
      continue;
    }
    changes.set(new Ref(picture.num), made.stream);
    if (made.factor < worthwhile) await shrinkMask(changes, picture, made.factor, masks);
    done.push({ num: picture.num, pages: picture.pages, how: made.factor < worthwhile ? 'resampled' : 'recompressed' });
  }
  return done;
}

type How = Pick<ShrinkOptions, 'maxImagePpi' | 'imageQuality' | 'grayscale'>;

/** Answers the reason why a picture stays as a string. */
async function shrunk(
  file: Lookup,
  { stream, widthInches, heightInches }: PaintedPicture,
  { maxImagePpi, imageQuality, grayscale }: How,
): Promise<{ stream: Stream; factor: number } | string> {
  if (!isPlain(file, stream.dict)) return 'its mask or its values mean more than its colours';
  const pixels = await readPixels(file, stream);
  if (pixels === null) return 'its colour space, depth or filter is left without loss';
  const factor = Math.min(
    1,
    Math.max((widthInches * maxImagePpi) / pixels.width, (heightInches * maxImagePpi) / pixels.height),
  );
  const sized = factor < worthwhile ? await resized(pixels, factor) : pixels;
  const wanted = grayscale && sized.components === 3 ? greyed(sized) : sized;
  const best = await smallestForm(file, stream, wanted, imageQuality);
  const before = recompressed(file, stream, { plain: false }) ?? stream;
  return best === null || (best.raw.length > before.raw.length * 0.95 && !(grayscale && wanted !== sized))
    ? 'it would not be smaller'
    : { stream: best, factor };
}

/** True where only the colour space gives samples their meaning, and the picture has no other use. */
function isPlain(file: Lookup, dict: Dict): boolean {
  const mask = file.stream(dict.get('SMask'));
  return (
    !dict.has('Decode') &&
    !dict.has('Alternates') &&
    (file.number(dict.get('SMaskInData')) ?? 0) === 0 &&
    file.array(dict.get('Mask')) === null &&
    file.resolve(dict.get('ImageMask')) !== true &&
    !(mask?.dict.has('Matte') ?? false)
  );
}

const remainingKeys = [
  'Type',
  'Subtype',
  'ColorSpace',
  'Intent',
  'Interpolate',
  'SMask',
  'Mask',
  'OC',
  'StructParent',
  'Metadata',
  'Name',
  'AF',
  'ID',
];

async function smallestForm(file: Lookup, stream: Stream, pixels: Pixels, quality: number): Promise<Stream | null> {
  const own = new Dict(
    remainingKeys.flatMap((key) => (stream.dict.has(key) ? [[key, stream.dict.get(key)] as const] : [])),
  );
  own.set('Width', pixels.width).set('Height', pixels.height).set('BitsPerComponent', 8);
  if (pixels.grey) own.set('ColorSpace', new Name('DeviceGray'));
  const plain = newStream(own, pixels.bytes);
  const palette = indexed(own, pixels);
  const flat = [plain, ...(palette === null ? [] : [palette])].flatMap(
    (one) => recompressed(file, one, { plain: false }) ?? [],
  );
  const jpeg = pixels.photo ? await toJpeg(pixels, quality) : null;
  const lossy = jpeg === null ? [] : [newStream(own.copy().set('Filter', new Name('DCTDecode')), jpeg)];
  return [...flat, ...lossy].reduce<Stream | null>(
    (best, one) => (best === null || one.raw.length < best.raw.length ? one : best),
    null,
  );
}

/** Reduces the soft mask of a picture by the same factor, without other loss. */
async function shrinkMask(
  changes: Changes,
  { stream }: PaintedPicture,
  factor: number,
  done: Set<number>,
): Promise<void> {
  const ref = stream.dict.get('SMask');
  const mask = changes.stream(ref);
  if (!(ref instanceof Ref) || mask === null || done.has(ref.num)) return;
  done.add(ref.num);
  const pixels = await readPixels(changes, mask);
  if (pixels?.components !== 1 || mask.dict.has('Decode')) return;
  const sized = await resized(pixels, factor);
  const own = mask.dict.copy().set('Width', sized.width).set('Height', sized.height);
  for (const key of ['Filter', 'DecodeParms', 'Length']) own.delete(key);
  const made = recompressed(changes, newStream(own, sized.bytes), { plain: false });
  if (made !== null && made.raw.length < mask.raw.length) changes.set(ref, made);
}
