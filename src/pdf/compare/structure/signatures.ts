import { createHash } from 'node:crypto';
import type { PdfFile } from '../../file/pdf-file.ts';
import { readSignatures } from '../../facts/signatures/signatures.ts';

/** A signature of a document. Its validity is not checked. */
export interface ComparedSignature {
  /** Full name of its field. */
  readonly field: string;
  readonly format: string | null;
  /** Name of the signer in the signature dictionary. */
  readonly name: string | null;
  readonly reason: string | null;
  /** SHA-256 of the signature itself, in hex. */
  readonly sha256: string;
}

/** The signatures of a document. */
export function comparedSignatures(file: PdfFile): ComparedSignature[] {
  return readSignatures(file).map(({ field, dict, subFilter, contents }) => {
    const text = (key: string) => file.string(dict.get(key))?.text ?? null;
    return {
      field,
      format: subFilter,
      name: text('Name'),
      reason: text('Reason'),
      sha256: createHash('sha256').update(contents).digest('hex'),
    };
  });
}
