import { css } from '../../input/length.ts';
import type { Document } from '../model/document.ts';
import type { PageSetup } from '../model/types/page-geometry.ts';
import { paperExcess, paperSize } from '../model/paper-sizes.ts';
import { marginsOf, type PagePlace } from '../running/running-content.ts';
import { bleedBorder, bleedBorderCss } from '../typeset/paper/bleed.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const;

/**
 * Rules that print a complete document with a bleed: each kind of page on a larger sheet, whose margins are wider by the
 * bleed. On sides without a margin the root element has a border instead (`paperMargins`), and it fills the page for
 * elements at its edges.
 */
export function bledRules(document: Document, page: PageSetup, kinds: ReadonlyMap<string, PageSetup>): string {
  const border = bleedBorder(page.margin, page);
  const ruleFor = (selector: string, setup: PageSetup, place: PagePlace) => {
    const margin = marginsOf(document, setup, place);
    const excess = { top: 0, left: 0, ...paperExcess(setup) };
    const background = page.background === null ? [] : [`background:${page.background} center/cover no-repeat`];
    const declarations = [
      `size:${paperSize(setup)}`,
      ...sides.map((side) => `margin-${side}:${css(margin[side] + setup.bleed - border[side] + excess[side])}`),
      ...(selector === '' ? background : []),
    ];
    return `@page${selector === '' ? '' : ` ${selector}`}{${declarations.map((one) => `${one}!important`).join(';')}}`;
  };
  const [first, later] = [marginsOf(document, page, 'first'), marginsOf(document, page)];
  const differs = first.top !== later.top || first.bottom !== later.bottom;
  const own = bleedBorderCss(page.margin, page);
  return [
    ruleFor('', page, 'later'),
    ...(differs && !kinds.has(':first') ? [ruleFor(':first', page, 'first')] : []),
    ...Array.from(kinds, ([selector, setup]) =>
      selector === '' ? '' : ruleFor(selector, setup, selector.endsWith(':first') ? 'first' : 'later'),
    ),
    own === '' ? '' : `html{position:relative;min-height:${css(leastHeight(page))};${own}}`,
  ].join('');
}

/** A little less than a page has between its margins, so that no page more is needed where lengths are rounded. */
const leastHeight = ({ height, margin }: PageSetup): number => height - margin.top - margin.bottom - 0.02;
