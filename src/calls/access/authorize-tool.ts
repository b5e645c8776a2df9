import { reaches, type Principal } from '../../context.ts';
import type { Tool } from '../../editions/edition.ts';
import { inStep, type UsedTool } from '../../editions/steps.ts';
import { AppError } from '../../problems.ts';

/** A tool, as far as its use is authorized. */
type Authorized = Pick<Tool, 'name' | 'tier' | 'madeOf'>;

/** True where the key may use the tool. */
export function mayUse({ tier, scope }: Principal, tool: Authorized): boolean {
  return reaches(tier, tool.tier) && isInScope(scope, tool);
}

/** The scope of a key names the tools of which another one is made, not that one. */
function isInScope(scope: Principal['scope'], { name, madeOf }: Authorized): boolean {
  return scope === null || (madeOf?.some((tool) => scope.has(tool.name)) ?? scope.has(name));
}

/** Throws AppError `tier-required` or `capability-denied` where the key may not use one of the tools of a request. */
export function checkMayUseAll(principal: Principal, used: readonly UsedTool[]): void {
  for (const { step, ...tool } of used) {
    try {
      checkMayUse(principal, tool);
    } catch (error) {
      throw step === undefined ? error : inStep(error, step);
    }
  }
}

/** Throws AppError `tier-required` or `capability-denied` where the key may not use the tool. */
export function checkMayUse({ tier, scope }: Principal, tool: Authorized): void {
  if (!reaches(tier, tool.tier))
    throw new AppError(
      'tier-required',
      `\`${tool.name}\` needs a key of the tier \`${tool.tier}\`; this one is \`${tier}\`.`,
    );
  if (!isInScope(scope, tool))
    throw new AppError('capability-denied', `The scope of this key does not include \`${tool.name}\`.`);
}
