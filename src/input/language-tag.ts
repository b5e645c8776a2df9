import { joi } from './fields.ts';

/** Language, script, region, variants, extensions and private use (RFC 5646, 2.1), without extended languages. */
export const languageShape = new RegExp(
  [
    '^([A-Za-z]{2,3}|[A-Za-z]{5,8})',
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
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A language tag (BCP 47). */
export const langSchema = () =>
  joi
    .string()
    .max(35)
    .pattern(languageShape)
    .custom((tag: string, helpers) =>
      isLanguageTag(tag) || !languageShape.test(tag) ? tag : helpers.error('string.pattern.base'),
    )
    .description('A BCP 47 language tag, for example en, de-AT, zh-Hant.')
    .messages({ 'string.pattern.base': '{{#label}} must be a language tag, for example "en" or "de-AT"' });
