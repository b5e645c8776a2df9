import { InputDocument } from '../../editions/input-document.ts';
import type { Tool } from '../../editions/edition.ts';
import type { Mistake } from '../../problems.ts';
import type { GivenFile } from './received.ts';

/** A body with the documents of the request in place, and the mistakes in it that its schema cannot find. */
export interface Placed {
  readonly body: unknown;
  readonly mistakes: readonly Mistake[];
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Puts documents that were sent as files at their places in the JSON body, so that all forms of docs/spec/documents.md
 * are validated in the same way.
 */
export function placeDocuments(
  request: unknown,
  files: readonly GivenFile[],
  { documents: takes }: Pick<Tool, 'documents'>,
): Placed {
  if (takes === undefined || !isFields(request)) return { body: request, mistakes: [] };
  const given = files.map(({ filename, stored }) => new InputDocument(stored, filename === '' ? null : filename));
  return takes === 'one' ? placeOne(request, given) : placeAll(request, given);
}

function placeOne(request: Fields, [data, ...others]: readonly InputDocument[]): Placed {
  if (data === undefined) return { body: request, mistakes: [] };
  const mistakes: Mistake[] =
    others.length > 0
      ? [{ pointer: '/document', message: `\`document\` is one file; the request has ${others.length + 1}` }]
      : [];
  const named = request.document ?? {};
  if (!isFields(named)) return { body: request, mistakes };
  if (names(named))
    mistakes.push({ pointer: '/document', message: '`document` comes as a file, and is in `request` too' });
  return { body: { ...request, document: { ...named, data } }, mistakes };
}

/** Entries of `documents` that name no document themselves take the files, in order; files that are left follow. */
function placeAll(request: Fields, given: readonly InputDocument[]): Placed {
  const listed = request.documents ?? [];
  if (given.length === 0 || !Array.isArray(listed)) return { body: request, mistakes: [] };
  const files = [...given];
  const entries = (listed as unknown[]).map((entry) => {
    if (!isFields(entry) || names(entry)) return entry;
    const data = files.shift();
    return data === undefined ? entry : { ...entry, data };
  });
  return { body: { ...request, documents: [...entries, ...files.map((data) => ({ data }))] }, mistakes: [] };
}

function names(document: Fields): boolean {
  return 'data' in document || 'jobId' in document;
}
