import { AppError } from '../../problems.ts';
import { keepsClaims, type Claims } from './claims.ts';
import { comparePages } from './compare-pages.ts';

/** Differences between a result and the input. */
export interface Faults {
  /** Indexes of pages that look or read differently. */
  readonly pages: ReadonlySet<number>;
  /** Indexes of pages of the result that show colours. */
  readonly coloured: readonly number[];
  /** The result no longer conforms to a standard. */
  readonly claims: boolean;
  /** The time ended before all pages were compared. */
  readonly late: boolean;
  /** PDFium can not show either document. */
  readonly blind: boolean;
  /** Similarity of the page that changed most; null without a comparison. */
  readonly lowest: number | null;
}

/** True for a result without faults. */
export const holds = ({ pages, claims, late, blind }: Faults): boolean =>
  pages.size === 0 && !claims && !late && !blind;

/** A result beside its input. */
export interface Judged {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly password: string | undefined;
  readonly count: number;
  readonly similarity: number;
  /** Greyscale is requested. */
  readonly grey: boolean;
  readonly claims: Claims;
  readonly isLate: () => boolean;
}

/** Greatest shift of the mean colour of a small part of a page, as JPEG may cause. */
const maxShift = 28;

/** Compares a result with its input. @throws AppError those of `comparePages` */
export async function faultsOf({
  before,
  after,
  password,
  count,
  similarity,
  grey,
  claims,
  isLate,
}: Judged): Promise<Faults> {
  const own = {
    pages: new Set<number>(),
    coloured: [],
    claims: !keepsClaims(claims, after, password),
    late: false,
    blind: false,
    lowest: null,
  };
  try {
    const differences = await comparePages({ bytes: before, password }, { bytes: after, password }, count, isLate);
    if (differences === null) return { ...own, late: true };
    const pages = new Set(
      differences
        .filter((page) => page.similarity < similarity || (!grey && page.colourShift > maxShift) || !page.sameText)
        .map(({ page }) => page),
    );
    return {
      ...own,
      pages,
      coloured: differences.flatMap(({ page, coloured }) => (coloured ? [page] : [])),
      lowest: differences.reduce((least, page) => Math.min(least, page.similarity), 1),
    };
  } catch (error) {
    if (error instanceof AppError) return { ...own, blind: true };
    throw error;
  }
}
