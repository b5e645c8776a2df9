import type { PdfFile } from '../file/pdf-file.ts';
import { wouldBreak } from '../facts/signatures/signature-permissions.ts';
import { readSignatures, restrictionsOf, type DocMdp, type PdfSignature } from '../facts/signatures/signatures.ts';
import type { CertifyOptions } from './certify-options.ts';

type Intent = Pick<CertifyOptions, 'level' | 'label' | 'breakSignatures'>;

/**
 * Names of the fields whose signatures become invalid by a manifest, if the request allows that.
 * @throws AppError `signature-would-break` if it does not
 */
export function respectSigned(file: PdfFile, intent: Intent): string[] {
  const signatures = readSignatures(file);
  const reason = breach(signatures, intent);
  if (reason === null) return [];
  if (!intent.breakSignatures) throw wouldBreak(reason);
  return signatures.map(({ field }) => field);
}

/** Changes that each level of certification allows (ISO 32000-2, table 257), in words. */
const allowed: Readonly<Record<DocMdp, string>> = {
  1: 'nothing in it may change',
  2: 'only filling in and signing is allowed',
  3: 'only filling in, signing and comments are allowed',
};

/** An approval signature does not forbid later changes (ISO 32000-2, 12.8.1); certifications and locks do (12.8.2). */
function breach(signatures: readonly PdfSignature[], { level, label }: Intent): string | null {
  const [first] = signatures;
  if (first === undefined) return null;
  const { docMdp, locks } = restrictionsOf(signatures);
  if (docMdp !== null)
    return (
      `The document is certified so that ${allowed[docMdp]}, and a manifest is a new file in it. Certify the ` +
      'document before it is signed.'
    );
  if (locks.length > 0)
    return (
      'An earlier signature locked fields of the document, which a manifest and its signature are not to touch. ' +
      'Certify the document before it is signed.'
    );
  if (level === 'certified')
    return (
      `The document is signed already (in field '${first.field}'): a certification must be its first signature. ` +
      `Send \`level: "claim"\`, or certify the document before it is signed.`
    );
  return label === undefined
    ? null
    : 'The document is signed already, and a label changes its pages. Leave out `visibleLabel`, or certify the ' +
        'document before it is signed.';
}
