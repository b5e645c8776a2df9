import { greatest } from '../../../objects/large-arrays.ts';
import { cutsOf, rowsOf, type LinedPage, type PageGlyph, type Row, type TextLine } from './lined-page.ts';
import { readingsOf, type ReadText } from './readings.ts';
import { type Item } from './reading-item.ts';
import type { Rule } from '../rules.ts';

/** A match of a rule across a page break. */
export interface MatchAcross<T> {
  readonly pointer: string;
  readonly text: string;
  /** Glyphs of two or more pages. */
  readonly glyphs: readonly T[];
}

/** Readings of the end of a page that are tried; those that leave out most come first. */
const maxEnds = 24;

/** A page in one reading order, with or without its artifacts. */
interface Reading<T> {
  readonly lines: readonly TextLine<T>[];
  readonly rows: readonly Row[];
}

interface HeldPage<T> {
  readonly height: number;
  readonly readings: readonly Reading<T>[];
}

type Items<T> = readonly Item<T>[];

/**
 * Finds matches that begin on one page and end on another. Pages are added in order. Of each page only as much text is
 * stored as a match may begin with, and more of earlier pages where it has next to no text. Running heads, running
 * feet, notes and artifacts may interrupt the text or not: every reading is searched. Only literals may cross more than
 * two pages, because page numbers in a row look like a number.
 */
export class PageEnds<T extends PageGlyph> {
  readonly #rules: readonly Rule[];
  readonly #reach: number;
  #last: HeldPage<T> | null = null;
  /** The ends of the previous pages, by reading. */
  #ends: readonly (readonly Items<T>[])[] = [];
  /** Signatures of rows of the last three pages, the latest first. */
  #signatures: readonly ReadonlySet<string>[] = [];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.#reach = Math.max(0, ...rules.map(({ reach }) => reach));
  }

  /** Matches that begin before this page and end on it. */
  add({ height, orders }: LinedPage<T>): MatchAcross<T>[] {
    if (this.#rules.length === 0) return [];
    const page = { height, readings: orders.flatMap(withAndWithoutArtifacts) };
    const signatures = new Set(page.readings.flatMap(({ rows }) => rows.map(({ signature }) => signature)));
    const [last, ...earlier] = this.#signatures;
    this.#ends = this.#last === null ? [] : this.#endsOf(this.#last, all([signatures, ...earlier]));
    const starts = this.#startsOf(page, all([...(last ? [last] : []), ...earlier.slice(0, 1)]));
    [this.#last, this.#signatures] = [page, [signatures, ...this.#signatures].slice(0, 3)];
    return this.#matchesOver(starts);
  }

  #matchesOver(starts: readonly (readonly Items<T>[])[]): MatchAcross<T>[] {
    const joints = starts.flatMap((some, index) =>
      this.#endsAt(index).flatMap((end) =>
        some.map((start) => (end.length > 0 && start.length > 0 ? [...end, ...start] : [])),
      ),
    );
    const texts = [...new Map(joints.map((items) => [keyOf(items), items])).values()].flatMap(readingsOf);
    const seen = new Set<string>();
    const matches = texts.flatMap((text) => this.#matchesIn(text, seen));
    return [
      ...new Map(matches.map((match) => [`${match.pointer} ${match.glyphs.map(nameOf).join()}`, match])).values(),
    ];
  }

  /** A page may have one reading more than the page before it. */
  #endsAt(index: number): readonly Items<T>[] {
    return this.#ends[index] ?? this.#ends[0] ?? [];
  }

  #startsOf({ height, readings }: HeldPage<T>, repeated: ReadonlySet<string>): (readonly Items<T>[])[] {
    return readings.map(({ lines, rows }) =>
      distinct(cutsOf(rows, height, repeated).above.map((top) => itemsOf(lines, { top, bottom: height }, this.#reach))),
    );
  }

  /** The end of a page, and of the pages before it where that is too short. */
  #endsOf({ height, readings }: HeldPage<T>, repeated: ReadonlySet<string>): (readonly Items<T>[])[] {
    return readings.map(({ lines, rows }, index) => {
      const { above, below } = cutsOf(rows, height, repeated);
      const heads = [...new Set([greatest(above), 0])];
      const own = distinct(
        below
          .toSorted((one, other) => one - other)
          .flatMap((bottom) => heads.map((top) => itemsOf(lines, { top, bottom }, -this.#reach))),
      );
      const whole = own.flatMap((items, rank) => {
        const missing = this.#reach - items.length;
        const before = missing > 0 ? this.#endsAt(index) : [];
        return before.length === 0
          ? [{ items, rank }]
          : before.map((some, further) => ({ items: [...some.slice(-missing), ...items], rank: rank + further }));
      });
      return distinct(whole.sort((one, other) => one.rank - other.rank).map(({ items }) => items));
    });
  }

  /**
   * `seen` holds texts around the page break that a rule has searched already: readings may differ only farther away.
   */
  #matchesIn({ text, origins, glyphs }: ReadText<T>, seen: Set<string>): MatchAcross<T>[] {
    const glyphsAt = (at: number) => glyphs[origins[at] ?? -1] ?? [];
    const ends = changesOf(origins.map((origin) => glyphs[origin]?.[0]?.page ?? null));
    return this.#rules.flatMap((rule) => {
      // A pattern searches from the last page but one.
      const from =
        rule.literal === null
          ? Math.max(ends.at(-2) ?? 0, (ends.at(-1) ?? 0) - rule.reach)
          : Math.max(0, (ends[0] ?? 0) - rule.reach);
      const stretch = text.slice(from, (ends.at(-1) ?? 0) + rule.reach);
      const key = [
        rule.pointer,
        ...[from, ends.at(-1) ?? 0].map((at) => glyphsAt(at).map(nameOf).join()),
        stretch,
      ].join(' ');
      if (ends.length === 0 || seen.has(key)) return [];
      seen.add(key);
      return rule.findOverPages(stretch).flatMap(([start, end]): MatchAcross<T>[] => {
        const places = Array.from({ length: end - start }, (_, index) => from + start + index);
        const on = new Set(
          places.flatMap((at) => (text[at]?.trim() === '' ? [] : glyphsAt(at).map(({ page }) => page))),
        );
        if (on.size < 2 || (rule.pages !== null && ![...on].some((page) => rule.pages?.has(page)))) return [];
        return [
          {
            pointer: rule.pointer,
            text: text.slice(from + start, from + end),
            glyphs: [...new Set(places.map((at) => origins[at] ?? -1))].flatMap((origin) => glyphs[origin] ?? []),
          },
        ];
      });
    });
  }
}

const all = (sets: readonly ReadonlySet<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]));

/** Indexes at which the text of each further page begins. */
function changesOf(pages: readonly (number | null)[]): number[] {
  const changes: number[] = [];
  let last: number | null = null;
  for (const [at, page] of pages.entries()) {
    if (page === null) continue;
    if (last !== null && page !== last) changes.push(at);
    last = page;
  }
  return changes;
}

function withAndWithoutArtifacts<T>(lines: readonly TextLine<T>[]): Reading<T>[] {
  const whole = { lines, rows: rowsOf(lines) };
  const text = lines.filter(({ artifact }) => !artifact);
  return [whole, text.length === lines.length ? whole : { lines: text, rows: rowsOf(text) }];
}

/**
 * Items of lines between two heights: the first `count`, or the last for a negative count. The first item begins a
 * line, because another page ends before it.
 */
function itemsOf<T>(
  lines: readonly TextLine<T>[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
  count: number,
): Items<T> {
  const own = lines.filter((line) => (line.top + line.bottom) / 2 > top && (line.top + line.bottom) / 2 < bottom);
  const some: (readonly Item<T>[])[] = [];
  let length = 0;
  for (const line of count < 0 ? own.reverse() : own) {
    if (length >= Math.abs(count)) break;
    some.push(line.items);
    length += line.items.length;
  }
  const items = (count < 0 ? some.reverse() : some).flat();
  const [first, ...others] = count < 0 ? items.slice(count) : items.slice(0, count);
  return first === undefined ? [] : [{ ...first, gap: '\n' }, ...others];
}

const nameOf = ({ page, at }: PageGlyph): string => `${page}:${at}`;

function keyOf(items: Items<PageGlyph>): string {
  const ends = [items[0], items.at(-1)].map((item) => item?.glyphs.map(nameOf).join() ?? '');
  return `${ends.join(' ')} ${items.map(({ text }) => text).join('')}`;
}

function distinct<T extends PageGlyph>(all: readonly Items<T>[]): Items<T>[] {
  return [...new Map(all.map((items) => [keyOf(items), items])).values()].slice(0, maxEnds);
}
