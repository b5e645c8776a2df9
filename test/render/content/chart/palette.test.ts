import { expect } from 'chai';
import { palette } from '../../../../src/render/content/chart/palette.ts';

type Triple = readonly [number, number, number];

/** sRGB to linear light (IEC 61966-2-1). */
const linear = (hex: string) =>
  [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as unknown as Triple;
const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** What the eye of each kind sees (Machado, Oliveira, Fernandes 2009, severity 1). */
const sights: Readonly<Record<string, readonly Triple[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const seen = (sight: readonly Triple[], color: Triple) =>
  sight.map((row) =>
    Math.min(1, Math.max(0, row[0] * color[0] + row[1] * color[1] + row[2] * color[2])),
  ) as unknown as Triple;

/** CIE 1976 L*a*b* under D65. */
function lab([r, g, b]: Triple): Triple {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [x, y, z] = [
    f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505),
    f(0.2126 * r + 0.7152 * g + 0.0722 * b),
    f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089),
  ];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (a: Triple, b: Triple) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe('The colours of charts', () => {
  it('stand out from paper, three to one', () => {
    for (const color of palette) expect(1.05 / (luminance(linear(color)) + 0.05), color).to.be.at.least(3);
  });

  it('differ from their neighbours in grey print', () => {
    for (const [index, color] of palette.slice(1).entries())
      expect(Math.abs(lab(linear(color))[0] - lab(linear(palette[index] ?? ''))[0]), color).to.be.greaterThan(20);
  });

  for (const [name, sight] of Object.entries(sights)) {
    it(`differ from each other for ${name} sight`, () => {
      for (const [index, one] of palette.entries())
        for (const other of palette.slice(0, index))
          expect(
            distance(lab(seen(sight, linear(one))), lab(seen(sight, linear(other)))),
            `${one} ${other}`,
          ).to.be.greaterThan(15);
    });
  }
});
