import type { Document } from '../../model/document.ts';
import { stringsOnPages, type PlacedString } from './page-strings.ts';
import { marginRules } from '../../typeset/styles/margin-strings.ts';

/** The values of strings in margin boxes on each page of a segment, see `marginKey`. */
export type MarginValues = Readonly<Record<string, readonly string[]>>;

/** The key of a counter style's values in a segment. */
const marginKey = (segment: number, style: string): string => `${segment} ${style}`;

/** Gives each segment the rules for the strings in its margin boxes. */
export function setMarginStrings({ marginStrings, segments }: Document, values: MarginValues): void {
  for (const [index, segment] of segments.entries()) {
    const css = marginRules(marginStrings, (style) => values[marginKey(index, style)]);
    if (segment.kind === 'flow') segment.ownStyles = [css];
    if (segment.kind === 'complete') segment.styles.push(css);
  }
}

/** A printed part, as far as its strings are concerned. */
interface StringPart {
  readonly segment: number;
  readonly pages: number;
  readonly strings: readonly PlacedString[];
}

/** What margin boxes show of a print. A segment is a document of its own there. */
export function marginValuesOf({ marginStrings }: Document, parts: readonly StringPart[]): MarginValues {
  const values: Record<string, readonly string[]> = {};
  if (marginStrings.length === 0) return values;
  for (const [segment, own] of Map.groupBy(parts, (part) => part.segment)) {
    const count = own.reduce((sum, { pages }) => sum + pages, 0);
    const onPage = stringsOnPages(own);
    for (const one of marginStrings) {
      const texts = Array.from({ length: count }, (_, page) => onPage(one, page));
      if (texts.some((text) => text !== '')) values[marginKey(segment, one.style)] = texts;
    }
  }
  return values;
}
