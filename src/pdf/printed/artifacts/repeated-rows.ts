import type { PrintedFile } from '../printed.ts';
import { endOfMark } from './end-of-mark.ts';
import { referenceOf, references } from '../model/body.ts';
import type { PrintedObjects } from '../model/printed-objects.ts';

/** What is different once repetitions are no content any more. */
export interface Unrepeated {
  /** By the numbers of content streams, the marks in them that are artifacts: see `asArtifacts`. */
  readonly marks: ReadonlyMap<number, readonly number[]>;
  /** By their numbers, other objects as text. */
  readonly bodies: ReadonlyMap<number, string>;
}

/** A structure element and its marks, by the object number of the page that they are on. */
interface Element {
  readonly number: number;
  readonly marks: ReadonlyMap<number, readonly number[]>;
}

/** Elements within each other, at most. */
const maxDepth = 50;
/** What an empty cell shows, which is out of the flow (`keepCell`) and is not repeated. */
const oneGlyph = /^<[0-9A-F]{1,4}> Tj$/;
/** A mark on another page than the element's own (ISO 32000-2, 14.7.5.2). */
const reference = /<<\/Type \/MCR\s+\/Pg (\d+) 0 R\s+\/MCID (\d+)>>/g;

/**
 * Makes header rows that a printed file repeats on later pages of a table pagination artifacts there (14.8.2.2.2).
 * Chromium tags them as one row, in which every cell has its text once for each page, and screen readers would read it
 * that often. A row that breaks over pages has different text on each page.
 */
export function unrepeatRows(file: PrintedFile, objects: PrintedObjects): Unrepeated {
  const rows = new Set(spreadElements(file).map((number) => rowOf(objects, number)));
  rows.delete(0);
  const repetitions = new Repetitions(objects);
  for (const row of rows) repetitions.look(row);
  return repetitions.leftOut(referenceOf(objects.head(file.root), 'StructTreeRoot'));
}

/** Elements with content on more than one page, in the order of the file. */
function spreadElements({ bytes, objects }: PrintedFile): number[] {
  const found: number[] = [];
  let at = bytes.indexOf('/Type /MCR', 0, 'latin1');
  for (const { number, start, end } of objects) {
    if (at >= 0 && at < start) at = bytes.indexOf('/Type /MCR', start, 'latin1');
    if (at < 0) break;
    if (at < end) found.push(number);
  }
  return found;
}

/** The row of a table that an element is in, or 0. */
function rowOf(objects: PrintedObjects, element: number): number {
  let number = element;
  for (let depth = 0; depth < maxDepth && number !== 0; depth += 1) {
    const head = objects.head(number);
    if (/\/S \/TR\b/.test(head)) return number;
    number = /\/S \/(?:Table|Document)\b/.test(head) ? 0 : referenceOf(head, 'P');
  }
  return 0;
}

function elementsIn(objects: PrintedObjects, number: number, depth = 0): Element[] {
  const head = objects.head(number);
  const kids = /\/K (\[[^[\]]*\]|\d+ 0 R|\d+)/.exec(head)?.[1] ?? '';
  const marks = new Map<number, number[]>();
  const direct = kids.replace(/<<[^<>]*>>/g, '');
  const own =
    direct
      .replace(/(?<!\d)\d+ 0 R/g, '')
      .match(/\d+/g)
      ?.map(Number) ?? [];
  if (own.length > 0) marks.set(referenceOf(head, 'Pg'), own);
  for (const [, page, mark] of kids.matchAll(reference))
    marks.set(Number(page), [...(marks.get(Number(page)) ?? []), Number(mark)]);
  const inner = depth < maxDepth ? references(direct).flatMap((kid) => elementsIn(objects, kid, depth + 1)) : [];
  return [{ number, marks }, ...inner];
}

/** The properties of a mark as Skia writes them, behind its tag. */
const properties = (mark: number) => `<</MCID ${mark} >>BDC`;

class Repetitions {
  readonly #objects: PrintedObjects;
  /** The page that was read last, and its content: a file may have very many. */
  #read: { readonly page: number; readonly content: Buffer } = { page: 0, content: Buffer.alloc(0) };
  /** Pages with the marks that are artifacts there, and elements with the pages that they are not on any more. */
  readonly #pages = new Map<number, number[]>();
  readonly #elements = new Map<number, Set<number>>();

  constructor(objects: PrintedObjects) {
    this.#objects = objects;
  }

  /** Finds the pages on which a row repeats the text of its first page. */
  look(row: number): void {
    const elements = elementsIn(this.#objects, row);
    const [first, ...later] = [...new Set(elements.flatMap(({ marks }) => [...marks.keys()]))].sort((a, b) => a - b);
    if (first === undefined) return;
    const texts = elements.map((element) => this.#textOf(element, first));
    if (texts.join('') === '') return;
    for (const page of later) {
      if (
        !elements.every(
          (element, index) =>
            this.#textOf(element, page) === texts[index] ||
            (!element.marks.has(page) && oneGlyph.test(texts[index] ?? '')),
        )
      )
        continue;
      for (const { number, marks } of elements) {
        const own = marks.get(page);
        if (own === undefined) continue;
        this.#pages.set(page, [...(this.#pages.get(page) ?? []), ...own]);
        this.#elements.set(number, (this.#elements.get(number) ?? new Set()).add(page));
      }
    }
  }

  /** What an element shows on a page: the strings of its marks. */
  #textOf({ marks }: Element, page: number): string {
    const own = marks.get(page);
    if (own === undefined) return '';
    const content = this.#contentOf(page);
    return own
      .map((mark) => {
        const start = content.indexOf(properties(mark), 0, 'latin1');
        return start < 0
          ? ''
          : (content
              .toString('latin1', start, endOfMark(content, start + properties(mark).length))
              .match(/<[0-9A-F]+> Tj/g)
              ?.join('') ?? '');
      })
      .join('');
  }

  #contentOf(page: number): Buffer {
    if (this.#read.page !== page)
      this.#read = { page, content: this.#objects.content(this.#streamOf(page)) ?? Buffer.alloc(0) };
    return this.#read.content;
  }

  #streamOf(page: number): number {
    return referenceOf(this.#objects.head(page), 'Contents');
  }

  /** The objects without them; `root` is that of the structure tree. */
  leftOut(root: number): Unrepeated {
    const streams = new Map([...this.#pages].map(([page, marks]) => [this.#streamOf(page), marks]));
    const bodies = new Map(
      [...this.#elements].map(([number, pages]) => [
        number,
        this.#objects.head(number).replace(reference, (kid, page: string) => (pages.has(Number(page)) ? '' : kid)),
      ]),
    );
    if (this.#pages.size > 0) this.#dropParents(root, bodies);
    return { marks: streams, bodies };
  }

  /** Takes the marks out of the parent tree (14.7.5.4): each page has an array of the elements of its marks there. */
  #dropParents(root: number, bodies: Map<number, string>): void {
    const arrays = new Map(this.#numbers(referenceOf(this.#objects.head(root), 'ParentTree')));
    for (const [page, marks] of this.#pages) {
      const number = arrays.get(Number(/\/StructParents (\d+)/.exec(this.#objects.head(page))?.[1]));
      if (number === undefined) continue;
      const left = new Set(marks);
      let index = -1;
      bodies.set(
        number,
        this.#objects
          .head(number)
          .replace(/(?<!\d)\d+ 0 R|null/g, (entry) => (left.has((index += 1)) ? 'null' : entry)),
      );
    }
  }

  #numbers(node: number, depth = 0): [number, number][] {
    const head = this.#objects.head(node);
    const entries = Array.from(
      /\/Nums \[([^[\]]*)\]/.exec(head)?.[1]?.matchAll(/(?<!\d)(\d+) (\d+) 0 R/g) ?? [],
      ([, key, value]): [number, number] => [Number(key), Number(value)],
    );
    const kids = depth < maxDepth ? references(/\/Kids \[([^[\]]*)\]/.exec(head)?.[1] ?? '') : [];
    return [...entries, ...kids.flatMap((kid) => this.#numbers(kid, depth + 1))];
  }
}

/** A content stream whose marks of these numbers are artifacts of the pagination. */
export function asArtifacts(content: Buffer, marks: readonly number[]): Buffer {
  const starts = marks
    .map((mark) => ({ at: content.indexOf(properties(mark), 0, 'latin1'), length: properties(mark).length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const parts: Buffer[] = [];
  let from = 0;
  for (const { at, length } of starts) {
    parts.push(
      content.subarray(from, content.lastIndexOf('/', at, 'latin1')),
      Buffer.from('/Artifact <</Type /Pagination>>BDC'),
    );
    from = at + length;
  }
  return Buffer.concat([...parts, content.subarray(from)]);
}
