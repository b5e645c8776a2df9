import type { MeasureWish } from '../../../browser/print-job.ts';
import { printedScale } from '../../../pdf/printed/text/printed-scale.ts';
import { cssOfHtml, declaredFonts } from './declared-fonts.ts';
import { missingFonts } from './missing-fonts.ts';
import { isFullSize } from './overflows.ts';

/** True where the measurement of a printed page may lead to a warning. */
export type NeedsMeasurement = MeasureWish['isNeeded'];

/**
 * CSS that cuts content off, or lays it out from right to left, where all overflow is cut off; character references
 * that may hide such CSS; and characters that the bundled fonts may not have.
 */
const mayCut =
  /overflow(?!-wrap)|(?<!flex-)direction|\bdir=|&(?!amp;|lt;|gt;|quot;|nbsp;|#39;)|[^\t\n\r -~\xa0-\xac\xae-\u017f\u2010-\u2014\u2018-\u201e\u2020-\u2022\u2026\u20ac]/i;
/** A style attribute as no serialized HTML has it. */
const oddStyle = /\sstyle=(?!")/i;

/**
 * What is known of a page without a measurement: its HTML declares only fonts that there are (`families` in lower
 * case), and it neither cuts content off nor is printed smaller.
 */
export const needsMeasurement =
  (families: ReadonlyMap<string, string>): NeedsMeasurement =>
  (html, { pdf, scale }) => {
    if (mayCut.test(html) || oddStyle.test(html)) return true;
    const { lists, isWhole } = declaredFonts(cssOfHtml(html));
    if (!isWhole || lists.some((list) => list === '' || list.includes('('))) return true;
    const declared = lists.map((list) => ({ list, text: '' }));
    if (missingFonts(declared, families).length > 0) return true;
    const printed = printedScale(pdf);
    return printed === null || !isFullSize(printed / scale);
  };
