import type { Document } from '../../model/document.ts';
import { noteAttribute } from './note-html.ts';

/** True where HTML has notes by their attribute. */
export const hasNotes = (html: string): boolean => html.includes(noteAttribute);

/** True where elements of a document may be notes: by their attribute, or by a style sheet. */
export function usesNotes({ segments, ownProperties }: Document): boolean {
  return (
    ownProperties.has('float') ||
    segments.some(
      (segment) =>
        (segment.kind === 'flow' && segment.sheets.some(({ html }) => html.some(hasNotes))) ||
        (segment.kind === 'complete' && hasNotes(segment.html.source)),
    )
  );
}
