import type { Occurrence } from '../occurrence.ts';

/** One check and its outcome (docs/spec/tools.md). */
export interface AccessibilityCheck {
  readonly id: string;
  /** Of the standard; of WCAG the success criterion. */
  readonly clause: string;
  /** Failure condition of the Matterhorn Protocol, or null. */
  readonly matterhorn: string | null;
  readonly status: 'passed' | 'failed' | 'needs-human';
  /** The first hundred places. */
  readonly occurrences: readonly Occurrence[];
}

/** What a person has to judge. */
export interface HumanCheck {
  readonly id: string;
  readonly clause: string;
  readonly matterhorn: string | null;
  /** What would be wrong. */
  readonly question: string;
  /** What to look at. */
  readonly look: string;
  readonly places: readonly {
    readonly page: number | null;
    readonly object: number | null;
    readonly box: Occurrence['box'];
  }[];
}

/** What a standard's checks give. */
export interface Checked {
  readonly checks: readonly AccessibilityCheck[];
  readonly humanChecks: readonly HumanCheck[];
}
