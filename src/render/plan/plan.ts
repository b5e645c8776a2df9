import type { Step } from '../model/types/step.ts';
import { reaches, type Tier } from '../../context.ts';
import { AppError } from '../../problems.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationRequest } from '../model/types/operation-request.ts';
import type { RenderRequest } from '../model/types/render-request.ts';

/** The steps of a valid request, in order. Throws AppError `unknown-operation` on one that is not there. */
export function plan(request: RenderRequest, operations: readonly Operation[]): Step[] {
  const known = new Map(operations.map((operation) => [operation.name, operation]));
  return request.operations.map((operation, index) => stepOf(operation, `/operations/${index}`, known));
}

function stepOf(request: OperationRequest, pointer: string, known: ReadonlyMap<string, Operation>): Step {
  const operation = known.get(request.name);
  if (!operation) throw new AppError('unknown-operation', `There is no operation \`${request.name}\`.`);
  const { inside: lists, ...own } = request;
  if (!lists) return { ...own, tier: operation.tier, pointer };
  const inside = lists.map((list, at) =>
    list.map((one, index) => stepOf(one, `${pointer}/${operation.nests ?? ''}/${at}/${index}`, known)),
  );
  const highest = tierOf(inside.flat());
  return { ...own, tier: reaches(operation.tier, highest) ? operation.tier : highest, pointer, inside };
}

/** The steps and those that stand inside them, in order. */
export function everyStep(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [step, ...everyStep(step.inside?.flat() ?? [])]);
}

/** The tier that a key needs for all of the steps. */
export function tierOf(steps: readonly Step[]): Tier {
  return steps.reduce<Tier>((highest, { tier }) => (reaches(highest, tier) ? highest : tier), 'core');
}
