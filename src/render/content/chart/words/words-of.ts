import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import type { Words } from './words.ts';

const languages: Readonly<Record<string, Words>> = { ar, de, en, es, fr, it, nl, pt };

/** The words of a language, or those of English; and the language that they are in. */
export function wordsOf(lang: string): { readonly say: Words; readonly lang: string } {
  const spoken = lang.toLowerCase().split('-')[0] ?? '';
  const known = Object.hasOwn(languages, spoken) ? languages[spoken] : undefined;
  return known ? { say: known, lang } : { say: en, lang: 'en' };
}
