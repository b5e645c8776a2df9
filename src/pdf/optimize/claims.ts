import { AppError } from '../../problems.ts';
import { claimedStandards, failuresOf, modelOf } from '../conformance/check.ts';
import { isArchive, type Standard } from '../xmp/standards.ts';

/** The claims of conformance of a document, and those that are true. */
export interface Claims {
  readonly claimed: readonly Standard[];
  readonly reached: readonly Standard[];
}

/** @throws AppError `limit-exceeded` and those of `openPdf` */
export function claimsOf(bytes: Uint8Array, password: string | undefined): Claims {
  const model = modelOf(bytes, password);
  const claimed = claimedStandards(model);
  return { claimed, reached: claimed.filter((standard) => failuresOf(model, standard).length === 0) };
}

/** Whether all true claims of a document are still true. */
export function keepsClaims({ reached }: Claims, bytes: Uint8Array, password: string | undefined): boolean {
  if (reached.length === 0) return true;
  try {
    const after = claimsOf(bytes, password).reached;
    return reached.every((standard) => after.includes(standard));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** PDF/A-1 is PDF 1.4 (ISO 19005-1): no object streams, and glyph lists of subsets are required. */
export const isOldArchive = ({ claimed }: Claims): boolean => claimed.some(({ part }) => part === '1');

/** Whether a document claims PDF/A. */
export const claimsArchive = ({ claimed }: Claims): boolean => claimed.some(isArchive);
