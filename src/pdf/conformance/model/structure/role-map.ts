import { Dict } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import type { ObjectLocation } from '../../object-location.ts';
import { isStandardType, mathMl, pdf20 } from './structure-types.ts';

/** A mistake in the mapping of a structure type. */
export interface RoleMistake {
  readonly place: ObjectLocation;
  readonly kind: 'unmapped' | 'circular' | 'identical' | 'remapped';
  readonly type: string;
}

/** Steps of role mapping; more are a circle. */
const maxRoles = 64;

/** Follows the role map (ISO 32000-2, 14.8.4.2; 14.7.4 for namespaces), and records its mistakes. */
export class RoleMap {
  readonly mistakes: RoleMistake[] = [];
  readonly #file: PdfFile;
  readonly #map: Dict;
  readonly #known = new Map<string, string | null>();
  readonly #circular = new Set<string>();

  constructor(file: PdfFile, root: Dict) {
    this.#file = file;
    this.#map = file.dict(root.get('RoleMap')) ?? new Dict();
    for (const key of this.#map.keys())
      if (isStandardType(key, '1.7')) {
        const identical = file.name(this.#map.get(key)) === key;
        this.mistakes.push({ place: {}, kind: identical ? 'identical' : 'remapped', type: key });
      }
  }

  /** The standard type of a type, itself or by mapping, in the namespace of its element; null without one. */
  standardOf(type: string, namespace: Dict | null, place: ObjectLocation): string | null {
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
      if (seen.has(current) || seen.size > maxRoles) {
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
  #inNamespace(first: Dict, type: string, place: ObjectLocation): string | null {
    let [namespace, current]: [Dict | null, string] = [first, type];
    for (let steps = 0; steps < maxRoles; steps += 1) {
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
