import { attribute } from '../../html/html.ts';

/** `{index: term}`. */
const syntax = /\{index:([^{}\n]{1,600})\}/g;
const first = new RegExp(`^${syntax.source}`);

/** True where a text may have index marks: a quick test for texts that mostly have none. */
const mayHaveMarks = (text: string): boolean => text.includes('{index:');

/** The index mark that a text begins with; `null` = none. */
export function leadingMark(text: string): { readonly term: string; readonly length: number } | null {
  const [source = '', term = ''] = first.exec(text) ?? [];
  return term.trim() === '' ? null : { term: term.trim(), length: source.length };
}

/** An element that prints nothing, and has the page of the term. */
export const markHtml = (term: string): string => `<span${attribute('data-index', term)}></span>`;

/** True where a space before this text would stand before nothing, or before punctuation. */
export const leavesSpace = (rest: string): boolean => rest === '' || /^[\s\p{Pe}\p{Pf}.,;:!?…]/u.test(rest);

/** A text between two index marks, or a term. */
type Piece = string | { readonly term: string };

/**
 * Divides a text at its index marks, which print nothing: of the spaces around one, those that would be left over are
 * taken with it.
 */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let [from, begun] = [0, false];
  for (const { 0: source, 1: given = '', index } of text.matchAll(syntax)) {
    const [term, end] = [given.trim(), index + source.length];
    if (term === '') continue;
    const before = text.slice(from, index);
    if (before !== '') begun = true;
    pieces.push(begun && leavesSpace(text.slice(end, end + 1)) ? withoutSpaces(before) : before, { term });
    from = begun ? end : pastSpaces(text, end);
  }
  pieces.push(text.slice(from));
  return pieces.filter((piece) => piece !== '');
}

const isSpace = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';

/** A text without the spaces at its end. */
export function withoutSpaces(text: string): string {
  let end = text.length;
  while (isSpace(text, end - 1)) end -= 1;
  return text.slice(0, end);
}

/** The offset after the spaces that begin at one. */
export function pastSpaces(text: string, from: number): number {
  let at = from;
  while (isSpace(text, at)) at += 1;
  return at;
}

/** The HTML of a text with index marks; `write` makes HTML of the text between. */
export const withMarks = (text: string, write: (text: string) => string): string =>
  mayHaveMarks(text)
    ? piecesOf(text)
        .map((piece) => (typeof piece === 'string' ? write(piece) : markHtml(piece.term)))
        .join('')
    : write(text);

/** A text without its index marks, as it is printed, for estimates of its width. */
export const withoutMarks = (text: string): string =>
  mayHaveMarks(text)
    ? piecesOf(text)
        .filter((piece) => typeof piece === 'string')
        .join('')
    : text;
