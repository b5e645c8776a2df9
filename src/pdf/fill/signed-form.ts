import { isLocked, readSignatures, restrictionsOf, type PdfSignature } from '../facts/signatures/signatures.ts';
import { wouldBreak } from '../facts/signatures/signature-permissions.ts';
import { straySignatures } from '../facts/signatures/stray-signatures.ts';
import type { Report } from '../facts/report.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { updateObstacle } from '../file/writing/update.ts';
import type { Assignment } from '../widgets/fields/given-values.ts';

/** The changes that are requested. */
export interface FillIntent {
  readonly assignments: readonly Assignment[];
  readonly flatten: boolean;
  readonly decrypt: boolean;
  /** The form has XFA, which repeats the values. */
  readonly xfa: boolean;
  readonly breakSignatures: boolean;
}

/** The effect of filling in on the signatures of a document. */
export interface Signed {
  readonly signatures: readonly PdfSignature[];
  /** Signatures stay valid, so that only an incremental update may be written. */
  readonly preserved: boolean;
}

/**
 * Judges whether the signatures of the document stay valid when the form is filled in (ISO 32000-2, 12.8.2): values may
 * change unless a certification or a lock forbids it.
 * @throws AppError `signature-would-break`, unless the request allows it
 */
export function respectSigned(file: PdfFile, intent: FillIntent): Signed {
  const signatures = readSignatures(file);
  if (signatures.length === 0) return { signatures, preserved: false };
  const reason = breach(signatures, intent);
  if (reason === null) return { signatures, preserved: true };
  if (!intent.breakSignatures) throw wouldBreak(`${reason} Send \`breakSignatures: true\` if this is intended.`);
  return { signatures, preserved: false };
}

/**
 * Reports unreferenced signatures of a file with broken cross-references, which rewriting loses. To be called after the
 * whole file was read, because damage may be found late.
 * @throws AppError `signature-would-break`, unless the request allows it
 */
export function respectStrays(
  file: PdfFile,
  {
    signatures,
    breakSignatures,
    report,
  }: { signatures: readonly PdfSignature[]; breakSignatures: boolean; report: Report },
): void {
  const obstacle = updateObstacle(file);
  const strays = obstacle === null ? [] : straySignatures(file.bytes, signatures);
  if (strays.length === 0) return;
  if (!breakSignatures)
    throw wouldBreak(
      `The document is signed and can only be rewritten, because ${obstacle ?? 'it is damaged'}: its ` +
        `signatures would not be valid any more. Send \`breakSignatures: true\` if this is intended.`,
    );
  report.signed(1);
  for (const at of strays)
    report.drop(
      1,
      'signature',
      `the signature at byte ${at}, which no field leads to, is over the bytes of the document as it was`,
    );
}

function breach(
  signatures: readonly PdfSignature[],
  { assignments, flatten, decrypt, xfa }: FillIntent,
): string | null {
  const by = `(field '${signatures[0]?.field ?? ''}')`;
  if (flatten) return `The document is signed ${by}: flattening its form would break that.`;
  if (decrypt) return `The document is signed ${by}: writing it without encryption would break that.`;
  const { docMdp, locks } = restrictionsOf(signatures);
  if (assignments.length === 0) return null;
  if (docMdp === 1) return `The document is certified ${by} so that nothing in it may change, form fields neither.`;
  if (xfa)
    return (
      `The document is signed ${by} and its form is in XFA too, which would contradict the new values, and can ` +
      'not be dropped.'
    );
  const locked = assignments
    .filter(({ field }) => locks.some((lock) => isLocked(lock, field.name)))
    .map(({ field }) => `'${field.name.slice(0, 80)}'`);
  return locked.length === 0
    ? null
    : `A signature ${by} locked ${locked.length === 1 ? 'the field' : 'the fields'} ` +
        `${locked.slice(0, 10).join(', ')}${locked.length > 10 ? ` and ${locked.length - 10} more` : ''}.`;
}
