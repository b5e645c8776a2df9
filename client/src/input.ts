import { isBytes, sourceOf, toBase64, type Bytes } from './bytes.ts';

/** The input of a tool for one document: bytes of any kind, or a document as the API describes it (`jobId`). */
export type WithDocument<T> = T extends { document: infer D } ? Omit<T, 'document'> & { document: Bytes | D } : T;

/** The input of a tool for several documents: bytes, or `{data: bytes, pages, password}`, or as the API describes. */
export type WithDocuments<T> = T extends { documents: readonly (infer D)[] }
  ? Omit<T, 'documents'> & { documents: readonly (Bytes | D)[] }
  : T;

/** A render of files: `index.html`, or the only `.html` file, is the document, and the others are what it refers to. */
export type WithFiles<T> = Omit<T, 'operations'> & {
  operations?: never;
  /** By name, with folders; text is sent as UTF-8. */
  files: Readonly<Record<string, Bytes | string>>;
};

/** A file part of a multipart body. */
export interface Part {
  readonly field: string;
  readonly filename: string | undefined;
  readonly bytes: Bytes;
}

/** An input as it is sent: what is JSON, and the files beside it. */
export interface SentInput {
  readonly options: unknown;
  readonly parts: readonly Part[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Takes the bytes out of an input that its file parts can have, so that they are streamed; the rest becomes base64. */
export async function sentInput(input: object, parts: readonly string[]): Promise<SentInput> {
  const fields = input as Fields;
  const taken = takers.find(({ part, takes }) => parts.includes(part) && takes(fields))?.take(fields);
  const sent = taken ?? { options: asDocuments(fields), parts: [] };
  return { options: await withBase64(sent.options), parts: sent.parts };
}

interface Taker {
  readonly part: string;
  readonly takes: (fields: Fields) => boolean;
  readonly take: (fields: Fields) => SentInput;
}

/** What a part can take of an input. Where files and references to jobs are mixed, only JSON has a place for both. */
const takers: readonly Taker[] = [
  {
    part: 'document',
    takes: ({ document }) => isBytes(document) || (isAlone(document) && isBytes(document.data)),
    take: ({ document, ...options }) => ({
      options,
      parts: [{ field: 'document', filename: sourceOf(dataOf(document)).name, bytes: dataOf(document) }],
    }),
  },
  {
    part: 'documents',
    takes: ({ documents }) => Array.isArray(documents) && documents.length > 0 && documents.every(hasBytes),
    take: ({ documents, ...options }) => {
      const each = documents as readonly unknown[];
      const own = each.map((document) => (isBytes(document) ? {} : without(document as Fields, 'data')));
      return {
        options: own.every((fields) => Object.keys(fields).length === 0) ? options : { ...options, documents: own },
        parts: each.map((document, index) => {
          const bytes = dataOf(document);
          const filename = sourceOf(bytes).name ?? `document-${index + 1}.pdf`;
          return { field: 'documents', filename, bytes };
        }),
      };
    },
  },
  {
    // Several tools in one request: a document without content is the next file part, over all steps in order.
    part: 'documents',
    takes: ({ steps }) => Array.isArray(steps) && steps.some(hasAny),
    take: ({ steps, ...options }) => {
      const parts: Part[] = [];
      const taken = (value: unknown): unknown => {
        if (!hasBytes(value)) return value;
        const bytes = dataOf(value);
        parts.push({ field: 'documents', filename: sourceOf(bytes).name ?? `document-${parts.length + 1}.pdf`, bytes });
        return isBytes(value) ? {} : without(value as Fields, 'data');
      };
      return { options: { ...options, steps: (steps as readonly Fields[]).map((step) => stepOf(step, taken)) }, parts };
    },
  },
  {
    part: 'files',
    takes: ({ files }) => typeof files === 'object' && files !== null,
    take: ({ files, ...options }) => ({
      options,
      parts: Object.entries(files as Readonly<Record<string, Bytes | string>>).map(([filename, content]) => ({
        field: 'files',
        filename,
        bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
      })),
    }),
  },
  {
    part: 'assets',
    takes: ({ document }) => Object.entries(assetsOf(document)).some(isAssetPart),
    take: (fields) => {
      const assets = Object.entries(assetsOf(fields.document));
      const texts = Object.fromEntries(assets.filter((asset) => !isAssetPart(asset)));
      const document = without(fields.document as Fields, 'assets');
      return {
        options: {
          ...fields,
          document: Object.keys(texts).length === 0 ? document : { ...document, assets: texts },
        },
        parts: assets
          .filter(isAssetPart)
          .map(([filename, bytes]) => ({ field: 'assets', filename, bytes: bytes as Bytes })),
      };
    },
  },
];

/** Bytes in place of documents, for JSON. */
function asDocuments(fields: Fields): Fields {
  const asDocument = (value: unknown): unknown => (isBytes(value) ? { data: value } : value);
  const { document, documents } = fields;
  if (isBytes(document)) return { ...fields, document: asDocument(document) };
  return Array.isArray(documents) ? { ...fields, documents: documents.map(asDocument) } : fields;
}

/** A part `assets` has a name without folders. */
const isAssetPart = ([name, content]: readonly [string, unknown]): boolean => isBytes(content) && !name.includes('/');
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !isBytes(value);
const isAlone = (value: unknown): value is Fields => isFields(value) && Object.keys(value).join() === 'data';
const hasBytes = (value: unknown): boolean => isBytes(value) || (isFields(value) && isBytes(value.data));
const dataOf = (value: unknown): Bytes => (isBytes(value) ? value : (value as { readonly data: Bytes }).data);
const assetsOf = (document: unknown): Fields =>
  isFields(document) && isFields(document.assets) ? document.assets : {};

/** A step with its documents as `taken` leaves them. */
function stepOf(step: Fields, taken: (value: unknown) => unknown): Fields {
  if (!isFields(step.input)) return step;
  const { document, documents } = step.input;
  return {
    ...step,
    input: {
      ...step.input,
      ...(hasBytes(document) && { document: taken(document) }),
      ...(Array.isArray(documents) && { documents: documents.map(taken) }),
    },
  };
}

function without(fields: Fields, left: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== left));
}

/** The same JSON, with base64 in place of bytes. */
async function withBase64(value: unknown): Promise<unknown> {
  if (isBytes(value)) return toBase64(value);
  if (Array.isArray(value)) return hasAny(value) ? Promise.all(value.map(withBase64)) : value;
  if (!isFields(value) || !hasAny(value)) return value;
  const entries = Object.entries(value).map(async ([name, content]) => [name, await withBase64(content)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** True if there are bytes anywhere in it. Most requests have none, and are sent as they are. */
function hasAny(value: unknown): boolean {
  if (isBytes(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasAny);
}
