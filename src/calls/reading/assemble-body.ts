import { filePartsOf } from '../../editions/documents.ts';
import type { FilePart, Tool } from '../../editions/edition.ts';
import type { Input } from '../../input/input.ts';
import { parseJson } from './json-text.ts';
import { placeDocuments, type Placed } from './place-documents.ts';
import { misplacedOptions, queryOptions } from './query-options.ts';
import type { GivenFile, Payload } from './received.ts';

/** The JSON of a body; `{}` where it has none. Throws AppError `malformed-json`. */
export function jsonOf({ kind, request }: Pick<Payload, 'kind' | 'request'>): unknown {
  if (kind === 'json') return parseJson(request);
  return request.byteLength === 0 ? {} : parseJson(request, 'part `request`');
}

/** The type of a body that is the document, with the options in the query; `null` = the tool has none. */
const bodyAlone = ({ takesHtml, documents }: Tool): string | null =>
  takesHtml === true ? 'text/html' : documents === 'one' ? 'application/pdf' : null;

/**
 * The body as the tool's input takes it: parsed, with files and documents in place. Throws AppError `malformed-json`
 * and what `withFiles` throws.
 */
export async function bodyOf(
  payload: Pick<Payload, 'kind' | 'request'> & { readonly files: readonly GivenFile[] },
  tool: Tool,
  { query, input }: { query: string; input: Input<unknown> },
): Promise<Placed> {
  if (payload.kind === 'file') {
    const { options, mistakes, parameters } = queryOptions(
      query,
      input.jsonSchema,
      tool.takesHtml === true ? 'operations' : 'document',
    );
    const placed = await placeFiles(options, payload.files.map(asBody), tool);
    return { body: placed.body, mistakes: [...mistakes, ...placed.mistakes], parameters };
  }
  const placed = await placeFiles(jsonOf(payload), payload.files, tool);
  return { ...placed, mistakes: [...misplacedOptions(query, payload.kind, bodyAlone(tool)), ...placed.mistakes] };
}

/** A request with the files beside it in their places: those that the tool puts there itself, and the documents. */
export async function placeFiles(request: unknown, received: readonly GivenFile[], tool: Tool): Promise<Placed> {
  const own = filePartsOf(tool);
  const files = received.filter(
    ({ field }) => tool.fileParts.includes(field) || (tool.namesParts === true && !own.includes(field)),
  );
  const withFiles =
    tool.withFiles && files.length > 0
      ? await tool.withFiles(request, await Promise.all(files.map(filePart)))
      : request;
  return placeDocuments(
    withFiles,
    received.filter((file) => !files.includes(file)),
    tool,
  );
}

/** A file that is the whole body. */
type BodyFile = GivenFile & { readonly isBody?: boolean };

const asBody = (file: GivenFile): BodyFile => ({ ...file, isBody: true });

async function filePart({ field, filename, contentType, stored, isBody = false }: BodyFile): Promise<FilePart> {
  return { field, filename, contentType, data: await stored.bytes(), ...(isBody && { isBody }) };
}
