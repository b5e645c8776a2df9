import type { ObjectLocation } from './object-location.ts';
import type { Model } from './model/model.ts';
import type { Part, Standard } from '../xmp/standards.ts';

/** A subject of a rule: anything with a place. */
export interface Subject {
  readonly place: ObjectLocation;
}

/**
 * Clauses that state the requirement, as `<clause>-<test>`: "6.2.4.3-2". Part 2 includes part 3, unless that has its
 * own clause. Where a standard states the requirement twice, the first clause names the rule, and the others are
 * reported beside it.
 */
export type Clauses = Readonly<Partial<Record<Part, string | readonly string[]>>>;

/** A requirement of one or more standards. */
export interface RuleText<S extends Subject> {
  /** kebab-case, unique. */
  readonly id: string;
  readonly clauses: Clauses;
  /** Conformance levels of ISO 19005 that require it ("au"); all unless given. Does not concern ISO 14289. */
  readonly levels?: string;
  /** The subjects of the rule. */
  readonly on: (model: Model, standard: Standard) => Iterable<S>;
  /** Whether a subject breaks the rule. A string is the detail after the fault. */
  readonly fails: (subject: S, standard: Standard, model: Model) => boolean | string;
  /** What the standard requires: "A note has an ID." */
  readonly requirement: string;
  /** What is wrong where the rule is broken: "A note has no ID." */
  readonly fault: string;
  /** The way to repair a document. */
  readonly fix: string;
}

/** A place where a rule is broken. */
export interface Breach {
  readonly place: ObjectLocation;
  /** The detail after the rule's fault, or empty. */
  readonly detail: string;
}

/** A rule that can be checked on a document. */
export interface Rule extends Omit<RuleText<Subject>, 'on' | 'fails'> {
  breaches(model: Model, standard: Standard): Iterable<Breach>;
}

/** Makes a rule, and hides the type of its subjects. */
export function rule<S extends Subject>({ on, fails, ...text }: RuleText<S>): Rule {
  return {
    ...text,
    *breaches(model, standard) {
      for (const subject of on(model, standard)) {
        const broken = fails(subject, standard, model);
        if (broken !== false) yield { place: subject.place, detail: broken === true ? '' : broken };
      }
    },
  };
}

/** The clauses of a rule in a standard; none if the standard lacks the requirement. */
export function clausesIn(
  { clauses, levels }: Pick<Rule, 'clauses' | 'levels'>,
  { part, level }: Standard,
): readonly string[] {
  if (levels !== undefined && !part.startsWith('ua') && !levels.includes(level || '-')) return [];
  const own = clauses[part] ?? (part === '3' ? clauses['2'] : undefined);
  return own === undefined ? [] : typeof own === 'string' ? [own] : own;
}
