import { Dict, Ref, Stream, type Obj } from '../../raw/objects.ts';
import type { PdfFile } from '../../raw/pdf-file.ts';
import type { Place } from '../rule.ts';
import { isStandardType, mathMl, passedThrough, pdf20 } from './structure-types.ts';

/** An element of the structure tree (ISO 32000-2, 14.7.2). */
export interface StructureNode {
  readonly place: { page?: number | undefined; object?: number | undefined };
  readonly dict: Dict;
  /** S as it is written. */
  readonly type: string;
  /** The standard type that it is or is mapped to; null where it is none. */
  readonly standard: string | null;
  readonly parent: StructureNode | null;
  /** The element that it is in, beyond groups that say nothing. */
  readonly meantParent: StructureNode | null;
  readonly children: StructureNode[];
  /** Marked content that it has itself: how much. */
  content: number;
  /** Objects that it has by OBJR. */
  readonly objects: Dict[];
  /** Null where they are missing. */
  readonly lang: string | null;
  readonly alt: string | null;
  readonly actualText: string | null;
  readonly expansion: string | null;
  readonly id: string | null;
}

export interface RoleMistake {
  readonly place: Place;
  readonly kind: 'unmapped' | 'circular' | 'identical' | 'remapped';
  readonly type: string;
}

export interface StructureTree {
  /** StructTreeRoot, or null. */
  readonly root: Dict | null;
  /** In the order of the tree. */
  readonly nodes: readonly StructureNode[];
  readonly top: readonly StructureNode[];
  /** Those of a standard type, in the order of the tree. */
  ofType(type: string): readonly StructureNode[];
  /** The element that has marked content, by the key of its stream in the parent tree (StructParents) and its MCID; null where the parent tree has none. */
  ofContent(key: number | null, mcid: number): StructureNode | null;
  /** By the dictionary that an OBJR names. */
  readonly byObject: ReadonlyMap<Dict, StructureNode>;
  readonly roles: readonly RoleMistake[];
}

const most = { elements: 1_000_000, roles: 64 };

export function readStructureTree(file: PdfFile): StructureTree {
  const root = file.dict(file.catalog.get('StructTreeRoot'));
  const nodes: StructureNode[] = [];
  const top: StructureNode[] = [];
  const byDict = new Map<Dict, StructureNode>();
  const byObject = new Map<Dict, StructureNode>();
  if (root === null) return { root, nodes, top, byObject, roles: [], ofContent: () => null, ofType: () => [] };
  const roles = new Roles(file, root);
  const pages = new Map(file.pages().map(({ ref }, index) => [ref?.num, index + 1]));
  const stack: { obj: Obj; parent: StructureNode | null; page: Ref | null }[] = kidsOf(file, root).map((obj) => ({ obj, parent: null, page: null })).reverse();
  for (let entry = stack.pop(); entry !== undefined && nodes.length < most.elements; entry = stack.pop()) {
    const { obj, parent } = entry;
    const value = file.resolve(obj);
    if (typeof value === 'number') {
      if (parent !== null) parent.content += 1;
      continue;
    }
    if (!(value instanceof Dict)) continue;
    const kind = file.name(value.get('Type'));
    const own = value.get('Pg') instanceof Ref ? (value.get('Pg') as Ref) : entry.page;
    if (kind === 'MCR' && parent !== null) {
      parent.content += 1;
      parent.place.page ??= pages.get(own?.num);
    } else if (kind === 'OBJR' && parent !== null) {
      const target = file.resolve(value.get('Obj'));
      const dict = target instanceof Stream ? target.dict : target;
      if (dict instanceof Dict) {
        parent.objects.push(dict);
        byObject.set(dict, parent);
      }
    } else if (!byDict.has(value)) {
      const { S, Lang, Alt, ActualText, E, ID } = entriesOf(value);
      const type = file.name(S) ?? '';
      const text = (entry: Obj) => (entry === null ? null : (file.string(entry)?.text ?? null));
      const place = { object: obj instanceof Ref ? obj.num : parent?.place.object, page: own === null ? undefined : pages.get(own.num) };
      const node: StructureNode = {
        place, dict: value, type, parent, meantParent: parent !== null && isPassedThrough(parent) ? parent.meantParent : parent, children: [], content: 0, objects: [], standard: roles.standardOf(value, type, place),
        lang: text(Lang), alt: text(Alt), actualText: text(ActualText), expansion: text(E), id: ID === null ? null : (file.string(ID)?.bytes.toString('latin1') ?? null),
      };
      nodes.push(node);
      byDict.set(value, node);
      (parent?.children ?? top).push(node);
      const kids = kidsOf(file, value);
      for (let index = kids.length - 1; index >= 0; index -= 1) stack.push({ obj: kids[index] ?? null, parent: node, page: own });
    }
  }
  placeByChildren(nodes);
  const parents = parentTree(file, root.get('ParentTree'));
  const byType = Map.groupBy(nodes, ({ standard }) => standard);
  return {
    root, nodes, top, byObject, roles: roles.mistakes,
    ofType: (type) => byType.get(type) ?? [],
    ofContent: (key, mcid) => {
      const entry = key === null ? null : file.array(parents.get(key) ?? null)?.[mcid];
      const element = entry === undefined || entry === null ? null : file.dict(entry);
      return element === null ? null : (byDict.get(element) ?? null);
    },
  };
}

/** The entries of an element that are read of each. A tree has very many: they are found in one go. */
function entriesOf({ slots }: Dict): Record<'S' | 'Lang' | 'Alt' | 'ActualText' | 'E' | 'ID', Obj> {
  const found: Record<'S' | 'Lang' | 'Alt' | 'ActualText' | 'E' | 'ID', Obj> = { S: null, Lang: null, Alt: null, ActualText: null, E: null, ID: null };
  for (let at = 0; at < slots.length; at += 2) {
    const key = slots[at];
    if (key === 'S' || key === 'Lang' || key === 'Alt' || key === 'ActualText' || key === 'E' || key === 'ID') found[key] = slots[at + 1] as Obj;
  }
  return found;
}

/** An element that does not say its page is on that of the first thing in it. */
function placeByChildren(nodes: readonly StructureNode[]): void {
  const open = new Set(nodes.filter(({ place }) => place.page === undefined));
  for (const { parent, place } of nodes.toReversed()) {
    if (parent !== null && place.page !== undefined && open.has(parent)) parent.place.page = place.page;
  }
}

/** The parent tree (14.7.4.4) as a map; a number tree (7.9.7) of nodes that may be in a circle. */
function parentTree(file: PdfFile, obj: Obj): Map<number, Obj> {
  const entries = new Map<number, Obj>();
  const seen = new Set<Dict>();
  const stack = [obj];
  for (let entry = stack.pop(); entry !== undefined && entries.size < most.elements; entry = stack.pop()) {
    const dict = file.dict(entry);
    if (dict === null || seen.has(dict)) continue;
    seen.add(dict);
    const numbers = file.array(dict.get('Nums')) ?? [];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const key = file.number(numbers[at] ?? null);
      if (key !== null) entries.set(key, numbers[at + 1] ?? null);
    }
    for (const kid of file.array(dict.get('Kids')) ?? []) stack.push(kid);
  }
  return entries;
}

function kidsOf(file: PdfFile, dict: Dict): readonly Obj[] {
  const kids = dict.get('K');
  return file.array(kids) ?? (kids === null ? [] : [kids]);
}

/** Follows the role map (14.8.4.2, and 14.7.4 for namespaces), and remembers what is wrong with it. */
class Roles {
  readonly mistakes: RoleMistake[] = [];
  readonly #file: PdfFile;
  readonly #map: Dict;
  readonly #known = new Map<string, string | null>();
  readonly #circular = new Set<string>();

  constructor(file: PdfFile, root: Dict) {
    this.#file = file;
    this.#map = file.dict(root.get('RoleMap')) ?? new Dict();
    for (const key of this.#map.keys()) if (isStandardType(key, '1.7')) {
      const identical = file.name(this.#map.get(key)) === key;
      this.mistakes.push({ place: {}, kind: identical ? 'identical' : 'remapped', type: key });
    }
  }

  standardOf(element: Dict, type: string, place: Place): string | null {
    const namespace = this.#file.dict(element.get('NS'));
    if (namespace !== null) return this.#inNamespace(namespace, type, place);
    const known = this.#known.get(type);
    const standard = known === undefined ? this.#follow(type) : known;
    this.#known.set(type, standard);
    if (standard === null && !this.#circular.has(type)) this.mistakes.push({ place, kind: 'unmapped', type });
    return standard;
  }

  #follow(type: string): string | null {
    const seen = new Set<string>();
    let current = type;
    while (!isStandardType(current, '1.7') || (this.#map.has(current) && seen.size === 0)) {
      if (seen.has(current) || seen.size > most.roles) {
        if (isStandardType(type, '1.7') && this.#file.name(this.#map.get(type)) === type) return type;
        this.#circular.add(type);
        this.mistakes.push({ place: {}, kind: 'circular', type });
        return null;
      }
      seen.add(current);
      const next = this.#file.name(this.#map.get(current));
      if (next === null) return isStandardType(current, '1.7') ? current : null;
      current = next;
    }
    return current;
  }

  /** A namespace has its own role map, whose values may be `[type namespace]`. */
  #inNamespace(first: Dict, type: string, place: Place): string | null {
    let [namespace, current]: [Dict | null, string] = [first, type];
    for (let steps = 0; steps < most.roles; steps += 1) {
      const uri = this.#file.string(namespace?.get('NS') ?? null)?.text ?? '';
      if (uri === pdf20 && isStandardType(current, '2.0')) return current;
      if (uri === mathMl) return current === 'math' ? 'math' : current;
      if (namespace === null || uri === 'http://iso.org/pdf/ssn') return this.#follow(current);
      const mapped = this.#file.resolve(this.#file.dict(namespace.get('RoleMapNS'))?.get(current) ?? null);
      const next = Array.isArray(mapped) ? this.#file.name(mapped[0] ?? null) : this.#file.name(mapped);
      if (next === null) break;
      namespace = Array.isArray(mapped) ? this.#file.dict(mapped[1] ?? null) : null;
      current = next;
    }
    this.mistakes.push({ place, kind: 'unmapped', type });
    return null;
  }
}

/** The children of an element, with those of groups that say nothing in their places. */
export function meantChildren({ children }: StructureNode): readonly StructureNode[] {
  if (!children.some(isPassedThrough)) return children;
  const found: StructureNode[] = [];
  const open = children.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isPassedThrough(next)) for (const child of next.children.toReversed()) open.push(child);
    else found.push(next);
  }
  return found;
}

const isPassedThrough = ({ standard }: StructureNode) => standard !== null && passedThrough.has(standard);

/** The language of an element: its own, or of the next around it that says one; null where none does. */
export function languageOf(node: StructureNode | null): string | null {
  for (let at = node; at !== null; at = at.parent) if (at.lang !== null) return at.lang;
  return null;
}
