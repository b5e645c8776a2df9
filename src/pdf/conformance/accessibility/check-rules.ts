import { failuresOf, type Failure } from '../check.ts';
import type { Model } from '../model/model.ts';
import { clausesIn } from '../rule.ts';
import { rules } from '../rules/rules.ts';
import { standards } from '../../xmp/standards.ts';
import type { AccessibilityCheck, Checked } from './accessibility-check.ts';
import { failedPlacesOf } from './failed-places.ts';
import { humanCheck } from './human-check.ts';
import { lookFor } from './look.ts';
import { conditions } from './matterhorn-conditions.ts';

/**
 * Checks PDF/UA-2: one check for each rule of ISO 14289-2 that a machine decides. The checks by a person are those of
 * PDF/UA-1.
 */
export function checkRules(model: Model): Checked {
  const standard = standards.get('PDF/UA-2');
  const checks = ruleChecks(model, 'PDF/UA-2', standard === undefined ? [] : failuresOf(model, standard));
  const humanChecks = conditions.flatMap(({ id, text, look }) => {
    const found = look === undefined ? null : lookFor(model, look);
    return found === null
      ? []
      : [humanCheck(model, { id: `human-${id}`, clause: '8', matterhorn: null, question: text }, found)];
  });
  const byPerson = humanChecks.map(({ id, clause }): AccessibilityCheck => ({
    id,
    clause,
    matterhorn: null,
    status: 'needs-human',
    occurrences: [],
  }));
  return { checks: [...checks, ...byPerson], humanChecks };
}

/** One check for each rule of a standard. */
export function ruleChecks(model: Model, name: string, failures: readonly Failure[]): AccessibilityCheck[] {
  const standard = standards.get(name);
  if (standard === undefined) return [];
  const places = failedPlacesOf(model, standard);
  return rules.flatMap((rule): AccessibilityCheck[] => {
    const [clause] = clausesIn(rule, standard);
    if (clause === undefined) return [];
    const failure = failures.find((each) => each.rule === rule.id);
    const occurrences = failure === undefined ? [] : places(failure);
    return [
      {
        id: rule.id,
        clause: clause.replace(/-\d+$/, ''),
        matterhorn: null,
        status: failure === undefined ? 'passed' : 'failed',
        occurrences,
      },
    ];
  });
}
