import { Dict, Name, type Obj, PdfString, type Ref } from '../../objects/objects.ts';
import { same } from '../equal.ts';
import type { Part } from '../../copying/part.ts';
import { UniqueNames } from '../unique-names.ts';

/** What an element of one part is called in the result. */
export interface PartNames {
  /** Copies what the names stand for: classes, namespaces, lexicons. */
  copy(part: Part): void;
  /**
   * Renames type, classes, ID and references to IDs in the copy of an element. `root`: its part, when nothing is above
   * it.
   */
  apply(element: Dict, root: Part | null): void;
  readonly type: (type: string) => string;
  readonly id: (id: PdfString) => PdfString;
  /** Renames references to IDs in a copy. */
  readonly attributes: (copy: Obj) => Obj;
}

/**
 * Names that structure trees share once they are joined (ISO 32000-2, 14.7): role map, class map, element identifiers,
 * namespaces. Where two documents use one name with different meanings, the second gets another.
 */
export class StructureNames {
  /** Roles by type: the whole chain as text, '' for a type that is used and not mapped. */
  readonly #roles = new Map<string, string>();
  readonly #roleNames = new UniqueNames('_');
  readonly #roleMap = new Dict();
  readonly #classes = new Dict();
  readonly #classNames = new UniqueNames('_');
  readonly #ids = new UniqueNames();
  readonly #namespaces = new Map<string, Ref>();
  readonly #lexicons: Obj[] = [];
  #lang: string | null | undefined;

  reconcile(part: Part): PartNames {
    const types = this.#reconcileRoles(part);
    const ids = this.#reconcileIds(part);
    const classes = new Map<string, string>();
    return {
      copy: (from) => {
        for (const [name, given] of this.#copyClasses(from)) classes.set(name, given);
        this.#copyNamespaces(from);
        const lexicons = from.source.file.array(from.source.structure.root?.get('PronunciationLexicon') ?? null);
        for (const lexicon of lexicons ?? []) this.#lexicons.push(from.copier.copy(lexicon));
      },
      apply: (element, root) => {
        const type = element.get('S');
        if (type instanceof Name && types.has(type.value)) element.set('S', new Name(types.get(type.value) ?? ''));
        if (classes.size > 0) element.set('C', renameClasses(element.get('C'), classes));
        const id = element.get('ID');
        if (id instanceof PdfString) element.set('ID', ids.get(id.bytes.toString('latin1')) ?? id);
        element.set('A', renameHeaders(element.get('A'), ids));
        if (root !== null) this.#speak(root, element);
      },
      type: (type) => types.get(type) ?? type,
      id: (id) => ids.get(id.bytes.toString('latin1')) ?? id,
      attributes: (copy) => renameHeaders(copy, ids),
    };
  }

  /** 14.7.3. Renames a type where its chain of roles differs from that of the same type before. */
  #reconcileRoles(part: Part): Map<string, string> {
    const { file, structure } = part.source;
    const map = file.dict(structure.root?.get('RoleMap') ?? null) ?? new Dict();
    const used = new Set<string>(map.keys());
    for (const type of typesOf(part)) used.add(type);
    const renamed = new Map<string, string>();
    for (const type of used) {
      const chain = chainOf(part, map, type);
      const known = this.#roles.get(type);
      if (known === undefined) this.#roleNames.claim(type);
      else if (known === chain) continue;
      else if (chain === '')
        part.report.warn(
          `Tags of type '${type}' in document ${part.document} have a role now that they did not have, because ` +
            'an earlier document gives it to them.',
        );
      else renamed.set(type, this.#roleNames.claim(type));
      this.#roles.set(renamed.get(type) ?? type, known !== undefined && chain === '' ? known : chain);
    }
    for (const type of used) {
      const role = file.name(map.get(type));
      if (role !== null) this.#roleMap.set(renamed.get(type) ?? type, new Name(renamed.get(role) ?? role));
    }
    return renamed;
  }

  /** 14.7.2: identifiers are unique in a document. */
  #reconcileIds(part: Part): Map<string, PdfString> {
    const ids = new Map<string, PdfString>();
    const { elements } = part.source.structure;
    for (let place = 0; place < part.elements.count; place += 1) {
      const id = elements.id(part.elements.orderAt(place));
      if (id === null) continue;
      const key = id.bytes.toString('latin1');
      if (!ids.has(key)) ids.set(key, this.#ids.claimString(id));
    }
    return ids;
  }

  /** 14.7.6.2. Only classes of this name whose attributes differ are renamed. */
  #copyClasses(part: Part): Map<string, string> {
    const { file, structure } = part.source;
    const renamed = new Map<string, string>();
    for (const [name, value] of file.dict(structure.root?.get('ClassMap') ?? null)?.entries() ?? []) {
      const copy = part.copier.copy(file.resolve(value));
      const known = this.#classes.get(name);
      if (known !== null && same(known, copy, (ref) => part.target.get(ref))) continue;
      const given = this.#classNames.claim(name);
      this.#classes.set(given, copy);
      if (given !== name) renamed.set(name, given);
    }
    return renamed;
  }

  /**
   * 14.7.4. Namespaces of one name without role maps of their own are one. Must come before the elements are copied.
   */
  #copyNamespaces(part: Part): void {
    const { file, structure } = part.source;
    for (const entry of file.array(structure.root?.get('Namespaces') ?? null) ?? []) {
      const dict = file.dict(entry);
      if (dict === null || typeof entry !== 'object' || entry === null || !('num' in entry)) continue;
      const key =
        `${file.string(dict.get('NS'))?.text ?? ''} ` + (dict.has('RoleMapNS') ? `${part.document} ${entry.num}` : '');
      const known = this.#namespaces.get(key);
      if (known !== undefined) {
        part.copier.place(entry.num, known);
        continue;
      }
      const copy = part.copier.copy(entry);
      if (copy !== null && typeof copy === 'object' && 'num' in copy) this.#namespaces.set(key, copy);
    }
  }

  /** Language of the first document is that of the catalog; the others' goes to their outermost elements (14.9.2). */
  #speak(part: Part, element: Dict): void {
    const lang = part.source.file.string(part.source.file.catalog.get('Lang'))?.text ?? null;
    if (this.#lang === undefined) this.#lang = part.document === 1 ? lang : null;
    if (lang !== null && lang !== this.#lang && !element.has('Lang')) element.set('Lang', PdfString.ofText(lang));
  }

  write(root: Dict): void {
    if (this.#roleMap.size > 0) root.set('RoleMap', this.#roleMap);
    if (this.#classes.size > 0) root.set('ClassMap', this.#classes);
    if (this.#namespaces.size > 0) root.set('Namespaces', [...this.#namespaces.values()]);
    if (this.#lexicons.length > 0) root.set('PronunciationLexicon', this.#lexicons);
  }
}

/** The types of a part's elements, in the order of the first element of each. */
function typesOf({ elements: placed, source }: Part): readonly string[] {
  const { elements } = source.structure;
  const { types } = elements;
  const isUsed = new Uint8Array(types.length);
  const used: (string | null)[] = [];
  for (let place = 0; place < placed.count && used.length < types.length; place += 1) {
    const type = elements.typeNumber(placed.orderAt(place));
    if (isUsed[type] === 1) continue;
    isUsed[type] = 1;
    used.push(types[type] ?? null);
  }
  return used.filter((type) => type !== null);
}

/** The roles that a type is mapped to, one after the other. */
function chainOf(part: Part, map: Dict, type: string): string {
  const chain: string[] = [];
  for (
    let role = part.source.file.name(map.get(type));
    role !== null && chain.length < 32 && !chain.includes(role);
    role = part.source.file.name(map.get(role))
  )
    chain.push(role);
  return chain.join(' ');
}

function renameClasses(obj: Obj, classes: ReadonlyMap<string, string>): Obj {
  if (Array.isArray(obj)) return obj.map((entry) => renameClasses(entry, classes));
  return obj instanceof Name ? new Name(classes.get(obj.value) ?? obj.value) : obj;
}

/**
 * Headers of a table cell name header cells by their IDs (14.8.5.7, table 384). Header cells that are not copied are
 * left out.
 */
function renameHeaders(obj: Obj, ids: ReadonlyMap<string, PdfString>): Obj {
  if (Array.isArray(obj)) return obj.map((entry) => renameHeaders(entry, ids));
  const headers = obj instanceof Dict ? obj.get('Headers') : null;
  if (!(obj instanceof Dict) || !Array.isArray(headers)) return obj;
  return obj.set(
    'Headers',
    headers.flatMap((id) => (id instanceof PdfString ? (ids.get(id.bytes.toString('latin1')) ?? []) : [])),
  );
}
