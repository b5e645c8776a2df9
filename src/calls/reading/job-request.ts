import type { Tool } from '../../editions/edition.ts';
import { filePartsOf } from '../../editions/documents.ts';
import { below, bounded, invalidRequest, joiOptions, mistakesOf, sentenceOf } from '../../input/input.ts';
import { didYouMean } from '../../near-names.ts';
import { AppError, type Mistake } from '../../problems.ts';
import { checked, joi } from '../../input/fields.ts';
import { duration } from '../../config/setting-kinds.ts';

/** A requested job (docs/spec/jobs-and-sessions.md); `input` is the tool's own body, not yet validated. */
export interface JobRequest {
  readonly tool: Tool;
  readonly input: unknown;
  /** Milliseconds; `null` = as the deployment has it. */
  readonly retain: number | null;
  /** Mistakes outside `input`, to be reported together with those in it. */
  readonly mistakes: readonly Mistake[];
}

const second = 1000;
const minRetainMs = 60 * second;
const maxRetainMs = 30 * 86_400 * second;
const form = duration();

/** `retain` as milliseconds; `null` where it is none. */
function millisecondsOf(retain: unknown): number | null {
  if (typeof retain !== 'string' && typeof retain !== 'number') return null;
  const read = form.parse(String(retain));
  return 'value' in read ? read.value : null;
}

/** `retain` for the reference. */
export const retainSchema = {
  description:
    'How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; ' +
    'from a minute to 30 days. The deployment decides where it is not given.',
  anyOf: [
    { type: 'string', pattern: '^[0-9]+([.][0-9]+)? ?(ms|s|m|h|d)?$' },
    { type: 'number', minimum: minRetainMs / second, maximum: maxRetainMs / second },
  ],
};

const retainField = checked({
  jsonSchema: retainSchema,
  check(value, report) {
    const milliseconds = millisecondsOf(value);
    if (milliseconds === null) report([], 'must be a number of seconds, or a duration such as `90m`, `24h` or `7d`');
    else if (milliseconds < minRetainMs || milliseconds > maxRetainMs) report([], 'must be from a minute to 30 days');
  },
});

const schema = joi.object({ tool: joi.string().required(), input: joi.any(), retain: retainField });

/**
 * Reads the fields around the body of the tool. Throws AppError `unknown-tool`, and `invalid-request` when no tool is
 * named.
 */
export function readJobRequest(body: unknown, tools: readonly Tool[]): JobRequest {
  return bounded(
    body,
    () => read(body, tools),
    ([first]) => first === 'input',
  ); // which the tool bounds itself
}

function read(body: unknown, tools: readonly Tool[]): JobRequest {
  const { error } = schema.validate(body, joiOptions);
  const mistakes = error ? mistakesOf(error) : [];
  if (typeof body !== 'object' || body === null || !('tool' in body) || typeof body.tool !== 'string')
    throw invalidRequest(mistakes);
  const { tool: name, input = {}, retain } = body as { tool: string; input?: unknown; retain?: unknown };
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return { tool, input, retain: millisecondsOf(retain), mistakes };
  const names = tools.map((one) => one.name);
  const message = `\`tool\` must be one of ${names.map((one) => `\`${one}\``).join(', ')}${didYouMean(name, names)}`;
  const errors = [{ pointer: '/tool', message }, ...mistakes];
  throw new AppError('unknown-tool', sentenceOf(errors), { errors });
}

/** Runs the checks of a tool on its body, and lets their mistakes point below `/input`, where a job has it. */
export async function underInput<T>(check: () => Promise<T> | T): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw error instanceof AppError ? below(error, ['input']) : error;
  }
}

/**
 * Every file part that a multipart request for any job may have. The parts that its tool takes are known after
 * `request` is read.
 */
export function filePartsOfJobs(tools: readonly Tool[]): readonly string[] {
  return [...new Set(tools.flatMap(filePartsOf))];
}
