import { fontFaces } from '../../../pdf/fonts/font-file.ts';
import type { InstalledFont, InstalledFonts } from '../../../pdf/fonts/installed-fonts.ts';
import { readerOfBytes } from '../../../pdf/fonts/read-font.ts';
import type { PrintedScan } from '../../../pdf/printed/text/scan-printed.ts';
import type { Composed } from '../../compose/compose-job.ts';
import type { Warning } from '../../model/types/warning.ts';
import { wholeHtml } from '../../print/fragments/part-html.ts';
import type { PrintedDocument } from '../../print/print-document.ts';
import { cssOfHtml, declaredFonts } from './declared-fonts.ts';
import { missingFonts } from './missing-fonts.ts';
import { undrawnSequences } from './emoji-sequences.ts';
import { missingGlyphs, unsupported } from './missing-glyphs.ts';
import type { FindPlace } from './place-in-request.ts';
import { overflows, type MeasuredPart } from './overflows.ts';
import { usedFonts, type UsedFont } from './used-fonts.ts';

/** Warnings about fonts and boxes of a render, and the fonts that it used. */
export interface Diagnosis {
  readonly warnings: readonly Warning[];
  readonly fonts: readonly UsedFont[];
}

/** A printed document and the installed fonts. `scan` reads a printed file, `place` finds texts in the request. */
export interface DiagnoseJob {
  readonly composed: Composed;
  readonly printed: Pick<PrintedDocument, 'pages' | 'parts'>;
  readonly installed: InstalledFonts;
  readonly scan: (pdf: Uint8Array) => Promise<PrintedScan>;
  readonly place: FindPlace;
}

/** Finds the fonts of the printed pages, missing fonts and glyphs, and content that did not fit. */
export async function diagnose(job: DiagnoseJob): Promise<Diagnosis> {
  const { composed, installed } = job;
  const parts = await scanned(job);
  const all = job.printed.parts.flatMap(({ measured }) => measured ?? []);
  const there = await familiesThere(
    installed,
    all.flatMap(({ faces }) => faces),
  );
  const requested = all.flatMap(({ families }) => families);
  const missing = parts.some(({ scan }) => scan.missingGlyphs > 0);
  const suspects = missing
    ? unsupported(
        [...all.map(({ characters }) => characters), ...textsOf(composed).flatMap((text) => [text, escapedIn(text)])],
        await installed.has(),
      )
    : '';
  return {
    warnings: [
      ...missingFonts(requested, there, job.place),
      ...(missing ? missingGlyphs(parts, suspects, job.place) : []),
      ...(brings(all, /emoji/i) ? [] : undrawnSequences(textsOf(composed), await installed.emojiFont())),
      ...parts.flatMap(overflows),
    ],
    fonts: usedFonts(parts, new Map([...(await installed.byName()), ...(await ownFonts(composed))])),
  };
}

/** True where the document has a font of its own of such a name, which may draw what installed fonts do not. */
const brings = (measured: readonly { readonly faces: readonly string[] }[], name: RegExp): boolean =>
  measured.some(({ faces }) => faces.some((family) => name.test(family)));

/** Predicts missing fonts without printing: families in style sheets, and characters that no font has. */
export async function foresee(composed: Composed, installed: InstalledFonts, place: FindPlace): Promise<Warning[]> {
  const texts = textsOf(composed);
  const { lists, faces } = declaredFonts([...composed.document.styles, ...texts.flatMap(cssOfHtml)]);
  return missingFonts(
    lists.map((list) => ({ list, text: '' })),
    await familiesThere(installed, faces),
    place,
  );
}

/** Scans the printed parts, overlays and stamps, each with the result's pages. Pages of existing PDFs are left out. */
async function scanned({ composed, printed, scan }: DiagnoseJob): Promise<MeasuredPart[]> {
  const { order, stamps, marks } = printed.pages;
  const found: MeasuredPart[] = [];
  let before = 0;
  for (const { pdf, pages, segment, measured } of printed.parts) {
    const first = before;
    before += pages;
    const kind = composed.segments[segment]?.kind;
    if (kind === 'existing') continue;
    const read = await scan(pdf);
    // a flow is scaled by its CSS
    const printScale = kind === 'remote' || kind === 'complete' ? composed.document.scale : 1;
    found.push({
      scan: { ...read, scale: read.scale === null ? null : read.scale / printScale },
      pages: (page) => positions(order, first + page),
      overflows: measured?.overflows ?? null,
    });
  }
  for (const { pdf, pages } of stamps)
    found.push({
      scan: { ...(await scan(pdf)), scale: null, cut: [] },
      pages: (page) => pages.flatMap((stamp, at) => (stamp === page ? [at + 1] : [])),
      overflows: null,
    });
  for (const form of new Set(marks.flatMap(({ content }) => ('form' in content ? [content.form] : []))))
    found.push({
      scan: { ...(await scan(form)), scale: null, cut: [] },
      pages: (page) =>
        marks.flatMap(({ content, page: at }) =>
          'form' in content && content.form === form && content.formPage === page ? [at] : [],
        ),
      overflows: null,
    });
  return found;
}

/** The page numbers in the result (from 1) of a printed page. */
function positions(order: readonly number[] | null, page: number): number[] {
  return order === null ? [page + 1] : order.flatMap((from, at) => (from === page ? [at + 1] : []));
}

/** Available families, by themselves in lower case: installed ones, and those of the document. */
async function familiesThere(installed: InstalledFonts, faces: readonly string[]): Promise<Map<string, string>> {
  const own = faces.map((family) => family.replaceAll(/^["']|["']$/g, ''));
  return new Map([...(await installed.families()), ...own.map((family) => [family.toLowerCase(), family] as const)]);
}

const textsOf = ({ segments, document }: Composed) => [
  ...segments.flatMap((segment) =>
    segment.kind === 'complete'
      ? [segment.html]
      : segment.kind === 'flow'
        ? [segment.long === null ? segment.html : wholeHtml(segment.long)]
        : [],
  ),
  ...document.runningContent.flatMap(({ content }) => Object.values(content) as string[]),
  ...document.overlays.map(({ html }) => html),
  ...document.stamps.flatMap(({ content }) => ('html' in content ? [content.html] : [])),
];

/** Characters that style sheets write as escapes (`content: "\\13000"`). */
const escapedIn = (text: string) =>
  [...text.matchAll(/\\([\da-f]{2,6})/gi)]
    .map(([, hex = '']) => String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)))
    .join('');

/** The fonts among the assets, by PostScript name. */
async function ownFonts({ document: { assets } }: Composed): Promise<[string, InstalledFont][]> {
  const faces = await Promise.all(
    assets
      .filter(({ contentType }) => contentType.startsWith('font/'))
      .map(({ data }) => fontFaces(readerOfBytes(data))),
  );
  return faces
    .flat()
    .map(({ postScriptName, families: [family = ''], style }) => [
      postScriptName,
      { family, style, source: 'request' },
    ]);
}
