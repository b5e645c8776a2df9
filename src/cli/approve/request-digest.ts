import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inMemory } from '../../editions/documents.ts';
import type { Edition, Tool } from '../../editions/edition.ts';
import { approvalDigest } from '../../calls/approval/approval-digest.ts';
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
}

/**
 * The digest of a request as the service computes it. Approvers compute it from the request itself, so they know that
 * they approve the request which they have read.
 */
export async function requestDigest(
  { tool: name, request, documents }: RequestFiles,
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
  return approvalDigest(name, await openDocuments(valid, tool, { jobResult, client: '', nameless: true }));
}

async function filesOf(paths: readonly string[], tool: Tool): Promise<Parameters<typeof placeFiles>[1]> {
  if (paths.length > 0 && tool.documents === undefined)
    throw new Error(`\`${tool.name}\` takes no documents; everything it needs is in its request.`);
  const field = tool.documents === 'many' ? 'documents' : 'document';
  return Promise.all(
    paths.map(async (path) => ({
      field,
      filename: basename(path),
      contentType: 'application/pdf',
      stored: inMemory(await readFile(path)),
    })),
  );
}
