import { ownSheets } from '../../complete/own-sheets.ts';
import { declarationsForPages } from '../../complete/own-page.ts';
import { stylesIn } from '../../compose/tags.ts';
import type { Document } from '../../model/document.ts';
import type { DeclaredMarks } from '../../model/types/declared-marks.ts';

const words = /\b(?:bleed|marks)\s*:/i;

/** Reads `bleed` and `marks` of `@page` for all pages; of several, the last one. Before styles are rewritten. */
export function declaredMarks(document: Document): DeclaredMarks {
  const found = { bleed: null, marks: null } as { bleed: string | null; marks: string | null };
  for (const css of sheetsWith((text) => words.test(text), document)) {
    for (const [property, value] of declarationsForPages(css, document.media))
      if (property === 'bleed' || property === 'marks') found[property] = value;
  }
  return found;
}

/** The style sheets of a document that may concern something, in order, before they are rewritten. */
export function sheetsWith(mayConcern: (css: string) => boolean, document: Document): string[] {
  const own = document.segments.flatMap((segment) => {
    if (segment.kind === 'complete') return [...ownSheets(document, segment.html), ...segment.styles];
    if (segment.kind !== 'flow') return [];
    return segment.sheets.flatMap(({ html }) =>
      html.flatMap((piece) => (mayConcern(piece) ? stylesIn(piece).map(({ css }) => css) : [])),
    );
  });
  return [...own, ...document.styles].filter(mayConcern);
}
