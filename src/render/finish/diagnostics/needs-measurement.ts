import type { MeasureWish } from '../../../browser/print-job.ts';
import { printedScale } from '../../../pdf/printed/text/printed-scale.ts';
import { cssOfHtml, declaredFonts } from './declared-fonts.ts';
import { missingFamily } from './missing-fonts.ts';
import { isFullSize } from './overflows.ts';

/** True where the measurement of a printed page may lead to a warning. */
export type NeedsMeasurement = MeasureWish['isNeeded'];

/** CSS that cuts content off, and text from right to left, which Chromium cuts off at the edge of its page. */
const mayBeCut = /overflow(?!-wrap)|(?<!flex-)direction|\bdir=/i;
/** Characters that the bundled fonts may not have. */
const mayHaveNoGlyph = /[^\t\n\r -~\xa0-\xac\xae-\u017f\u2010-\u2014\u2018-\u201e\u2020-\u2022\u2026\u20ac]/;

/**
 * What is known of a page without a measurement: its HTML, which was serialized, declares only fonts that there are
 * (`families` in lower case), and it neither cuts content off nor is printed smaller.
 */
export const needsMeasurement =
  (families: ReadonlyMap<string, string>): NeedsMeasurement =>
  (html, pdf) => {
    if (mayBeCut.test(html) || mayHaveNoGlyph.test(html)) return true;
    const { lists, isCertain } = declaredFonts(cssOfHtml(html));
    if (!isCertain || lists.some((list) => list === '' || list.includes('('))) return true;
    if (lists.some((list) => missingFamily(list, families) !== null)) return true;
    const scale = printedScale(pdf);
    return scale === null || !isFullSize(scale);
  };
