import type { PrintedScan } from '../../../pdf/printed/text/scan-printed.ts';
import { scriptOf } from '../../../pdf/typeset/script-of.ts';
import type { Warning } from '../../model/types/warning.ts';
import type { FindPlace } from './place-in-request.ts';

/** The scan of one part, and the pages of the result that its pages become. */
export interface ScannedPart {
  readonly scan: PrintedScan;
  /** Page numbers in the result (from 1) of the page with this index in the part; empty where it was left out. */
  readonly pages: (index: number) => readonly number[];
}

/** Maximum number of characters of a script in its warning: unsupported scripts may have hundreds in a text. */
const maxCharacters = 8;

interface Found {
  readonly pages: Set<number>;
  readonly text: string;
}

/**
 * A warning for each script with characters that no font has. The file identifies most of them. For the first one in
 * each font it only shows that there was one; `suspects` are the candidates for it, the characters of the document that
 * no font has.
 */
export function missingGlyphs(parts: readonly ScannedPart[], suspects: string, place: FindPlace): Warning[] {
  const found = new Map<string, Found>();
  const unnamed: Found[] = [];
  const drawn = new Set(parts.flatMap(({ scan }) => Array.from(scan.characters)));
  for (const { scan, pages } of parts) {
    for (const { page, characters, unnamed: count, text } of scan.missing) {
      for (const character of characters.map(firstVisible)) note(found, character, pages(page), text);
      for (let index = 0; index < count; index += 1) unnamed.push({ pages: new Set(pages(page)), text });
    }
  }
  const guesses = [...new Set(suspects)].filter((character) => !found.has(character) && !drawn.has(character));
  for (const { pages, text } of unnamed) {
    const guess = guesses.shift();
    // else one that was found in another font
    if (guess !== undefined || found.size === 0) note(found, guess ?? '', pages, text);
  }
  return [...byScript(found)].map(([script, characters]) => {
    const names = characters.map(([character]) => character).filter((character) => character !== '');
    const pointer = place((text) => names.some((character) => text.includes(character)));
    return { ...warning(script, characters), ...(pointer !== undefined && { pointer }) };
  });
}

/** The characters by script: an ISO 15924 code, or `null` for symbols without a script. */
function byScript(found: ReadonlyMap<string, Found>): Map<string | null, [string, Found][]> {
  const scripts = new Map<string | null, [string, Found][]>();
  for (const [character, where] of found) {
    const script = scriptOf(Array.from(character)[0] ?? '');
    scripts.set(script, [...(scripts.get(script) ?? []), [character, where]]);
  }
  return scripts;
}

function note(found: Map<string, Found>, character: string, pages: Iterable<number>, text: string): void {
  const known = found.get(character) ?? { pages: new Set<number>(), text };
  found.set(character, known);
  for (const page of pages) known.pages.add(page);
}

const names = new Intl.DisplayNames(['en'], { type: 'script' });

function warning(script: string | null, characters: readonly [string, Found][]): Warning {
  const kind = script === null ? 'signs' : `${names.of(script) ?? script} text`;
  const left = characters.length - maxCharacters;
  const listed = characters
    .slice(0, maxCharacters)
    .map(([character]) => named(character))
    .join(', ');
  const [first, ...others] = [...new Set(characters.flatMap(([, { pages }]) => [...pages]))].sort((a, b) => a - b);
  const on = first === undefined ? '' : ` on page ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`;
  const text = characters.find(([, { pages }]) => first === undefined || pages.has(first))?.[1].text ?? '';
  const words = text.trim().replace(/\s+/g, ' ').slice(0, 60);
  const shown = words === '' || /^\u25a1+$/.test(words) ? '' : `, first in “${words}”`;
  const all = `${listed}${left > 0 ? ` and ${left} more characters` : ''}`;
  const fix =
    `Send a font for ${script === null ? 'them' : kind} in \`document.fonts\` and name its family, or have the ` +
    'operator install one';
  return {
    code: 'glyph-missing',
    message: `No font has glyphs for ${kind}: ${all}${on}${shown}. ${fix} (Noto has one for most scripts).`,
  };
}

/** A character, or several that are one, with their code points. */
export function named(character: string): string {
  const codes = Array.from(
    character,
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return character === '' ? 'a character' : `${character} (${codes.join(' ')})`;
}

/** Describes a cluster by its first character and its marks, without joiners and selectors. */
const firstVisible = (cluster: string) =>
  Array.from(cluster)
    .filter((character) => !invisible.test(character))
    .join('') || cluster;

/** Characters without a glyph (Default_Ignorable_Code_Point, controls, spaces), and unassigned ones. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** The non-ASCII characters of these texts that no font has. */
export function unsupported(texts: readonly string[], has: (character: number) => boolean): string {
  const seen = new Set<string>();
  for (const text of texts)
    for (const [run] of text.matchAll(/[^\0-\x7f]+/g)) for (const character of run) seen.add(character);
  return [...seen].filter((character) => !invisible.test(character) && !has(character.codePointAt(0) ?? 0)).join('');
}
