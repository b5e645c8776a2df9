import type { Tool } from '../../editions/edition.ts';
import { inStep, stepsIn, type Step } from '../../editions/steps.ts';
import { joi } from '../../input/fields.ts';
import { bounded, invalidRequest, joiOptions, mistakesOf, sentenceOf, type Input } from '../../input/input.ts';
import { didYouMean } from '../../near-names.ts';
import { AppError, type Mistake } from '../../problems.ts';
import type { Operation } from '../../render/model/operation.ts';
import { pipeSchema, stepLimits } from './pipe-schema.ts';
import { withoutReferences, withReferences, type Among } from './references.ts';

/** A valid request: the input of each step is what its tool validated. */
export interface Pipe {
  readonly steps: readonly { readonly tool: string; readonly input: unknown }[];
}

const schema = joi.object({
  steps: joi
    .array()
    .items(joi.object({ tool: joi.string().required(), input: joi.any() }))
    .min(stepLimits.min)
    .max(stepLimits.max)
    .required(),
});

/** The inputs of the tools, each made when it is first needed. */
type InputOf = (tool: Tool) => Input<unknown>;

/** The input of a pipe of these tools. It finds the mistakes of all steps at once. */
export function pipeInput(tools: readonly Tool[], operations: readonly Operation[]): Input<Pipe> {
  const inputs = new Map<Tool, Input<unknown>>();
  const inputOf: InputOf = (tool) => {
    const input = inputs.get(tool) ?? tool.input(operations);
    inputs.set(tool, input);
    return input;
  };
  let jsonSchema: Input<Pipe>['jsonSchema'] | null = null;
  return {
    get jsonSchema() {
      return (jsonSchema ??= pipeSchema(tools.map((tool) => ({ tool, schema: inputOf(tool).jsonSchema }))));
    },
    // the tools bound the inputs of their steps themselves
    validate: (body) => bounded(body, () => validate(body, tools, inputOf), isInput),
  };
}

function isInput(path: readonly (string | number)[]): boolean {
  return path.length === 3 && path[0] === 'steps' && path[2] === 'input';
}

function validate(body: unknown, tools: readonly Tool[], inputOf: InputOf): Pipe {
  const { error } = schema.validate(body, joiOptions);
  const steps = stepsIn(body, { madeOf: tools });
  const checked = (steps.length > stepLimits.max ? [] : steps).map((step, index) =>
    step === null ? unknownTool(body, index, tools) : check(() => validStep(step, { index, steps }, inputOf), index),
  );
  const problems = checked.flatMap((step) => (step !== null && 'problem' in step ? [step.problem] : []));
  if (error) throw allOf([invalidRequest(mistakesOf(error)), ...problems]);
  if (problems.length > 0) throw allOf(problems);
  return {
    steps: steps.map((step, index) => {
      const { value: input } = checked[index] as { readonly value: unknown };
      return { tool: step?.tool.name ?? '', input };
    }),
  };
}

/** The problem of a step that names no tool of these; `null` = it has no name, which the schema reports. */
function unknownTool(body: unknown, step: number, tools: readonly Tool[]): { readonly problem: AppError } | null {
  const { tool: name } = ((body as { readonly steps: readonly unknown[] }).steps[step] ?? {}) as {
    readonly tool?: unknown;
  };
  if (typeof name !== 'string') return null;
  const names = tools.map((tool) => tool.name);
  const message = `\`tool\` must be one of ${names.map((one) => `\`${one}\``).join(', ')}${didYouMean(name, names)}`;
  const errors = [{ pointer: `/steps/${step}/tool`, message }];
  return { problem: new AppError('unknown-tool', sentenceOf(errors), { errors, extra: { step } }) };
}

/** The valid input of a step. Throws the problem of its tool, together with the mistakes in references to steps. */
function validStep(step: Step, among: Among, inputOf: InputOf): unknown {
  const { input, references, mistakes } = withoutReferences(step, among);
  try {
    const valid = inputOf(step.tool).validate(input);
    if (mistakes.length > 0) throw invalidRequest([]);
    return withReferences(valid, references, step.tool);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isList = error.slug === 'invalid-request' && error.errors.length > 0;
    if (mistakes.length === 0 && !isList) throw error;
    throw invalidRequest([...mistakes, ...(error.status === 400 ? error.errors.map(withStep) : [])]);
  }
}

/** The tools list the ways to state a document without the one that only a pipe has. */
function withStep({ pointer, message }: Mistake): Mistake {
  return { pointer, message: message.replace(/`data`, `jobId`$/, '$&, `step`') };
}

function check(work: () => unknown, step: number): { readonly value: unknown } | { readonly problem: AppError } {
  try {
    return { value: work() };
  } catch (error) {
    const problem = inStep(error, step);
    if (problem instanceof AppError) return { problem };
    throw error;
  }
}

/** One problem of several: the one that all steps have, else that of a wrong request. Wrong requests come first. */
function allOf(problems: readonly AppError[]): AppError {
  const wrong = problems.filter(({ status }) => status === 400);
  const [first, ...others] = wrong.length > 0 ? wrong : problems;
  if (first === undefined) throw new Error('There is no problem.');
  if (others.length === 0 || wrong.length === 0) return first;
  const errors = wrong.flatMap(mistakesIn);
  const slug = others.every((other) => other.slug === first.slug) ? first.slug : 'invalid-request';
  return new AppError(slug, sentenceOf(errors), { errors });
}

function mistakesIn({ errors, message, extra: { step } }: AppError): readonly Mistake[] {
  return errors.length > 0 ? errors : [{ pointer: `/steps/${String(step)}/input`, message }];
}
