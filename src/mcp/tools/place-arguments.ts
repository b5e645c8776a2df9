import { invalidRequest, pointer, type JsonSchema } from '../../input/input.ts';
import { AppError, type Mistake } from '../../problems.ts';
import { inMemory } from '../../editions/documents.ts';
import type { Tool } from '../../editions/edition.ts';
import { jsonSizeOf } from '../../calls/reading/json-size.ts';
import type { GivenFile } from '../../calls/reading/received.ts';
import type { ToRead } from '../../calls/reading/reader.ts';
import { PathProblem } from '../root/path-problem.ts';
import { readFile } from '../root/read-file.ts';
import type { RootFolder } from '../root/root-folder.ts';
import type { FoundDocument } from '../resources/results.ts';
import { resultPlace, type ResultPlace } from '../resources/uris.ts';
import { namedDocuments, type NamedInArguments } from './named-documents.ts';

/** The most bytes of documents that one call may name by `uri` or `path`, each counted as often as it is named. */
const maxDocumentBytes = 256 * 1024 * 1024;

/** The most documents that one call may name. */
const maxDocuments = 10_000;

/** What a call may name: files of a root, if there is one, and results of its client. */
export interface Sources {
  readonly root: RootFolder | null;
  readonly result: (place: ResultPlace) => Promise<FoundDocument>;
}

/** Arguments as the reader of requests takes them, and the mistakes in the documents that they name. */
export interface PlacedArguments {
  readonly received: ToRead;
  readonly mistakes: readonly Mistake[];
}

/**
 * Puts the documents that arguments name in this protocol where the tool expects them. A result of one document becomes
 * the id of its job; other documents become files of the request, or base64 within steps and operations. Throws
 * AppError `limit-exceeded`, and the problems of results that do not exist.
 */
export async function placeArguments(
  body: Record<string, unknown>,
  { tool, schema }: { readonly tool: Tool; readonly schema: JsonSchema },
  sources: Sources,
): Promise<PlacedArguments> {
  const mistakes: Mistake[] = [];
  const files: GivenFile[] = [];
  let left = maxDocumentBytes;
  const documents = namedDocuments(body, schema);
  if (documents.length > maxDocuments) throw tooMany();
  for (const named of documents) {
    const mistake = sourceMistake(named, sources);
    if (mistake !== null) mistakes.push({ pointer: pointer(named.path), message: mistake });
    const given = await givenDocument(named, sources, { mistakes, left });
    if (given === null) {
      if (mistake !== null) named.fields.data ??= placeholder; // so that validation goes on to the other fields
      continue;
    }
    left -= given.stored.size;
    if (isOwn(named, tool)) files.push(given);
    else named.fields.data = Buffer.from(await given.stored.bytes()).toString('base64');
  }
  const request = Buffer.from(JSON.stringify(body));
  const { isLarge } = await jsonSizeOf(request, 'request');
  const kind = files.length > 0 ? 'multipart' : 'json';
  return { received: { kind, request, files, query: '', isLarge }, mistakes };
}

/** Bytes of no PDF, where a request is examined only for its other mistakes. */
const placeholder = 'AA==';

const isText = (value: unknown): value is string => typeof value === 'string';

/** A sentence about a document that has no source, or several; `null` = it has one. */
function sourceMistake({ fields, path }: NamedInArguments, { root }: Sources): string | null {
  const known = ['uri', 'path', 'data', 'jobId', 'step'];
  const given = known.filter((name) => Object.hasOwn(fields, name));
  if (given.length === 1 && (given[0] !== 'path' || root !== null)) return null;
  const offered = `\`uri\`, \`data\`${root === null ? '' : ', `path`'}`;
  const name = nameOf(path);
  if (given.includes('path') && root === null)
    return `\`${name}\` has a \`path\`, but this server has no root folder; use one of ${offered}`;
  return `\`${name}\` must have exactly one of ${offered}${given.length > 1 ? `, and has ${given.length}` : ''}`;
}

/** The name of a document as validation has it: `document`, or `documents[1]`. */
function nameOf(path: NamedInArguments['path']): string {
  const start = path.findLastIndex(isText);
  return `${path[start] ?? 'document'}${path
    .slice(start + 1)
    .map((index) => `[${index}]`)
    .join('')}`;
}

/** True for the document of the tool itself, which may be a file; others are within operations or steps. */
function isOwn({ path }: NamedInArguments, { documents }: Tool): boolean {
  if (documents === 'one') return path.length === 1 && path[0] === 'document';
  return documents === 'many' && path.length === 2 && path[0] === 'documents';
}

/** The document that `uri` or `path` names, which are taken out; `null` = none, or one that needs no file. */
async function givenDocument(
  { fields, path: place }: NamedInArguments,
  { root, result }: Sources,
  { mistakes, left }: { readonly mistakes: Mistake[]; readonly left: number },
): Promise<GivenFile | null> {
  const { uri, path } = fields;
  delete fields.uri;
  delete fields.path;
  const field = place[0] === 'documents' ? 'documents' : 'document';
  const refuse = (name: string, message: string): null => {
    mistakes.push({ pointer: pointer([...place, name]), message });
    fields.data ??= placeholder;
    return null;
  };
  if (path !== undefined && root !== null) {
    if (!isText(path)) return refuse('path', '`path` must be a string');
    try {
      return { field, filename: path, contentType: 'application/pdf', stored: await readFile(root, path, left) };
    } catch (error) {
      if (error instanceof PathProblem) return refuse('path', `\`path\` ${error.message}: ${path.slice(0, 200)}`);
      throw error;
    }
  }
  if (uri === undefined || 'data' in fields || 'jobId' in fields) return null;
  const found = isText(uri) ? resultPlace(uri) : null;
  if (found === null)
    return refuse('uri', '`uri` must be the URI of a document that a tool has made here: colophon://results/...');
  const document = await result(found);
  if (document.isAlone) {
    fields.jobId = found.jobId;
    return null;
  }
  if (document.bytes > left) throw tooLarge();
  const stored = inMemory(await document.read());
  return { field, filename: document.filename, contentType: 'application/pdf', stored };
}

function tooMany(): AppError {
  return new AppError('limit-exceeded', `The call names more than ${maxDocuments} documents. Name fewer in one call.`);
}

function tooLarge(): AppError {
  return new AppError(
    'limit-exceeded',
    `The documents that the call names have more than ${maxDocumentBytes} bytes together. Name fewer in one call.`,
  );
}

/**
 * The problem of arguments with mistakes: those that were found here, and those of the tool's own validation. Mistakes in
 * items of one list are in the order of the items, as validation has them.
 */
export function withMistakes(mistakes: readonly Mistake[], problem: AppError | null): AppError {
  const others = problem?.slug === 'invalid-request' ? problem.errors : [];
  const pointers = new Set(mistakes.map((mistake) => mistake.pointer));
  const all = [...mistakes, ...others.filter((other) => !pointers.has(other.pointer))];
  const lists = [...new Set(all.map((mistake) => placeIn(mistake).list))];
  const order = (mistake: Mistake): number => lists.indexOf(placeIn(mistake).list);
  return invalidRequest(all.sort((a, b) => order(a) - order(b) || placeIn(a).index - placeIn(b).index));
}

/** The field of the request in which a mistake is, and the number of the item where that is a list. */
function placeIn({ pointer: place }: Mistake): { readonly list: string; readonly index: number } {
  const [, list = '', index] = place.split('/');
  return { list, index: Number.parseInt(index ?? '', 10) || 0 };
}
