import { AppError } from '../../problems.ts';
import { claimedNames, failuresOf, type Failure } from './check.ts';
import { judge, type Unreadable } from './judge.ts';
import type { Model } from './model/model.ts';
import { adviceFor, type Advice } from './advice.ts';
import { occurrenceOf, type Occurrence } from './occurrence.ts';
import { isArchive, standards, type Standard } from '../xmp/standards.ts';

/** A document to check, and the standards. */
export interface ComplianceOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  /** Names of standards; those that the document claims unless given. */
  readonly standards?: readonly string[] | undefined;
}

/** The result for one standard (docs/spec/tools.md). */
export interface ComplianceResult {
  readonly standard: string;
  readonly compliant: boolean;
  /** The document claims conformance. */
  readonly claimed: boolean;
  readonly failures: readonly {
    readonly clause: string;
    readonly test: number;
    readonly message: string;
    /** The first hundred places. */
    readonly occurrences: readonly Occurrence[];
  }[];
}

/** The verdict on a document. */
export interface Compliance {
  readonly results: readonly ComplianceResult[];
  /** Names of the standards that the document claims, known or not. */
  readonly claims: readonly string[];
  /** The reason why a claim, or a document without claims, has no result. */
  readonly notice?: string;
}

const nameStandards = 'Name the standards to check in `standards`.';

/**
 * Checks a document against standards.
 * @throws AppError `invalid-pdf` for data that are no PDF, `encrypted-pdf`, `wrong-password`, `limit-exceeded`,
 * `too-many-pages`
 */
export function checkCompliance({ bytes, password, standards: names }: ComplianceOptions): Compliance {
  return judge(bytes, password, {
    of: (model) => complianceOf(model, names),
    unreadable: (why) => complianceOfUnreadable(why, names),
  });
}

function complianceOf(model: Model, wanted: readonly string[] | undefined): Compliance {
  const claims = claimedNames(model);
  const results = (wanted ?? claims)
    .flatMap((name) => standards.get(name) ?? [])
    .map((standard): ComplianceResult => {
      const failures = failuresOf(model, standard);
      const advice = adviceFor(model, standard);
      return {
        standard: standard.name,
        compliant: failures.length === 0,
        claimed: claims.includes(standard.name),
        failures: failures.map((failure) => failureReport(model, failure, advice)),
      };
    });
  const notice = wanted === undefined ? noticeOf(claims) : undefined;
  return { results, claims, ...(notice !== undefined && { notice }) };
}

function noticeOf(claims: readonly string[]): string | undefined {
  if (claims.length === 0) return `The document claims no standard, so none was checked. ${nameStandards}`;
  const unknown = claims.filter((name) => !standards.has(name));
  return unknown.length === 0
    ? undefined
    : `No such standard is known, so it was not checked: ${unknown.join(', ')}. ${nameStandards}`;
}

function failureReport({ file }: Model, failure: Failure, advice: Advice): ComplianceResult['failures'][number] {
  const { clause, test, message, breaches, count } = failure;
  const fix = advice(failure);
  const more = count > breaches.length ? ` (${count - breaches.length} more places than are listed.)` : '';
  return {
    clause,
    test,
    message: `${message}${more}`,
    occurrences: breaches.map((breach) => occurrenceOf(file, breach, { message, fix })),
  };
}

/** The verdict on a damaged document; none for one that stays encrypted. */
function complianceOfUnreadable({ encrypted, reason }: Unreadable, wanted: readonly string[] | undefined): Compliance {
  if (encrypted) throw new AppError('encrypted-pdf', reason);
  const results = wanted?.flatMap((name) => standards.get(name) ?? []).map((standard) => damaged(standard, reason));
  if (results !== undefined) return { results, claims: [] };
  return {
    results: [],
    claims: [],
    notice: `The document is damaged: ${reason} Its claims cannot be read, so no standard was checked. ${nameStandards}`,
  };
}

function damaged(standard: Standard, reason: string): ComplianceResult {
  const [clause, test] = isArchive(standard) ? ['6.1.4', 1] : ['6.1', 2];
  const occurrence = {
    page: null,
    object: null,
    box: null,
    message: reason,
    fix: 'Write the file again from its source: it is damaged beyond reading.',
  };
  return {
    standard: standard.name,
    compliant: false,
    claimed: false,
    failures: [{ clause, test, message: reason, occurrences: [occurrence] }],
  };
}
