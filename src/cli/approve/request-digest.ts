import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inMemory } from '../../editions/documents.ts';
import type { Edition, Tool } from '../../editions/edition.ts';
import { stepsOf } from '../../editions/steps.ts';
import { approvalDigest } from '../../calls/approval/approval-digest.ts';
import { coverSteps } from '../../calls/approval/covered.ts';
import { installedTools } from '../../calls/pipe/installed-tools.ts';
import { parseJson } from '../../calls/reading/json-text.ts';
import { openDocuments } from '../../calls/documents/open-documents.ts';
import { validated } from '../../calls/reading/validate-input.ts';
import { AppError } from '../../problems.ts';
import { placeFiles } from '../../calls/reading/assemble-body.ts';

/** A request in the files of an approver. */
export interface RequestFiles {
  readonly tool: string;
  /** The path of the JSON body, or of the part `request`; `null` = the tool needs none. */
  readonly request: string | null;
  /** Paths of the documents, in order. */
  readonly documents: readonly string[];
  /** The numbers of the steps that the approval covers, of a tool that is made of others; `null` = none is given. */
  readonly steps: readonly number[] | null;
}

/**
 * The digest of a request as the service computes it. Approvers compute it from the request itself, so they know that
 * they approve the request which they have read.
 */
export async function requestDigest(
  { tool: name, request, documents, steps }: RequestFiles,
  editions: readonly Edition[],
): Promise<string> {
  const tools = installedTools(editions);
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    throw new Error(`There is no tool '${name}' here; there are ${tools.map((one) => one.name).join(', ')}.`);
  const input = tool.input(editions.flatMap((edition) => edition.operations));
  const body = request === null ? {} : parseJson(await readFile(request), 'request');
  const valid = await validated(input, await placeFiles(body, await filesOf(documents, tool), tool)).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.errors.length > 0
        ? new Error(
            [
              'The request is not valid:',
              ...error.errors.map(({ pointer, message }) => `  ${pointer === '' ? 'the body' : pointer}: ${message}`),
            ].join('\n'),
          )
        : error;
    },
  );
  const jobResult = () =>
    Promise.reject(
      new Error(
        'The request names the result of a job, which is in the service alone. Give the document itself with ' +
          '--document.',
      ),
    );
  const opened = await openDocuments(valid, tool, { jobResult, client: '', nameless: true });
  return approvalDigest(name, coveredOf(opened, tool, steps));
}

function coveredOf(request: unknown, tool: Tool, numbers: RequestFiles['steps']): unknown {
  if (tool.madeOf === undefined) return request;
  const steps = stepsOf(request, tool);
  if (numbers === null || numbers.length === 0 || numbers.some((number) => steps[number] === undefined))
    throw new Error(
      `An approval of \`${tool.name}\` covers steps from 0 to ${steps.length - 1}: give them by --steps.`,
    );
  return coverSteps(steps, numbers).request;
}

async function filesOf(paths: readonly string[], tool: Tool): Promise<Parameters<typeof placeFiles>[1]> {
  if (paths.length > 0 && tool.documents === undefined && tool.madeOf === undefined)
    throw new Error(`\`${tool.name}\` takes no documents; everything it needs is in its request.`);
  const field = tool.documents === 'one' ? 'document' : 'documents';
  return Promise.all(
    paths.map(async (path) => ({
      field,
      filename: basename(path),
      contentType: 'application/pdf',
      stored: inMemory(await readFile(path)),
    })),
  );
}
