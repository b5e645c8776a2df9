import { languageShape } from '../../../input/language-tag.ts';
import { opaqueColour } from '../../../input/opaque-colour.ts';

/** A replacement for a pattern that only JavaScript reads as intended. */
interface Portable {
  /** The pattern for Python, Go and Java: equal, or narrower when no equal one is portable. `null` = only `words`. */
  readonly pattern: string | null;
  /** The rule in words, when the pattern does not express all of it. */
  readonly words?: string;
  readonly examples: readonly string[];
}

const control = '\\x00-\\x1f\\x7f-\\x9f';
/** Letters and digits of the scripts that are common in names of fonts. */
const letters = 'A-Za-z0-9À-ÖØ-öø-ʯΑ-Ωα-ωЀ-ҁא-תء-غぁ-ゖァ-ヺ一-龥가-힣';
const fontName = `[${letters}][${letters} ._-]*`;

/** A name in a path that is neither `.` nor `..`. */
const name = `([^./\\\\${control}][^/\\\\${control}]*|\\.[^./\\\\${control}][^/\\\\${control}]*|\\.\\.[^/\\\\${control}]+)`;

/** Replacements by the source of the pattern. Patterns with `\p{...}`, `\0` or a look-ahead must have one. */
const portable: Readonly<Record<string, Portable>> = {
  '^[^/\\\\\\p{Cc}]+$': { pattern: `^[^/\\\\${control}]+$`, examples: ['q3.pdf'] },
  '^(?!\\.{1,2}$)[^/\\\\\\p{Cc}]+$': { pattern: `^${name}$`, examples: ['factur-x.xml'] },
  '^(?!__proto__)(?:\\.\\.\\/){0,8}(?!\\.{1,2}(?:\\/|$))[^/\\\\\\p{Cc}]{1,255}(?:\\/(?!\\.{1,2}(?:\\/|$))[^/\\\\\\p{Cc}]{1,255}){0,8}$':
    {
      pattern: `^(\\.\\./){0,8}${name}(/${name}){0,8}$`,
      words: 'Each name in the path has 255 characters at most.',
      examples: ['images/logo.svg'],
    },
  '^(?!(?:Title|Author|Subject|Keywords|Creator|Producer|CreationDate|ModDate|Trapped)$)[A-Za-z][A-Za-z0-9_.-]{0,63}$':
    {
      pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$',
      words:
        'It is none of the names that PDF itself has: Title, Author, Subject, Keywords, Creator, Producer, ' +
        'CreationDate, ModDate, Trapped.',
      examples: ['Project'],
    },
  '^[^.\\0]+(\\.[^.\\0]+)*$': { pattern: '^[^.\\x00]+(\\.[^.\\x00]+)*$', examples: ['approval.manager'] },
  '^[^.\\p{Cc}]+(?:\\.[^.\\p{Cc}]+)*$': {
    pattern: `^[^.${control}]+(\\.[^.${control}]+)*$`,
    examples: ['address.city'],
  },
  '[^\\s\\p{Cf}]': {
    pattern: '[!-~¡-¬®-ʯΑ-ωЀ-ҁא-תぁ-ゖァ-ヺ一-龥가-힣]',
    words: 'At least one character can be seen.',
    examples: ['4711'],
  },
  '^(?!colophon-)[A-Za-z][A-Za-z0-9_.:-]*$': {
    pattern: '^[A-Za-z][A-Za-z0-9_.:-]*$',
    words: 'It does not begin with `colophon-`.',
    examples: ['chapter-1'],
  },
  [opaqueColour.source]: { pattern: opaqueColour.source, examples: ['white'] },
  [languageShape.source]: { pattern: languageShape.source, examples: ['en'] },
  '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]*(, ?[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]*)*$': {
    pattern: `^${fontName}(, ?${fontName})*$`,
    words: 'Letters, digits, blanks and `.` `_` `-`; several names are divided by commas.',
    examples: ['Noto Serif, Noto Sans'],
  },
};

const foreign = /\\p\{|\\0(?!\d)|\(\?[!=<]/;
const shorthands: Readonly<Record<string, { readonly inClass: string; readonly alone: string }>> = {
  '\\d': { inClass: '0-9', alone: '[0-9]' },
  '\\w': { inClass: 'A-Za-z0-9_', alone: '[A-Za-z0-9_]' },
  '\\s': { inClass: '\\s', alone: '[ \\t\\r\\n]' },
  '\\/': { inClass: '/', alone: '/' },
};

/**
 * The pattern for clients in any language. Throws an error for a pattern that they can't read and that has no
 * replacement.
 */
export function portablePattern(source: string): Portable {
  const row = portable[source];
  if (row) return row;
  if (foreign.test(source))
    throw new Error(`The pattern ${source} is not portable. Give it a row in portable-patterns.ts.`);
  return { pattern: spelledOut(source), examples: [] };
}

/** Spells out `\d`, `\w` and `\s`, which match more in Python. */
function spelledOut(source: string): string {
  let inClass = false;
  return source.replaceAll(/\\.|\[|\]/gs, (token) => {
    if (token === '[' || token === ']') inClass = token === '[';
    const long = shorthands[token];
    return long ? (inClass ? long.inClass : long.alone) : token;
  });
}
