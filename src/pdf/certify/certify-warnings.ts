import { readSignatures } from '../facts/signatures/signatures.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { CertifyOptions } from './certify-options.ts';

const unreadableWarning =
  'The document has a C2PA manifest that can not be read, so that it is no ingredient of the new one, which ' +
  'takes its place.';

const rewrittenWarnings = {
  damaged:
    'The cross-reference of the document was broken, so that it was rewritten before anything was added: ' +
    'its first bytes differ from those that were sent.',
  encrypted:
    'The document was rewritten without its encryption, as requested: its first bytes differ from those ' +
    'that were sent.',
} as const;

/** Warnings about the preparation: the file had to be rewritten, or its earlier manifest is unreadable. */
export function preparationWarnings({
  rewritten,
  unreadable,
}: {
  readonly rewritten: keyof typeof rewrittenWarnings | null;
  readonly unreadable: boolean;
}): string[] {
  return [...(rewritten === null ? [] : [rewrittenWarnings[rewritten]]), ...(unreadable ? [unreadableWarning] : [])];
}

/**
 * Warnings about the received document: a retired digital source type, encryption that stays, and earlier signatures.
 * `broken` names the fields of earlier signatures that certifying breaks.
 */
export function documentWarnings(
  file: PdfFile,
  { provenance, decrypt }: CertifyOptions,
  broken: readonly string[],
): string[] {
  const { instead } = provenance.sourceType;
  return [
    ...(instead === null
      ? []
      : [
          `IPTC no longer uses the digital source type '${provenance.sourceType.name}': it has \`${instead}\` ` +
            'in its place.',
        ]),
    ...(file.encryption === null || decrypt
      ? []
      : [
          'The document is encrypted: the manifest in it is not, but many readers of Content Credentials do ' +
            'not look into encrypted documents.',
        ]),
    ...(broken.length === 0 && readSignatures(file).length > 0
      ? [
          'The document was signed before: readers report for its earlier signatures that it was changed after ' +
            'them, because of the manifest and the metadata.',
        ]
      : []),
  ];
}
