import { ContentBudget } from '../../content/budget.ts';
import type { FontCache } from '../../content/interpreter-options.ts';
import type { Lookup } from '../../content/lookup.ts';
import type { Mark, ShownGlyph } from '../../content/visitor.ts';
import type { PdfPage } from '../../file/pdf-file.ts';
import { linesOf, type LineBox, type LinedPage, type PageGlyph } from './reading/lined-page.ts';
import { PageEnds } from './reading/page-ends.ts';
import { pageFlow, scanPage, type PageScan } from './page-scan.ts';
import { runningOrders } from './reading/page-text.ts';
import type { Item } from './reading/reading-item.ts';
import type { Rule } from './rules.ts';
import { boundsOf } from '../../facts/shape.ts';
import { shownBox, shownSize } from '../../geometry/shown-page.ts';

/** A glyph of a page with its forms; `at` is its index in content order. */
export interface FlowGlyph extends PageGlyph {
  readonly glyph: ShownGlyph;
}

/** The part on one page of a match that crosses a page break. */
export interface PartOfMatch {
  readonly pointer: string;
  /** The text of the whole match. */
  readonly text: string;
  /** Indexes into `pageFlow`. */
  readonly glyphs: readonly number[];
}

/** Matches across page breaks, by 1-based page. */
export function matchesAcross(
  file: Lookup,
  pages: readonly PdfPage[],
  { rules, fonts }: { readonly rules: readonly Rule[]; readonly fonts: FontCache },
): ReadonlyMap<number, readonly PartOfMatch[]> {
  const found = new Map<number, PartOfMatch[]>();
  if (rules.length === 0 || pages.length < 2) return found;
  const [ends, budget] = [new PageEnds<FlowGlyph>(rules), new ContentBudget()];
  for (const [index, page] of pages.entries()) {
    for (const { pointer, text, glyphs } of ends.add(
      linedPage(page, index + 1, scanPage(file, page, { budget, fonts })),
    )) {
      for (const [number, own] of Map.groupBy(glyphs, (glyph) => glyph.page))
        found.set(number, [...(found.get(number) ?? []), { pointer, text, glyphs: own.map(({ at }) => at) }]);
    }
  }
  return found;
}

/** The text of a page in the orders of its content. */
export function linedPage(page: PdfPage, number: number, scan: PageScan): LinedPage<FlowGlyph> {
  const flow = pageFlow(scan);
  const artifacts = artifactsOf(scan);
  const named = new Map(flow.map((glyph, at): [ShownGlyph, FlowGlyph] => [glyph, { page: number, at, glyph }]));
  const measure = (items: readonly Item<FlowGlyph>[]) => {
    const glyphs = items.flatMap((item) => item.glyphs.map(({ glyph }) => glyph));
    return { ...boxOf(page, glyphs), artifact: glyphs.every((glyph) => artifacts.has(glyph)) };
  };
  const orders = runningOrders(flow).map((items) =>
    linesOf(
      items.map((item): Item<FlowGlyph> => ({
        ...item,
        glyphs: item.glyphs.flatMap((glyph) => named.get(glyph) ?? []),
      })),
      measure,
    ),
  );
  return { number, height: shownSize(page)[1], orders };
}

function boxOf(page: PdfPage, glyphs: readonly ShownGlyph[]): LineBox {
  const inked = glyphs.filter(({ unicode }) => unicode?.trim() !== '');
  const corners = (inked.length > 0 ? inked : glyphs).flatMap(({ quad }) => quad);
  const { y, height } = shownBox(page, boundsOf(corners));
  const [x0, y0, , , , , x3, y3] = glyphs[0]?.quad ?? [0, 0, 0, 0, 0, 0, 0, 0];
  return { top: y, bottom: y + height, size: Math.round(2 * Math.hypot(x3 - x0, y3 - y0)) / 2 };
}

function artifactsOf({ frames }: PageScan): Set<ShownGlyph> {
  const isArtifact = (mark: Mark | null): boolean => {
    for (let around = mark; around !== null; around = around.parent) if (around.tag === 'Artifact') return true;
    return false;
  };
  return new Set(
    frames.flatMap(({ texts }) =>
      texts.flatMap((entry) => (entry.kind === 'show' && isArtifact(entry.context.mark) ? entry.shown.glyphs : [])),
    ),
  );
}
