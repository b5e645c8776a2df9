import { AppError } from '../../problems.ts';
import { keepsClaims, type Claims } from './claims.ts';
import { comparePages } from './compare-pages.ts';

/** What is not as it was in a result. */
export interface Faults {
  /** Indexes of pages that do not look or read the same. */
  readonly pages: ReadonlySet<number>;
  /** Indexes of pages of the result that show colours. */
  readonly coloured: readonly number[];
  /** A standard that the document conformed to is not kept. */
  readonly claims: boolean;
  /** Not all pages could be looked at in time. */
  readonly late: boolean;
  /** Neither document can be looked at. */
  readonly blind: boolean;
  /** Similarity of the page that changed most; null where none was looked at. */
  readonly lowest: number | null;
}

export const holds = ({ pages, claims, late, blind }: Faults): boolean =>
  pages.size === 0 && !claims && !late && !blind;

export interface Judged {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly password: string | undefined;
  readonly count: number;
  readonly similarity: number;
  /** Colours are meant to go. */
  readonly grey: boolean;
  readonly claims: Claims;
  readonly isLate: () => boolean;
}

/** What the colour of a small part of a page may move: as much as it may by JPEG. */
const maxShift = 28;

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
