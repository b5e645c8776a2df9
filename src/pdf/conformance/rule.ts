import type { Place } from './place.ts';
import type { Model } from './model/model.ts';
import type { Part, Standard } from '../xmp/standards.ts';

/** What a rule looks at: anything that has a place. */
export interface Subject {
  readonly place: Place;
}

/**
 * Clauses that state the requirement, as `<clause>-<test>`: "6.2.4.3-2". Part 2 stands for part 3 too, unless that has
 * its own. Where the text of a standard says it twice, the first is the one that it is found under, and the others are
 * reported beside it.
 */
export type Clauses = Readonly<Partial<Record<Part, string | readonly string[]>>>;

/** One requirement of one or more standards. */
export interface RuleText<S extends Subject> {
  /** kebab-case, unique. */
  readonly id: string;
  readonly clauses: Clauses;
  /**
   * Conformance levels of ISO 19005 that ask for it: every one, unless some are named ("au"). Says nothing of ISO
   * 14289.
   */
  readonly levels?: string;
  /** What it looks at. */
  readonly on: (model: Model, standard: Standard) => Iterable<S>;
  /** Whether a subject breaks the rule; a string says how, after the message. */
  readonly fails: (subject: S, standard: Standard, model: Model) => boolean | string;
  /** What the standard asks for. */
  readonly message: string;
  /** How a document is mended. */
  readonly fix: string;
}

/** A place where a rule is broken. */
export interface Breach {
  readonly place: Place;
  /** What is wrong there beyond the rule's message, or empty. */
  readonly detail: string;
}

export interface Rule extends Omit<RuleText<Subject>, 'on' | 'fails'> {
  breaches(model: Model, standard: Standard): Iterable<Breach>;
}

/** A rule, with the kind of its subjects kept to itself. */
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

/** The clauses of a rule in a standard; none where it says nothing about it. */
export function clausesIn(
  { clauses, levels }: Pick<Rule, 'clauses' | 'levels'>,
  { part, level }: Standard,
): readonly string[] {
  if (levels !== undefined && !part.startsWith('ua') && !levels.includes(level || '-')) return [];
  const own = clauses[part] ?? (part === '3' ? clauses['2'] : undefined);
  return own === undefined ? [] : typeof own === 'string' ? [own] : own;
}
