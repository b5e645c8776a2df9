import { aliases } from '../../../browser/launch/fontconfig.ts';
import { nearName } from '../../../near-names.ts';
import type { Warning } from '../../model/types/warning.ts';
import type { FindPlace } from './place-in-request.ts';
import { fontList, type FamilyName } from './font-list.ts';

/** A requested font list, and its text. */
export interface Asking {
  /** A `font-family` value. */
  readonly list: string;
  /** Text in that font; '' where only a style sheet was read. */
  readonly text: string;
}

/** Available families, by themselves in lower case. */
type Families = ReadonlyMap<string, string>;

/** Families with a replacement of the same widths, or for symbols alone: nothing is reported about them. */
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
const standIns = new Map(
  aliases.flatMap(([requested, given]) => requested.map((family) => [family.toLowerCase(), given])),
);

/** The default font of Chromium where no family of a list is available: "Times New Roman". */
const standard = 'Tinos';

/** A warning for each unavailable family that is first in its list: the others are replacements by intention. */
export function missingFonts(
  requested: readonly Asking[],
  there: Families,
  place: FindPlace = () => undefined,
): Warning[] {
  const warnings = new Map<string, Warning>();
  for (const { list, text } of requested) {
    const name = missingFamily(list, there);
    if (name === null || warnings.has(name.toLowerCase())) continue;
    const words = text === '' ? '' : ` (for “${text}”)`;
    const found = place((given, field) => namesFont(given, field, name));
    warnings.set(name.toLowerCase(), {
      code: 'font-missing',
      message:
        `The font '${name.slice(0, 100)}' is not available; ${text === '' ? 'another' : instead(fontList(list), there)} ` +
        `is used instead${words}. ${meant(name, there)}Send it in \`document.fonts\`, or use one that is listed ` +
        'in capabilities.',
      ...(found !== undefined && { pointer: found }),
    });
  }
  return [...warnings.values()];
}

/** The first family of a list where it is unavailable; else `null`. */
export function missingFamily(list: string, there: Families): string | null {
  const [first] = fontList(list);
  return first === undefined || first.generic || isThere(first.name, there) ? null : first.name;
}

/** True for a text of the request that names the family as a font. */
function namesFont(text: string, field: string | number, family: string): boolean {
  if (field === 'family' || field === 'font') return text.toLowerCase().includes(family.toLowerCase());
  return /font/i.test(text) && text.toLowerCase().includes(family.toLowerCase());
}

/** The question whether an available family of a similar name is meant. */
function meant(name: string, there: Families): string {
  const near = nearName(name, [...there.values(), ...aliases.flatMap(([requested]) => requested)], 2);
  return near === null ? '' : `Did you mean '${near}'? `;
}

function isThere(name: string, there: Families): boolean {
  const key = name.toLowerCase();
  return there.has(key) || equals.has(standIns.get(key) ?? '');
}

/** The first available family of a list. */
function instead(names: readonly FamilyName[], there: Families): string {
  for (const { name, generic } of names) {
    const given = standIns.get(name.toLowerCase());
    if (generic) return `\`${name}\``;
    if (given !== undefined || there.has(name.toLowerCase())) return `'${given ?? name}'`;
  }
  return `'${standard}'`;
}
