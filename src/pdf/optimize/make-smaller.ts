import type { Done, Made } from './made.ts';
import { createHash } from 'node:crypto';
import { Report } from '../facts/report.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { isName, type Stream } from '../objects/objects.ts';
import { Changes } from '../file/changes.ts';
import { writePdf } from '../file/writing/write.ts';
import { claimsArchive, isOldArchive, type Claims } from './claims.ts';
import { recodable, rewriteContents } from './content/rewrite-contents.ts';
import { subsetFonts } from './fonts/subset-fonts.ts';
import { deflateBest } from './streams/deflate-best.ts';
import { dropManifest } from './drop-manifest.ts';
import { greyDocument } from './grey/grey-document.ts';
import { mergeType3 } from './fonts/type3.ts';
import { packBilevel } from './images/bilevel.ts';
import { shrinkPictures } from './images/shrink-pictures.ts';
import { Left } from './streams/unchanged-streams.ts';
import type { Level } from './levels.ts';
import type { OptimizeOptions } from './optimize-options.ts';
import { packed } from './streams/pack.ts';
import type { Plan } from './plan.ts';
import { pruneResources } from './prune-resources.ts';
import { recompressed } from './streams/recompress.ts';
import { removeExtras } from './remove-extras.ts';
import { dropSignatures } from './signed.ts';
import { Squeeze } from './streams/recompress-streams.ts';
import { writeDense } from './streams/write-optimized.ts';
import type { Survey } from './survey.ts';

export const nothingDone: Done = {
  streamsRecompressed: 0,
  objectsRemoved: 0,
  objectsMerged: 0,
  resourcesRemoved: 0,
  fontsSubset: 0,
  imagesResampled: 0,
  imagesRecompressed: 0,
};

export interface Input {
  readonly file: PdfFile;
  readonly options: OptimizeOptions;
  readonly level: Level;
  readonly claims: Claims;
  /** Null where the content could not be gone through: then nothing is known to be unused. */
  readonly found: Survey | null;
  readonly isLate: () => boolean;
}

export async function makeSmaller(input: Input, plan: Plan): Promise<Made> {
  const { file, options, level, claims, found, isLate } = input;
  const report = new Report();
  const changes = new Changes(file);
  dropSignatures(changes, report);
  const manifestDropped = dropManifest(changes);
  removeExtras(
    changes,
    { metadata: options.removeMetadata, thumbnails: options.removeThumbnails, claims: claims.claimed.length > 0 },
    report,
  );
  const left = new Left();
  const old = isOldArchive(claims);
  const resources = found !== null && plan.prune ? pruneResources(changes, found) : 0;
  const pictures =
    found !== null && plan.pictures && !level.lossless
      ? await shrinkPictures(changes, {
          survey: found,
          ...level,
          grayscale: options.grayscale,
          failures: plan.failures,
          isLate,
          left,
        })
      : [];
  if (found !== null && options.grayscale) await greyDocument(changes, { survey: found, isLate, left });
  const bilevel = found !== null && plan.prune ? await packBilevel(changes, found, isLate) : 0;
  const { programs: fonts, recodings } =
    found !== null && plan.fonts && level.subsetFonts && !old
      ? subsetFonts(changes, {
          survey: found,
          dropHints: level.dropHints,
          except: plan.exceptFonts,
          recodable: recodable(changes, found),
          exact: level.slack === 0,
          left,
        })
      : { programs: [], recodings: new Map<never, never>() };
  if (found !== null && plan.fonts && level.subsetFonts && !old) mergeType3(changes, found);
  const contents =
    found !== null && (plan.prune || recodings.size > 0)
      ? rewriteContents(changes, { survey: found, level, recodings, efforts: plan.efforts })
      : [];
  let recompressions = 0;
  const { objects, trailer, unused, equal } = packed(changes, (stream) => {
    const smaller = isLate()
      ? null
      : recompressed(changes, stream, { plain: claimsArchive(claims) && isPlainXmp(stream) });
    if (smaller !== null) recompressions += 1;
    return smaller;
  });
  const compress = !old;
  const id = identifier(input);
  const write = (squeeze: Squeeze | null): Uint8Array => {
    const encrypt = options.decrypt ? null : file.encryption;
    const own = { objects: squeeze?.objects(objects) ?? objects, trailer, version: file.version };
    return compress && encrypt === null
      ? writeDense({ ...own, id, deflate: squeeze?.deflate ?? deflateBest })
      : writePdf({ ...own, compress, encrypt, ...(id !== null && { id }) });
  };
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
      objectsRemoved: unused,
      objectsMerged: equal,
      resourcesRemoved: resources,
      fontsSubset: fonts.length,
      imagesResampled: resampled,
      imagesRecompressed: pictures.length - resampled + bilevel,
    },
  };
}

/**
 * The document keeps the first half of its identifier (ISO 32000-2, 14.4); the other follows from what was asked for.
 * Null for one that has none.
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

/** XMP that programs find without knowing what a PDF is. */
const isPlainXmp = ({ dict }: Stream): boolean => isName(dict.get('Type'), 'Metadata') && !dict.has('Filter');
