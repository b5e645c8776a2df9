import { elementKids } from '../../../facts/structure/element-kids.ts';
import { Dict, Ref, Stream, type Obj } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import { withOne, type PlainElement, type PlainElements } from './plain-elements.ts';
import { RoleMap } from './role-map.ts';
import { passedThrough } from './structure-types.ts';
import type { StructureNode } from './structure-node.ts';

/** A kid that waits to be visited. */
interface Open {
  /** Object number; 0 for a direct object. */
  readonly num: number;
  readonly direct: Obj;
  readonly parent: StructureNode | null;
  /** Object number of the page for content that states none. */
  readonly page: number | undefined;
}

/** The texts and the language of an element. */
type StatedTexts = Pick<
  StructureNode,
  | 'type'
  | 'content'
  | 'lang'
  | 'alt'
  | 'actualText'
  | 'expansion'
  | 'id'
  | 'hasParent'
  | 'namespace'
  | 'attributes'
  | 'classes'
>;

/** As many elements as a file may have objects. */
const maxCount = { elements: 2_000_000, chain: 32 };
/** Shared by elements without objects, and by those without children, because most have none. */
const none: Dict[] = [];
const childless: StructureNode[] = [];

/**
 * Visits a structure tree once, parents before kids, without recursion. An element with two parents belongs to the
 * first.
 */
export class TreeWalk {
  readonly nodes: StructureNode[] = [];
  readonly top: StructureNode[] = [];
  readonly byObject = new Map<Dict, StructureNode>();
  readonly roles: RoleMap;
  readonly #root: Dict;
  readonly #file: PdfFile;
  readonly #elements: PlainElements;
  /** 1-based page numbers by object number. */
  readonly #pages: ReadonlyMap<number | undefined, number>;
  readonly #byNum: (StructureNode | undefined)[];
  readonly #byDict = new Map<Dict, StructureNode>();
  /** A stack: the next kid is the last. */
  readonly #open: Open[] = [];

  constructor(file: PdfFile, elements: PlainElements, root: Dict) {
    this.#root = root;
    this.#file = file;
    this.#elements = elements;
    this.#byNum = new Array<StructureNode | undefined>(elements.room);
    this.roles = new RoleMap(file, root);
    this.#pages = new Map(file.pages().map(({ ref }, index) => [ref?.num, index + 1]));
  }

  run(): void {
    this.#openAll(elementKids(this.#root, this.#file), null, undefined);
    for (
      let next = this.#open.pop();
      next !== undefined && this.nodes.length < maxCount.elements;
      next = this.#open.pop()
    )
      this.#visit(next);
  }

  /** The element that a value is, or refers to. */
  find(obj: Obj): StructureNode | null {
    let value = obj;
    for (let hops = 0; value instanceof Ref && hops < maxCount.chain; hops += 1) {
      const known = this.#byNum[value.num];
      if (known !== undefined) return known;
      value = this.#elements.at(value.num) === null ? this.#file.get(value.num) : null;
    }
    return value instanceof Dict ? (this.#byDict.get(value) ?? null) : null;
  }

  #visit(open: Open): void {
    const { parent, direct } = open;
    let value = direct;
    for (let [hops, num] = [0, open.num]; num > 0 && hops < maxCount.chain; hops += 1) {
      const plain = this.#elements.at(num);
      if (plain !== null) {
        this.#visitPlain(plain, num, open);
        return;
      }
      value = this.#file.get(num);
      num = value instanceof Ref ? value.num : 0;
    }
    if (typeof value === 'number' && parent !== null) parent.content += 1;
    if (value instanceof Dict) this.#visitDict(value, open);
  }

  #visitPlain(plain: PlainElement, num: number, open: Open): void {
    if (this.#byNum[num] !== undefined) return;
    const { type, content, attributes, parent } = plain;
    const hasParent = parent > 0 && (this.#byNum[parent] !== undefined || this.#isDict(new Ref(parent)));
    const page = plain.page > 0 ? plain.page : open.page;
    const node = this.#add(
      {
        type,
        content,
        attributes,
        hasParent,
        namespace: null,
        classes: null,
        lang: null,
        alt: null,
        actualText: null,
        expansion: null,
        id: null,
      },
      open,
      page,
    );
    this.#byNum[num] = node;
    this.#elements.forget(num);
    for (let at = plain.kids.length - 1; at >= 0; at -= 1)
      this.#open.push({ num: plain.kids[at] ?? 0, direct: null, parent: node, page });
  }

  #visitDict(dict: Dict, open: Open): void {
    const { parent } = open;
    const kind = this.#file.name(dict.get('Type'));
    const written = dict.get('Pg');
    const page = written instanceof Ref ? written.num : open.page;
    if (kind === 'MCR' && parent !== null) {
      parent.content += 1;
      parent.place.page ??= this.#pages.get(page);
    } else if (kind === 'OBJR' && parent !== null) {
      const target = this.#file.dict(dict.get('Obj'));
      if (target === null) return;
      if (parent.objects === none) parent.objects = [target];
      else parent.objects.push(target);
      this.byObject.set(target, parent);
    } else if (!this.#byDict.has(dict)) {
      const kids = elementKids(dict, this.#file);
      const node = this.#add(this.#stated(dict, kids), open, page);
      this.#byDict.set(dict, node);
      this.#openAll(kids, node, page);
    }
  }

  #add(stated: StatedTexts, { num, parent }: Open, page: number | undefined): StructureNode {
    const place = {
      object: num > 0 ? num : parent?.place.object,
      page: page === undefined ? undefined : this.#pages.get(page),
    };
    const node: StructureNode = {
      place,
      type: stated.type,
      standard: this.roles.standardOf(stated.type, this.#file.dict(stated.namespace), place),
      parent,
      meantParent: parent?.standard != null && passedThrough.has(parent.standard) ? parent.meantParent : parent,
      children: childless,
      content: stated.content,
      objects: none,
      lang: stated.lang,
      alt: stated.alt,
      actualText: stated.actualText,
      expansion: stated.expansion,
      id: stated.id,
      hasParent: stated.hasParent,
      namespace: stated.namespace,
      attributes: stated.attributes,
      classes: stated.classes,
    };
    this.nodes.push(node);
    if (parent === null) this.top.push(node);
    else parent.children = withOne(parent.children, node);
    return node;
  }

  #stated(dict: Dict, kids: readonly Obj[]): StatedTexts {
    const text = (key: string) => this.#file.string(dict.get(key));
    return {
      type: this.#file.name(dict.get('S')) ?? '',
      content: kids.filter((kid) => typeof kid === 'number').length,
      lang: text('Lang')?.text ?? null,
      alt: text('Alt')?.text ?? null,
      actualText: text('ActualText')?.text ?? null,
      expansion: text('E')?.text ?? null,
      id: text('ID')?.bytes.toString('latin1') ?? null,
      hasParent: this.#isDict(dict.get('P')),
      namespace: dict.get('NS'),
      attributes: dict.get('A'),
      classes: dict.get('C'),
    };
  }

  #isDict(obj: Obj): boolean {
    let value = obj;
    for (let hops = 0; value instanceof Ref && hops < maxCount.chain; hops += 1) {
      if (this.#elements.at(value.num) !== null) return true;
      value = this.#file.get(value.num);
    }
    return value instanceof Dict || value instanceof Stream;
  }

  #openAll(kids: readonly Obj[], parent: StructureNode | null, page: number | undefined): void {
    for (let at = kids.length - 1; at >= 0; at -= 1) {
      const kid = kids[at] ?? null;
      if (kid instanceof Ref) this.#open.push({ num: kid.num, direct: null, parent, page });
      else if (kid instanceof Dict) this.#open.push({ num: 0, direct: kid, parent, page });
    }
  }
}
