import { claimedStandards, failuresOf, type Failure } from './check.ts';
import { judge, type Unreadable } from './judge.ts';
import type { Model } from './model/model.ts';
import { occurrenceOf, type Occurrence } from './occurrence.ts';
import { isArchive, standards, type Standard } from './standards.ts';

export interface ComplianceOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  /** Names of standards; what the document claims where it is left out. */
  readonly standards?: readonly string[] | undefined;
}

/** What an answer tells of one standard (contract 12). */
export interface ComplianceResult {
  readonly standard: string;
  readonly compliant: boolean;
  /** The document says that it conforms. */
  readonly claimed: boolean;
  readonly failures: readonly {
    readonly clause: string;
    readonly test: number;
    readonly message: string;
    /** The first hundred places. */
    readonly occurrences: readonly Occurrence[];
  }[];
}

/**
 * Checks a document against standards.
 * @throws AppError `invalid-pdf` for what is no PDF, `wrong-password`, `limit-exceeded`, `too-many-pages`
 */
export function checkCompliance({ bytes, password, standards: names }: ComplianceOptions): { results: ComplianceResult[] } {
  const asked = names?.flatMap((name) => standards.get(name) ?? []);
  const results = judge(bytes, password, { of: (model) => resultsOf(model, asked), unreadable: (why) => (asked ?? []).map((standard) => unreadable(standard, why)) });
  return { results };
}

function resultsOf(model: Model, asked: readonly Standard[] | undefined): ComplianceResult[] {
  const claimed = claimedStandards(model);
  return (asked ?? claimed).map((standard) => {
    const failures = failuresOf(model, standard);
    return { standard: standard.name, compliant: failures.length === 0, claimed: claimed.includes(standard), failures: failures.map((failure) => told(model, failure)) };
  });
}

function told({ file }: Model, { clause, test, message, fix, breaches, count }: Failure): ComplianceResult['failures'][number] {
  const more = count > breaches.length ? ` (${count - breaches.length} more places than are listed.)` : '';
  return { clause, test, message: `${message}${more}`, occurrences: breaches.map((breach) => occurrenceOf(file, breach, { message, fix })) };
}

/** The verdict on what can not be read. */
function unreadable(standard: Standard, { encrypted, reason }: Unreadable): ComplianceResult {
  const archive = isArchive(standard);
  const clause = encrypted ? (archive ? '6.1.3' : '7.16') : archive ? '6.1.4' : '6.1';
  const fix = encrypted ? 'Send the password, or remove the encryption.' : 'Write the file again from its source: it is damaged beyond reading.';
  return {
    standard: standard.name, compliant: false, claimed: false,
    failures: [{ clause, test: encrypted ? (archive ? 2 : 1) : archive ? 1 : 2, message: reason, occurrences: [{ page: null, object: null, box: null, message: reason, fix }] }],
  };
}
