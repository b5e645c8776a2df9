import { AppError } from '../../problems.ts';
import { claimedStandards, failuresOf, modelOf } from '../conformance/check.ts';
import { isArchive, type Standard } from '../xmp/standards.ts';

/** What a document says that it conforms to, and which of it is true. */
export interface Claims {
  readonly claimed: readonly Standard[];
  readonly kept: readonly Standard[];
}

/** @throws AppError `limit-exceeded` and those of `openPdf` */
export function claimsOf(bytes: Uint8Array, password: string | undefined): Claims {
  const model = modelOf(bytes, password);
  const claimed = claimedStandards(model);
  return { claimed, kept: claimed.filter((standard) => failuresOf(model, standard).length === 0) };
}

/** Whether what was true of a document still is. */
export function keepsClaims({ kept }: Claims, bytes: Uint8Array, password: string | undefined): boolean {
  if (kept.length === 0) return true;
  try {
    const after = claimsOf(bytes, password).kept;
    return kept.every((standard) => after.includes(standard));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** ISO 19005-1 is about PDF 1.4: no object streams, and lists of the glyphs in subsets. */
export const isOldArchive = ({ claimed }: Claims): boolean => claimed.some(({ part }) => part === '1');

export const claimsArchive = ({ claimed }: Claims): boolean => claimed.some(isArchive);
