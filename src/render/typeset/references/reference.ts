/** What a reference may show of the element that it leads to. */
export const shown = ['page', 'number', 'text'] as const;

/** What a reference shows; `auto` is the number of what it leads to, or its text where it has no number. */
export type Shown = (typeof shown)[number] | 'auto';

/** A reference to an element of the document. */
export interface Reference {
  /** The id of the element. */
  readonly id: string;
  readonly show: Shown;
  /** JSON Pointer to the operation that has it. */
  readonly pointer: string;
  /** The reference as the request has it, for its place in the operation. */
  readonly source: string;
}

/** Description of fields for texts with references. */
export const textWithReferences =
  '`{ref: id}`, `{ref: id, page}`, `{ref: id, number}` and `{ref: id, text}` show the number (else the text), page, ' +
  'number or text of what has this id.';

/** `{ref: id}` and `{ref: id, page}`; the id may be one of HTML. */
const syntax = /\{ref:\s*([\p{L}_][\p{L}\p{N}_.:-]{0,255})\s*(?:,\s*([\w-]{1,30})\s*)?\}/gu;

/** True where a text may have references: a quick test for texts that mostly have none. */
export const mayRefer = (text: string): boolean => text.includes('{ref:');

/** A piece of a text: a reference, or plain text. */
export type TextPart =
  | string
  | { readonly id: string; readonly show: Shown; readonly source: string }
  | { readonly unknown: string; readonly source: string };

/** Divides a text into its references and the plain text between them. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: source, 1: id = '', 2: word, index } of text.matchAll(syntax)) {
    if (index > from) parts.push(text.slice(from, index));
    from = index + source.length;
    const show = word === undefined ? 'auto' : shown.find((one) => one === word);
    parts.push(show === undefined ? { unknown: word ?? '', source } : { id, show, source });
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** A text with an example of what each reference shows, for estimates of its width. */
export const withExamples = (text: string): string => (mayRefer(text) ? text.replace(syntax, '888') : text);

/**
 * Stands for what a reference shows until the whole document is composed: its index among the references, between two
 * characters that no text has (Unicode, 23.7, noncharacters).
 */
export const markOf = (index: number): string => `\ufdd0${index}\ufdd1`;

/** The marks in a text. */
export const marks = /\ufdd0(\d+)\ufdd1/g;
