import { textWidth, wrapText } from '../../html/text-width.ts';

/** Layout of the names along an axis, without overlaps. */
export interface CategoryLabels {
  readonly size: number;
  /** Degrees, counter-clockwise. */
  readonly rotate: 0 | 45 | 90;
  readonly shows: (index: number) => boolean;
  /** Lines of each name. */
  readonly lines: readonly string[];
  /** Height below the axis in points. */
  readonly height: number;
}

const usual = 8.5;
const smallest = 6;
const space = 6;
/** Maximum height of turned names, in points. */
const maxDepth = 90;

/** 1, 2, 5, 10, 20, 50 and so on: the first that is not smaller than `value`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

/** Which names are shown where only every nth fits: round numbers, else counted from the first. */
function shownEvery(names: readonly string[], least: number): (index: number) => boolean {
  if (least <= 1) return () => true;
  const numbers = names.map(Number);
  const countUp = numbers.every(
    (number, index) => Number.isInteger(number) && (index === 0 || number === (numbers[index - 1] ?? 0) + 1),
  );
  if (!countUp) return (index) => index % least === 0;
  const step = roundStep(least);
  return (index) => (numbers[index] ?? 0) % step === 0;
}

/** True for names of years, weeks and days, of which some may be left out. */
const goesOn = (names: readonly string[]) => names.every((name) => /\d/.test(name));

/** The interval at which names fit side by side. */
const everyLevel = (names: readonly string[], band: number) =>
  Math.ceil((Math.max(...names.map((name) => textWidth(name, usual))) + space) / band);

const level = (names: readonly string[], every: number): CategoryLabels => ({
  size: usual,
  rotate: 0,
  shows: shownEvery(names, every),
  lines: names,
  height: usual * 1.4,
});

function wrapped(names: readonly string[], band: number, size: number): CategoryLabels | undefined {
  const width = band - (size === usual ? space : space / 2);
  const longestWord = Math.max(...names.flatMap((name) => name.split(/\s+/).map((word) => textWidth(word, size))));
  if (longestWord > width) return undefined;
  const lines = names.map((name) => wrapText(name, size, width, { maxLines: 4 }));
  if (lines.some((one) => one.at(-1)?.endsWith('…') === true)) return undefined;
  return {
    size,
    rotate: 0,
    shows: () => true,
    lines: lines.map((one) => one.join('\n')),
    height: Math.max(...lines.map(({ length }) => length)) * size * 1.3 + 2,
  };
}

/** Turned names, cut at the maximum height. At 45 degrees they need 1.4 lines of width, upright one. */
function turned(names: readonly string[], band: number, deepest: number): CategoryLabels {
  const diagonal = band >= usual * 1.5;
  const size = diagonal ? usual : Math.min(usual, Math.max(smallest, band / 1.1));
  const depth = diagonal ? deepest * Math.SQRT2 : deepest;
  const lines = names.map((name) => wrapText(name, size, depth, { maxLines: 1 })[0] ?? '');
  const widest = Math.max(...lines.map((line) => textWidth(line, size)));
  return {
    size,
    rotate: diagonal ? 45 : 90,
    shows: shownEvery(names, Math.ceil((size * 1.1) / band)),
    lines,
    height: widest * (diagonal ? Math.SQRT1_2 : 1) + size,
  };
}

/** What the layout of names may do. */
interface Limits {
  /** Height of turned names at most, so that the plot has its space. */
  readonly deepest: number;
  /** Type sizes that are tried, in order, before names are turned. */
  readonly sizes?: readonly number[];
  /** False for a lying name of this width that would pass an edge of the chart, where names stand in bands. */
  readonly fits?: (index: number, width: number) => boolean;
}

/** Some names side by side, without those that pass an edge; `undefined` where hardly any would be left. */
function someLevel(names: readonly string[], every: number, fits: Limits['fits']): CategoryLabels | undefined {
  const plain = level(names, every);
  if (!fits || every <= 1) return plain;
  const shows = (index: number) => plain.shows(index) && fits(index, textWidth(names[index] ?? '', usual));
  const shown = names.filter((_, index) => shows(index)).length;
  return shown < 3 ? undefined : { ...plain, shows };
}

/** Layout of names with `band` points each: side by side, else in lines, else turned, or with some left out. */
export function categoryLabels(
  names: readonly string[],
  band: number,
  { deepest, sizes = [usual], fits }: Limits,
): CategoryLabels {
  const every = everyLevel(names, band);
  const isLevel = every <= 1 || (goesOn(names) && every <= Math.max(2, names.length / 4));
  const some = isLevel ? someLevel(names, every, fits) : undefined;
  if (some) return some;
  for (const size of sizes) {
    const lines = wrapped(names, band, size);
    if (lines) return lines;
  }
  return turned(names, band, Math.min(maxDepth, Math.max(deepest, 24)));
}
