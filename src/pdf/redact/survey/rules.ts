import { RE2JS, RE2JSSyntaxException } from 're2js';
import { normalized, normalizedPattern } from './normal-text.ts';
import { presetFinders, withCheckDigits, type PresetName } from './presets/presets.ts';

/** What a request wants gone by its text: one of these, and how. */
export type TextRequest =
  | { readonly kind: 'literal'; readonly literal: string; readonly caseSensitive: boolean; readonly wholeWord: boolean }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly caseSensitive: boolean; readonly wholeWord: boolean }
  | { readonly kind: 'preset'; readonly preset: PresetName; readonly strict: boolean };

export type Span = readonly [start: number, end: number];

/** Finds in normal text (see `NormalText`) what is to go. */
export interface Rule {
  /** Where in the request it stands: `/text/0`, `/presets/2`. */
  readonly pointer: string;
  /** Set for a literal: it alone is looked for in bytes that are not known to be text. */
  readonly literal: string | null;
  /** 1-based pages whose content it is about; null for all. Places that belong to no page are looked at either way. */
  readonly pages: ReadonlySet<number> | null;
  /** Characters before and after the end of a page within which a match over it lies. */
  readonly reach: number;
  find(text: string): Span[];
  /** As `find`, in text over the end of a page, where numbers stand together that are none. */
  findOverPages(text: string): Span[];
}

/** Matches that are taken from one text: more make no difference to what is left of it. */
const maxMatches = 100_000;

/**
 * Of presets, none of which is longer but for an address; and of patterns: one that takes all there is takes no more
 * than this of the next page.
 */
const presetReach = 80;
const patternReach = 200;

/** @throws Error with a sentence, where the pattern is not RE2 syntax (only then) */
export function ruleOf(request: TextRequest, pointer: string, pages: ReadonlySet<number> | null): Rule {
  if (request.kind === 'preset') {
    const { preset, strict } = request;
    const finder = (isStrict: boolean) => (text: string) => presetFinders[preset](text, isStrict);
    return {
      pointer,
      literal: null,
      pages,
      reach: presetReach,
      find: finder(strict),
      findOverPages: finder(strict || withCheckDigits.has(preset)),
    };
  }
  const source = request.kind === 'literal' ? literalPattern(request.literal) : normalizedPattern(request.pattern);
  const expression = RE2JS.compile(source, (request.caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE) | RE2JS.MULTILINE);
  const mayHold = request.kind === 'literal' ? quickTest(normalized(request.literal).trim()) : null;
  const whole = (text: string) => (span: Span) => !request.wholeWord || isWhole(text, span);
  const find = (text: string) => (mayHold?.test(text) === false ? [] : spansOf(expression, text).filter(whole(text)));
  if (request.kind === 'pattern')
    return { pointer, literal: null, pages, reach: patternReach, find, findOverPages: find };
  const literal = normalized(request.literal).trim();
  // Glyphs that show nothing count as well.
  return { pointer, literal, pages, reach: 2 * literal.length + 32, find, findOverPages: find };
}

/** The mistake in a pattern, or null: linear time is what RE2 syntax buys (no backreferences, no look-around). */
export function patternMistake(pattern: string): string | null {
  try {
    const expression = RE2JS.compile(normalizedPattern(pattern));
    return expression.matcher('').matches() ? 'matches the empty text' : null;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException || error instanceof Error)
      return `is not a regular expression in RE2 syntax (${error.message.replace(/\s+/g, ' ').slice(0, 200)})`;
    throw error;
  }
}

/** Any white space stands for any other, and any number of it for one. */
function literalPattern(literal: string): string {
  return normalized(literal)
    .trim()
    .split(/\s+/)
    .map((word) => RE2JS.quote(word))
    .join(' +');
}

/**
 * Finds no less than the rule does, and is many times faster in megabytes of data that hold nothing. Null where the two
 * could fold case differently.
 */
function quickTest(literal: string): RegExp | null {
  if (!/^[ -~]+$/.test(literal)) return null;
  return new RegExp(
    literal
      .split(/ +/)
      .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
      .join(' +'),
    'iu',
  );
}

export function spansOf(expression: RE2JS, text: string): Span[] {
  const matcher = expression.matcher(text);
  const spans: Span[] = [];
  while (spans.length < maxMatches && matcher.find())
    if (matcher.end() > matcher.start()) spans.push([matcher.start(), matcher.end()]);
  return spans;
}

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

function isWhole(text: string, [start, end]: Span): boolean {
  const before = Array.from(text.slice(Math.max(0, start - 2), start)).at(-1) ?? '';
  const after = Array.from(text.slice(end, end + 2))[0] ?? '';
  const [first, last] = [
    Array.from(text.slice(start, start + 2))[0] ?? '',
    Array.from(text.slice(Math.max(start, end - 2), end)).at(-1) ?? '',
  ];
  return (
    !(wordCharacter.test(before) && wordCharacter.test(first)) &&
    !(wordCharacter.test(after) && wordCharacter.test(last))
  );
}
