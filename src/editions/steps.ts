import { below } from '../input/input.ts';
import { AppError } from '../problems.ts';
import type { Produces, Tool } from './edition.ts';

/** One step of a request to a tool that is made of others (`madeOf`): a tool, and the body of its own route. */
export interface Step {
  readonly tool: Tool;
  readonly input: unknown;
}

type Made = Pick<Tool, 'madeOf'>;

/** The steps of a request, valid or not; `null` for each step that names no installed tool. */
export function stepsIn(request: unknown, { madeOf = [] }: Made): readonly (Step | null)[] {
  const { steps } = (request ?? {}) as { readonly steps?: unknown };
  if (!Array.isArray(steps)) return [];
  return (steps as unknown[]).map((step) => {
    const { tool: name, input = {} } = (step ?? {}) as { readonly tool?: unknown; readonly input?: unknown };
    const tool = madeOf.find((one) => one.name === name);
    return tool === undefined ? null : { tool, input };
  });
}

/** The steps of a valid request. */
export function stepsOf(request: unknown, tool: Made): readonly Step[] {
  return stepsIn(request, tool).filter((step) => step !== null);
}

/** A request of these steps. */
export function requestOfSteps(steps: readonly Step[]): unknown {
  return { steps: steps.map(({ tool, input }) => ({ tool: tool.name, input })) };
}

/** The problem of a step: it names the step, and its pointers lead into the whole request. Others stay as they are. */
export function inStep(error: unknown, step: number): unknown {
  return error instanceof AppError ? below(error, ['steps', step, 'input'], { step }) : error;
}

/** A tool that a request uses, as authorization knows it; `step` is the first step that uses it. */
export interface UsedTool extends Pick<Tool, 'name' | 'tier'> {
  readonly step?: number;
}

/** The tools that a request uses, valid or not: the tool itself, or those of its steps. */
export function usedTools(request: unknown, tool: Tool): readonly UsedTool[] {
  if (tool.madeOf === undefined) return [{ name: tool.name, tier: tool.tier }];
  const used = new Map<string, UsedTool>();
  for (const [step, found] of stepsIn(request, tool).entries())
    if (found !== null && !used.has(found.tool.name))
      used.set(found.tool.name, { name: found.tool.name, tier: found.tool.tier, step });
  return [...used.values()];
}

/** What a request is answered with: the kind of result, and whether it is a report whatever the client accepts. */
export interface AnswerForm {
  readonly produces: Produces;
  readonly reports: boolean;
}

/** The form of the answer to a request, valid or not. It is that of the last step. */
export function answerForm(request: unknown, tool: Tool): AnswerForm {
  if (tool.madeOf === undefined) return { produces: tool.produces, reports: tool.wantsReport?.(request) === true };
  const last = stepsIn(request, tool).at(-1) ?? null;
  return last === null ? { produces: tool.produces, reports: false } : answerForm(last.input, last.tool);
}

/** True where a valid request contains keys of the client (`secrets`). */
export function hasSecrets(request: unknown, tool: Tool): boolean {
  return tool.secrets === true || stepsOf(request, tool).some((step) => hasSecrets(step.input, step.tool));
}
