import type { CertifyResult } from '../../../../pdf/certify/certify-pdf.ts';
import type { Provenance } from '../../../../pdf/certify/manifest/provenance.ts';

/**
 * The statements of the document that a reader of Content Credentials and of signatures sees, as sentences. Each is a
 * statement of the signer.
 */
export function readerView(
  { sourceType, generator, created, ingredients, humanReview }: Provenance,
  { manifest, signature }: Pick<CertifyResult, 'manifest' | 'signature'>,
): string[] {
  const parts = (wanted: Provenance['ingredients'][number]['relationship']) =>
    ingredients
      .filter(({ relationship }) => relationship === wanted)
      .map(({ name }) => `'${name}'`)
      .join(', ');
  const [inputs, components] = [parts('inputTo'), parts('componentOf')];
  return [
    `'${signature.signer}' states of this document: ${sourceType.name}.`,
    ...(generator === undefined
      ? []
      : [
          'Made with: ' +
            ([generator.name, generator.version].filter((part) => part !== undefined).join(' ') +
              (generator.vendor === undefined ? '' : ` (${generator.vendor})`) +
              '.'),
        ]),
    ...(created === undefined ? [] : [`Made on: ${created}.`]),
    ...(inputs === '' ? [] : [`Made from: ${inputs}.`]),
    ...(components === '' ? [] : [`Parts: ${components}.`]),
    ...(humanReview === undefined ? [] : [`Reviewed by ${humanReview.reviewer}: "${humanReview.statement}"`]),
    ...(manifest.parent === null ? [] : [`It had a manifest before: ${manifest.parent}.`]),
    signature.certified
      ? 'The document is certified: nothing in it has changed since, and no change is permitted.'
      : 'The document is signed: nothing in it has changed since.',
    'The reader decides whether to trust the signer.',
  ];
}
