import type { Tool } from '../../editions/edition.ts';
import { stepsOf, type Step } from '../../editions/steps.ts';
import { usedSteps } from '../documents/open-documents.ts';

/** What may need an approval: a tool, and its valid request. */
export interface Approvable {
  readonly tool: Pick<Tool, 'name' | 'madeOf'>;
  readonly request: unknown;
}

/** What an approval covers: the whole request, or some of its steps. */
export interface Covered {
  readonly request: unknown;
  /** The numbers of the steps of a tool that is made of others. */
  readonly steps?: readonly number[];
}

/**
 * The part of a request that an approval covers; `null` = it needs none. `required` are the tools that need one. Of a
 * tool that is made of others, it covers the steps that need one, and those whose documents these use: otherwise
 * another document could take the place of the approved one.
 */
export function coveredBy({ tool, request }: Approvable, required: readonly string[]): Covered | null {
  if (tool.madeOf === undefined) return required.includes(tool.name) ? { request } : null;
  const steps = stepsOf(request, tool);
  const needing = steps.flatMap((step, index) =>
    required.includes(tool.name) || required.includes(step.tool.name) ? [index] : [],
  );
  return needing.length === 0 ? null : coverSteps(steps, needing);
}

/** An approval of these steps of a valid request, and of those that they use. */
export function coverSteps(steps: readonly Step[], needing: readonly number[]): Covered {
  const covered = new Set(needing);
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step !== undefined && covered.has(index)) for (const used of usedSteps(step)) covered.add(used);
  }
  const numbers = [...covered].sort((one, other) => one - other);
  const parts = numbers.map((number) => ({
    step: number,
    tool: steps[number]?.tool.name,
    input: steps[number]?.input,
  }));
  return { request: { steps: parts }, steps: numbers };
}
