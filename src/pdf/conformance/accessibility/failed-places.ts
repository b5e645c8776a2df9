import { adviceFor } from '../advice.ts';
import type { Failure } from '../check.ts';
import type { Model } from '../model/model.ts';
import { occurrenceOf } from '../occurrence.ts';
import type { Breach } from '../rule.ts';
import type { Standard } from '../../xmp/standards.ts';
import type { FailedPlace } from './accessibility-check.ts';

/** The places of a failure of a standard; `wanted` selects some of them. */
export type FailedPlaces = (failure: Failure, wanted?: (breach: Breach) => boolean) => FailedPlace[];

/** Makes the places of failures of a standard, with the advice for this document. */
export function failedPlacesOf(model: Model, standard: Standard): FailedPlaces {
  const advice = adviceFor(model, standard);
  return (failure, wanted = () => true) => {
    const { message, requirement } = failure;
    const fix = advice(failure);
    return failure.breaches
      .filter((breach) => wanted(breach))
      .map((breach) => ({ ...occurrenceOf(model.file, breach, { message, fix }), requirement }));
  };
}
