import { isName, type Dict, Name, type Obj, PdfString, type Ref } from '../objects/objects.ts';
import { rewriteAction } from './actions.ts';
import { Copier } from './copier.ts';
import { namedDestination } from '../facts/destinations.ts';
import type { Report } from '../facts/report.ts';
import type { Source } from '../facts/source.ts';
import { noElement } from '../facts/structure/element-table.ts';
import { PlacedElements } from './placed-elements.ts';
import type { Target } from './target.ts';

interface PartOptions {
  readonly source: Source;
  readonly target: Target;
  readonly report: Report;
  /** 1-based. */
  readonly document: number;
  readonly title: string;
  /** See `MergeDocument`. */
  readonly isPrinted: boolean;
  /** Indexes, each once. */
  readonly pages: readonly number[];
  /** The part that took the document first; a page that is requested again has a part of its own. */
  readonly lead: Part | null;
}

/** Pages of one document on their way into another, and what became of the names and objects that go with them. */
export class Part {
  readonly source: Source;
  readonly target: Target;
  readonly report: Report;
  readonly document: number;
  readonly title: string;
  readonly pages: readonly number[];
  readonly lead: Part;
  /** True where every page is copied: objects that belong to no page then are, too. */
  readonly whole: boolean;
  readonly copier: Copier;
  readonly pageRefs = new Map<number, Ref>();
  /** New names of destinations by their old ones. */
  readonly destinations = { name: new Map<string, PdfString>(), string: new Map<string, PdfString>() };
  /** Full names of fields that were renamed. */
  readonly fieldNames = new Map<string, string>();
  readonly fileNames = new Map<string, PdfString>();
  readonly widgets = new Map<Dict, Ref>();
  /** Composite fonts of a printed document, by number in the target. */
  readonly printedFonts: number[] = [];
  elements = new PlacedElements(null, 0, 0);
  /** Places of annotations that were left out after all, by number in the target. */
  readonly gone = new Set<number>();
  /** Keys in the parent tree: of pages by index, of streams and annotations by object number. */
  readonly structureKeys = {
    page: new Map<number, number>(),
    stream: new Map<number, number>(),
    object: new Map<number, number>(),
  };

  constructor({ source, target, report, document, title, isPrinted, pages, lead }: PartOptions) {
    this.source = source;
    this.target = target;
    this.report = report;
    this.document = document;
    this.title = title;
    this.pages = pages;
    this.lead = lead ?? this;
    this.whole = lead === null && pages.length === source.pages.length;
    this.copier = new Copier(source.file, target, {
      isPlaced: (num) => source.isPlaced(num),
      placeOf: (num) => this.elements.placeOf(source.structure.elements.ofNum(num)),
      rewrite: (dict) => rewriteAction(this, dict),
      finish: (num, copy) => {
        this.finish(num, copy);
        const ref = isPrinted && isName(copy.get('Subtype'), 'Type0') ? this.copier.placed(num) : null;
        if (ref != null) this.printedFonts.push(ref.num);
      },
    });
    for (const index of pages) {
      const ref = target.reserve();
      this.pageRefs.set(index, ref);
      const num = source.pages[index]?.ref?.num;
      if (num !== undefined && source.pageOf.get(num) === index) this.copier.place(num, ref);
    }
  }

  pageRef(index: number | null): Ref | null {
    return index === null ? null : (this.pageRefs.get(index) ?? this.lead.pageRefs.get(index) ?? null);
  }

  /** A destination (ISO 32000-2, 12.3.2) as it is now, or null when its page stays behind. */
  destination(obj: Obj): Obj {
    const value = this.source.file.resolve(obj);
    if (Array.isArray(value)) {
      const page = this.pageRef(this.source.pageIn(value[0] ?? null));
      return page === null ? null : [page, ...value.slice(1).map((entry) => this.copier.copy(entry))];
    }
    const named = namedDestination(this.source, value);
    if (named === undefined) return this.#undefined(value);
    const name = this.lead.destinations[named.kind].get(named.key.bytes.toString('latin1'));
    return name === undefined ? null : nameOrString(named.kind, name);
  }

  /** A name that led nowhere goes on leading nowhere, under a name that no other document gave to a destination. */
  #undefined(value: Obj): Obj {
    if (!(value instanceof Name || value instanceof PdfString)) return null;
    const kind = value instanceof Name ? 'name' : 'string';
    const key = value instanceof Name ? new PdfString(Buffer.from(value.value, 'latin1')) : value;
    const known =
      this.lead.destinations[kind].get(key.bytes.toString('latin1')) ??
      this.target.destinationNames[kind].claimString(key);
    this.lead.destinations[kind].set(key.bytes.toString('latin1'), known);
    return nameOrString(kind, known);
  }

  /** As `destination`. A destination that is lost is reported. */
  destinationOrDrop(obj: Obj, what: string): Obj {
    const destination = this.destination(obj);
    if (destination === null && obj !== null)
      this.report.drop(this.document, what, 'leads to a page that is not in the result');
    return destination;
  }

  /** Numbers the content of tagged objects anew (14.7.5.4). */
  finish(num: number | null, copy: Dict): void {
    copy.delete('StructParent');
    copy.delete('StructParents');
    if (num === null) return;
    const { structure } = this.source;
    const element = structure.ofObject.get(num) ?? noElement;
    if (structure.streams.has(num)) copy.set('StructParents', this.#key(this.structureKeys.stream, num));
    else if (this.elements.numOf(element) !== 0) copy.set('StructParent', this.#key(this.structureKeys.object, num));
  }

  /** The key of a page's content in the parent tree, where it has tagged content. */
  pageKey(index: number): number | null {
    const { marked, onPage } = this.source.structure;
    const tagged =
      marked.has(index) && onPage.get(index)?.some((element) => this.elements.numOf(element) !== 0) === true;
    return tagged ? this.#key(this.structureKeys.page, index) : null;
  }

  #key(keys: Map<number, number>, owner: number): number {
    const key = keys.get(owner) ?? this.target.structureKey();
    keys.set(owner, key);
    return key;
  }
}

function nameOrString(kind: 'name' | 'string', name: PdfString): Name | PdfString {
  return kind === 'name' ? new Name(name.bytes.toString('latin1')) : name;
}
