import { attributes, style } from '../html/html.ts';
import { css, cssLength, points } from '../../input/length.ts';
import { mainPage, type Document } from '../model/document.ts';
import type { Position } from '../model/types/position.ts';

/** Points from margin to margin of the page that content stands on. */
function pageWidth({ pages, segments, openPage }: Document): number {
  const last = segments.at(-1);
  const name = openPage ?? (last?.kind === 'flow' ? last.sheets.at(-1)?.page : undefined) ?? mainPage;
  const setup = pages[name] ?? pages[mainPage];
  return setup ? setup.width - setup.margin.left - setup.margin.right : Number.POSITIVE_INFINITY;
}

/** Points from `position` to the right margin of the page. */
const room = (document: Document, { x }: Position) => Math.max(pageWidth(document) - points(x), 0);

/** Points that content may be wide: its own `position.width`, or from its place to the right margin of the page. */
export function contentWidth(document: Document, position: Position | undefined): number {
  const width =
    position?.width !== undefined
      ? points(position.width)
      : position === undefined
        ? pageWidth(document)
        : Math.min(room(document, position) || Infinity, pageWidth(document));
  return width / document.scale;
}

/**
 * Content out of the flow, at a position of the page that comes so many pages after the first one of its sheet.
 * Chromium lays a sheet out as one strip in which every page has the height of its content box. So content of the
 * sheet's page `k` is `k` content heights further down, wherever the pages before it break. Content past the right
 * margin is cut off there: else Chromium would print the whole document smaller.
 */
export function placedHtml(html: string, position: Position, document: Document, page: number): string {
  const { scale } = document;
  const width = position.width === undefined ? undefined : css(points(position.width) / scale);
  const isCut = pastRightMargin(document, position) !== undefined;
  const left = css(Math.min(points(position.x), isCut ? pageWidth(document) : Infinity) / scale);
  const toMargin = `calc(100% - ${left})`;
  const at = style({
    left,
    top:
      `calc(${css(points(position.y) / scale)} + ${Math.max(page, 0)} * ` +
      `var(--content-height)${page > 0 ? ' + var(--first-page, 0px)' : ''})`,
    width: isCut ? toMargin : width,
    'max-width': width === undefined && !isCut ? toMargin : undefined,
    height: cssLength(position.height === undefined ? undefined : points(position.height) / scale),
    'overflow-x': isCut ? 'clip' : undefined,
  });
  const inner = isCut ? `<div${attributes({ style: style({ width }) })}>${html}</div>` : html;
  return `<div class="colophon-placed"${attributes({ style: at })}>${inner}</div>`;
}

/** The warning about content that passes the right margin; `undefined` where it stands within. */
export function pastRightMargin(document: Document, position: Position): string | undefined {
  const beyond = points(position.x) + points(position.width ?? 1) - pageWidth(document);
  return beyond <= 0.01
    ? undefined
    : `The content at \`position\` passes the right margin of its page by ${Math.ceil(beyond)} pt, and is cut off ` +
        'there. Give it a smaller `x` or `width`.';
}
