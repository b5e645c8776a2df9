import type { Annotations, Annotation } from './source-file.ts';
import type { PdfFile, PdfPage } from '../file/pdf-file.ts';
import type { Limits } from '../objects/limits.ts';
import { Dict, type Obj, Ref } from '../objects/objects.ts';
import { readDestinations, type Destinations } from './destinations.ts';
import { readForm, type FormIndex } from './form-index.ts';
import { readLabels, type Label } from './page-labels.ts';
import { readOutline, type OutlineItem } from './outline-index.ts';
import { noElement } from './structure/element-table.ts';
import { ElementsAhead } from './structure/ahead/elements-ahead.ts';
import { readStructure, type StructureIndex } from './structure/structure-index.ts';

/**
 * An opened document with what is known of it as a whole, each found once, when it is first needed: whatever is taken
 * from the document in parts costs what the parts hold, and not the whole document once a part.
 */
export class Source {
  readonly file: PdfFile;
  readonly pages: readonly PdfPage[];
  /** Index of a page by its object number. */
  readonly pageOf = new Map<number, number>();
  #annotations: Annotations | undefined;
  #destinations: Destinations | undefined;
  #form: FormIndex | undefined;
  #labels: readonly Label[] | null | undefined;
  #outline: readonly OutlineItem[] | undefined;
  #outlineOnPage: ReadonlyMap<number, readonly OutlineItem[]> | undefined;
  #structure: StructureIndex | undefined;
  #ahead: ElementsAhead | null = null;

  constructor(file: PdfFile) {
    this.file = file;
    this.pages = file.pages();
    this.pages.forEach((page, index) => {
      if (page.ref !== null && !this.pageOf.has(page.ref.num)) this.pageOf.set(page.ref.num, index);
    });
  }

  get annotations(): Annotations {
    return (this.#annotations ??= readAnnotations(this));
  }

  get destinations(): Destinations {
    return (this.#destinations ??= readDestinations(this));
  }

  get form(): FormIndex {
    return (this.#form ??= readForm(this));
  }

  /** One a page, or null where the document has none. */
  get labels(): readonly Label[] | null {
    return this.#labels === undefined ? (this.#labels = readLabels(this)) : this.#labels;
  }

  /** Every item, a parent before its kids. */
  get outline(): readonly OutlineItem[] {
    return (this.#outline ??= readOutline(this));
  }

  /** The items that lead to each page. */
  get outlineOnPage(): ReadonlyMap<number, readonly OutlineItem[]> {
    return (this.#outlineOnPage ??= Map.groupBy(
      this.outline.filter((item) => item.page !== null),
      (item) => item.page ?? 0,
    ));
  }

  get structure(): StructureIndex {
    return (this.#structure ??= this.#readStructure());
  }

  get ahead(): ElementsAhead | null {
    return this.#ahead;
  }

  /**
   * Lets another thread scan elements of a large document, until `structure` has been read, or `endScan` is called.
   * Whoever begins a scan ends it, because `structure` may never be read.
   */
  scanElementsAhead(limits: Limits): void {
    if (this.#structure === undefined) this.#ahead ??= ElementsAhead.begin(this.file, limits);
  }

  endScan(): void {
    this.#ahead?.end();
    this.#ahead = null;
  }

  #readStructure(): StructureIndex {
    try {
      return readStructure(this);
    } finally {
      this.endScan();
    }
  }

  /**
   * The page that the first element of a destination names: by reference, or by its index, which is meant for other
   * files only and found in this one.
   */
  pageIn(obj: Obj): number | null {
    if (obj instanceof Ref) return this.pageOf.get(obj.num) ?? null;
    return typeof obj === 'number' && this.pages[obj] !== undefined ? obj : null;
  }

  /** Pages, structure elements and fields are copied only where they were given a place. */
  isPlaced(num: number): boolean {
    return this.pageOf.has(num) || this.structure.elements.ofNum(num) !== noElement || this.form.byNum.has(num);
  }

  /** The name tree `key` of the catalog's Names (7.7.4). */
  names(key: string): Obj {
    return this.file.dict(this.file.catalog.get('Names'))?.get(key) ?? null;
  }
}

/** An annotation that two pages share belongs to the first of them. */
function readAnnotations(source: Source): Annotations {
  const pageOf = new Map<number, number>();
  const ofPage = source.pages.map((page, index) => {
    const list = source.file.array(page.dict.get('Annots')) ?? [];
    return list.flatMap((entry): Annotation[] => {
      const dict = source.file.resolve(entry);
      if (!(dict instanceof Dict)) return [];
      const num = entry instanceof Ref ? entry.num : null;
      if (num !== null && !pageOf.has(num)) pageOf.set(num, index);
      return [{ num, dict }];
    });
  });
  return { ofPage, pageOf };
}
