import type { AccessibilityCheck, Checked, FailedPlace, HumanCheck } from './accessibility-check.ts';
import { judge, type Unreadable } from '../judge.ts';
import type { Model } from '../model/model.ts';
import { checkMatterhorn } from './check-matterhorn.ts';
import { checkRules } from './check-rules.ts';
import { checkWcag } from './check-wcag.ts';
import { withElementBoxes } from './element-boxes.ts';

/** Standards that accessibility is checked against. */
export type AccessibilityStandard = 'PDF/UA-1' | 'PDF/UA-2' | 'WCAG-2.2';

/** A document to check, and the standard. */
export interface AccessibilityOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  readonly standard: AccessibilityStandard;
}

/** Checks by the machine and by people. */
export interface AccessibilityReport {
  readonly standard: AccessibilityStandard;
  readonly machineChecksPassed: boolean;
  readonly summary: {
    readonly passed: number;
    readonly failed: number;
    readonly needsHuman: number;
    readonly statement: string;
  };
  readonly checks: readonly AccessibilityCheck[];
  readonly humanChecks: readonly HumanCheck[];
}

const standards: Readonly<Record<AccessibilityStandard, (model: Model) => Checked>> = {
  'PDF/UA-1': checkMatterhorn,
  'PDF/UA-2': checkRules,
  'WCAG-2.2': checkWcag,
};

/**
 * Checks the accessibility of a document as far as a machine can, and lists what a person has to examine. A document
 * that passes is not necessarily accessible.
 * @throws AppError `invalid-pdf` for data that are no PDF, `wrong-password`, `limit-exceeded`, `too-many-pages`
 */
export function checkAccessibility({ bytes, password, standard }: AccessibilityOptions): AccessibilityReport {
  const { checks, humanChecks } = judge(bytes, password, {
    of: (model) => withElementBoxes(model, standards[standard](model)),
    unreadable,
  });
  const count = (status: AccessibilityCheck['status']) => checks.filter((check) => check.status === status).length;
  const [passed, failed, needsHuman] = [count('passed'), count('failed'), count('needs-human')];
  const found = failed === 0 ? 'No machine check failed.' : `${failed} of ${passed + failed} machine checks failed.`;
  const rest =
    `${needsHuman} checks need a person, and no machine can do them: this report does not claim that the document ` +
    'is accessible.';
  return {
    standard,
    machineChecksPassed: failed === 0,
    summary: { passed, failed, needsHuman, statement: `${found} ${rest}` },
    checks,
    humanChecks,
  };
}

/** The report as clients get it: its places have the fault and the repair. */
export function publishedReport(report: AccessibilityReport): object {
  const withoutRequirement = ({ page, object, box, message, fix }: FailedPlace) => ({
    page,
    object,
    box,
    message,
    fix,
  });
  return {
    ...report,
    checks: report.checks.map((check) => ({ ...check, occurrences: check.occurrences.map(withoutRequirement) })),
  };
}

function unreadable({ encrypted, reason }: Unreadable): Checked {
  const fix = encrypted ? 'Send the password.' : 'Write the file again from its source: it is damaged beyond reading.';
  const requirement = 'Programs that read the document aloud can open it.';
  const occurrence: FailedPlace = { page: null, object: null, box: null, message: reason, fix, requirement };
  return {
    checks: [
      {
        id: 'readable',
        clause: encrypted ? '7.16' : '6.1',
        matterhorn: null,
        status: 'failed',
        occurrences: [occurrence],
      },
    ],
    humanChecks: [],
  };
}
