import type { Source } from '../../facts/source.ts';
import type { Ref } from '../../objects/objects.ts';
import { toShown } from '../../geometry/shown-page.ts';
import type { VisualDifference } from '../pages/compare-visual.ts';
import type { PlainPage, PlainPair } from '../words/plain-changes.ts';
import { changesOf, type Compared, visualOfPairs } from '../report.ts';
import type { Names } from './findings.ts';
import { mark, onSheet } from './marks.ts';
import type { MadePage, Making } from './made-page.ts';
import type { PageForms } from './page-forms.ts';
import {
  drawForms,
  drawFrame,
  drawHead,
  drawLegend,
  drawMarks,
  drawNothing,
  drawPaper,
  type Numbered,
  panelOf,
  regionsToMark,
  sheetSize,
  type Side,
} from './sheet.ts';
import type { Element } from './tags.ts';

/** All text changes in order, numbered from 1. */
export function numbered(compared: Compared): Numbered[] {
  return compared.pairs
    .flatMap((pair) => changesOf(compared, pair))
    .map((change, index) => ({ number: index + 1, ...change }));
}

/** The results to draw. */
export interface SheetsOptions {
  readonly compared: Compared;
  readonly names: Names;
  readonly changes: readonly Numbered[];
  readonly sides: readonly [Source, Source];
  readonly forms: readonly [PageForms, PageForms];
}

/** Draws a sheet for each pair of pages. Answers the outline entries of those that differ. */
export function drawSheets(making: Making, options: SheetsOptions): { readonly title: string; readonly page: Ref }[] {
  const { compared, changes } = options;
  const visual = visualOfPairs(compared);
  const onPage = { before: byPage(changes, 'before'), after: byPage(changes, 'after') };
  return compared.pairs.map((pair, index) => {
    const own = new Map<Side, readonly Numbered[]>([
      ['before', onPage.before.get(pair.before?.number ?? 0) ?? []],
      ['after', onPage.after.get(pair.after?.number ?? 0) ?? []],
    ]);
    const page = making.page(sheetSize);
    drawSheet(making, page, {
      ...options,
      pair,
      own,
      visual: visual[index] ?? null,
      sheet: `Sheet ${index + 1} of ${compared.pairs.length}`,
    });
    return {
      title: titleOf(
        pair,
        new Set([...own.values()].flatMap((some) => some.map(({ number }) => number))).size,
        visual[index] ?? null,
      ),
      page: page.ref,
    };
  });
}

/** Changes by each page that has lines of them. */
function byPage(changes: readonly Numbered[], side: Side): Map<number, Numbered[]> {
  const found = new Map<number, Numbered[]>();
  for (const change of changes) {
    for (const page of new Set((change[side]?.lines ?? []).map((line) => line.page))) {
      const known = found.get(page);
      if (known) known.push(change);
      else found.set(page, [change]);
    }
  }
  return found;
}

function titleOf({ before, after }: PlainPair, changes: number, visual: VisualDifference | null): string {
  if (before === null || after === null)
    return before === null ? `Page ${after?.number ?? 0} inserted` : `Page ${before.number} removed`;
  const state = changes > 0 ? countOf(changes) : (visual?.share ?? 0) > 0 ? 'looks different' : 'no differences';
  return `Page ${before.number === after.number ? before.number : `${before.number} → ${after.number}`}: ${state}`;
}

const countOf = (changes: number): string => (changes === 1 ? '1 change' : `${changes} changes`);

interface Sheet extends SheetsOptions {
  readonly pair: PlainPair;
  readonly own: ReadonlyMap<Side, readonly Numbered[]>;
  readonly visual: VisualDifference | null;
  readonly sheet: string;
}

function drawSheet(making: Making, page: MadePage, sheet: Sheet): void {
  const { tags } = making;
  const section = tags.element(tags.root, 'Sect');
  for (const side of ['before', 'after'] as const) {
    const own = sheet.pair[side];
    if (own === null) drawEmptySide(making, page, section, { side, other: sheet.pair.before ?? sheet.pair.after });
    else drawSide(making, page, section, { side, own, sheet });
  }
  tags.artifact(page.pen, () => drawLegend(page.pen, sheet.sheet));
}

const wholeNames = { inserted: 'Inserted page', deleted: 'Removed page' } as const;
const sideNames = { before: 'Before', after: 'After' } as const;

function drawEmptySide(
  { tags }: Making,
  { ref, pen }: MadePage,
  section: Element,
  { side, other }: { readonly side: Side; readonly other: PlainPage | null },
): void {
  if (other === null) return;
  const [title, text] =
    side === 'before'
      ? ['Before: no such page', 'This page is not in the earlier document.']
      : ['After: no such page', 'This page is not in the later document.'];
  tags.content(tags.element(section, 'H2'), ref, pen, () => drawHead(pen, side, { title, note: '' }));
  tags.content(tags.element(section, 'P'), ref, pen, () => drawNothing(pen, panelOf(side, other), text));
}

function drawSide(
  { tags }: Making,
  { ref, pen, forms }: MadePage,
  section: Element,
  { side, own, sheet }: { readonly side: Side; readonly own: PlainPage; readonly sheet: Sheet },
): void {
  const { pair, names, sides, visual } = sheet;
  const at = side === 'before' ? 0 : 1;
  const changes = sheet.own.get(side) ?? [];
  const panel = panelOf(side, own);
  const whole = pair.before === null ? 'inserted' : pair.after === null ? 'deleted' : null;
  const regions =
    visual === null || pair.before === null || pair.after === null ? [] : regionsToMark(visual, changes.length);
  const note = whole === null ? noteOf(changes.length, visual) : wholeNames[whole];
  tags.content(tags.element(section, 'H2'), ref, pen, () =>
    drawHead(pen, side, { title: `${sideNames[side]}: page ${own.number} of ${names[side]}`, note }),
  );
  const source = sides[at].pages[own.number - 1];
  const drawn = sheet.forms[at]
    .formsOf(own.number)
    .map((form, index) => ({ ...form, name: `${side === 'before' ? 'B' : 'A'}${index}` }));
  for (const { name, ref: form } of drawn) forms.set(name, form);
  tags.artifact(pen, () => drawPaper(pen, panel));
  tags.content(
    tags.element(section, 'Figure', { alt: altOf(side, own, { changes, whole, regions: regions.length }) }),
    ref,
    pen,
    () => {
      if (source) drawForms(pen, panel, toShown(source), drawn);
      drawFrame(pen, panel, whole);
      for (const region of regions) mark(pen, 'look', onSheet(panel, region));
      drawMarks(pen, side, { page: own, panel, changes });
    },
  );
}

function noteOf(changes: number, visual: VisualDifference | null): string {
  const looking = (visual?.share ?? 0) > 0;
  return changes > 0 ? countOf(changes) : looking ? 'looks different' : 'no differences';
}

/** Characters of a change that are quoted. */
const maxQuoteCharacters = 120;

/** The alternative text of a page. */
function altOf(
  side: Side,
  { number }: PlainPage,
  {
    changes,
    whole,
    regions,
  }: { readonly changes: readonly Numbered[]; readonly whole: 'inserted' | 'deleted' | null; readonly regions: number },
): string {
  const quotes = changes
    .slice(0, 20)
    .map(
      ({ number: index, kind, [side]: own }) =>
        `${index}, ${kind}: “${(own?.text ?? '').slice(0, maxQuoteCharacters)}”`,
    );
  const more = [
    ...(changes.length > 20 ? [`${changes.length - 20} more changes`] : []),
    ...(regions > 0 ? [`${regions} places that look different`] : []),
  ];
  const marked = [...quotes, ...more];
  return (
    `Page ${number} of the ${side === 'before' ? 'earlier' : 'later'} ` +
    `document${whole === null ? '' : `, ${whole} as a whole`}. ` +
    (marked.length === 0 ? 'Nothing is marked.' : `Marked: ${marked.join('; ')}.`)
  );
}
