import type { PdfString } from '../objects/objects.ts';
import { Dict, isName, Name, Ref, type Obj, type PdfArray } from '../objects/objects.ts';
import type { PdfPage } from '../file/pdf-file.ts';
import type { Changes } from '../file/changes.ts';
import { off } from '../widgets/state-name.ts';
import { NumberTree } from '../widgets/fields/number-tree.ts';

/** Roles of PrintField for fields that became content (ISO 32000-2, table 378). */
const roles: Readonly<Record<string, string>> = {
  text: 'tv',
  combo: 'tv',
  list: 'lb',
  checkbox: 'cb',
  radio: 'rb',
  button: 'pb',
};

/** A widget whose look becomes page content. */
export interface FlattenedWidget {
  readonly ref: Ref | null;
  readonly dict: Dict;
  readonly page: PdfPage;
  readonly kind: string;
  readonly tooltip: PdfString | null;
}

/** Turns the tags of widgets into tags of the page content that replaces them. */
export class FlattenTags {
  readonly #changes: Changes;
  readonly #tree: NumberTree | null;
  readonly #root: Dict | null;
  /** Elements by the MCIDs of a page, for its parent tree entry. */
  readonly #pages = new Map<PdfPage, { readonly key: number; readonly elements: PdfArray }>();

  constructor(changes: Changes) {
    this.#changes = changes;
    const tagged = changes.dict(changes.file.catalog.get('StructTreeRoot')) !== null;
    this.#root = tagged ? changes.dictIn(changes.catalog(), 'StructTreeRoot') : null;
    this.#tree =
      this.#root?.has('ParentTree') === true ? new NumberTree(changes, changes.dictIn(this.#root, 'ParentTree')) : null;
  }

  /**
   * The operators that open the marked content (ISO 32000-2, 14.6) of a flattened widget; '' in a document without
   * tags.
   */
  open(widget: FlattenedWidget): string {
    if (this.#root === null) return '';
    const element = this.#elementOf(widget);
    if (element === null || this.#tree === null || widget.page.ref === null) return '/Artifact BMC\n';
    const { elements } = this.#pageOf(widget.page);
    const mcid = elements.length;
    elements.push(element.ref);
    const content = new Dict([
      ['Type', new Name('MCR')],
      ['Pg', widget.page.ref],
      ['MCID', mcid],
    ]);
    const dict = this.#changes.dictAt(element.ref);
    dict.set('K', this.#replaced(dict.get('K'), widget, content));
    if (isName(this.#changes.resolve(dict.get('S')), 'Form')) describe(this.#changes, dict, widget);
    return `/Form <</MCID ${mcid}>> BDC\n`;
  }

  /** Writes the parent tree entries of the pages, after all widgets are flattened. */
  write(): void {
    for (const [page, { key, elements }] of this.#pages) {
      if (page.ref === null) continue;
      this.#changes.dictAt(page.ref).set('StructParents', key);
      this.#tree?.set(key, this.#changes.add(elements));
    }
    if (this.#tree !== null && this.#pages.size > 0)
      this.#root?.set(
        'ParentTreeNextKey',
        Math.max(this.#tree.next, this.#changes.number(this.#root.get('ParentTreeNextKey')) ?? 0),
      );
  }

  /** The structure element of the widget. */
  #elementOf({ dict }: FlattenedWidget): { ref: Ref } | null {
    const key = this.#changes.number(dict.get('StructParent'));
    const value = key === null ? null : (this.#tree?.get(key) ?? null);
    if (key !== null) this.#tree?.delete(key);
    return value instanceof Ref && this.#changes.dict(value) !== null && !Array.isArray(this.#changes.resolve(value))
      ? { ref: value }
      : null;
  }

  #pageOf(page: PdfPage): { key: number; elements: PdfArray } {
    const known = this.#pages.get(page);
    if (known !== undefined) return known;
    const own = this.#changes.number(page.dict.get('StructParents'));
    const elements = own === null ? null : this.#changes.array(this.#tree?.get(own) ?? null);
    const key = own ?? this.#freeKey();
    const made = { key, elements: [...(elements ?? [])] };
    this.#pages.set(page, made);
    return made;
  }

  /** A key that neither the tree nor another page has. */
  #freeKey(): number {
    const given = [...this.#pages.values()].map(({ key }) => key + 1);
    return Math.max(
      this.#tree?.next ?? 0,
      this.#changes.number(this.#root?.get('ParentTreeNextKey') ?? null) ?? 0,
      ...given,
    );
  }

  /** The kids of an element, with marked content in place of the object reference (ISO 32000-2, 14.7.5.3). */
  #replaced(kids: Obj, { ref, dict }: FlattenedWidget, content: Dict): Obj {
    const all = this.#changes.array(kids) ?? [kids];
    const isWidget = (kid: Obj) => {
      const reference = this.#changes.dict(kid);
      if (!isName(reference?.get('Type') ?? null, 'OBJR')) return false;
      const object = reference?.get('Obj') ?? null;
      return (object instanceof Ref && object.num === ref?.num) || this.#changes.dict(object) === dict;
    };
    const at = all.findIndex(isWidget);
    if (at < 0) return [...all.filter((kid) => kid !== null), content];
    return all.length === 1 ? content : all.map((kid, index) => (index === at ? content : kid));
  }
}

/** Describes the field in attributes of its element (ISO 32000-2, 14.8.5.6). */
function describe(changes: Changes, element: Dict, { kind, dict, tooltip }: FlattenedWidget): void {
  const attributes = new Dict([
    ['O', new Name('PrintField')],
    ['Role', new Name(roles[kind] ?? 'tv')],
  ]);
  const state = changes.name(dict.get('AS'));
  if (kind === 'checkbox' || kind === 'radio')
    attributes.set('checked', new Name(state === null || state === off ? 'off' : 'on'));
  if (tooltip !== null) attributes.set('Desc', tooltip);
  const before = element.get('A');
  const known = changes.array(before) ?? (before === null ? [] : [before]);
  element.set('A', known.length === 0 ? attributes : [...known, attributes]);
}
