import { isName, Ref, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { addedWidget, holdsOnlyAnnotations } from '../added-widget.ts';
import { inheritedEntry } from '../../facts/trees/field-tree.ts';
import { fieldName, fieldType } from '../field-of.ts';
import { isFilledPacket, packetsOf } from '../xfa-packets.ts';
import { diffRules } from './diff-rules.ts';
import type { DiffWork, Pair } from './diff-work.ts';

/** Compares arrays of two versions of a document. */
export class ArrayDiff {
  readonly #before: PdfFile;
  readonly #after: PdfFile;
  readonly #work: DiffWork;

  constructor(before: PdfFile, after: PdfFile, work: DiffWork) {
    this.#before = before;
    this.#after = after;
    this.#work = work;
  }

  /** Compares arrays entry by entry, or as sets where the role is one. */
  compare({ role, at }: Pair, before: readonly Obj[], after: readonly Obj[]): void {
    const { set, inner, added, removed } = diffRules[role];
    if (set) this.#sets({ role, at, before: null, after: null }, before, after);
    else if (role === 'xfa') this.#packets(at, before, after);
    else {
      if (before.length > after.length) this.#work.report(removed, at);
      const more = after.slice(before.length);
      if (more.length > 0)
        this.#work.report(
          role === 'structure-kids' && !more.every((kid) => holdsOnlyAnnotations(this.#after, kid)) ? 'content' : added,
          at,
        );
      for (const [index, one] of before.entries())
        if (index < after.length) this.#work.push({ before: one, after: after[index] ?? null, role: inner, at });
    }
  }

  #packets(at: Pair['at'], before: readonly Obj[], after: readonly Obj[]): void {
    const [old, now] = [packetsOf(this.#before, before), packetsOf(this.#after, after)];
    for (const name of new Set([...old.keys(), ...now.keys()]))
      this.#work.push({
        before: old.get(name) ?? null,
        after: now.get(name) ?? null,
        role: isFilledPacket(name) ? 'value' : 'content',
        at: { ...at, path: `${at.path}/${name}` },
      });
  }

  /** Compares arrays whose order does not matter: entries are matched by object number. */
  #sets({ role, at }: Pair, before: readonly Obj[], after: readonly Obj[]): void {
    const inner = diffRules[role].inner;
    const known = new Map(before.flatMap((entry) => (entry instanceof Ref ? [[entry.num, entry] as const] : [])));
    const directBefore = before.filter((entry) => !(entry instanceof Ref));
    const directAfter = after.filter((entry) => !(entry instanceof Ref));
    for (const [index, one] of directAfter.entries())
      if (index < directBefore.length)
        this.#work.push({ before: directBefore[index] ?? null, after: one, role: inner, at });
      else this.#entry('added', this.#after, one, { role, at });
    for (const one of directBefore.slice(directAfter.length)) this.#entry('removed', this.#before, one, { role, at });
    for (const entry of after) {
      if (!(entry instanceof Ref)) continue;
      const old = known.get(entry.num);
      known.delete(entry.num);
      if (old === undefined) this.#entry('added', this.#after, entry, { role, at });
      else this.#work.push({ before: old, after: entry, role: inner, at });
    }
    for (const gone of known.values()) this.#entry('removed', this.#before, gone, { role, at });
  }

  /** An added or removed annotation or field. */
  #entry(change: 'added' | 'removed', file: PdfFile, entry: Obj, { role, at }: Pick<Pair, 'role' | 'at'>): void {
    const dict = file.dict(entry);
    const place = {
      ...at,
      object: entry instanceof Ref ? entry.num : at.object,
      annotation: change === 'added' ? dict : null,
    };
    if (dict === null) return;
    if (role !== 'fields' && !isName(dict.get('Subtype'), 'Widget')) this.#work.report(diffRules[role][change], place);
    else {
      const { permit, seen } =
        change === 'added' && !this.#isSigned(dict.get('Parent'))
          ? addedWidget(file, dict)
          : { permit: 'content' as const, seen: false };
      this.#work.report(permit, { ...place, field: fieldName(file, dict), turned: seen });
    }
  }

  /** True for a signature field that was signed in the older version: it may get no new widgets. */
  #isSigned(field: Obj): boolean {
    const dict = this.#before.dict(field);
    return (
      dict !== null &&
      fieldType(this.#before, dict) === 'Sig' &&
      this.#before.dict(inheritedEntry(this.#before, dict, 'V')) !== null
    );
  }
}
