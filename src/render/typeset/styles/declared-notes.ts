import { declarationsForPages } from '../../complete/own-page.ts';
import type { Document } from '../../model/document.ts';
import type { NotePart, NoteStyles } from '../../model/types/note-styles.ts';
import { sheetsWith } from './declared-marks.ts';
import { mayRestart, type NoteDeclaration } from './note-rules.ts';

/** Properties that `@footnote` may set: what the area looks like, not where it is. */
const ofArea =
  /^(?:border|padding|margin|background|color|font|line-height|text-align|letter-spacing|word-spacing|hyphens|direction)\b/;

/** True for a property that `@footnote` may set. */
export const isOfArea = (property: string): boolean => ofArea.test(property);

const hasArea = (css: string) => /@footnote\b/i.test(css);

/** Takes over what the style sheets declare for notes. Before styles are rewritten. */
export function takeNoteStyles(document: Document, declared: readonly NoteDeclaration[]): void {
  const propertiesOf = (part: NotePart) => [
    ...new Set(declared.flatMap((one) => (one.part === part ? one.property : []))),
  ];
  const area = sheetsWith(hasArea, document).flatMap((css) => declarationsForPages(css, document.media, 'footnote'));
  const resets = sheetsWith(mayRestart, document);
  const styles: NoteStyles = {
    call: propertiesOf('call'),
    marker: propertiesOf('marker'),
    area: area.filter(([property]) => isOfArea(property)),
    restarts: resets.length > 0,
  };
  document.noteStyles = styles;
  const { footnotes } = document;
  if (footnotes?.numbering === 'document' && resets.some((css) => restartsOnPages(css, document.media)))
    document.footnotes = { ...footnotes, numbering: 'page' };
}

/** True where the numbers of notes begin anew on each page: `@page { counter-reset: footnote }`. */
const restartsOnPages = (css: string, media: Document['media']): boolean =>
  declarationsForPages(css, media).some(
    ([property, value]) => property === 'counter-reset' && /(?:^|\s)footnote(?:\s|$)/.test(value),
  );
