import { mainPage, type Document } from '../model/document.ts';
import type { FlowSegment } from '../model/segments.ts';
import { type PageSetup } from '../model/types/page-geometry.ts';
import { toPoints } from '../../input/length.ts';
import { smallestSide } from '../model/page-setup.ts';
import { paperSizes } from '../model/paper-sizes.ts';
import { bareCss, isOddCss, maskedCss, unescaped } from './style-rules.ts';
import { mapStyles, stylesIn } from './tags.ts';

/** A rule for all pages without margin boxes. */
const pageRule = /@page\s*\{([^{}]*)\}/g;
const anyPage = /@page\b/gi;
/** A style element that holds for all media. */
const plainStyle = '<style>';
const hasPage = /@page/i;
/** Elements that may contain style sheets without effect. */
const unsureStyles = /<!--|<template\b/;
const sides = ['top', 'right', 'bottom', 'left'] as const;

/** Page sizes by name (CSS Paged Media 3, 7.1), portrait, in points; and A6, which Chromium does not know. */
const named = new Map<string, readonly [width: number, height: number] | undefined>([
  ...['A3', 'A4', 'A5', 'A6', 'Letter', 'Legal'].map((name) => [name.toLowerCase(), paperSizes[name]] as const),
  ['ledger', [792, 1224]],
  ['b5', [498.898, 708.661]],
  ['b4', [708.661, 1000.63]],
  ['jis-b5', [515.906, 728.504]],
  ['jis-b4', [728.504, 1031.811]],
]);

type Sized = Pick<PageSetup, 'width' | 'height' | 'margin'>;

/**
 * Takes over an `@page` rule of the request's style sheets that is for all pages and sets only size and margins (CSS
 * Paged Media 3, 3 and 7.1): the document gets these values and the rule is removed. Bookmarks, overflow checks and
 * printing in parts then work as usual. Documents with headers, footers or several kinds of page are excluded, because
 * their margins are computed.
 */
export function takePageRules(document: Document): void {
  const main = document.pages[mainPage];
  if (
    main === undefined ||
    Object.keys(document.pages).length > 1 ||
    document.runningContent.length > 0 ||
    document.singlePage
  )
    return;
  const segments = document.segments.filter(
    (segment): segment is FlowSegment => segment.kind === 'flow' && !segment.scripts,
  );
  if (segments.length < document.segments.length) return;
  const sheets = segments.flatMap((segment) => segment.sheets);
  const inHtml = sheets.flatMap(({ html }) => html.filter((piece) => hasPage.test(piece)));
  if (inHtml.some((piece) => unsureStyles.test(piece))) return;
  const styles = inHtml.flatMap(stylesIn);
  const all = [
    ...document.styles.filter((css) => hasPage.test(css)),
    ...styles.filter(({ tag }) => tag === plainStyle).map(({ css }) => css),
  ];
  if (styles.some(({ tag, css }) => tag !== plainStyle && hasPage.test(css)) || all.length === 0) return;
  const setup = all.reduce<Sized | null>((found, css) => found && sizedBy(css, found, document.media), main);
  if (setup === null || !hasRoom(setup)) return;
  document.pages[mainPage] = { ...main, ...setup };
  document.styles.forEach((css, index) => (document.styles[index] = withoutPages(css)));
  for (const { html } of sheets)
    html.forEach(
      (piece, index) =>
        (html[index] = hasPage.test(piece)
          ? mapStyles(piece, ({ tag, css }) => (tag === plainStyle ? withoutPages(css) : css))
          : piece),
    );
}

const hasRoom = ({ width, height, margin: { top, right, bottom, left } }: Sized) =>
  Math.min(width - left - right, height - top - bottom) >= smallestSide;

/** Rules for all pages in a masked style sheet. */
const rulesIn = (masked: string) => [...masked.matchAll(pageRule)];

function withoutPages(css: string): string {
  if (!hasPage.test(css)) return css;
  let from = 0;
  const pieces = rulesIn(maskedCss(css)).map(({ 0: rule, index }) => {
    const before = css.slice(from, index);
    from = index + rule.length;
    return before;
  });
  return pieces.join('') + css.slice(from);
}

/** Maximum number of such rules: each is searched for from the start of its style sheet. */
const maxRules = 50;

/** The effect of a style sheet's rules on pages; `null` where they set anything else. */
function sizedBy(css: string, before: Sized, media: Document['media']): Sized | null {
  const masked = maskedCss(css);
  const rules = rulesIn(masked);
  const bare = bareCss(css);
  if (
    isOddCss(bare) ||
    rules.length > maxRules ||
    rules.length !== (unescaped(bare).match(anyPage) ?? []).length ||
    !rules.every(({ index }) => isFor(media, masked.slice(0, index)))
  )
    return null;
  const declarations = rules
    .flatMap(([, text = '']) => text.split(';'))
    .map((text) => text.trim())
    .filter((text) => text !== '');
  return declarations.reduce<Sized | null>((setup, text) => {
    const colon = text.indexOf(':');
    const property = colon < 0 ? '' : text.slice(0, colon).trimEnd().toLowerCase();
    return (
      setup &&
      declared(
        setup,
        property,
        text
          .slice(colon + 1)
          .trim()
          .toLowerCase()
          .split(/\s+/),
      )
    );
  }, before);
}

/**
 * True where a rule may begin after this part of a masked style sheet: the only open blocks are `@media` blocks for the
 * document's medium.
 */
function isFor(media: Document['media'], css: string): boolean {
  const open: string[] = [];
  let from = 0;
  let isBetween = true;
  for (const { 0: brace, index } of css.matchAll(/[{};]/g)) {
    const prelude = css.slice(from, index).trim().toLowerCase();
    if (brace === '{') open.push(prelude);
    else if (brace === '}' && open.pop() === undefined) return false;
    isBetween = brace !== ';' || (open.length === 0 && statement.test(prelude));
    from = index + 1;
  }
  return (
    isBetween &&
    css.slice(from).trim() === '' &&
    (open.length === 0 || (open.length === 1 && new RegExp(`^@media\\s+${media}$`).test(open[0] ?? '')))
  );
}

/** At-rules without a block. */
const statement = /^@(?:charset|import|layer|namespace)\b/;
/** As toPoints, without notations of numbers that CSS does not have (Values 4, 5.2). */
const number = /^(?:\d+(?:\.\d+)?|\.\d+)[a-z]+$/;
const lengthOf = (value: string) => (value === '0' ? 0 : number.test(value) ? toPoints(value) : undefined);

/**
 * The setup after a declaration of `@page`; `null` for an unsupported property or value. `values` are in lower case.
 */
export function declared(setup: Sized, property: string, values: readonly string[]): Sized | null {
  if (property === 'size') return withSize(setup, values);
  const lengths = values.map(lengthOf);
  if (lengths.some((length) => length === undefined || length < 0)) return null;
  const [top = 0, right = top, bottom = top, left = right] = lengths as number[];
  if (property === 'margin' && lengths.length <= 4) return { ...setup, margin: { top, right, bottom, left } };
  const side = sides.find((one) => property === `margin-${one}`);
  return side === undefined || lengths.length > 1 ? null : { ...setup, margin: { ...setup.margin, [side]: top } };
}

/** Value of `size`: `A4`, `A4 landscape`, `landscape`, one or two lengths. */
function withSize(setup: Sized, values: readonly string[]): Sized | null {
  const turn = values.find((value) => value === 'portrait' || value === 'landscape');
  const others = values.filter((value) => value !== turn);
  const [first = '', second = first] = others;
  if (values.length > others.length + 1) return null;
  const size = named.get(first);
  if (size !== undefined && others.length === 1) {
    const [width, height] = turn === 'landscape' ? (size.toReversed() as [number, number]) : size;
    return { ...setup, width, height };
  }
  const [width = 0, height = 0] = [first, second].map(lengthOf);
  return turn === undefined && others.length <= 2 && width > 0 && height > 0 ? { ...setup, width, height } : null;
}
