import { greatest, least } from '../../objects/large-arrays.ts';
import type { PageGlyph } from '../survey/reading/lined-page.ts';
import type { MatchAcross } from '../survey/reading/page-ends.ts';
import type { Rule } from '../survey/rules.ts';
import type { Target } from '../../facts/targets.ts';

/** A match that redaction should have removed. */
export interface Residue {
  readonly by: 'content' | 'pdfium' | 'raw';
  /** 1-based; null for a match outside the pages. */
  readonly page: number | null;
  readonly where: string;
  readonly pointer: string;
  /** Its areas on the page, for another attempt. */
  readonly targets: readonly Target[];
}

/** A redacted document, and what must be gone. */
export interface VerifyOptions {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly rules: readonly Rule[];
  /** Redacted areas by the index of the page. */
  readonly targets: readonly (readonly Target[])[];
}

/** Residues that are reported of one attempt. */
export const maxResidues = 200;

/** The rules for a 1-based page. */
export const rulesOn = (rules: readonly Rule[], page: number): Rule[] =>
  rules.filter(({ pages }) => pages?.has(page) ?? true);

/** Matches that cross a page break, divided into one residue for each page. */
export function residuesAcross<T extends PageGlyph>(
  by: Residue['by'],
  matches: readonly MatchAcross<T>[],
  around: (glyphs: readonly T[], pointer: string) => readonly Target[],
): Residue[] {
  return matches.flatMap(({ pointer, glyphs }) => {
    const pages = Map.groupBy(glyphs, ({ page }) => page);
    const where = `pages ${least(pages.keys())} to ${greatest(pages.keys())}`;
    return [...pages].map(([page, own]): Residue => ({ by, page, where, pointer, targets: around(own, pointer) }));
  });
}
