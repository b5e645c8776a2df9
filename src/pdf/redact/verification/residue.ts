import { greatest, least } from '../../objects/large-arrays.ts';
import type { PageGlyph } from '../survey/lined-page.ts';
import type { MatchAcross } from '../survey/page-ends.ts';
import type { Rule } from '../survey/rules.ts';
import type { Target } from '../../facts/targets.ts';

/** Something that should be gone and is not. */
export interface Residue {
  readonly by: 'content' | 'pdfium' | 'raw';
  /** 1-based; null for what is on no page. */
  readonly page: number | null;
  readonly where: string;
  readonly pointer: string;
  /** Where on the page, for another attempt. */
  readonly targets: readonly Target[];
}

export interface VerifyOptions {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly rules: readonly Rule[];
  /** By page, from 0. */
  readonly targets: readonly (readonly Target[])[];
}

/** Told of one attempt. */
export const maxResidues = 200;

export const rulesOn = (rules: readonly Rule[], page: number): Rule[] =>
  rules.filter(({ pages }) => pages?.has(page) ?? true);

/** What a reader finds over the end of a page, for each page that it is on. */
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
