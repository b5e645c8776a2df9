import { parseFragment } from 'parse5';
import { collapsed, textOf, type Found } from '../../compose/headings.ts';
import type { CaptionKind, Captions } from './caption-options.ts';

/** The numbers of headings, by the indexes at their places; `null` = the document does not number headings. */
export type HeadingNumbers = readonly (string | null)[] | null;

/** The state at the beginning of a document. */
export const noCaptions: CaptionState = { counts: {}, chapter: '', last: '', chapters: 0, top: 0 };

const place = /<!--number (?:of|in) (\d+)-->/;

/** How far the numbers of captions are. Plain data. */
export interface CaptionState {
  /** By kind, and chapter where captions are counted by chapter: those that may go on. */
  readonly counts: Readonly<Record<string, number>>;
  readonly chapter: string;
  readonly last: string;
  readonly chapters: number;
  readonly top: number;
}

/** Counts the captions of a document, in order. */
export class ChapterCount {
  readonly #captions: Captions | null;
  readonly #headings: HeadingNumbers;
  /** By kind, and chapter where captions are counted by chapter. */
  readonly #counts: Map<string, number>;
  /** The number of the chapter; `''` where there is none. */
  #chapter: string;
  /** The last number of a chapter, which may go on after a heading without one. */
  #last: string;
  #chapters: number;
  /** The level of chapters where headings are numbered. */
  #top: number;

  /** `before` is the state at the first caption; unless given, none was counted. */
  constructor(captions: Captions | null, headings: HeadingNumbers, before: CaptionState = noCaptions) {
    this.#captions = captions;
    this.#headings = headings;
    this.#counts = new Map(Object.entries(before.counts));
    this.#chapter = before.chapter;
    this.#last = before.last;
    this.#chapters = before.chapters;
    this.#top = before.top;
  }

  /** What is before the next caption. */
  get state(): CaptionState {
    const going = ['', this.#last];
    const counts = [...this.#counts].filter(([key]) => going.some((chapter) => key.endsWith(` ${chapter}`)));
    return {
      counts: Object.fromEntries(counts),
      ...{ chapter: this.#chapter, last: this.#last },
      chapters: this.#chapters,
      top: this.#top,
    };
  }

  get byChapter(): boolean {
    return this.#captions?.by === 'chapter';
  }

  /** The number of the next caption of a kind; `null` = it has none. */
  next(kind: CaptionKind): string | null {
    if (this.#captions === null || this.#captions.labels[kind] === '') return null;
    const key = `${kind} ${this.#chapter}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return this.#chapter === '' ? String(count) : `${this.#chapter}.${count}`;
  }

  /** Passes a heading, which may begin a chapter. */
  pass(html: string, heading: Found | undefined): void {
    if (heading === undefined) return;
    const source = html.slice(heading.start, heading.end);
    if (this.#headings === null) this.#passPlain(source, heading.level);
    else this.#passNumbered(this.#headings[Number(place.exec(source)?.[1] ?? -1)] ?? null, heading.level);
  }

  /** A chapter has the number of its heading. One whose heading has none has no number either. */
  #passNumbered(number: string | null, level: number): void {
    const [first = '', ...others] = number?.split('.') ?? [];
    if (number !== null) this.#chapter = this.#last = first;
    else if (level <= this.#top) this.#chapter = '';
    if (number !== null && others.length === 0) this.#top = level;
  }

  #passPlain(source: string, level: number): void {
    const [element] = level === 1 ? parseFragment(source).childNodes : [];
    if (!element || !('attrs' in element) || collapsed(textOf(element)) === '') return;
    const has = (name: string, value?: string) =>
      element.attrs.some((one) => one.name === name && (value === undefined || one.value === value));
    if (has('hidden')) return;
    if (!has('data-numbered', 'no')) this.#chapters += 1;
    this.#chapter = has('data-numbered', 'no') ? '' : String(this.#chapters);
    if (this.#chapter !== '') this.#last = this.#chapter;
  }
}
