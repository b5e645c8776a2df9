import { Dict, isName, Name, PdfString, Ref, Stream, type Obj } from '../raw/objects.ts';
import type { PdfFile, PdfPage } from '../raw/pdf-file.ts';
import { diffRules, type Permit, type Role } from './diff-rules.ts';
import { fieldName, fieldType } from './field-of.ts';

/** One thing that is another in a later version of a document. */
export interface Difference {
  /** What kind of permission it takes. */
  readonly permit: Permit;
  /** `Catalog/AcroForm/DR/Font`, as names lead to it. */
  readonly path: string;
  /** Of the later version, where it has one. */
  readonly object: number | null;
  /** 1-based. */
  readonly page: number | null;
  /** Full name of the field that it is of, or null. */
  readonly field: string | null;
  /** The annotation or field that was changed or added: of the later version. */
  readonly annotation: Dict | null;
}

/** A pair of values that are to be compared, with what they are in their documents. */
interface Pair {
  readonly before: Obj;
  readonly after: Obj;
  readonly role: Role;
  readonly at: Omit<Difference, 'permit'>;
}

/** Differences that are told, and pairs that are compared. */
const mostDifferences = 500;
const mostPairs = 2_000_000;

/** Compares two versions of a document value by value from their catalogs and pages on; what both have alike is no difference, wherever it is stored. */
export function diffDocuments(before: PdfFile, after: PdfFile): Difference[] {
  return new Diff(before, after).run();
}

class Diff {
  readonly #before: PdfFile;
  readonly #after: PdfFile;
  readonly #found: Difference[] = [];
  readonly #stack: Pair[] = [];
  /** Pairs of objects that were compared, by the roles that they had: what may change as one may not as another. */
  readonly #seen = new Set<string>();

  constructor(before: PdfFile, after: PdfFile) {
    this.#before = before;
    this.#after = after;
  }

  run(): Difference[] {
    const at = { path: 'Catalog', object: null, page: null, field: null, annotation: null };
    this.#dicts({ before: this.#before.catalog, after: this.#after.catalog, role: 'catalog', at }, this.#before.catalog, this.#after.catalog);
    this.#push({ before: this.#before.trailer.get('Encrypt'), after: this.#after.trailer.get('Encrypt'), role: 'content', at: { ...at, path: 'Trailer/Encrypt' } });
    this.#push({ before: this.#before.trailer.get('Info'), after: this.#after.trailer.get('Info'), role: 'metadata', at: { ...at, path: 'Trailer/Info' } });
    this.#pages();
    for (let count = 0; count < mostPairs && this.#found.length < mostDifferences; count += 1) {
      const pair = this.#stack.pop();
      if (pair === undefined) break;
      this.#compare(pair);
    }
    return this.#found;
  }

  /** Pages by their place: inherited entries count as their own. */
  #pages(): void {
    const [before, after] = [this.#before.pages(), this.#after.pages()];
    if (before.length !== after.length) this.#tell('content', { path: `Catalog/Pages (${before.length} pages, then ${after.length})`, object: null, page: Math.min(before.length, after.length) + 1, field: null, annotation: null });
    for (const [index, page] of after.entries()) {
      const old = before[index];
      if (old === undefined) break;
      const at = { path: `Page ${index + 1}`, object: page.ref?.num ?? null, page: index + 1, field: null, annotation: null };
      const [one, other] = [whole(old), whole(page)];
      this.#dicts({ before: one, after: other, role: 'page', at }, one, other);
    }
  }

  #push(pair: Pair): void {
    this.#stack.push(pair);
  }

  #tell(permit: Permit | null, at: Omit<Difference, 'permit'>): void {
    if (permit !== null) this.#found.push({ permit, ...at });
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
    } else if (one instanceof Dict && other instanceof Dict) {
      if (role === 'content' && isComparedElsewhere(one) && isComparedElsewhere(other)) this.#identities(pair);
      else this.#dicts(role === 'content' && isElement(one) && isElement(other) ? { ...here, role: 'structure' } : here, one, other);
    }
    else if (Array.isArray(one) && Array.isArray(other)) this.#arrays(here, one, other);
    else if (!sameScalar(one, other)) this.#tell(diffRules[role].own, at);
  }

  #dicts({ role: given, at }: Pair, before: Dict, after: Dict): void {
    const role = this.#roleOf(given, after);
    const own = role === 'field' || role === 'annotation' ? { ...at, annotation: after, field: role === 'field' ? fieldName(this.#after, after) : null } : at;
    const rules = diffRules[role];
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const rule = rules.keys[key] ?? (role === 'field' && key === 'V' ? { role: 'value' } : null);
      if (rule === 'skip' || (before.get(key) === null && after.get(key) === null)) continue;
      const place = { ...own, path: `${at.path}/${key}` };
      const lists = diffRules[rule?.role ?? rules.inner].set === true;
      // A list that is not there is empty: what comes with it is looked at by itself.
      const one = before.get(key) ?? (lists ? [] : null);
      const other = after.get(key) ?? (lists ? [] : null);
      const inner: Role = rule?.role ?? rules.inner;
      if (this.#before.resolve(one) === null && this.#after.resolve(other) === null) continue;
      if (role === 'field' && key === 'V' && this.#isSignature(after)) this.#signed(one, other, place);
      else if (one === null) this.#tell(this.#permitOf(rule?.added ?? rules.added, role, after), place);
      else if (other === null) this.#tell(this.#permitOf(rule?.removed ?? rules.removed, role, after), place);
      else this.#push({ before: one, after: other, role: role === 'field' && inner === 'appearance' && this.#isSignature(after) ? this.#signatureLook(before, after) : inner, at: place });
    }
  }

  /** A link to a page or to an annotation is a link to the same one as before, whatever became of it. */
  #identities({ before, after, at }: Pair): void {
    if (before instanceof Ref && after instanceof Ref && before.num !== after.num) this.#tell('content', at);
  }

  /** A widget is a field, or part of one, and not what a reader may add as an annotation. */
  #roleOf(role: Role, dict: Dict): Role {
    if (role === 'annotation' && isName(dict.get('Subtype'), 'Widget')) return 'field';
    return role;
  }

  #isSignature(dict: Dict): boolean {
    return fieldType(this.#after, dict) === 'Sig';
  }

  /** Of a field that is signed only now the look comes with the signature. */
  #signatureLook(before: Dict, after: Dict): Role {
    return this.#valueIn(this.#before, before) === null && this.#valueIn(this.#after, after) !== null ? 'signature-look' : 'content';
  }

  #valueIn(file: PdfFile, dict: Dict): Dict | null {
    return file.dict(dict.get('V')) ?? file.dict(file.dict(dict.get('Parent'))?.get('V') ?? null);
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
    if (!diffRules[role].set) {
      const inner = diffRules[role].inner;
      if (before.length !== after.length) this.#tell(after.length > before.length ? diffRules[role].added : diffRules[role].removed, at);
      for (const [index, one] of before.entries()) if (index < after.length) this.#push({ before: one, after: after[index] ?? null, role: inner, at });
      return;
    }
    this.#sets({ role, at, before: null, after: null }, before, after);
  }

  /** Arrays whose order says little: entries are known by their objects. */
  #sets({ role, at }: Pair, before: readonly Obj[], after: readonly Obj[]): void {
    const inner = diffRules[role].inner;
    const known = new Map(before.flatMap((entry) => (entry instanceof Ref ? [[entry.num, entry] as const] : [])));
    const directBefore = before.filter((entry) => !(entry instanceof Ref));
    const directAfter = after.filter((entry) => !(entry instanceof Ref));
    for (const [index, one] of directAfter.entries()) if (index < directBefore.length) this.#push({ before: directBefore[index] ?? null, after: one, role: inner, at });
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

  /** An annotation or a field that came or went: a widget of a signature comes with signing, and a new field of another kind is new content. */
  #entry(change: 'added' | 'removed', file: PdfFile, entry: Obj, { role, at }: Pick<Pair, 'role' | 'at'>): void {
    const dict = file.dict(entry);
    const place = { ...at, object: entry instanceof Ref ? entry.num : at.object, annotation: change === 'added' ? dict : null };
    if (dict === null) return;
    const field = role === 'fields' || isName(dict.get('Subtype'), 'Widget');
    if (!field || (role !== 'fields' && role !== 'annotations')) this.#tell(diffRules[role][change], place);
    else if (change === 'added' && fieldType(file, dict) === 'Sig') {
      const value = this.#valueIn(file, dict);
      this.#tell(value !== null && isTimestamp(file, value) ? 'validate' : 'sign', { ...place, field: fieldName(file, dict) });
    } else this.#tell('content', { ...place, field: fieldName(file, dict) });
  }
}

/** Pages, annotations and fields, which are compared where they belong. */
function isComparedElsewhere(dict: Dict): boolean {
  return isName(dict.get('Type'), 'Page') || isName(dict.get('Type'), 'Pages') || isName(dict.get('Type'), 'Catalog') || (dict.has('Subtype') && dict.has('Rect')) || (dict.has('FT') && dict.has('T'));
}

function isElement(dict: Dict): boolean {
  return isName(dict.get('Type'), 'StructElem') || (dict.has('S') && dict.has('P') && dict.has('K'));
}

function isTimestamp(file: PdfFile, signature: Dict): boolean {
  return file.name(signature.get('Type')) === 'DocTimeStamp' || file.name(signature.get('SubFilter')) === 'ETSI.RFC3161';
}

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
