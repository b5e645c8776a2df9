import { humanCheck } from './human-check.ts';
import { failuresOf, type Failure } from '../check.ts';
import { failedPlacesOf, type FailedPlaces } from './failed-places.ts';
import type { Model } from '../model/model.ts';
import { standards } from '../../xmp/standards.ts';
import type { AccessibilityCheck, Checked, HumanCheck } from './accessibility-check.ts';
import { lookFor } from './look.ts';
import type { Condition } from './matterhorn.ts';
import { conditions } from './matterhorn-conditions.ts';
import { ruleChecks } from './check-rules.ts';

/**
 * Checks PDF/UA-1 by the conditions of the Matterhorn Protocol, and by the rules of ISO 14289-1 that the protocol has
 * no condition for.
 */
export function checkMatterhorn(model: Model): Checked {
  const standard = standards.get('PDF/UA-1');
  if (standard === undefined) return { checks: [], humanChecks: [] };
  const failures = failuresOf(model, standard);
  const places = failedPlacesOf(model, standard);
  const checks: AccessibilityCheck[] = [];
  const humanChecks: HumanCheck[] = [];
  for (const condition of conditions) {
    if (condition.look === undefined) checks.push(machineCheck(condition, failures, places));
    else {
      const look = lookFor(model, condition.look);
      const { id, clause, text } = condition;
      checks.push({ id, clause, matterhorn: id, status: look === null ? 'passed' : 'needs-human', occurrences: [] });
      if (look !== null) humanChecks.push(humanCheck(model, { id, clause, matterhorn: id, question: text }, look));
    }
  }
  const known = new Set(conditions.flatMap(({ rules }) => rules ?? []));
  const others = ruleChecks(model, 'PDF/UA-1', failures).filter(({ id }) => !known.has(id));
  return { checks: [...checks, ...others], humanChecks };
}

function machineCheck(
  { id, clause, rules, detail }: Condition,
  failures: readonly Failure[],
  places: FailedPlaces,
): AccessibilityCheck {
  const occurrences = failures
    .filter(({ rule }) => rules?.includes(rule))
    .flatMap((failure) => places(failure, (breach) => detail?.test(breach.detail) ?? true));
  return { id, clause, matterhorn: id, status: occurrences.length === 0 ? 'passed' : 'failed', occurrences };
}
