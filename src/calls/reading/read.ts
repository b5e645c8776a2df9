import type { Tool } from '../../editions/edition.ts';
import { answerForm, usedTools, type AnswerForm, type UsedTool } from '../../editions/steps.ts';
import type { Input } from '../../input/input.ts';
import { AppError } from '../../problems.ts';
import { readJobRequest, underInput } from './job-request.ts';
import type { Payload, GivenFile } from './received.ts';
import { together, validated } from './validate-input.ts';
import { bodyOf, jsonOf, placeFiles } from './assemble-body.ts';

/** A received request, with the query where that holds options. */
export interface Received extends Pick<Payload, 'kind' | 'request'> {
  readonly files: readonly GivenFile[];
  readonly query: string;
}

/** The client of a request, and the signal that stops its reading. */
export interface For {
  readonly client: string;
  readonly signal: AbortSignal;
}

/** A tool and how it reads its requests. */
export interface Reading {
  readonly tool: Tool;
  readonly input: Input<unknown>;
}

/** The valid request, or its problem, which is thrown at its turn. */
export type Outcome = { readonly request: unknown } | { readonly problem: AppError };

/** A request to a tool that was read. */
export interface ReadRequest {
  readonly form: AnswerForm;
  readonly used: readonly UsedTool[];
  readonly outcome: Outcome;
}

/** A submission of a job that was read. */
export interface ReadJob {
  readonly tool: string;
  readonly used: readonly UsedTool[];
  /** Milliseconds; `null` = as the deployment has it. */
  readonly retain: number | null;
  /** The tool's own body as it was sent, as JSON in UTF-8. */
  readonly input: Uint8Array;
  readonly outcome: Outcome;
}

/**
 * Reads a request to a tool. Throws AppError `malformed-json`, `limit-exceeded`, and what `withFiles` of the tool
 * throws.
 */
export async function readRequest(received: Received, { tool, input }: Reading): Promise<ReadRequest> {
  const placed = await bodyOf(received, tool, { query: received.query, input });
  return {
    form: answerForm(placed.body, tool),
    used: usedTools(placed.body, tool),
    outcome: await outcomeOf(() => validated(input, placed)),
  };
}

/**
 * Reads the submission of a job, and reports all mistakes at once. Throws also AppError `unknown-tool`, and
 * `invalid-request` where it names no tool.
 */
export async function readJob(received: Received, readings: readonly Reading[]): Promise<ReadJob> {
  const submitted = readJobRequest(
    jsonOf(received),
    readings.map(({ tool }) => tool),
  );
  const { tool, input: fields, retain, mistakes } = submitted;
  const check = async (): Promise<unknown> =>
    validated(readingOf(tool, readings).input, await placeFiles(fields, received.files, tool));
  const outcome = await outcomeOf(() => together(mistakes, () => underInput(check)));
  const used = usedTools(fields, tool);
  return { tool: tool.name, used, retain, input: Buffer.from(JSON.stringify(fields)), outcome };
}

function readingOf(tool: Tool, readings: readonly Reading[]): Reading {
  const reading = readings.find((one) => one.tool === tool);
  if (reading === undefined) throw new Error(`Nothing reads requests to ${tool.name}.`);
  return reading;
}

/** The request. Throws the problem where it is not valid. */
export function requestOf(outcome: Outcome): unknown {
  if ('problem' in outcome) throw outcome.problem;
  return outcome.request;
}

/** The outcome of reading a request; an AppError becomes a part of it. */
export async function outcomeOf(read: () => unknown): Promise<Outcome> {
  try {
    return { request: await read() };
  } catch (error) {
    if (error instanceof AppError) return { problem: error };
    throw error;
  }
}
