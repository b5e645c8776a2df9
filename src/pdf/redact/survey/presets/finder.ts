import type { RE2JS } from 're2js';
import { re2 } from '../../../patterns/re2.ts';

/** A range of UTF-16 units; `end` is exclusive. */
export type Span = readonly [start: number, end: number];

/** A match with the characters beside it. */
export interface Candidate {
  readonly match: string;
  /** One character, or nothing at the start of the text. */
  readonly before: string;
  /** One character, or nothing at the end of the text. */
  readonly after: string;
}

/**
 * Places of one kind of text. `strict` finds only what is certain: valid check digits, assigned numbers, no digits
 * beside them.
 */
export type Finder = (text: string, strict: boolean) => Span[];

type Acceptance = (candidate: Candidate, strict: boolean) => boolean;

/** Finds a pattern in RE2 syntax. It is compiled on first use, because most requests need few patterns. */
export function finder(pattern: string, accept: Acceptance = () => true): Finder {
  let expression: RE2JS | undefined;
  return (text, strict) => {
    const matcher = (expression ??= re2().compile(pattern, re2().CASE_INSENSITIVE)).matcher(text);
    const spans: Span[] = [];
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()];
      const candidate = { match: text.slice(start, end), before: text[start - 1] ?? '', after: text[end] ?? '' };
      if (accept(candidate, strict)) spans.push([start, end]);
    }
    return spans;
  };
}

/** One pattern by default, another one where the request is strict. */
export function eitherOf(byDefault: Finder, strictly: Finder): Finder {
  return (text, strict) => (strict ? strictly : byDefault)(text, strict);
}

/** The digits of a text. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');
