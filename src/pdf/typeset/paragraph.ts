import { visualOrder } from './bidi.ts';
import { breakOpportunities } from './break-opportunities.ts';
import { openFace, type FontShelf } from './font-shelf.ts';
import type { FontWish } from './font-wish.ts';
import { itemize, type Direction, type Item } from './itemize.ts';
import { lineOf, noteMissing, runOf, type Line, type Shaped } from './line.ts';

/** Fonts and direction of a paragraph. */
export interface ParagraphOptions {
  readonly shelf: FontShelf;
  readonly wish: FontWish;
  readonly direction: Direction;
  /** Receives the characters that no font has. */
  readonly missing: Set<string>;
}

/** Lines of one paragraph, which a hostile width would make of every character. */
const maxLines = 20_000;

/** Characters that tell how tall lines are. */
const sampled = 500;

/** Text without line breaks, ready to be set at any width. */
export class Paragraph {
  readonly text: string;
  /** Its letters go from right to left. */
  readonly rightToLeft: boolean;
  readonly #options: ParagraphOptions;
  readonly #items: readonly Item[];
  #ends: readonly number[] | undefined;
  readonly #units: Unit[] = [];
  /** By text: words and letters come again. */
  readonly #widths = new Map<string, { readonly inner: number; readonly outer: number }>();

  constructor(text: string, options: ParagraphOptions) {
    this.text = text;
    this.#options = options;
    const { items, base } = itemize(text, options);
    this.#items = items;
    this.rightToLeft = (base & 1) === 1;
    for (const { face, start, end } of items) if (face === null) noteMissing(options.missing, text.slice(start, end));
  }

  /** All of it in one line. */
  line(): Line {
    return this.#line(0, this.text.length);
  }

  /** What its beginning looks like in one line. */
  sample(): Line {
    return this.#line(0, Math.min(this.text.length, sampled));
  }

  /**
   * Lines of at most this width at a size of 1, the first `maximum`: between words, or within one that is longer than a
   * line. White space at the end of a line is not in it.
   */
  lines(width: number, maximum = maxLines): Line[] {
    return [...this.#breaks(width, maximum)].map(([start, end]) => this.#line(start, end));
  }

  /** The number of lines; counting stops at `maximum`. */
  count(width: number, maximum = maxLines): number {
    const breaks = this.#breaks(width, maximum);
    let count = 0;
    while (breaks.next().done !== true) count += 1;
    return count;
  }

  /** Where lines start and end. Nothing is measured beyond the last line that is requested. */
  *#breaks(width: number, maximum: number): Generator<[start: number, end: number]> {
    let start = 0;
    let used = 0;
    let left = Math.min(maximum, maxLines);
    for (const unit of this.#unitsOf()) {
      if (used + unit.inner > width && unit.start > start) {
        yield [start, unit.start];
        if ((left -= 1) === 0) return;
        start = unit.start;
        used = 0;
      }
      if (unit.inner <= width) used += unit.outer;
      else {
        for (const [from, to, inner] of this.#pieces(unit)) {
          const reach = joining.test(this.text.slice(from, to)) ? this.#width(start, to) : used + inner;
          used = reach;
          if (reach > width && from > start) {
            yield [start, from];
            if ((left -= 1) === 0) return;
            start = from;
            used = inner;
          }
        }
        used += unit.outer - unit.inner;
      }
    }
    yield [start, this.text.length];
  }

  /** Pieces of lines, each measured at its first use. */
  *#unitsOf(): Generator<Unit> {
    const ends = (this.#ends ??= breakOpportunities(this.text));
    for (let index = 0; index < ends.length; index += 1) {
      yield (this.#units[index] ??= this.#unit(ends[index - 1] ?? 0, ends[index] ?? 0));
    }
  }

  #unit(start: number, end: number): Unit {
    const text = this.text.slice(start, end);
    const inner = start + text.trimEnd().length;
    const known = this.#widths.get(text) ?? { inner: this.#width(start, inner), outer: this.#width(start, end) };
    this.#widths.set(text, known);
    return { start, end, ...known };
  }

  /** A unit that is longer than a line, grapheme by grapheme. */
  *#pieces({ start, end }: Unit): Generator<[start: number, end: number, inner: number]> {
    for (const { index, segment } of graphemes.segment(this.text.slice(start, end))) {
      const { inner } = this.#unit(start + index, start + index + segment.length);
      yield [start + index, start + index + segment.length, inner];
    }
  }

  #width(start: number, end: number): number {
    let width = 0;
    for (const { face, glyphs } of this.#shaped(start, end))
      for (const { advance } of glyphs) width += advance / face.unitsPerEm;
    return width;
  }

  #line(start: number, end: number): Line {
    const text = this.text.slice(start, end);
    const last = start + text.trimEnd().length;
    const runs = visualOrder(this.#shaped(start, end === this.text.length ? end : last)).map((shaped) =>
      runOf(this.text, shaped, this.#options.missing),
    );
    return lineOf(text, runs);
  }

  #shaped(start: number, end: number): Shaped[] {
    const { shelf } = this.#options;
    return this.#items.flatMap((item) => {
      const from = Math.max(item.start, start);
      const to = Math.min(item.end, end);
      if (from >= to || item.face === null) return [];
      const face = openFace(item.face);
      const glyphs = face.shape(this.text, from, to, {
        rightToLeft: (item.level & 1) === 1,
        script: item.script,
        language: shelf.language,
      });
      return [{ own: item.face, level: item.level, face, glyphs, start: from, end: to }];
    });
  }
}

/** Letters that are wider or narrower by what stands beside them. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** What a line is not broken within, with and without the white space behind it. */
interface Unit {
  readonly start: number;
  readonly end: number;
  readonly inner: number;
  readonly outer: number;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
