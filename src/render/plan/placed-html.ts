import { attributes, style } from '../html/html.ts';
import { css, cssLength, points } from '../../input/length.ts';
import { mainPage, type Document } from '../model/document.ts';
import type { Position } from '../model/types/position.ts';

/** Points from margin to margin of the page that content stands on, or of its own `position.width`. */
export function contentWidth({ pages, segments, openPage, scale }: Document, position: Position | undefined): number {
  const last = segments.at(-1);
  const name = openPage ?? (last?.kind === 'flow' ? last.sheets.at(-1)?.page : undefined) ?? mainPage;
  const setup = pages[name] ?? pages[mainPage];
  const own = position?.width;
  const width =
    own === undefined
      ? setup
        ? setup.width - setup.margin.left - setup.margin.right
        : Number.POSITIVE_INFINITY
      : points(own);
  return width / scale;
}

/**
 * Content out of the flow, at a position of the page that comes so many pages after the first one of its sheet.
 * Chromium lays a sheet out as one strip in which every page has the height of its content box. So content of the
 * sheet's page `k` is `k` content heights further down, wherever the pages before it break.
 */
export function placedHtml(
  html: string,
  position: Position,
  { page, scale }: { readonly page: number; readonly scale: number },
): string {
  const at = style({
    left: css(points(position.x) / scale),
    top:
      `calc(${css(points(position.y) / scale)} + ${Math.max(page, 0)} * ` +
      `var(--content-height)${page > 0 ? ' + var(--first-page, 0px)' : ''})`,
    width: position.width === undefined ? undefined : css(points(position.width) / scale),
    height: cssLength(position.height === undefined ? undefined : points(position.height) / scale),
  });
  return `<div class="placed"${attributes({ style: at })}>${html}</div>`;
}
