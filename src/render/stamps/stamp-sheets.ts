import { openPdf } from '../../pdf/file/open.ts';
import type { Box } from '../../pdf/file/pdf-file.ts';
import type { MarkForm } from '../../pdf/edit/stamp/mark.ts';
import { overlayDocument, type OverlaySheet } from '../compose/page.ts';
import { css } from '../../input/length.ts';
import { mainPage, type Document } from '../model/document.ts';
import { printedHeight, withExactPages } from '../model/paper-sizes.ts';
import { supply } from '../print/print-job.ts';
import type { PrintPass } from '../print/print-one.ts';
import { overlayJob, type OverlayPrint } from '../running/print-overlays.ts';

/** HTML of a stamp; without `width` (points) it is as wide as its content, and no wider than that of the document. */
export interface StampHtml {
  readonly html: string;
  readonly width: number | undefined;
}

/** The HTML of the stamps of a document. */
export const stampsIn = ({ stamps }: Document): StampHtml[] =>
  stamps.flatMap(({ content, width }) => ('html' in content ? [{ html: content.html, width }] : []));

/** Points around a stamp on its sheet, where shadows and the like hang over its edges. */
const around = 72;
/**
 * Height of the sheets in points. Chromium writes coordinates in hundredths of 24 points, and PDF/A-1 allows none above
 * 32,767 (ISO 19005-1, 6.1.12).
 */
const roomy = 7800;

/** Prints the HTML of stamps, each on a transparent sheet of its own, in one print: those with the `used` indexes. */
export async function printStampSheets(
  { job, composed, warn }: PrintPass<OverlayPrint>,
  stamps: readonly StampHtml[],
  used: ReadonlySet<number>,
): Promise<ReadonlyMap<number, MarkForm>> {
  if (used.size === 0) return new Map();
  const { document } = composed;
  const links = stamps.map((_, at) => `<a href="#${endOf(at)}"></a>`).join('');
  const sheets = stamps.map((stamp, at): OverlaySheet => {
    const { html, width } = sheetOf(used.has(at) ? stamp : { ...stamp, html: '' }, at, contentWidth(document));
    return {
      width,
      height: roomy,
      html: at === 0 ? `${style}${html}<div style="display:none!important">${links}</div>` : html,
    };
  });
  const html = overlayDocument(document, sheets, { base: job.base, baseCss: job.baseCss });
  const order = [...used].sort((one, other) => one - other);
  const pages = order.length === stamps.length ? null : order.map((at) => at + 1).join(',');
  const wish = { ...overlayJob(job, composed, html, sheets.length), pages };
  const printed = await job.print(wish, supply(job, composed, null, warn));
  const ends = endsIn(printed);
  const form = withExactPages(printed, sheets);
  const formOf = (at: number, formPage: number): MarkForm => {
    const width = stamps[at]?.width;
    const top = printedHeight({ width: sheets[at]?.width ?? 0, height: roomy }) - around;
    const { x, y } = ends.get(endOf(at)) ?? { x: around, y: top };
    const right = width === undefined ? x : around + width;
    const box: Box = [around, Math.min(y, top - least), Math.max(right, around + least), top];
    return { form, formPage, box };
  };
  return new Map(order.map((at, formPage) => [at, formOf(at, formPage)]));
}

/** Points: a stamp without content has a size as well. */
const least = 1;

const endOf = (index: number) => `colophon-stamp-${index}`;

/** Containment has content with page breaks and fixed positions stay on its sheet. */
const style =
  '<style>.colophon-overlay{contain:size}.colophon-stamp{position:absolute;display:flow-root;contain:layout}' +
  '.colophon-stamp>:first-child{margin-top:0}.colophon-stamp>:nth-last-child(2){margin-bottom:0}</style>';

function sheetOf({ html, width }: StampHtml, at: number, most: number): Pick<OverlaySheet, 'width' | 'html'> {
  const wide = width === undefined ? `width:max-content;max-width:${css(most)}` : `width:${css(width)}`;
  const end = `<i id="${endOf(at)}" style="position:absolute;right:0;bottom:0"></i>`;
  return {
    width: (width ?? most) + 2 * around,
    html: `<div class="colophon-stamp" style="left:${css(around)};top:${css(around)};${wide}">${html}${end}</div>`,
  };
}

function contentWidth({ pages }: Document): number {
  const main = pages[mainPage];
  return main === undefined ? roomy : Math.max(around, main.width - main.margin.left - main.margin.right);
}

/** Where the named destinations of a printed file are, in the space of their page (12.3.2.2, `XYZ`). */
function endsIn(pdf: Uint8Array): Map<string, { readonly x: number; readonly y: number }> {
  const file = openPdf(pdf);
  const named = file.dict(file.catalog.get('Dests'))?.entries() ?? [];
  return new Map(
    named.flatMap(([name, destination]) => {
      const [, , x = null, y = null] = file.array(destination) ?? [];
      return typeof x === 'number' && typeof y === 'number' ? [[name, { x, y }] as const] : [];
    }),
  );
}
