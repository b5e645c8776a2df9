import { AppError } from '../../../problems.ts';
import { isLocked, restrictionsOf, type PdfSignature } from './signatures.ts';

/** What another signature is going to do. */
export interface Intent {
  /** Full name of its field. */
  readonly field: string;
  /** A field that is not there yet, and will be seen. */
  readonly newVisible: boolean;
  readonly certifies: boolean;
}

/**
 * Makes sure that another signature leaves the earlier ones valid (ISO 32000-2, 12.8.2). With `anyway` it returns those
 * that become invalid.
 * @throws AppError `signature-would-break`
 */
export function respectSignatures(
  signatures: readonly PdfSignature[],
  intent: Intent,
  anyway: boolean,
): readonly PdfSignature[] {
  const reason = breach(signatures, intent);
  if (reason !== null && !anyway) throw wouldBreak(reason.detail, reason.pointer);
  return signatures.filter((signature) => isBroken(signature, intent));
}

/** Approvals outlive what certifications forbid, and a document names but one certification. */
function isBroken({ docMdp, locks }: PdfSignature, { field, newVisible, certifies }: Intent): boolean {
  return (
    (certifies && docMdp !== null) ||
    docMdp === 1 ||
    (docMdp === 2 && newVisible) ||
    locks.some((lock) => isLocked(lock, field))
  );
}

/** What an earlier signature forbids, and the field of the request that does it. */
interface Breach {
  readonly pointer: string;
  readonly detail: string;
}

function breach(signatures: readonly PdfSignature[], { field, newVisible, certifies }: Intent): Breach | null {
  const [first] = signatures;
  if (first === undefined) return null;
  const { docMdp, locks } = restrictionsOf(signatures);
  if (certifies)
    return {
      pointer: '/certify',
      detail:
        `The document is signed already (in field '${first.field}'): a certification must be its first signature. ` +
        `Leave out \`certify\`.`,
    };
  if (docMdp === 1)
    return {
      pointer: '/document',
      detail: 'The document is certified so that nothing in it may change, which another signature would.',
    };
  if (docMdp === 2 && newVisible)
    return {
      pointer: '/appearance',
      detail:
        'The document is certified so that only existing fields can be signed, and invisible ones added. ' +
        'Sign an existing `field`, or leave out `appearance`.',
    };
  return locks.some((lock) => isLocked(lock, field))
    ? {
        pointer: '/field',
        detail: `An earlier signature locked the field '${field}'. Sign in another field, if it left one.`,
      }
    : null;
}

/** The error `signature-would-break`, for the caller to throw. */
export function wouldBreak(detail: string, pointer?: string): AppError {
  const errors = pointer === undefined ? [] : [{ pointer, message: detail }];
  return new AppError('signature-would-break', detail, { errors });
}
