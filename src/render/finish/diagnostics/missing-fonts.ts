import { aliases } from '../../../browser/launch/fontconfig.ts';
import type { Warning } from '../../model/types/warning.ts';
import { fontList, type FamilyName } from './font-list.ts';

/** Text, or CSS, that asks for a list of families. */
export interface Asking {
  /** A `font-family` value. */
  readonly list: string;
  /** Text that is set in it; '' where only a style sheet was read. */
  readonly text: string;
}

/**
 * Families that stand in under another name with the same widths, or for signs that no text is set in: nobody misses
 * the other one.
 */
const equals = new Set([
  'Arimo',
  'Tinos',
  'Cousine',
  'Carlito',
  'Caladea',
  'Gelasio',
  'Colophon Math',
  'Noto Color Emoji',
]);
const standIns = new Map(aliases.flatMap(([asked, given]) => asked.map((family) => [family.toLowerCase(), given])));

/** What Chromium sets text in when no family of a list is there: its standard font, "Times New Roman". */
const standard = 'Tinos';

/**
 * A warning for each family that stands first in a list and is not there: what was asked for comes first, the others
 * are what may stand in.
 */
export function missingFonts(asked: readonly Asking[], there: ReadonlySet<string>): Warning[] {
  const warnings = new Map<string, Warning>();
  for (const { list, text } of asked) {
    const names = fontList(list);
    const [first] = names;
    if (first === undefined || first.generic || warnings.has(first.name.toLowerCase()) || isThere(first.name, there))
      continue;
    const place = text === '' ? '' : ` (for “${text}”)`;
    warnings.set(first.name.toLowerCase(), {
      code: 'font-missing',
      message:
        `The font '${first.name.slice(0, 100)}' is not there; ${text === '' ? 'another' : instead(names, there)} ` +
        `is used instead${place}. Send it in \`document.fonts\`, or ask for one that is listed in capabilities.`,
    });
  }
  return [...warnings.values()];
}

function isThere(name: string, there: ReadonlySet<string>): boolean {
  const key = name.toLowerCase();
  return there.has(key) || equals.has(standIns.get(key) ?? '');
}

/** The first of the list that can be had. */
function instead(names: readonly FamilyName[], there: ReadonlySet<string>): string {
  for (const { name, generic } of names) {
    const given = standIns.get(name.toLowerCase());
    if (generic) return `\`${name}\``;
    if (given !== undefined || there.has(name.toLowerCase())) return `'${given ?? name}'`;
  }
  return `'${standard}'`;
}
