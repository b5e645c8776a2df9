import { textWidth, wrapText } from '../../html/text-width.ts';

/** How the names along an axis stand, so that none lies on another. */
export interface CategoryLabels {
  readonly size: number;
  /** Degrees, counter-clockwise. */
  readonly rotate: 0 | 45 | 90;
  readonly shows: (index: number) => boolean;
  /** Lines of each name. */
  readonly lines: readonly string[];
  /** Points below the axis that they need. */
  readonly height: number;
}

const usual = 8.5;
const smallest = 6;
const space = 6;
/** Points that a turned name may reach down. */
const maxDepth = 90;

/** 1, 2, 5, 10, 20, 50 and so on: the first that is not less. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

/** Which names are written where only every so many-th can be: round numbers, else from the first on. */
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

/** Names of years, weeks and days go on by themselves, so that some may be left out. */
const goesOn = (names: readonly string[]) => names.every((name) => /\d/.test(name));

/** Every how many-th name finds room side by side. */
const everyLevel = (names: readonly string[], band: number) =>
  Math.ceil((Math.max(...names.map((name) => textWidth(name, usual))) + space) / band);

const level = (names: readonly string[], every: number): CategoryLabels => ({
  size: usual,
  rotate: 0,
  shows: shownEvery(names, every),
  lines: names,
  height: usual * 1.4,
});

function wrapped(names: readonly string[], band: number): CategoryLabels | undefined {
  const width = band - space;
  const longestWord = Math.max(...names.flatMap((name) => name.split(/\s+/).map((word) => textWidth(word, usual))));
  if (longestWord > width) return undefined;
  const lines = names.map((name) => wrapText(name, usual, width, { maxLines: 4 }));
  if (lines.some((one) => one.at(-1)?.endsWith('…') === true)) return undefined;
  return {
    size: usual,
    rotate: 0,
    shows: () => true,
    lines: lines.map((one) => one.join('\n')),
    height: Math.max(...lines.map(({ length }) => length)) * usual * 1.3 + 2,
  };
}

/** Turned names, each cut at the depth that there is. At 45 degrees they need 1.4 lines of room, upright one. */
function turned(names: readonly string[], band: number): CategoryLabels {
  const diagonal = band >= usual * 1.5;
  const size = diagonal ? usual : Math.min(usual, Math.max(smallest, band / 1.1));
  const depth = diagonal ? maxDepth * Math.SQRT2 : maxDepth;
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

/** How names stand that have `band` points each: side by side, else in lines, else turned, or only some of them. */
export function categoryLabels(names: readonly string[], band: number): CategoryLabels {
  const every = everyLevel(names, band);
  if (every <= 1 || (goesOn(names) && every <= Math.max(2, names.length / 4))) return level(names, every);
  return wrapped(names, band) ?? turned(names, band);
}
