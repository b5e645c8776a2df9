import { AppError } from '../../problems.ts';
import { writePng } from '../images/png.ts';
import { withDocument } from '../pdfium/document.ts';
import type { Raster } from '../raster/raster-page.ts';
import { shownPage } from '../raster/shown-page.ts';
import { least } from '../objects/large-arrays.ts';
import type { Box } from '../text/extracted.ts';
import type { ForensicReport } from './examine.ts';
import type { FindingId } from './findings/finding-kinds.ts';

/** A picture for the report: of the first page, of the place of a finding, or of a page as it was signed. */
export interface EvidencePicture {
  /** Index in `findings`; null for the first page. */
  readonly finding: number | null;
  readonly caption: string;
  readonly png: Uint8Array;
  /** Size in points, as shown. */
  readonly width: number;
  readonly height: number;
}

interface EvidenceRequest {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly report: ForensicReport;
}

/** Areas to draw of one version of the file. */
interface Wanted {
  readonly finding: number | null;
  readonly page: number;
  readonly box: Box | null;
  readonly caption: string;
}

/** Findings that get a second picture, of the page as it was signed. */
const asSigned: ReadonlySet<FindingId> = new Set([
  'signed-picture-differs',
  'signed-text-covered',
  'signature-over-text',
  'field-look-differs',
  'button-look-exchanged',
  'field-turned',
]);
const maxPictures = 16;
const defaultMaxPixels = 2_500_000;
/** Resolutions in pixels per inch: for whole pages, and for details. */
const [coarse, fine] = [50, 110];
/** Margins around a place, in points. */
const [sideways, upright] = [90, 34];

/** Pictures of the findings, the gravest first. Empty for a document that can not be drawn. */
export async function evidencePictures({ bytes, password, report }: EvidenceRequest): Promise<EvidencePicture[]> {
  const { findings, signatures, revisions } = report;
  const places = findings
    .flatMap(({ severity, evidence: { page, box } }, finding): Wanted[] =>
      page === null || severity === 'info'
        ? []
        : [{ finding, page, box, caption: box === null ? `Page ${page}` : `Page ${page}, as it is now` }],
    )
    .slice(0, maxPictures);
  const now = await drawn({ bytes, password }, [{ finding: null, page: 1, box: null, caption: 'Page 1' }, ...places]);
  const signedUpTo = least(signatures.map(({ coverage }) => (coverage.kind === 'none' ? Infinity : coverage.bytes)));
  const version = revisions.find(({ bytes: length }) => length === signedUpTo);
  if (version === undefined || signedUpTo >= bytes.length) return now;
  const changed = places.filter(
    ({ finding }) => finding !== null && asSigned.has(findings[finding]?.id ?? 'revisions'),
  );
  const before = await drawn(
    { bytes: bytes.subarray(0, signedUpTo), password },
    changed.map((place) => ({ ...place, caption: `Page ${place.page}, as it was signed` })),
  );
  return [...before, ...now];
}

async function drawn(
  source: { readonly bytes: Uint8Array; readonly password: string | undefined },
  wanted: readonly Wanted[],
): Promise<EvidencePicture[]> {
  if (wanted.length === 0) return [];
  try {
    const rasters = await withDocument(source, (document) =>
      wanted.flatMap((one) => {
        const raster =
          one.page <= document.pages
            ? shownPage(document, one.page, { ppi: one.box === null ? coarse : fine, maxPixels: defaultMaxPixels })
            : null;
        return raster === null
          ? []
          : [{ one, ...(one.box === null ? raster : framed(raster, one.box)), ppi: raster.ppi }];
      }),
    );
    return await Promise.all(
      rasters.map(async ({ one, rgba, width, height, ppi }) => ({
        finding: one.finding,
        caption: one.caption,
        png: await writePng(rgba, { width, height }),
        width: (width * 72) / ppi,
        height: (height * 72) / ppi,
      })),
    );
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

const red = [0xd0, 0x25, 0x1b] as const;

/** The surroundings of a place, with a frame around it. */
function framed(raster: Raster, box: Box): Pick<Raster, 'rgba' | 'width' | 'height'> {
  const scale = raster.ppi / 72;
  const clamp = (value: number, max: number) => Math.max(0, Math.min(max, Math.round(value * scale)));
  const [x0, x1] = [clamp(box.x - sideways, raster.width), clamp(box.x + box.width + sideways, raster.width)];
  const [y0, y1] = [clamp(box.y - upright, raster.height), clamp(box.y + box.height + upright, raster.height)];
  if (x1 - x0 < 8 || y1 - y0 < 8) return raster;
  const frame = {
    left: clamp(box.x - 2, raster.width),
    right: clamp(box.x + box.width + 2, raster.width),
    top: clamp(box.y - 2, raster.height),
    bottom: clamp(box.y + box.height + 2, raster.height),
  };
  const rgba = new Uint8Array((x1 - x0) * (y1 - y0) * 4);
  for (let y = y0; y < y1; y += 1) {
    rgba.set(raster.rgba.subarray((y * raster.width + x0) * 4, (y * raster.width + x1) * 4), (y - y0) * (x1 - x0) * 4);
    for (let x = Math.max(x0, frame.left); x < Math.min(x1, frame.right); x += 1) {
      if (
        y < frame.top ||
        y >= frame.bottom ||
        !(y < frame.top + 2 || y >= frame.bottom - 2 || x < frame.left + 2 || x >= frame.right - 2)
      )
        continue;
      rgba.set(red, ((y - y0) * (x1 - x0) + x - x0) * 4);
    }
  }
  return { rgba, width: x1 - x0, height: y1 - y0 };
}
