import { mainPage, type Document } from '../model/document.ts';
import type { FlowSegment } from '../model/segments.ts';
import { attributes } from '../html/html.ts';
import type { Resources } from '../plan/resources.ts';
import { css } from '../../input/length.ts';
import { sheetId } from '../plan/sheets.ts';

/** A sheet's kind of page. */
const kindsUsed = (segment: FlowSegment) => new Set(segment.sheets.map(({ page }) => page));

/** Page range of the sheets of one kind; `starts` are the page indexes at which sheets begin. */
function rangeOf(
  document: Document,
  segment: FlowSegment,
  kind: string,
  starts: Readonly<Record<string, number>>,
): string {
  const first = segment.sheets.map((sheet) => (starts[sheetId(document, segment, sheet)] ?? 0) + 1);
  const ranges = segment.sheets.flatMap(({ page }, index) => {
    const next = first[index + 1];
    return page === kind
      ? [`${first[index] ?? 1}-${next === undefined ? '' : Math.max(next - 1, first[index] ?? 1)}`]
      : [];
  });
  return ranges.join(',');
}

/**
 * Turns page backgrounds that `@page` cannot print into overlays under the pages: images, which Chromium 156 does not
 * load there, and colours that would hide a watermark under the page. Where only some pages have the background, a
 * first print shows which (as for positioned content).
 */
export function layBackgrounds(document: Document, { resolved }: Resources): void {
  const watermarked = [...document.overlays, ...document.stamps].some(({ layer }) => layer === 'under');
  const [segment, ...others] = document.segments;
  for (const [kind, setup] of Object.entries(document.pages)) {
    const { background } = setup;
    if (background === null || !(watermarked || background.startsWith('url('))) continue;
    if ((segment?.kind !== 'flow' && segment?.kind !== 'complete') || others.length > 0) {
      document.warnings.push({
        code: 'background-left-out',
        message:
          'Page backgrounds that are images, or lie under a watermark, are left out of documents with `add_url`.',
      });
      return;
    }
    const used =
      segment.kind === 'complete' ? new Set([mainPage]) : document.singlePage ? new Set([kind]) : kindsUsed(segment);
    if (!used.has(kind)) continue;
    const some = segment.kind === 'flow' && used.size > 1 ? segment : null;
    if (some !== null && !resolved) some.probes.push(...some.sheets.map((sheet) => sheetId(document, some, sheet)));
    const html =
      `<div${attributes({ style: `position:absolute;inset:${setup.bleed === 0 ? '0' : css(-setup.bleed)};background:${background} center/cover no-repeat` })}>` +
      '</div>';
    document.overlays.unshift({
      kind: 'background',
      html,
      layer: 'under',
      pages: some === null ? null : rangeOf(document, some, kind, resolved ?? {}),
    });
    document.pages[kind] = { ...setup, background: null };
  }
}
