import { quadsBox } from '../../content/state/boxes.ts';
import type { Mark, ShownGlyph } from '../../content/visitor.ts';
import type { Frame } from '../../content/state/frame.ts';
import { inverse } from '../../geometry/matrix.ts';
import { greatest, least } from '../../objects/large-arrays.ts';
import { pageTexts } from './page-text.ts';
import { spacingStep } from '../rewriting/edit-text.ts';
import type { PartOfMatch } from './across-pages.ts';
import { flowsOf, pageFlow, type PageScan, type ScannedFrame } from './page-scan.ts';
import type { Rule } from './rules.ts';
import { boundsOf, coverage, mapped, overlaps, polygonOf, type Polygon } from '../../facts/shape.ts';
import type { Target } from '../../facts/targets.ts';

/** What was found of a rule on a page: one entry for each match, with a target for each line that it stands on. */
export interface Match {
  readonly pointer: string;
  readonly text: string;
  readonly glyphs: readonly ShownGlyph[];
  /** One for each line that it stands on, in page space. */
  readonly places: readonly Polygon[];
}

/** What of a page is to go. */
export interface PageDecision {
  readonly targets: readonly Target[];
  readonly matches: readonly Match[];
  readonly glyphs: ReadonlySet<ShownGlyph>;
  /** Marked content of which a glyph, an image or a path goes. */
  readonly touched: ReadonlySet<Mark>;
}

/**
 * Shares of a glyph's width and height that an area must cover for it to go: lines of text stand closer than their
 * ascents and descents.
 */
const leastWidth = 0.08;
const leastHeight = 0.25;

/** `across` is what is on this page of matches over the end of a page. */
export function decide(
  scan: PageScan,
  areas: readonly Target[],
  { rules, across = [] }: { readonly rules: readonly Rule[]; readonly across?: readonly PartOfMatch[] },
): PageDecision {
  const matches = withParts(
    rules.length === 0 ? [] : flowsOf(scan).flatMap((flow) => matchesIn(flow, rules)),
    partsOn(scan, across),
  );
  const frames = frameOfGlyphs(scan);
  // What is in a pattern, a mask or a glyph procedure stands elsewhere, or at many places: its text goes, and no place
  // is covered for it.
  const placed = (glyph: ShownGlyph): boolean =>
    (['page', 'form', 'appearance'] as readonly string[]).includes(kindOf(frames.get(glyph)));
  const found = matches.flatMap(({ pointer, places, glyphs }) =>
    glyphs.every(placed)
      ? places.map((polygon): Target => ({ polygon, bounds: boundsOf(polygon), pointer, drawn: false }))
      : [],
  );
  const targets = [...areas, ...found];
  const gone = new Set(matches.flatMap(({ glyphs }) => glyphs));
  for (const scanned of scan.frames)
    for (const glyph of coveredIn(scanned, targetsIn(scanned, targets))) gone.add(glyph);
  return { targets, matches, glyphs: gone, touched: touchedBy(scan, gone) };
}

function frameOfGlyphs({ frames }: PageScan): Map<ShownGlyph, ScannedFrame> {
  const map = new Map<ShownGlyph, ScannedFrame>();
  for (const scanned of frames)
    for (const entry of scanned.texts)
      if (entry.kind === 'show') for (const glyph of entry.shown.glyphs) map.set(glyph, scanned);
  return map;
}

/** Of the outermost frame that is not a form: what it stands in. */
function kindOf(scanned: ScannedFrame | undefined): string {
  let frame = scanned?.frame ?? null;
  while (frame?.kind === 'form') frame = frame.parent;
  return frame?.kind ?? '';
}

function matchesIn(flow: readonly ShownGlyph[], rules: readonly Rule[]): Match[] {
  const found = new Map<string, Match>();
  for (const { text, origins, glyphs } of pageTexts(flow)) {
    for (const rule of rules) {
      const { pointer } = rule;
      for (const [start, end] of rule.find(text)) {
        const own = [...new Set(origins.slice(start, end))].flatMap((origin) => glyphs[origin] ?? []);
        const inked = own.filter(({ unicode }) => unicode?.trim() !== '');
        if (inked.length === 0) continue;
        const key = `${pointer} ${inked
          .map((glyph) => indexOf(flow, glyph))
          .sort()
          .join()}`;
        if (!found.has(key))
          found.set(key, { pointer, text: text.slice(start, end), glyphs: own, places: placesOf(own) });
      }
    }
  }
  return [...found.values()];
}

function partsOn(scan: PageScan, across: readonly PartOfMatch[]): Match[] {
  if (across.length === 0) return [];
  const flow = pageFlow(scan);
  return across.map(({ pointer, text, glyphs }) => {
    const own = glyphs.flatMap((at) => flow[at] ?? []);
    return { pointer, text, glyphs: own, places: placesOf(own) };
  });
}

/** Once each: without matches of which a longer one over the end of the page takes all. */
function withParts(matches: readonly Match[], parts: readonly Match[]): Match[] {
  const glyphsOf = new Map(parts.map((part) => [part, new Set(part.glyphs)]));
  const isIn = ({ pointer, glyphs }: Match, whole: Match) =>
    whole.pointer === pointer && glyphs.every((glyph) => glyphsOf.get(whole)?.has(glyph));
  const own = parts.filter(
    (part, index) =>
      !parts.some((other, at) => at !== index && isIn(part, other) && (at < index || !isIn(other, part))),
  );
  return [...matches.filter((match) => !own.some((part) => isIn(match, part))), ...own];
}

const indexes = new WeakMap<readonly ShownGlyph[], Map<ShownGlyph, number>>();

function indexOf(flow: readonly ShownGlyph[], glyph: ShownGlyph): number {
  let index = indexes.get(flow);
  if (index === undefined) indexes.set(flow, (index = new Map(flow.map((each, at) => [each, at]))));
  return index.get(glyph) ?? -1;
}

/**
 * What stands side by side on a line, as one polygon along it; its edges are whole steps, so that they tell no more
 * than the gap does.
 */
export function placesOf(glyphs: readonly ShownGlyph[]): Polygon[] {
  const runs: Run[] = [];
  for (const { quad } of glyphs) {
    const own = runOf(quad);
    const near = runs.find((run) => isBeside(run, own));
    if (near === undefined) runs.push(own);
    else
      Object.assign(near, {
        u0: Math.min(near.u0, own.u0),
        u1: Math.max(near.u1, own.u1),
        v0: Math.min(near.v0, own.v0),
        v1: Math.max(near.v1, own.v1),
      });
  }
  return runs.map(({ u0, u1, v0, v1, cos, sin }) => {
    const [left, right] = [Math.floor(u0 / spacingStep) * spacingStep, Math.ceil(u1 / spacingStep) * spacingStep];
    return [left, v0, right, v0, right, v1, left, v1].map((value, at, all) =>
      at % 2 === 0 ? value * cos - (all[at + 1] ?? 0) * sin : (all[at - 1] ?? 0) * sin + value * cos,
    );
  });
}

/** A stretch of a line: along it and across it, in page space turned so that the line is level. */
interface Run {
  readonly u0: number;
  readonly u1: number;
  readonly v0: number;
  readonly v1: number;
  readonly cos: number;
  readonly sin: number;
}

function runOf([x0, y0, x1, y1, x2, y2, x3, y3]: ShownGlyph['quad']): Run {
  const [length, height] = [Math.hypot(x1 - x0, y1 - y0), Math.hypot(x3 - x0, y3 - y0)];
  const [cos, sin] =
    length > 1e-6
      ? [(x1 - x0) / length, (y1 - y0) / length]
      : height > 1e-6
        ? [(y3 - y0) / height, -(x3 - x0) / height]
        : [1, 0];
  const corners = [
    [x0, y0],
    [x1, y1],
    [x2, y2],
    [x3, y3],
  ] as const;
  const [us, vs] = [corners.map(([x, y]) => x * cos + y * sin), corners.map(([x, y]) => y * cos - x * sin)];
  return { u0: least(us), u1: greatest(us), v0: least(vs), v1: greatest(vs), cos, sin };
}

function isBeside(one: Run, other: Run): boolean {
  const height = Math.min(one.v1 - one.v0, other.v1 - other.v0);
  const reach = Math.max(one.v1 - one.v0, other.v1 - other.v0);
  const straight = Math.abs(one.cos - other.cos) < 0.02 && Math.abs(one.sin - other.sin) < 0.02;
  return (
    straight &&
    Math.min(one.v1, other.v1) - Math.max(one.v0, other.v0) > 0.5 * height &&
    one.u0 <= other.u1 + reach &&
    other.u0 <= one.u1 + reach
  );
}

/**
 * Targets as a frame sees them: none in what stands at many places or none; of a pattern of which one cell is seen,
 * they are moved to that.
 */
export function targetsIn({ frame }: ScannedFrame, targets: readonly Target[]): readonly Target[] {
  for (let around: Frame | null = frame; around !== null; around = around.parent) {
    if (around.kind === 'glyph') return [];
    if (around.kind === 'pattern') return movedToCell(around, targets);
  }
  return targets;
}

function movedToCell({ tiling, base }: Frame, targets: readonly Target[]): readonly Target[] {
  if (!tiling?.painted) return [];
  const back = inverse(base);
  if (back === null) return [];
  const [x0, y0, x1, y1] = boundsOf(mapped(back, polygonOf(tiling.painted)));
  const [left, bottom, right, top] = tiling.bbox;
  const [xStep, yStep] = [Math.abs(tiling.xStep) || right - left, Math.abs(tiling.yStep) || top - bottom];
  const [fromX, toX] = [Math.ceil((x0 - right) / xStep + 1e-6), Math.floor((x1 - left) / xStep - 1e-6)];
  const [fromY, toY] = [Math.ceil((y0 - top) / yStep + 1e-6), Math.floor((y1 - bottom) / yStep - 1e-6)];
  if (fromX !== toX || fromY !== toY) return [];
  const [dx, dy] = [fromX * xStep * Math.sign(tiling.xStep || 1), fromY * yStep * Math.sign(tiling.yStep || 1)];
  const [ox, oy] = [base[0] * dx + base[2] * dy, base[1] * dx + base[3] * dy];
  return targets.map((target) => {
    const polygon = mapped([1, 0, 0, 1, -ox, -oy], target.polygon);
    return { ...target, polygon, bounds: boundsOf(polygon) };
  });
}

function coveredIn({ texts }: ScannedFrame, targets: readonly Target[]): ShownGlyph[] {
  if (targets.length === 0) return [];
  return texts.flatMap((entry) =>
    entry.kind === 'show'
      ? entry.shown.glyphs.filter(({ quad }) => targets.some((target) => isCovered(quad, target)))
      : [],
  );
}

/** Whether a glyph goes with an area; with a match only if it lies under it, as what was read from a picture does. */
export function isCovered(quad: readonly number[], { polygon, bounds, drawn }: Target): boolean {
  const box = quadsBox([quad]);
  if (box === null || !overlaps(box, bounds)) return false;
  const covered = coverage(quad, polygon);
  return covered !== null && covered.width > (drawn ? leastWidth : 0.6) && covered.height > (drawn ? leastHeight : 0.5);
}

function touchedBy({ frames }: PageScan, gone: ReadonlySet<ShownGlyph>): Set<Mark> {
  const touched = new Set<Mark>();
  for (const { texts } of frames) {
    for (const entry of texts) {
      if (entry.kind !== 'show' || !entry.shown.glyphs.some((glyph) => gone.has(glyph))) continue;
      for (let mark = entry.context.mark; mark !== null && !touched.has(mark); mark = mark.parent) touched.add(mark);
    }
  }
  return touched;
}
