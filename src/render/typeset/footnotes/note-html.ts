import { AppError } from '../../../problems.ts';
import { attributes, escape } from '../../html/html.ts';

/** A note of a request. */
export interface Footnote {
  readonly text: string;
}

/** The notes that texts of an operation may call, and where they stand in the request. */
export interface Notes {
  readonly list: readonly Footnote[];
  /** A name for the list that no other list in the document has. */
  readonly name: string;
}

/** The notes that an operation has; `null` = its texts call none. */
export const notesOf = (list: readonly Footnote[] | undefined, context: { unique(): number }): Notes | null =>
  list === undefined ? null : { list, name: `note-${context.unique()}` };

/** The attributes of notes in HTML, and of further calls of a note. */
export const noteAttribute = 'data-footnote';
const keyAttribute = 'data-footnote-key';
const againAttribute = 'data-footnote-again';
const bodyAttribute = 'data-footnote-body';

/** A call in a text. */
const call = /\[\^([1-9]\d{0,5})\]/g;

/** The HTML of a note in the place of its first call. */
export const noteHtml = (key: string, content: string): string =>
  `<span${attributes({ [noteAttribute]: 'note', [keyAttribute]: key })}>${content}</span>`;

/** The start tag of the content of a note that stands elsewhere: it may have paragraphs and lists. */
export const noteBody = (key: string): string => `<div${attributes({ [bodyAttribute]: key, hidden: true })}>`;

/** The HTML of another call of a note. */
export const callAgain = (key: string): string => `<span${attributes({ [againAttribute]: key })}></span>`;

const noteOrCall = /(<span data-footnote(?:-again)?="[^"]*"[^<>]*>(?:[^<]|<\/?a\b[^<>]*>)*<\/span>)/;

/** Changes the text between the notes of `noteWriter`: a link cannot contain the links of calls. */
export const aroundNotes = (html: string, change: (part: string) => string): string =>
  html
    .split(noteOrCall)
    .map((part, index) => (index % 2 === 1 || part === '' ? part : change(part)))
    .join('') || change('');

/**
 * Puts notes in the places of their calls. Returns a function for escaped texts, one after the other: the second call
 * of a note leads to the same note. It throws AppError `reference-unresolved` for a call without a note, with the
 * pointer of the text. `write` makes HTML of the text of a note.
 */
export function noteWriter(
  write: (text: string) => string = escape,
): (html: string, notes: Notes | null, pointer: () => string) => string {
  const called = new Set<string>();
  return (html, notes, pointer) => {
    if (notes === null || !html.includes('[^')) return html;
    return html.replace(call, (_, digits: string) => {
      const note = notes.list[Number(digits) - 1];
      if (note === undefined) throw unresolved(Number(digits), notes, pointer());
      const key = `${notes.name}-${digits}`;
      if (called.has(key)) return callAgain(key);
      called.add(key);
      return noteHtml(key, write(note.text));
    });
  };
}

function unresolved(number: number, { list }: Notes, pointer: string): AppError {
  const count = list.length === 1 ? 'is one note' : `are ${list.length} notes`;
  const message = `\`[^${number}]\` calls a note that is not there: there ${count} in \`footnotes\``;
  return new AppError('reference-unresolved', `${message.replaceAll('`', '')}.`, { errors: [{ pointer, message }] });
}
