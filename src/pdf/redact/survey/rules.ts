import type { RE2JS } from 're2js';
import { expressionMistake, re2 } from '../../patterns/re2.ts';
import { normalized, normalizedPattern } from './reading/normal-text.ts';
import { presetFinders, withCheckDigits, type PresetName } from './presets/presets.ts';

/** A text rule of a request: a literal, a pattern or a preset, with its options. */
export type TextRequest =
  | { readonly kind: 'literal'; readonly literal: string; readonly caseSensitive: boolean; readonly wholeWord: boolean }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly caseSensitive: boolean; readonly wholeWord: boolean }
  | { readonly kind: 'preset'; readonly preset: PresetName; readonly strict: boolean };

/** A range of UTF-16 units; `end` is exclusive. */
export type Span = readonly [start: number, end: number];

/** Finds text to redact in normal text (see `NormalText`). */
export interface Rule {
  /** JSON Pointer into the request: `/text/0`, `/presets/2`. */
  readonly pointer: string;
  /** Set for a literal, which is the only kind that is searched for in binary data. */
  readonly literal: string | null;
  /** 1-based pages whose content the rule applies to; null for all. Text outside the pages is searched in any case. */
  readonly pages: ReadonlySet<number> | null;
  /** Characters before and after a page break within which a match across it lies. */
  readonly reach: number;
  find(text: string): Span[];
  /** `find` in text across a page break, where unrelated numbers may be adjacent. */
  findOverPages(text: string): Span[];
}

/** Matches in one text; further ones do not change the result. */
const maxMatches = 100_000;

/**
 * Reach of presets and patterns. Only addresses can be longer; a pattern that matches any text takes no more than this
 * from the next page.
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
  const { CASE_INSENSITIVE, MULTILINE } = re2();
  const expression = re2().compile(source, (request.caseSensitive ? 0 : CASE_INSENSITIVE) | MULTILINE);
  const mayHold = request.kind === 'literal' ? quickTest(normalized(request.literal).trim()) : null;
  const whole = (text: string) => (span: Span) => !request.wholeWord || isWhole(text, span);
  const find = (text: string) => (mayHold?.test(text) === false ? [] : spansOf(expression, text).filter(whole(text)));
  if (request.kind === 'pattern')
    return { pointer, literal: null, pages, reach: patternReach, find, findOverPages: find };
  const literal = normalized(request.literal).trim();
  // Glyphs without a visible character count as well.
  return { pointer, literal, pages, reach: 2 * literal.length + 32, find, findOverPages: find };
}

/** The mistake in a pattern, or null. */
export function patternMistake(pattern: string): string | null {
  const source = normalizedPattern(pattern);
  return expressionMistake(source) ?? (re2().matches(source, '') ? 'matches the empty text' : null);
}

/** Any amount of white space matches any other. */
function literalPattern(literal: string): string {
  return normalized(literal)
    .trim()
    .split(/\s+/)
    .map((word) => re2().quote(word))
    .join(' +');
}

/**
 * A faster test that never misses a match of the rule, for megabytes of data without any. Null where the two might fold
 * case differently.
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

/** The matches of an expression that are not empty. */
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
