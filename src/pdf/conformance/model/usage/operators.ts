import { operatorNames } from '../../../content/operator-names.ts';

/** Operators that matter beyond what they show. */
const speaking: ReadonlySet<string> = new Set('q Q ri BI gs Do Tf sh cs CS scn SCN BDC DP g G rg RG k K'.split(' '));
const known: ReadonlyMap<string, boolean> = new Map(
  ['', ...operatorNames].map((operator) => [operator, speaking.has(operator)]),
);

/** Classifies an operator; '' stands for operands without one. */
export function speaksOf(operator: string): 'something' | 'nothing' | 'unknown' {
  const speaks = known.get(operator);
  return speaks === undefined ? 'unknown' : speaks ? 'something' : 'nothing';
}
