import { pointer } from '../../../input/input.ts';
import type { Step } from '../../model/types/step.ts';

/** JSON Pointer to the first text of the request for which the condition is true; `field` is the name of its field. */
export type FindPlace = (isIt: (text: string, field: string | number) => boolean) => string | undefined;

/** A text of a request, with its place. */
interface Given {
  readonly text: string;
  readonly path: readonly (string | number)[];
}

/** Maximum number of values that are searched. */
const maxValues = 200_000;

/**
 * Finds places in the operations of a request, then in the options of its document, for what the printed pages show.
 * `steps` has the steps inside others, too.
 */
export const placesIn =
  (steps: readonly Step[], options: object): FindPlace =>
  (isIt) => {
    const budget = { left: maxValues };
    for (const { params, pointer: own } of steps)
      for (const { text, path } of textsIn(params, [], budget))
        if (isIt(text, path.at(-1) ?? '')) return own + pointer(path);
    for (const { text, path } of textsIn(options, ['document'], budget))
      if (isIt(text, path.at(-1) ?? '')) return pointer(path);
    return undefined;
  };

function* textsIn(value: unknown, path: readonly (string | number)[], budget: { left: number }): Generator<Given> {
  budget.left -= 1;
  if (typeof value === 'string') yield { text: value, path };
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  for (const [key, part] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (budget.left <= 0) return;
    yield* textsIn(part, [...path, key], budget);
  }
}
