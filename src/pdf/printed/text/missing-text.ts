import type { Shown } from './shown-line.ts';

/** A line with characters that no font has. */
export interface MissingText {
  /** Index of the page. */
  readonly page: number;
  /** The characters, where the file has them. */
  readonly characters: readonly string[];
  readonly unnamed: number;
  /** The line from a bit before them, with □ for each of those that the file does not have. */
  readonly text: string;
}

/** The longest text that a finding shows. */
const longestText = 200;

/** The text of a line, as far as findings show it. */
export function textOf({ font, codes, missing }: Pick<Shown, 'font' | 'codes' | 'missing'>): string {
  let [text, at] = ['', 0];
  for (const code of codes.subarray(0, longestText)) {
    text += font.missing(code) ? (missing[at++] ?? '\u25a1') : (font.text(code) ?? '');
  }
  return text;
}

/** What is needed of the line before. */
type Before = Pick<Shown, 'font' | 'codes' | 'missing'> & { readonly page: number; readonly baseline: number | null };

/** Collects text that no font has, with the text before and after it in other fonts. */
export class MissingTexts {
  readonly found: MissingText[] = [];
  /** Characters, in all. */
  count = 0;
  readonly #maximum: number;
  #before: Before | null = null;
  /** The last finding is of the line that goes on. */
  #isOpen = false;

  /** @param maximum number of lines that are reported */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Takes all text, in order. */
  add(shown: Shown, page: number): void {
    const { font, codes, missing, area } = shown;
    const before = this.#before?.page === page ? this.#before : null;
    const baseline = area?.bottom ?? before?.baseline ?? null; // spaces have no area
    const goesOn = before?.baseline === baseline;
    this.count += missing.length;
    this.#isOpen &&= goesOn;
    if (missing.length > 0 && !this.#isOpen && this.found.length < this.#maximum) {
      const text = goesOn ? textOf(before) : '';
      this.found.push({ page, characters: [], unnamed: 0, text });
      this.#isOpen = true;
    }
    if (this.#isOpen) this.#extend(shown);
    this.#before = { font, codes: codes.slice(0, longestText), missing, page, baseline };
  }

  #extend(shown: Shown): void {
    const last = this.found.pop();
    if (last === undefined) return;
    const named = shown.missing.filter((text) => text !== undefined);
    const unnamed = last.unnamed + shown.missing.length - named.length;
    const text = last.text.length < longestText ? last.text + textOf(shown) : last.text;
    this.found.push({ ...last, characters: [...last.characters, ...named], unnamed, text });
  }
}
