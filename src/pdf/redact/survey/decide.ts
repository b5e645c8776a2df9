import { quadsBox } from '../../content/state/boxes.ts';
import type { Mark, ShownGlyph } from '../../content/visitor.ts';
import { pageTexts } from './reading/page-text.ts';
import type { PartOfMatch } from './across-pages.ts';
import { flowsOf, pageFlow, type PageScan, type ScannedFrame } from './page-scan.ts';
import type { Rule } from './rules.ts';
import { boundsOf, coverage, overlaps, type Polygon } from '../../facts/shape.ts';
import type { Target } from '../../facts/targets.ts';
import { placesOf } from './match-places.ts';
import { targetsIn } from './frame-targets.ts';

/** A match of a rule on a page. */
export interface Match {
  readonly pointer: string;
  readonly text: string;
  readonly glyphs: readonly ShownGlyph[];
  /** One polygon for each of its lines, in page space. */
  readonly places: readonly Polygon[];
}

/** The areas and glyphs to remove from a page. */
export interface PageDecision {
  readonly targets: readonly Target[];
  readonly matches: readonly Match[];
  readonly glyphs: ReadonlySet<ShownGlyph>;
  /** Marked content with a removed glyph, image or path. */
  readonly touched: ReadonlySet<Mark>;
}

/**
 * The shares of a glyph's width and height that an area must cover to remove it. They are small, but not zero, because
 * ascents and descents of lines overlap.
 */
const minWidthShare = 0.08;

const minHeightShare = 0.25;

/**
 * Decides which areas and glyphs of a page to remove. `across` has the parts on this page of matches that cross a page
 * break.
 */
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
  // Content of patterns, masks and glyph procedures is shown elsewhere or at many places: its text is removed, but no
  // area is covered.
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

/** The kind of the outermost frame that is not a form. */
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

/** Matches and parts without duplicates: a match within a longer one that crosses the page break is dropped. */
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

function coveredIn({ texts }: ScannedFrame, targets: readonly Target[]): ShownGlyph[] {
  if (targets.length === 0) return [];
  return texts.flatMap((entry) =>
    entry.kind === 'show'
      ? entry.shown.glyphs.filter(({ quad }) => targets.some((target) => isCovered(quad, target)))
      : [],
  );
}

/**
 * Decides whether a glyph is removed with a target. Targets of matches remove only glyphs that lie under them, like
 * recognised text under a picture.
 */
export function isCovered(quad: readonly number[], { polygon, bounds, drawn }: Target): boolean {
  const box = quadsBox([quad]);
  if (box === null || !overlaps(box, bounds)) return false;
  const covered = coverage(quad, polygon);
  return (
    covered !== null && covered.width > (drawn ? minWidthShare : 0.6) && covered.height > (drawn ? minHeightShare : 0.5)
  );
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
