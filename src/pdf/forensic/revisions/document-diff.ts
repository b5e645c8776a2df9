import { Dict, isName, Name, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile, PdfPage } from '../../file/pdf-file.ts';
import { isTimestamp } from '../added-widget.ts';
import { diffRules, type Permit, type Role } from './diff-rules.ts';
import { ArrayDiff } from './array-diff.ts';
import type { Difference, Differences } from './difference.ts';
import { DiffWork, type Pair } from './diff-work.ts';
import { documentFiles } from '../document-files.ts';
import { inheritedEntry } from '../../facts/trees/field-tree.ts';
import { fieldName, fieldType, isHidden } from '../field-of.ts';
import { OwnPlaces } from '../own-places.ts';
import { UsedAppearances } from '../used-appearances.ts';

/**
 * Compares two versions of a document value by value, beginning with their catalogs and pages. Equal values are no
 * difference, wherever they are stored.
 */
export function diffDocuments(before: PdfFile, after: PdfFile): Differences {
  return new Diff(before, after).run();
}

class Diff {
  readonly #before: PdfFile;
  readonly #after: PdfFile;
  readonly #places: readonly [before: OwnPlaces, after: OwnPlaces];
  readonly #used: UsedAppearances;
  readonly #work = new DiffWork();
  readonly #arrays: ArrayDiff;
  /** Compared pairs of objects with their roles: a change may be allowed in one role and not in another. */
  readonly #seen = new Set<string>();

  constructor(before: PdfFile, after: PdfFile) {
    this.#before = before;
    this.#after = after;
    this.#places = [new OwnPlaces(before), new OwnPlaces(after)];
    this.#used = new UsedAppearances(before);
    this.#arrays = new ArrayDiff(before, after, this.#work);
  }

  run(): Differences {
    const at = { path: 'Catalog', object: null, page: null, field: null, annotation: null, turned: false };
    this.#dicts(
      { before: this.#before.catalog, after: this.#after.catalog, role: 'catalog', at },
      this.#before.catalog,
      this.#after.catalog,
    );
    this.#work.push({
      before: this.#before.trailer.get('Encrypt'),
      after: this.#after.trailer.get('Encrypt'),
      role: 'content',
      at: { ...at, path: 'Trailer/Encrypt' },
    });
    this.#work.push({
      before: this.#before.trailer.get('Info'),
      after: this.#after.trailer.get('Info'),
      role: 'metadata',
      at: { ...at, path: 'Trailer/Info' },
    });
    this.#pages();
    this.#files(at);
    return this.#work.run((pair) => {
      this.#compare(pair);
    });
  }

  /** Matches pages by index. Inherited entries count as their own. */
  #pages(): void {
    const [before, after] = [this.#before.pages(), this.#after.pages()];
    if (before.length !== after.length)
      this.#work.report('content', {
        path: `Catalog/Pages (${before.length} pages, then ${after.length})`,
        object: null,
        page: Math.min(before.length, after.length) + 1,
        field: null,
        annotation: null,
        turned: false,
      });
    for (const [index, page] of after.entries()) {
      const old = before[index];
      if (old === undefined) break;
      const at = {
        path: `Page ${index + 1}`,
        object: page.ref?.num ?? null,
        page: index + 1,
        field: null,
        annotation: null,
        turned: false,
      };
      const [one, other] = [whole(old), whole(page)];
      this.#dicts({ before: one, after: other, role: 'page', at }, one, other);
    }
  }

  /** Compares embedded files. Content Credentials may be replaced, because they state the origin and show nothing. */
  #files(at: Pair['at']): void {
    const [before, after] = [documentFiles(this.#before), documentFiles(this.#after)];
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const [one, other] = [before.get(path), after.get(path)];
      const pair: Pair = {
        before: one?.value ?? null,
        after: other?.value ?? null,
        role: 'content',
        at: { ...at, path },
      };
      if (other?.manifest == null || one?.manifest === null) this.#work.push(pair);
      else if (one?.manifest.equals(other.manifest) !== true) this.#work.report('credential', pair.at);
    }
  }

  #compare(pair: Pair): void {
    const { before, after, role } = pair;
    if (before instanceof Ref && after instanceof Ref) {
      const key = `${before.num} ${after.num} ${role} ${pair.at.field ?? ''}`;
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
    }
    const [one, other] = [this.#before.resolve(before), this.#after.resolve(after)];
    const at = after instanceof Ref ? { ...pair.at, object: after.num } : pair.at;
    const here = { ...pair, at };
    if (one instanceof Stream && other instanceof Stream) {
      if (!one.stored.equals(other.stored) && !one.raw.equals(other.raw)) this.#work.report(diffRules[role].own, at);
      this.#dicts(here, one.dict, other.dict);
    } else if (role === 'structure-kids')
      this.#arrays.compare(here, Array.isArray(one) ? one : [before], Array.isArray(other) ? other : [after]);
    else if (one instanceof Dict && other instanceof Dict) {
      if (this.#isElsewhere(pair, one, other)) this.#identities(pair);
      else this.#dicts(here, one, other);
    } else if (Array.isArray(one) && Array.isArray(other)) this.#arrays.compare(here, one, other);
    else if (!sameScalar(one, other)) this.#work.report(diffRules[role].own, at);
  }

  /** True for a value that is compared in its own place, and is only referred to here. */
  #isElsewhere({ role, at: { path } }: Pair, before: Dict, after: Dict): boolean {
    const [one, other] = this.#places;
    if (inPlace.has(role)) return false;
    return (
      (one.has(before, path) && other.has(after, path)) ||
      (!ofStructure.has(role) && one.hasElement(before, path) && other.hasElement(after, path))
    );
  }

  #dicts({ role: given, at }: Pair, before: Dict, after: Dict): void {
    const role = this.#roleOf(given, before, after);
    const own =
      role === 'field' || role === 'annotation'
        ? { ...at, annotation: after, field: role === 'field' ? fieldName(this.#after, after) : null }
        : at;
    const rules = diffRules[role];
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const rule = rules.keys[key] ?? (role === 'field' && key === 'V' ? { role: 'value' } : null);
      if (rule === 'skip' || (before.get(key) === null && after.get(key) === null)) continue;
      const place = {
        ...own,
        path: `${at.path}/${key}`,
        turned: role === 'field' && key === 'F' && isHidden(this.#before, before) !== isHidden(this.#after, after),
      };
      if (rule === 'same') {
        this.#identities({ before: before.get(key), after: after.get(key), role, at: place });
        continue;
      }
      const inner: Role = rule?.role ?? rules.inner;
      // An absent value counts as empty where its new entries are judged by themselves.
      const empty = inner === 'names' ? new Dict() : diffRules[inner].set === true ? [] : null;
      const [one, other] = [before.get(key) ?? empty, after.get(key) ?? empty];
      if (this.#before.resolve(one) === null && this.#after.resolve(other) === null) continue;
      if (role === 'field' && key === 'V' && this.#isSignature(after)) this.#signed(one, other, place);
      else if (one === null) this.#work.report(this.#permitOf(rule?.added ?? rules.added, role, after), place);
      else if (other === null) this.#work.report(this.#permitOf(rule?.removed ?? rules.removed, role, after), place);
      else
        this.#work.push({
          before: one,
          after: other,
          role: role === 'field' && inner === 'appearance' ? this.#lookOf(before, after) : inner,
          at: place,
        });
    }
  }

  /**
   * A reference to a page or an annotation must be the same as before; the changes of its target are compared
   * elsewhere.
   */
  #identities({ before, after, at }: Pair): void {
    const [one, other] = [before instanceof Ref ? before.num : null, after instanceof Ref ? after.num : null];
    if (one !== other) this.#work.report('content', at);
  }

  /** A widget is part of a field. It is no annotation that readers may add, and does not become one. */
  #roleOf(role: Role, before: Dict, after: Dict): Role {
    return role === 'annotation' && [before, after].some((dict) => isName(dict.get('Subtype'), 'Widget'))
      ? 'field'
      : role;
  }

  #isSignature(dict: Dict): boolean {
    return fieldType(this.#after, dict) === 'Sig';
  }

  /** The look of a field may change with its value, but not where another object uses it as well. */
  #lookOf(before: Dict, after: Dict): Role {
    const look = before.get('AP');
    if (look instanceof Ref && this.#used.has(look)) return 'content';
    return this.#isSignature(after) ? this.#signatureLook(before, after) : 'appearance';
  }

  /** Signing a field changes its look as well. */
  #signatureLook(before: Dict, after: Dict): Role {
    return this.#before.dict(inheritedEntry(this.#before, before, 'V')) === null &&
      this.#after.dict(inheritedEntry(this.#after, after, 'V')) !== null
      ? 'signature-look'
      : 'content';
  }

  /** Signing an empty field is allowed; removing or exchanging a signature is a change of content. */
  #signed(before: Obj, after: Obj, at: Omit<Difference, 'permit'>): void {
    const [one, other] = [this.#before.dict(before), this.#after.dict(after)];
    if (one === null && other !== null) this.#work.report(isTimestamp(this.#after, other) ? 'validate' : 'sign', at);
    else if (one !== null) this.#work.push({ before, after, role: 'content', at });
  }

  #permitOf(permit: Permit | null, role: Role, dict: Dict): Permit | null {
    return role === 'field' && permit === 'fill' && this.#isSignature(dict) ? 'sign' : permit;
  }
}

/** Roles of values that are compared in their own place. */
const inPlace: ReadonlySet<Role> = new Set(['catalog', 'page', 'annotation', 'field']);

const ofStructure: ReadonlySet<Role> = new Set(['structure', 'structure-kids', 'structure-list']);

/** A copy of the page with its inherited entries. */
function whole({ dict, inherited }: PdfPage): Dict {
  const own = dict.copy();
  for (const [key, value] of inherited) own.set(key, value);
  return own;
}

function sameScalar(one: Obj, other: Obj): boolean {
  if (one instanceof Name) return other instanceof Name && one.value === other.value;
  if (one instanceof PdfString) return other instanceof PdfString && one.bytes.equals(other.bytes);
  return one === other;
}
