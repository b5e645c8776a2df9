import type { JsonSchema } from '../../../input/input.ts';

/** The schema of a PDF as a part or body. */
export const pdfFile = { type: 'string', contentMediaType: 'application/pdf' };
const anyFile = { type: 'string', contentMediaType: 'application/octet-stream' };

/**
 * File parts by their names. Documents are PDFs, other files are of any kind. A part with a plural name may be
 * repeated.
 */
export function filePartSchemas(names: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    names.map((name): [string, JsonSchema] => {
      const file = /^documents?$/.test(name) ? pdfFile : anyFile;
      return [name, name.endsWith('s') ? listOfFiles(file) : file];
    }),
  );
}

function listOfFiles(items: JsonSchema): JsonSchema {
  return { type: 'array', description: 'One part a file, in order.', items };
}

/** An example as the parts of a form: the part `request`, and the contents of the file parts. */
export interface ExampleParts {
  readonly options: JsonSchema;
  readonly files: Readonly<Record<string, unknown>>;
}

/** An example of a JSON body with its documents as file parts. */
export function inParts(example: unknown): ExampleParts {
  const { document, documents, ...options } = example as JsonSchema;
  return { options, files: { ...partOf('document', document), ...partOf('documents', documents) } };
}

/** The document of an example as the content of a file part; the example PDFs are ASCII. */
function exampleFile(document: unknown): string {
  return asText((document as { readonly data: string }).data);
}

function asText(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}

function partOf(name: string, document: unknown): Record<string, unknown> {
  if (document === undefined) return {};
  return { [name]: Array.isArray(document) ? document.map(exampleFile) : exampleFile(document) };
}
