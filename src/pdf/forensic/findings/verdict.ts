import { type Finding } from './finding.ts';
import { severities, type Severity } from './severity.ts';

/** Verdicts from the best. */
export const verdicts = ['clean', 'notable', 'suspicious', 'tampered'] as const;

/** A verdict on a document. */
export type Verdict = (typeof verdicts)[number];

/** The verdict for the gravest severity. */
const verdictOf: Readonly<Record<Severity, Verdict>> = {
  info: 'clean',
  low: 'clean',
  medium: 'notable',
  high: 'suspicious',
  critical: 'tampered',
};

/** The share of the remaining trust that a kind of finding takes away. */
const weights: Readonly<Record<Severity, number>> = { info: 0, low: 0.03, medium: 0.2, high: 0.55, critical: 0.9 };

/**
 * The verdict follows from the gravest finding. The risk (0 to 100) grows with each kind of finding, however often the
 * kind occurs.
 */
export function judge(findings: readonly Finding[]): { readonly verdict: Verdict; readonly risk: number } {
  const kinds = new Map(findings.map(({ id, severity }) => [id, severity]));
  const gravest = severities.findLast((severity) => [...kinds.values()].includes(severity)) ?? 'info';
  const trust = [...kinds.values()].reduce((left, severity) => left * (1 - weights[severity]), 1);
  return { verdict: verdictOf[gravest], risk: Math.round(100 * (1 - trust)) };
}

/** The gravest first; within a severity in the order of discovery. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity));
}
