import type { FontSource, InstalledFont } from '../../../pdf/fonts/installed-fonts.ts';
import type { ScannedPart } from './missing-glyphs.ts';

/** A font of the finished document (`report.fonts`). */
export interface UsedFont {
  /** PostScript name. */
  readonly name: string;
  readonly family: string;
  /** Style name, such as `Bold Italic`. */
  readonly style: string;
  readonly source: FontSource;
  /** Share of all printed characters, 0 to 1. */
  readonly share: number;
  /** A page range: `1-3,7`. */
  readonly pages: string;
}

/** The fonts of the parts in descending order of use. A font that is not installed came with the request. */
export function usedFonts(parts: readonly ScannedPart[], known: ReadonlyMap<string, InstalledFont>): UsedFont[] {
  const used = new Map<string, { glyphs: number; pages: Set<number> }>();
  for (const { scan, pages } of parts) {
    for (const { name, glyphs, pages: indexes } of scan.fonts) {
      const entry = used.get(name) ?? { glyphs: 0, pages: new Set<number>() };
      used.set(name, entry);
      entry.glyphs += glyphs;
      for (const index of indexes) for (const page of pages(index)) entry.pages.add(page);
    }
  }
  const all = [...used]
    .filter(([, { glyphs, pages }]) => glyphs > 0 && pages.size > 0)
    .sort(([, a], [, b]) => b.glyphs - a.glyphs);
  const total = all.reduce((sum, [, { glyphs }]) => sum + glyphs, 0);
  return all.map(([name, { glyphs, pages }]) => {
    const { family, style, source } = known.get(name) ?? {
      family: name.replace(/-.*/s, ''),
      style: name.replace(/^[^-]*-?/, '') || 'Regular',
      source: 'request',
    };
    return {
      name,
      family,
      style,
      source,
      share: Math.round((glyphs / total) * 1e4) / 1e4,
      pages: rangeOf([...pages].sort((a, b) => a - b)),
    };
  });
}

/** Rising page numbers as a page range. */
function rangeOf(pages: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}
