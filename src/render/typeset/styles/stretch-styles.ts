import { stylesIn } from '../../compose/tags.ts';
import type { Document } from '../../model/document.ts';

/** A style sheet that content adds to its whole document. Plain data. */
export interface ContentSheet {
  readonly css: string;
  /** True where the document has it once, however often content adds it. */
  readonly once: boolean;
}

/** The styles that the content of a step adds, and whether it has a table of contents or an index. */
export interface StepStyles {
  readonly sheets: readonly ContentSheet[];
  /** Style elements in its HTML, which apply to the segment that they are in. */
  readonly elements: readonly string[];
  readonly hasListing: boolean;
}

/** The styles that content adds to a whole document, for a stretch of it. */
export interface SharedStyles {
  /** The sheets in order, each with the number of steps of the stretch that come before it, or add it. */
  readonly sheets: readonly (ContentSheet & { readonly after: number })[];
  /** The style elements of the segment of the stretch, in order. */
  readonly elements: readonly string[];
}

/** Nothing, where content adds no styles. */
export const noSharedStyles: SharedStyles = { sheets: [], elements: [] };

/** Adds a style sheet to a document, unless it has it already and takes it once. */
export function addSheet({ styles }: Document, { css, once }: ContentSheet): void {
  if (!once || !styles.includes(css)) styles.push(css);
}

/** The start tag of a table of contents or an index that is not filled yet. */
const listingPlace = /<nav class="(?:toc|index)" data-/;

/** Notes the styles that the content of a stretch adds, and gives it those of its whole document. */
export class StretchStyles {
  readonly shared: SharedStyles;
  /** Those of each step that is composed. */
  readonly steps: StepStyles[] = [];
  #sheets: ContentSheet[] = [];
  #elements: string[] = [];
  #hasListing = false;
  /** Number of style sheets of the document after each step. */
  readonly #lengths: number[] = [];
  #start = 0;

  constructor(shared: SharedStyles) {
    this.shared = shared;
  }

  /** Notes that the next step is the first one. */
  begin({ styles }: Document): void {
    this.#start = styles.length;
  }

  addSheet(sheet: ContentSheet): void {
    this.#sheets.push(sheet);
  }

  /** Notes the style elements, and the places of listings, in the HTML of content. */
  addElements(html: string): void {
    this.#hasListing ||= listingPlace.test(html);
    if (html.includes('<style')) this.#elements.push(...stylesIn(html).map(({ tag, css }) => `${tag}${css}</style>`));
  }

  /** Notes the end of a step. */
  end({ styles }: Document): void {
    this.steps.push({ sheets: this.#sheets, elements: this.#elements, hasListing: this.#hasListing });
    [this.#sheets, this.#elements, this.#hasListing] = [[], [], false];
    this.#lengths.push(styles.length);
  }

  /** Puts the sheets of the whole document among those of the steps. */
  share(document: Document): void {
    const { styles } = document;
    const own = styles.splice(this.#start);
    const add = (count: number): void => {
      for (const sheet of this.shared.sheets) if (sheet.after === count) addSheet(document, sheet);
    };
    add(0);
    let from = this.#start;
    for (const [step, length] of this.#lengths.entries()) {
      styles.push(...own.slice(from - this.#start, length - this.#start));
      from = length;
      add(step + 1);
    }
  }
}
