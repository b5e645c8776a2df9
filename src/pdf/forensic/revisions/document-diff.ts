import { Dict, isName, Name, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile, PdfPage } from '../../file/pdf-file.ts';
import { addedWidget, holdsOnlyAnnotations, isTimestamp } from '../added-widget.ts';
import { diffRules, type Permit, type Role } from './diff-rules.ts';
import type { Difference, Differences } from './difference.ts';
import { documentFiles } from '../document-files.ts';
import { inheritedEntry } from '../../facts/trees/field-tree.ts';
import { fieldName, fieldType, isHidden } from '../field-of.ts';
import { OwnPlaces } from '../own-places.ts';
import { UsedAppearances } from '../used-appearances.ts';
import { isFilledPacket, packetsOf } from '../xfa-packets.ts';

/** A pair of values that are to be compared, with what they are in their documents. */
interface Pair {
  readonly before: Obj;
  readonly after: Obj;
  readonly role: Role;
  readonly at: Omit<Difference, 'permit'>;
}

/**
 * Differences of one permission that are told: many that are allowed must not hide the one that is not. Pairs that are
 * compared.
 */
const maxAlike = 500;
const maxPairs = 2_000_000;

/**
 * Compares two versions of a document value by value from their catalogs and pages on; what both have alike is no
 * difference, wherever it is stored.
 */
export function diffDocuments(before: PdfFile, after: PdfFile): Differences {
  return new Diff(before, after).run();
}

class Diff {
  readonly #before: PdfFile;
  readonly #after: PdfFile;
  readonly #places: readonly [before: OwnPlaces, after: OwnPlaces];
  readonly #used: UsedAppearances;
  readonly #found: Difference[] = [];
  readonly #counts = new Map<Permit, number>();
  readonly #stack: Pair[] = [];
  /** Pairs of objects that were compared, by the roles that they had: what may change as one may not as another. */
  readonly #seen = new Set<string>();

  constructor(before: PdfFile, after: PdfFile) {
    this.#before = before;
    this.#after = after;
    this.#places = [new OwnPlaces(before), new OwnPlaces(after)];
    this.#used = new UsedAppearances(before);
  }

  run(): Differences {
    const at = { path: 'Catalog', object: null, page: null, field: null, annotation: null, turned: false };
    this.#dicts(
      { before: this.#before.catalog, after: this.#after.catalog, role: 'catalog', at },
      this.#before.catalog,
      this.#after.catalog,
    );
    this.#push({
      before: this.#before.trailer.get('Encrypt'),
      after: this.#after.trailer.get('Encrypt'),
      role: 'content',
      at: { ...at, path: 'Trailer/Encrypt' },
    });
    this.#push({
      before: this.#before.trailer.get('Info'),
      after: this.#after.trailer.get('Info'),
      role: 'metadata',
      at: { ...at, path: 'Trailer/Info' },
    });
    this.#pages();
    this.#files(at);
    for (let count = 0; count < maxPairs; count += 1) {
      const pair = this.#stack.pop();
      if (pair === undefined) break;
      this.#compare(pair);
    }
    return { differences: this.#found, whole: this.#stack.length === 0 };
  }

  /** Pages by their place: inherited entries count as their own. */
  #pages(): void {
    const [before, after] = [this.#before.pages(), this.#after.pages()];
    if (before.length !== after.length)
      this.#tell('content', {
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

  /**
   * Files that come with the document. Its Content Credentials may be new ones: they say where it is from, and show
   * nothing.
   */
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
      if (other?.manifest == null || one?.manifest === null) this.#push(pair);
      else if (one?.manifest.equals(other.manifest) !== true) this.#tell('credential', pair.at);
    }
  }

  #push(pair: Pair): void {
    const { before, after } = pair;
    if (typeof before === 'object' || before !== after) this.#stack.push(pair);
  }

  #tell(permit: Permit | null, at: Omit<Difference, 'permit'>): void {
    if (permit === null) return;
    const count = this.#counts.get(permit) ?? 0;
    this.#counts.set(permit, count + 1);
    if (count < maxAlike) this.#found.push({ permit, ...at });
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
      if (!one.stored.equals(other.stored) && !one.raw.equals(other.raw)) this.#tell(diffRules[role].own, at);
      this.#dicts(here, one.dict, other.dict);
    } else if (role === 'structure-kids')
      this.#arrays(here, Array.isArray(one) ? one : [before], Array.isArray(other) ? other : [after]);
    else if (one instanceof Dict && other instanceof Dict) {
      if (this.#isElsewhere(pair, one, other)) this.#identities(pair);
      else this.#dicts(here, one, other);
    } else if (Array.isArray(one) && Array.isArray(other)) this.#arrays(here, one, other);
    else if (!sameScalar(one, other)) this.#tell(diffRules[role].own, at);
  }

  /** What has a place of its own, and is met on the way to something else. */
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
      // What is not there is empty, where all that comes with it is looked at by itself.
      const empty = inner === 'names' ? new Dict() : diffRules[inner].set === true ? [] : null;
      const [one, other] = [before.get(key) ?? empty, after.get(key) ?? empty];
      if (this.#before.resolve(one) === null && this.#after.resolve(other) === null) continue;
      if (role === 'field' && key === 'V' && this.#isSignature(after)) this.#signed(one, other, place);
      else if (one === null) this.#tell(this.#permitOf(rule?.added ?? rules.added, role, after), place);
      else if (other === null) this.#tell(this.#permitOf(rule?.removed ?? rules.removed, role, after), place);
      else
        this.#push({
          before: one,
          after: other,
          role: role === 'field' && inner === 'appearance' ? this.#lookOf(before, after) : inner,
          at: place,
        });
    }
  }

  /** A link to a page or to an annotation is a link to the same one as before, whatever became of it. */
  #identities({ before, after, at }: Pair): void {
    const [one, other] = [before instanceof Ref ? before.num : null, after instanceof Ref ? after.num : null];
    if (one !== other) this.#tell('content', at);
  }

  /** A widget is a field, or part of one, and not what a reader may add as an annotation; nor does it become one. */
  #roleOf(role: Role, before: Dict, after: Dict): Role {
    return role === 'annotation' && [before, after].some((dict) => isName(dict.get('Subtype'), 'Widget'))
      ? 'field'
      : role;
  }

  #isSignature(dict: Dict): boolean {
    return fieldType(this.#after, dict) === 'Sig';
  }

  /** The look of a field goes with its value; but not where something else shows it as well. */
  #lookOf(before: Dict, after: Dict): Role {
    const look = before.get('AP');
    if (look instanceof Ref && this.#used.has(look)) return 'content';
    return this.#isSignature(after) ? this.#signatureLook(before, after) : 'appearance';
  }

  /** Of a field that is signed only now the look comes with the signature. */
  #signatureLook(before: Dict, after: Dict): Role {
    return this.#before.dict(inheritedEntry(this.#before, before, 'V')) === null &&
      this.#after.dict(inheritedEntry(this.#after, after, 'V')) !== null
      ? 'signature-look'
      : 'content';
  }

  /** A signature that comes to an empty field; one that goes or becomes another is a change of content. */
  #signed(before: Obj, after: Obj, at: Omit<Difference, 'permit'>): void {
    const [one, other] = [this.#before.dict(before), this.#after.dict(after)];
    if (one === null && other !== null) this.#tell(isTimestamp(this.#after, other) ? 'validate' : 'sign', at);
    else if (one !== null) this.#push({ before, after, role: 'content', at });
  }

  #permitOf(permit: Permit | null, role: Role, dict: Dict): Permit | null {
    return role === 'field' && permit === 'fill' && this.#isSignature(dict) ? 'sign' : permit;
  }

  #arrays({ role, at }: Pair, before: readonly Obj[], after: readonly Obj[]): void {
    const { set, inner, added, removed } = diffRules[role];
    if (set) this.#sets({ role, at, before: null, after: null }, before, after);
    else if (role === 'xfa') this.#packets(at, before, after);
    else {
      if (before.length > after.length) this.#tell(removed, at);
      const more = after.slice(before.length);
      if (more.length > 0)
        this.#tell(
          role === 'structure-kids' && !more.every((kid) => holdsOnlyAnnotations(this.#after, kid)) ? 'content' : added,
          at,
        );
      for (const [index, one] of before.entries())
        if (index < after.length) this.#push({ before: one, after: after[index] ?? null, role: inner, at });
    }
  }

  #packets(at: Pair['at'], before: readonly Obj[], after: readonly Obj[]): void {
    const [old, now] = [packetsOf(this.#before, before), packetsOf(this.#after, after)];
    for (const name of new Set([...old.keys(), ...now.keys()]))
      this.#push({
        before: old.get(name) ?? null,
        after: now.get(name) ?? null,
        role: isFilledPacket(name) ? 'value' : 'content',
        at: { ...at, path: `${at.path}/${name}` },
      });
  }

  /** Arrays whose order says little: entries are known by their objects. */
  #sets({ role, at }: Pair, before: readonly Obj[], after: readonly Obj[]): void {
    const inner = diffRules[role].inner;
    const known = new Map(before.flatMap((entry) => (entry instanceof Ref ? [[entry.num, entry] as const] : [])));
    const directBefore = before.filter((entry) => !(entry instanceof Ref));
    const directAfter = after.filter((entry) => !(entry instanceof Ref));
    for (const [index, one] of directAfter.entries())
      if (index < directBefore.length) this.#push({ before: directBefore[index] ?? null, after: one, role: inner, at });
      else this.#entry('added', this.#after, one, { role, at });
    for (const one of directBefore.slice(directAfter.length)) this.#entry('removed', this.#before, one, { role, at });
    for (const entry of after) {
      if (!(entry instanceof Ref)) continue;
      const old = known.get(entry.num);
      known.delete(entry.num);
      if (old === undefined) this.#entry('added', this.#after, entry, { role, at });
      else this.#push({ before: old, after: entry, role: inner, at });
    }
    for (const gone of known.values()) this.#entry('removed', this.#before, gone, { role, at });
  }

  /** An annotation or a field that came or went. */
  #entry(change: 'added' | 'removed', file: PdfFile, entry: Obj, { role, at }: Pick<Pair, 'role' | 'at'>): void {
    const dict = file.dict(entry);
    const place = {
      ...at,
      object: entry instanceof Ref ? entry.num : at.object,
      annotation: change === 'added' ? dict : null,
    };
    if (dict === null) return;
    if (role !== 'fields' && !isName(dict.get('Subtype'), 'Widget')) this.#tell(diffRules[role][change], place);
    else {
      const { permit, seen } =
        change === 'added' && !this.#isSigned(dict.get('Parent'))
          ? addedWidget(file, dict)
          : { permit: 'content' as const, seen: false };
      this.#tell(permit, { ...place, field: fieldName(file, dict), turned: seen });
    }
  }

  /** A signature that was there has the places that it had. */
  #isSigned(field: Obj): boolean {
    const dict = this.#before.dict(field);
    return (
      dict !== null &&
      fieldType(this.#before, dict) === 'Sig' &&
      this.#before.dict(inheritedEntry(this.#before, dict, 'V')) !== null
    );
  }
}

/** Roles that values have in the place where they are compared. */
const inPlace: ReadonlySet<Role> = new Set(['catalog', 'page', 'annotation', 'field']);

const ofStructure: ReadonlySet<Role> = new Set(['structure', 'structure-kids', 'structure-list']);

/** The page with what it inherits. */
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
