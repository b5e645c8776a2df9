import { append } from '../objects/large-arrays.ts';
import { faultsOf, holds, type Faults } from './verify-output.ts';
import { makeSmaller, type Input } from './make-smaller.ts';
import type { Made } from './made.ts';
import { leavesMore, nextPlan, type Plan } from './plan.ts';

/** Tries plans until one is verified; null if none is. */
export async function attemptPlans(
  input: Input,
  plan: Plan,
  notes: string[],
): Promise<{ readonly made: Made | null; readonly faults: Faults }> {
  const { options, file, level, claims, isLate } = input;
  const made = await makeSmaller(input, plan);
  const faults = await faultsOf({
    before: options.bytes,
    after: made.bytes,
    password: options.password,
    count: file.pages().length,
    similarity: level.similarity,
    grey: options.grayscale,
    claims,
    isLate,
  });
  if (holds(faults)) return { made, faults };
  const next = faults.blind ? null : nextPlan(plan, made, faults);
  if (next !== null) {
    if (leavesMore(plan, next)) append(notes, whyNot(faults));
    return attemptPlans(input, next, notes);
  }
  // Recompressing changes no look, so it is accepted unverified when the time is over.
  if (faults.late) return { made, faults };
  notes.push(
    faults.blind
      ? 'No other reader can show this document, so nothing could be compared.'
      : 'Pages did not look or read the same even after the smallest changes.',
  );
  return { made: null, faults };
}

function whyNot({ pages, claims, late }: Faults): string[] {
  const numbers = [...pages]
    .slice(0, 10)
    .map((page) => page + 1)
    .join(', ');
  return [
    ...(pages.size > 0
      ? [
          `Fonts or pictures on ${pages.size === 1 ? 'page' : 'pages'} ` +
            `${numbers}${pages.size > 10 ? ` and ${pages.size - 10} more` : ''} are better than the level requires, ` +
            'or unchanged: after a change the pages did not look or read the same.',
        ]
      : []),
    ...(claims ? ['Some of the document was not changed, so that it still conforms to its standard.'] : []),
    ...(late ? ['The document takes too long to be compared page by page: pictures and fonts are not changed.'] : []),
  ];
}
