import type { Tool } from '../../editions/edition.ts';
import type { Slug } from '../../problems.ts';
import { requestOfSteps, stepsOf, type Step } from '../../editions/steps.ts';
import { pipeExamples } from './pipe-examples.ts';
import { pipeInput, type Pipe } from './pipe-input.ts';
import { runSteps } from './run-steps.ts';

/** The request of some steps, whose inputs are valid. */
const pipeOf = (steps: readonly Step[]) => requestOfSteps(steps) as Pipe;

/** `POST /api/v1/pipe`: several tools in one request, where a step may use the document of an earlier one. */
export function createPipe(tools: readonly Tool[]): Tool<Pipe> {
  const pipe: Pick<Tool<Pipe>, 'madeOf'> = { madeOf: tools };
  return {
    ...pipe,
    name: 'pipe',
    tier: 'core',
    summary: 'Run several tools',
    description:
      'Runs 2 to 20 tools in order. A document of a step can be the one that an earlier step has made: ' +
      '`{"step": 0}`. All steps are validated before the first one runs. The answer is that of the last step; in ' +
      'JSON it also has `reports`, one for each step. Intermediate documents are neither stored nor sent. The key ' +
      'needs the tiers and scopes of the tools in the steps. The problem of a step that fails states its number as ' +
      '`step`.',
    produces: 'document',
    fileParts: [],
    input: (operations) => pipeInput(tools, operations),
    problems: problemsOf(tools),
    examples: pipeExamples(tools),
    pack: (request) =>
      pipeOf(stepsOf(request, pipe).map(({ tool, input }) => ({ tool, input: tool.pack?.(input) ?? input }))),
    run: (request, services, context) => runSteps(stepsOf(request, pipe), services, context),
  };
}

/** The problems that only some of the tools have. */
function problemsOf(tools: readonly Tool[]): readonly Slug[] {
  return ['unknown-tool', 'tier-required', ...new Set(tools.flatMap(({ problems = [] }) => problems))];
}
