import { expect } from 'chai';
import { labelSize } from '../../../../src/render/content/chart/axes.ts';
import { chartSvg } from '../../../../src/render/content/chart/chart-svg.ts';
import { textWidth } from '../../../../src/render/html/text-width.ts';
import { place } from '../../../support/charts.ts';

/** Texts of an SVG that lie, with their middles. */
const middlesOf = (svg: string) =>
  [...svg.matchAll(/<text ([^<>]*)>([^<]*)<\/text>/g)].flatMap(([, attributes = '', text = '']) => {
    const [, x] = /(?: |^)x="([\d.-]+)"|translate\(([\d.-]+) /.exec(attributes)?.filter(Boolean) ?? [];
    return attributes.includes('text-anchor="middle"') && x !== undefined ? [{ text, x: Number(x) }] : [];
  });

/** The names of so many categories that lie below a chart of this width, with their ends, from left to right. */
function lyingNames(categories: readonly string[], more: object) {
  const data = categories.map((_, index) => index % 9);
  const svg = chartSvg({ kind: 'bar', categories, series: [{ data }], height: 200, ...more }, place);
  return middlesOf(svg)
    .filter(({ text }) => categories.includes(text))
    .map(({ text, x }) => ({ from: x - textWidth(text, labelSize) / 2, to: x + textWidth(text, labelSize) / 2 }))
    .sort((one, other) => one.from - other.from);
}

describe('The names below a chart', () => {
  const names: Readonly<Record<string, (index: number) => string>> = {
    'long names with numbers': (index) => `a long category name ${index}`,
    days: (index) => `Monday, ${index + 1} June 2026`,
    years: (index) => String(1990 + index),
  };
  for (const [kind, name] of Object.entries(names)) {
    it(`stay within it and meet no other, though some are left out: ${kind}`, () => {
      let shown = 0;
      for (const count of [5, 12, 24, 30, 31, 48, 90])
        for (const width of [220, 300, 416, 482])
          for (const valueLabels of [true, false]) {
            const found = lyingNames(
              Array.from({ length: count }, (_, index) => name(index)),
              { width, valueLabels },
            );
            const place = `${count} in ${width}`;
            for (const [index, { from, to }] of found.entries()) {
              expect(from, place).to.be.at.least(-0.1);
              expect(to, place).to.be.at.most(width + 0.1);
              expect(from, place).to.be.at.least(found[index - 1]?.to ?? -1);
            }
            shown += found.length;
          }
      expect(shown).to.be.above(30);
    });
  }
});
