import { reaches, type Principal } from '../../context.ts';
import type { Tool } from '../../editions/edition.ts';
import { AppError } from '../../problems.ts';

/** Throws AppError `tier-required` or `capability-denied` where the key may not use the tool. */
export function checkMayUse({ tier, scope }: Principal, tool: Pick<Tool, 'name' | 'tier'>): void {
  if (!reaches(tier, tool.tier))
    throw new AppError(
      'tier-required',
      `\`${tool.name}\` needs a key of the tier \`${tool.tier}\`; this one is \`${tier}\`.`,
    );
  if (scope && !scope.has(tool.name))
    throw new AppError('capability-denied', `The scope of this key does not include \`${tool.name}\`.`);
}
