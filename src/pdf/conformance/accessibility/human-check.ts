import type { Model } from '../model/model.ts';
import type { HumanCheck } from './accessibility-check.ts';
import type { ToLookAt } from './look.ts';
import { occurrenceOf } from '../occurrence.ts';

/** A question to a person, with the places to examine. */
export function humanCheck(
  model: Model,
  question: Omit<HumanCheck, 'look' | 'places'>,
  { what, places }: ToLookAt,
): HumanCheck {
  return {
    ...question,
    look: what,
    places: places.map((place) => {
      const { page, object, box } = occurrenceOf(model.file, { place, detail: '' }, { message: '', fix: '' });
      return { page, object, box };
    }),
  };
}
