import { checked } from './fields.ts';

/**
 * Language, script, region, variants, extensions and private use (RFC 5646, 2.1), without extended languages, and without
 * languages of 4 to 8 letters, of which none is registered (2.2.1).
 */
export const languageShape = new RegExp(
  [
    '^[A-Za-z]{2,3}',
    '(-[A-Za-z]{4})?',
    '(-([A-Za-z]{2}|[0-9]{3}))?',
    '(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*',
    '(-[0-9A-WYZa-wyz](-[A-Za-z0-9]{2,8})+)*',
    '(-x(-[A-Za-z0-9]{1,8})+)?$',
  ].join(''),
);

/**
 * True for a tag of BCP 47. Intl checks the grammar, which no pattern covers: `en-a` matches the pattern but is
 * invalid.
 */
export function isLanguageTag(tag: string): boolean {
  if (tag === lastValidTag) return true;
  try {
    const isValid = Intl.getCanonicalLocales(tag).length === 1;
    if (isValid) lastValidTag = tag;
    return isValid;
  } catch {
    return false;
  }
}

/** Most requests have the same language, and Intl takes 0.03 ms for each. */
let lastValidTag = '';

/** Two-letter codes by the English names of their languages, which people write in place of the code. */
const codes = new Map<string, string>();

function codeOf(name: string): string | undefined {
  if (codes.size === 0) {
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z'.split(' ');
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const known = names.of(code)?.toLowerCase();
      if (known !== undefined && !codes.has(known)) codes.set(known, code);
    }
  }
  return codes.get(name.toLowerCase());
}

/** The tag that is probably meant, as the end of a sentence: `german` is `de`, `de_DE` is `de-DE`. */
function meantTag(tag: string): string {
  const meant = codeOf(tag) ?? (isLanguageTag(tag.replaceAll('_', '-')) ? tag.replaceAll('_', '-') : undefined);
  return meant === undefined || meant === tag || !languageShape.test(meant) ? '' : `; did you mean \`${meant}\`?`;
}

const maxLength = 35;

/** A language tag (BCP 47). */
export const langSchema = () =>
  checked({
    jsonSchema: {
      type: 'string',
      maxLength,
      pattern: languageShape.source,
      description: 'A BCP 47 language tag, for example en, de-AT, zh-Hant.',
    },
    check(value, report) {
      if (typeof value !== 'string') report([], 'must be a string: a language tag, for example "en" or "de-AT"');
      else if (value.length > maxLength) report([], `must be a language tag of ${maxLength} characters at most`);
      else if (!languageShape.test(value) || !isLanguageTag(value))
        report([], `must be a language tag, for example "en" or "de-AT"${meantTag(value)}`);
    },
  });
