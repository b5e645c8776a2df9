import { css } from '../../../input/length.ts';
import type { Document } from '../../model/document.ts';
import type { Margins, PageSetup } from '../../model/types/page-geometry.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const;
type Bled = Pick<PageSetup, 'bleed'>;

const mapped = (margins: Margins, value: (margin: number) => number): Margins => ({
  top: value(margins.top),
  right: value(margins.right),
  bottom: value(margins.bottom),
  left: value(margins.left),
});

/**
 * The margins of the paper on which a page with a bleed is printed. Chromium shows no content in margins (measured,
 * Chromium 156), so a side without a margin has none here either, and content may extend into the bleed; `bleedBorder`
 * has it begin at the edge of the trimmed page.
 */
export const paperMargins = (margins: Margins, { bleed }: Bled): Margins =>
  bleed === 0 ? margins : mapped(margins, (margin) => (margin === 0 ? 0 : margin + bleed));

/** The border in points that keeps content out of the bleed on sides without a margin. */
export const bleedBorder = (margins: Margins, { bleed }: Bled): Margins =>
  mapped(margins, (margin) => (margin === 0 ? bleed : 0));

/** CSS of that border, which is on every page; '' where there is none. `scale` is the zoom of its element. */
export function bleedBorderCss(margins: Margins, setup: Bled, scale = 1): string {
  const border = bleedBorder(margins, setup);
  if (sides.every((side) => border[side] === 0)) return '';
  const widths = sides.map((side) => css(border[side] / scale)).join(' ');
  return `border:solid transparent;border-width:${widths};box-decoration-break:clone`;
}

/** True where a kind of page has a border of that kind: its pages cannot be printed in parts. */
export const hasBleedBorder = ({ pages }: Document): boolean =>
  Object.values(pages).some(({ margin, bleed }) => bleed > 0 && sides.some((side) => margin[side] === 0));

/** The sheet on which a page is printed: the page with its bleed. A remote page keeps all of its margins. */
export const paperAround = (setup: PageSetup | undefined, isRemote = false): PageSetup | null =>
  setup === undefined || setup.bleed === 0
    ? (setup ?? null)
    : {
        ...setup,
        width: setup.width + 2 * setup.bleed,
        height: setup.height + 2 * setup.bleed,
        margin: isRemote ? mapped(setup.margin, (side) => side + setup.bleed) : paperMargins(setup.margin, setup),
      };
