import { reaches, type Tier } from '../context.ts';
import { AppError } from '../problems.ts';
import type { Operation } from './operation.ts';
import type { Position } from './place.ts';
import type { OutputOptions, RenderRequest } from './request.ts';

/** One resolved operation of a request. Plain data; its code is found again by `name`. */
export interface Step {
  readonly name: string;
  readonly tier: Tier;
  /** JSON Pointer to the operation in the request. */
  readonly pointer: string;
  /** The operation's own fields, defaults filled in. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly id?: string;
  readonly lang?: string;
  readonly position?: Position;
}

/** Throws AppError on what the contract has and this build can not do yet. */
function refuseWhatIsMissing(output: OutputOptions): void {
  const conformance = [output.conformance ?? []].flat();
  if (conformance.length > 0) throw new AppError('conformance-not-reached', `This build does not make ${conformance.join(' and ')} documents yet. Leave out \`output.conformance\`.`, { errors: [{ pointer: '/output/conformance', message: '`conformance` is not available in this build' }] });
  const unseen = output.failOn?.find((kind) => kind === 'font' || kind === 'glyph');
  if (unseen !== undefined) throw new AppError('render-failed', `This build can not tell yet whether a ${unseen} is missing, so it can not fail on it. Leave it out of \`output.failOn\`.`, { errors: [{ pointer: '/output/failOn', message: `\`${unseen}\` is not available in this build` }] });
  for (const field of ['forms', 'attachments'] as const) {
    const asked = field === 'forms' ? output.forms : (output.attachments?.length ?? 0) > 0;
    if (asked) throw new AppError('render-failed', `This build does not do \`output.${field}\` yet. Leave it out.`, { errors: [{ pointer: `/output/${field}`, message: `\`${field}\` is not available in this build` }] });
  }
}

/** The steps of a valid request, in order. Throws AppError `conformance-not-reached`, `render-failed` on what can not be done. */
export function plan(request: RenderRequest, operations: readonly Operation[]): Step[] {
  refuseWhatIsMissing(request.output);
  const tiers = new Map(operations.map(({ name, tier }) => [name, tier]));
  return request.operations.map((operation, index) => {
    const tier = tiers.get(operation.name);
    if (tier === undefined) throw new AppError('unknown-operation', `There is no operation \`${operation.name}\`.`);
    return { ...operation, tier, pointer: `/operations/${index}` };
  });
}

/** The tier that a key needs for all of the steps. */
export function tierOf(steps: readonly Step[]): Tier {
  return steps.reduce<Tier>((highest, { tier }) => (reaches(highest, tier) ? highest : tier), 'core');
}
