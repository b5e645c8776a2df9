import { Dict, isName, Name, type Obj, Ref } from '../objects/objects.ts';
import type { Part } from '../copying/part.ts';

/** Levels of an Order array; deeper ones are left out. */
const maxOrderDepth = 32;

/**
 * Layers (ISO 32000-2, 8.11) of an assembled document: all groups, and one configuration that shows each as its own
 * document did.
 */
export class Layers {
  readonly #groups: Ref[] = [];
  readonly #config = new Dict();
  readonly #lists = new Map<string, Obj[]>();
  readonly #others: Obj[] = [];
  #present = false;

  /** Adds the groups that pages of the part use; all for a whole document. Called after the pages were copied. */
  take(part: Part): void {
    const { file } = part.source;
    const properties = file.dict(file.catalog.get('OCProperties'));
    if (properties === null) return;
    const all = refs(file.array(properties.get('OCGs')));
    const used = new Set(all.filter(({ num }) => part.whole || part.copier.placed(num) != null).map(({ num }) => num));
    if (used.size === 0) return;
    const groups = new Map([...used].map((num) => [num, part.copier.copy(new Ref(num))] as const));
    for (const group of groups.values()) if (group instanceof Ref) this.#groups.push(group);
    this.#default(part, file.dict(properties.get('D')) ?? new Dict(), groups);
    for (const config of file.array(properties.get('Configs')) ?? []) {
      const dict = file.dict(config);
      if (dict !== null) this.#others.push(configOf(part, dict, groups));
    }
  }

  /**
   * Adds to the default configuration (ISO 32000-2, 8.11.4.3). BaseState is expanded group by group, because documents
   * may differ in it.
   */
  #default(part: Part, config: Dict, groups: ReadonlyMap<number, Obj>): void {
    const { file } = part.source;
    const copy = configOf(part, config, groups);
    const on = new Set(refs(file.array(config.get('ON'))).map(({ num }) => num));
    const off = isName(file.resolve(config.get('BaseState')), 'OFF')
      ? [...groups].filter(([num]) => !on.has(num)).map(([, group]) => group)
      : copy.get('OFF');
    for (const [key, value] of copy.entries()) {
      if (!listed.has(key) && !this.#present && key !== 'BaseState') this.#config.set(key, value);
      if (listed.has(key) && key !== 'OFF' && Array.isArray(value)) this.#add(key, value);
    }
    if (Array.isArray(off)) this.#add('OFF', off);
    this.#present = true;
  }

  #add(key: string, values: readonly Obj[]): void {
    const list = this.#lists.get(key) ?? [];
    this.#lists.set(key, list);
    for (const value of values) list.push(value);
  }

  /** OCProperties (8.11.4.2), or null where there are no layers. */
  write(): Dict | null {
    if (this.#groups.length === 0) return null;
    for (const [key, list] of this.#lists) if (list.length > 0 || key === 'Order') this.#config.set(key, list);
    const properties = new Dict([
      ['OCGs', this.#groups],
      ['D', this.#config],
    ]);
    return this.#others.length > 0 ? properties.set('Configs', this.#others) : properties;
  }
}

/** Entries of a configuration that list groups, and are concatenated. */
const listed: ReadonlySet<string> = new Set(['ON', 'OFF', 'Order', 'RBGroups', 'Locked', 'AS']);

/** A configuration with the remaining groups. */
function configOf(part: Part, config: Dict, groups: ReadonlyMap<number, Obj>): Dict {
  const { file } = part.source;
  const copy = part.copier.entries(config, listed);
  for (const key of ['ON', 'OFF', 'Locked'])
    if (config.has(key)) copy.set(key, chosen(file.array(config.get(key)), groups));
  if (config.has('Order'))
    copy.set('Order', orderOf(part, config.get('Order'), { groups, entered: new Set(), level: 0 }));
  const radio = (file.array(config.get('RBGroups')) ?? [])
    .map((group) => chosen(file.array(group), groups))
    .filter((group) => group.length > 0);
  if (radio.length > 0) copy.set('RBGroups', radio);
  const usages = (file.array(config.get('AS')) ?? []).flatMap((entry) => {
    const usage = file.dict(entry);
    return usage === null
      ? []
      : [part.copier.entries(usage, new Set(['OCGs'])).set('OCGs', chosen(file.array(usage.get('OCGs')), groups))];
  });
  if (usages.length > 0) copy.set('AS', usages);
  return copy;
}

function refs(array: readonly Obj[] | null): Ref[] {
  return (array ?? []).filter((entry) => entry instanceof Ref);
}

function chosen(array: readonly Obj[] | null, groups: ReadonlyMap<number, Obj>): Obj[] {
  return refs(array).flatMap(({ num }) => groups.get(num) ?? []);
}

interface OrderWalk {
  /** Copies of the groups that stay, by the object number of the original. */
  readonly groups: ReadonlyMap<number, Obj>;
  /** Arrays that were copied already. */
  readonly entered: Set<Obj>;
  readonly level: number;
}

/**
 * The tree that a reader shows (Order: ISO 32000-2, table 99): groups, labels and nested arrays. Copies each array once
 * and drops those that lose all their groups.
 */
function orderOf(part: Part, obj: Obj, { groups, entered, level }: OrderWalk): Obj[] {
  const { file } = part.source;
  const array = file.array(obj) ?? [];
  const result: Obj[] = [];
  if (level > maxOrderDepth || entered.has(array)) return [];
  entered.add(array);
  for (const entry of array) {
    const nested = file.array(entry);
    if (nested === null) {
      const copied = entry instanceof Ref ? (groups.get(entry.num) ?? null) : part.copier.copy(entry);
      if (copied !== null && !(copied instanceof Name)) result.push(copied);
    } else {
      const copied = orderOf(part, entry, { groups, entered, level: level + 1 });
      if (copied.some((one) => one instanceof Ref || Array.isArray(one))) result.push(copied);
    }
  }
  return result;
}
