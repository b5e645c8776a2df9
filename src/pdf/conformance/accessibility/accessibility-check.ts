import type { Occurrence } from '../occurrence.ts';

/** A place where a check failed, with what the standard requires there. */
export interface FailedPlace extends Occurrence {
  readonly requirement: string;
}

/** One check and its outcome (docs/spec/tools.md). */
export interface AccessibilityCheck {
  readonly id: string;
  /** Clause of the standard; for WCAG the success criterion. */
  readonly clause: string;
  /** Failure condition of the Matterhorn Protocol, or null. */
  readonly matterhorn: string | null;
  readonly status: 'passed' | 'failed' | 'needs-human';
  /** The first hundred places. */
  readonly occurrences: readonly FailedPlace[];
}

/** A check by a person. */
export interface HumanCheck {
  readonly id: string;
  readonly clause: string;
  readonly matterhorn: string | null;
  /** The fault to look for, as a sentence. */
  readonly question: string;
  /** The parts to examine. */
  readonly look: string;
  readonly places: readonly {
    readonly page: number | null;
    readonly object: number | null;
    readonly box: Occurrence['box'];
  }[];
}

/** The checks of a standard. */
export interface Checked {
  readonly checks: readonly AccessibilityCheck[];
  readonly humanChecks: readonly HumanCheck[];
}
