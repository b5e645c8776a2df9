import { type Stored, InputDocument } from './input-document.ts';
import { createHash } from 'node:crypto';
import { exactlyOne, checked, joi } from '../input/fields.ts';
import { bytesOf } from '../render/compose/assets.ts';
import type { Tool } from './edition.ts';

/** Bytes that are already in memory. */
export function inMemory(data: Uint8Array): Stored {
  return {
    size: data.byteLength,
    sha256: createHash('sha256').update(data).digest('hex'),
    bytes: () => Promise.resolve(new Uint8Array(data)),
  };
}

/** A document as `run` gets it. It may have options of its own beside `data`. */
export interface GivenDocument {
  readonly data: InputDocument;
}

/** A document in a body: base64, another part of the request, or the result of a job. */
export type NamedDocument =
  | { readonly data: string | InputDocument }
  | { readonly jobId: string }
  /** The document of an earlier step, in a step of a tool that is made of others. */
  | { readonly step: number };

const documentData = () =>
  checked({
    jsonSchema: { type: 'string', minLength: 1, description: 'The PDF as base64 or a data URI.' },
    check(value, report) {
      if (value instanceof InputDocument) return;
      if (typeof value !== 'string') report([], 'must be a string: base64 or a data URI');
      else if (bytesOf(value) === undefined) report([], 'must be base64 or a data URI');
    },
  });

const source = {
  data: documentData(),
  jobId: joi.string().min(1).max(128).description('A finished job of the same client, whose result is the document.'),
};

/**
 * A password field. AES-256 uses the first 127 bytes of a password (ISO 32000-2, 7.6.4.3.3), which are at most as many
 * characters.
 */
export const passwordField = (description: string) => joi.string().allow('').max(127).description(description);

/** The field `document` of a tool that takes one document. */
export const documentField = () =>
  exactlyOne(joi.object(source), ['data'], ['jobId']).required().description('The PDF, as `data` or by `jobId`.');

/** A document inside a request, with its password. `part` names the file part that it is in. */
export const innerDocumentField = (description: string) =>
  exactlyOne(
    joi.object({
      ...source,
      part: joi.string().min(1).max(100).description('The file part of a multipart request that is the document.'),
      password: passwordField('Opens this document, where it is encrypted.'),
    }),
    ['data'],
    ['jobId'],
    ['part'],
  )
    .required()
    .description(description);

/** The field `documents` of a tool that takes several documents, each with options of its `own`. */
export const documentsField = (own: Parameters<typeof joi.object>[0], { min, max }: { min: number; max: number }) =>
  joi
    .array()
    .items(exactlyOne(joi.object({ ...source, ...own }), ['data'], ['jobId']))
    .min(min)
    .max(max)
    .required()
    .description('The PDFs in order, each as `data` or by `jobId`.');

/** The file parts that a multipart request to the tool may have beside `request`. */
export function filePartsOf({
  documents,
  madeOf,
  fileParts,
}: Pick<Tool, 'documents' | 'madeOf' | 'fileParts'>): readonly string[] {
  if (documents === undefined && madeOf === undefined) return fileParts;
  return [documents === 'one' ? 'document' : 'documents', ...fileParts];
}
