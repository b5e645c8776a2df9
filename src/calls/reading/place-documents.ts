import { InputDocument } from '../../editions/input-document.ts';
import type { Tool } from '../../editions/edition.ts';
import { stepsIn } from '../../editions/steps.ts';
import type { Mistake } from '../../problems.ts';
import type { GivenFile } from './received.ts';

/** A body with the documents of the request in place, and the mistakes in it that its schema cannot find. */
export interface Placed {
  readonly body: unknown;
  readonly mistakes: readonly Mistake[];
  /** Parameters of the query that became fields of the body. */
  readonly parameters?: readonly string[];
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
  tool: Pick<Tool, 'documents' | 'madeOf'>,
): Placed {
  const { documents: takes, madeOf } = tool;
  if ((takes ?? madeOf) === undefined || !isFields(request)) return { body: request, mistakes: [] };
  const given = files.map(({ filename, stored }) => new InputDocument(stored, filename === '' ? null : filename));
  if (madeOf !== undefined) return placeInSteps(request, given, tool);
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
  const entries = (listed as unknown[]).map((entry) => withNext(entry, files));
  return { body: { ...request, documents: [...entries, ...files.map((data) => ({ data }))] }, mistakes: [] };
}

/** The documents of all steps that name no document themselves take the files, in order. */
function placeInSteps(request: Fields, given: readonly InputDocument[], tool: Pick<Tool, 'madeOf'>): Placed {
  if (given.length === 0 || !Array.isArray(request.steps)) return { body: request, mistakes: [] };
  const files = [...given];
  const found = stepsIn(request, tool);
  const steps = (request.steps as unknown[]).map((step, index) => {
    const takes = found[index]?.tool.documents;
    if (takes === undefined || !isFields(step)) return step;
    const { input = {} } = step;
    return isFields(input) ? { ...step, input: withFiles(input, takes, files) } : step;
  });
  const message =
    `${files.length} of ${given.length} files belong to no step: each takes a document that names none ` + '(`{}`)';
  return { body: { ...request, steps }, mistakes: files.length === 0 ? [] : [{ pointer: '/steps', message }] };
}

function withFiles(input: Fields, takes: 'one' | 'many', files: InputDocument[]): Fields {
  if (takes === 'one') return { ...input, document: withNext(input.document ?? {}, files) };
  const { documents } = input;
  return Array.isArray(documents) ? { ...input, documents: documents.map((entry) => withNext(entry, files)) } : input;
}

/** The entry with the next of the files, which it takes, where it names no document itself. */
function withNext(entry: unknown, files: InputDocument[]): unknown {
  if (!isFields(entry) || names(entry)) return entry;
  const data = files.shift();
  return data === undefined ? entry : { ...entry, data };
}

function names(document: Fields): boolean {
  return 'data' in document || 'jobId' in document || 'step' in document;
}
