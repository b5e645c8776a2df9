import { isRendered } from '../advice.ts';
import { failuresOf } from '../check.ts';
import type { Model } from '../model/model.ts';
import { occurrenceOf } from '../occurrence.ts';
import { standards } from '../../xmp/standards.ts';
import type { AccessibilityCheck, Checked, FailedPlace } from './accessibility-check.ts';
import { failedPlacesOf } from './failed-places.ts';
import { humanCheck } from './human-check.ts';
import { lookFor } from './look.ts';
import { criteria, type Finding } from './wcag-criteria.ts';

/** The number of places of one criterion. */
const maxPlaces = 100;

/** Checks the success criteria of WCAG 2.2 that apply to documents. */
export function checkWcag(model: Model): Checked {
  const standard = standards.get('PDF/UA-1');
  if (standard === undefined) return { checks: [], humanChecks: [] };
  const failures = failuresOf(model, standard);
  const places = failedPlacesOf(model, standard);
  const checks: AccessibilityCheck[] = [];
  const humanChecks = criteria.flatMap(({ id, clause, rules = [], finding, question }) => {
    const found = question === undefined ? null : lookFor(model, question.look);
    const occurrences = failures.filter(({ rule }) => rules.includes(rule)).flatMap((failure) => places(failure));
    if (finding !== undefined) occurrences.push(...placesOf(model, finding, maxPlaces - occurrences.length));
    checks.push({
      id,
      clause,
      matterhorn: null,
      status: found !== null ? 'needs-human' : occurrences.length > 0 ? 'failed' : 'passed',
      occurrences,
    });
    return found === null || question === undefined
      ? []
      : [humanCheck(model, { id, clause, matterhorn: null, question: question.fault }, found)];
  });
  return { checks, humanChecks };
}

function placesOf(
  model: Model,
  { find, requirement, fault, fix, renderedFix = fix }: Finding,
  room: number,
): FailedPlace[] {
  const text = { message: fault, fix: isRendered(model) ? renderedFix : fix };
  const places: FailedPlace[] = [];
  for (const breach of find(model)) {
    if (places.length >= room) break;
    places.push({ ...occurrenceOf(model.file, breach, text), requirement });
  }
  return places;
}
