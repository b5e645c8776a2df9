import type { Done, Made } from './made.ts';
import { createHash } from 'node:crypto';
import { Report } from '../facts/report.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { isName, type Stream } from '../objects/objects.ts';
import { Changes } from '../file/changes.ts';
import { writePdf } from '../file/writing/write.ts';
import { claimsArchive, isOldArchive, type Claims } from './claims.ts';
import { recodable, rewriteContents } from './content/rewrite-contents.ts';
import { subsetFonts, type SubsetFonts } from './fonts/subset-fonts.ts';
import { deflateBest } from './streams/deflate-best.ts';
import { dropManifest } from './drop-manifest.ts';
import { greyDocument } from './grey/grey-document.ts';
import { mergeType3 } from './fonts/type3.ts';
import { packBilevel } from './images/bilevel.ts';
import { shrinkPictures } from './images/shrink-pictures.ts';
import { Left } from './streams/unchanged-streams.ts';
import type { Level } from './levels.ts';
import type { OptimizeOptions } from './optimize-options.ts';
import { packed, type Packed } from './streams/pack.ts';
import type { Plan } from './plan.ts';
import { pruneResources } from './prune-resources.ts';
import { recompressed } from './streams/recompress.ts';
import { removeExtras } from './remove-extras.ts';
import { dropSignatures } from './signed.ts';
import { Squeeze } from './streams/recompress-streams.ts';
import { writeDense } from './streams/write-optimized.ts';
import type { Survey } from './survey.ts';

/** The counts of a document that stays as it is. */
export const nothingDone: Done = {
  streamsRecompressed: 0,
  objectsRemoved: 0,
  objectsMerged: 0,
  resourcesRemoved: 0,
  fontsSubset: 0,
  imagesResampled: 0,
  imagesRecompressed: 0,
};

/** The received document, and what is known of it. */
export interface Input {
  readonly file: PdfFile;
  readonly options: OptimizeOptions;
  readonly level: Level;
  readonly claims: Claims;
  /** Null where the content could not be run: then nothing is known to be unused. */
  readonly found: Survey | null;
  readonly isLate: () => boolean;
}

/**
 * Makes a smaller document as the plan allows. The result is not verified yet. Time limit: once `isLate`, pictures and
 * streams stay as they are.
 */
export async function makeSmaller(input: Input, plan: Plan): Promise<Made> {
  const { options, claims, isLate } = input;
  const report = new Report();
  const changes = new Changes(input.file);
  dropSignatures(changes, report);
  const manifestDropped = dropManifest(changes);
  removeExtras(
    changes,
    { metadata: options.removeMetadata, thumbnails: options.removeThumbnails, claims: claims.claimed.length > 0 },
    report,
  );
  const left = new Left();
  const { pictures, fonts, contents, resources, bilevel } = await shrunk(changes, input, plan, left);
  let recompressions = 0;
  const pack = packed(changes, (stream) => {
    const smaller = isLate()
      ? null
      : recompressed(changes, stream, { plain: claimsArchive(claims) && isPlainXmp(stream) });
    if (smaller !== null) recompressions += 1;
    return smaller;
  });
  const write = writerOf(input, pack);
  const resampled = pictures.filter(({ how }) => how === 'resampled').length;
  return {
    bytes: write(null),
    squeezed: () => write(new Squeeze()),
    fonts,
    pictures,
    contents,
    report,
    manifestDropped,
    left: left.all,
    done: {
      streamsRecompressed: recompressions,
      objectsRemoved: pack.unused,
      objectsMerged: pack.equal,
      resourcesRemoved: resources,
      fontsSubset: fonts.length,
      imagesResampled: resampled,
      imagesRecompressed: pictures.length - resampled + bilevel,
    },
  };
}

interface Shrinkage extends Pick<Made, 'pictures' | 'fonts' | 'contents'> {
  /** Names that were removed from resource dictionaries. */
  readonly resources: number;
  /** Pictures that were recompressed as black and white. */
  readonly bilevel: number;
}

/** Shrinks resources, pictures, fonts and content, in this order; nothing where the content could not be surveyed. */
async function shrunk(changes: Changes, input: Input, plan: Plan, left: Left): Promise<Shrinkage> {
  const { options, level, claims, found, isLate } = input;
  if (found === null) return { pictures: [], fonts: [], contents: [], resources: 0, bilevel: 0 };
  const resources = plan.prune ? pruneResources(changes, found) : 0;
  const pictures =
    plan.pictures && !level.lossless
      ? await shrinkPictures(changes, {
          survey: found,
          ...level,
          grayscale: options.grayscale,
          failures: plan.failures,
          isLate,
          left,
        })
      : [];
  if (options.grayscale) await greyDocument(changes, { survey: found, isLate, left });
  const bilevel = plan.prune ? await packBilevel(changes, found, isLate) : 0;
  const { programs: fonts, recodings } =
    plan.fonts && level.subsetFonts && !isOldArchive(claims)
      ? smallerFonts(changes, { survey: found, level, plan, left })
      : { programs: [], recodings: new Map<never, never>() };
  const contents =
    plan.prune || recodings.size > 0
      ? rewriteContents(changes, { survey: found, level, recodings, efforts: plan.efforts })
      : [];
  return { pictures, fonts, contents, resources, bilevel };
}

interface FontOptions {
  readonly survey: Survey;
  readonly level: Level;
  readonly plan: Plan;
  readonly left: Left;
}

function smallerFonts(changes: Changes, { survey, level, plan, left }: FontOptions): SubsetFonts {
  const made = subsetFonts(changes, {
    survey,
    dropHints: level.dropHints,
    except: plan.exceptFonts,
    recodable: recodable(changes, survey),
    exact: level.slack === 0,
    left,
  });
  mergeType3(changes, survey);
  return made;
}

/** Writes the packed objects; with a `Squeeze` in fewer bytes, which takes longer. */
function writerOf(input: Input, { objects, trailer }: Packed): (squeeze: Squeeze | null) => Uint8Array {
  const { file, options, claims } = input;
  const compress = !isOldArchive(claims);
  const encrypt = options.decrypt ? null : file.encryption;
  const id = identifier(input);
  return (squeeze) => {
    const own = { objects: squeeze?.objects(objects) ?? objects, trailer, version: file.version };
    return compress && encrypt === null
      ? writeDense({ ...own, id, deflate: squeeze?.deflate ?? deflateBest })
      : writePdf({ ...own, compress, encrypt, ...(id !== null && { id }) });
  };
}

/**
 * The file identifier (ISO 32000-2, 14.4). The first half stays; the second is a hash of the document and the options,
 * so that equal requests give equal bytes. Null for a document without one.
 */
function identifier({ file, options }: Input): readonly [Buffer, Buffer] | null {
  const first = file.string(file.array(file.trailer.get('ID'))?.[0] ?? null)?.bytes;
  return first === undefined || first.length === 0
    ? null
    : [
        first,
        createHash('sha256')
          .update(options.bytes)
          .update(JSON.stringify({ ...options, bytes: null, password: null }))
          .digest()
          .subarray(0, 16),
      ];
}

/** XMP that is stored without a filter, so that programs find it without reading the PDF. */
const isPlainXmp = ({ dict }: Stream): boolean => isName(dict.get('Type'), 'Metadata') && !dict.has('Filter');
