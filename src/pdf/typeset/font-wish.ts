/** The requested font of a text, if it exists; characters that it lacks are set in another. */
export interface FontWish {
  /** Names of families or fonts (PostScript), the dearest first; case, spaces and hyphens do not matter. */
  readonly names: readonly string[];
  readonly kind: FontKind;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** A wish derived from the name of a font. `known` is true where the name determines the look of the font. */
export interface NamedWish extends FontWish {
  readonly known: boolean;
}

/** The general design of a font, for choosing a substitute. */
export type FontKind = 'sans' | 'serif' | 'mono';

/**
 * Families that replace fonts which forms name and machines without them lack: families of the same widths where there
 * are some.
 */
const substitutes: readonly (readonly [names: RegExp, family: string, kind: FontKind])[] = [
  [/^(?:helvetica|helv|hebo|arial|arialmt|liberationsans|nimbussans|swiss)/, 'Arimo', 'sans'],
  [
    /^(?:times|tiro|tibo|tiit|tibi|timesnewroman|liberationserif|nimbusroman|cambria|georgia|garamond|minion|palatino|bookman|century)/,
    'Tinos',
    'serif',
  ],
  [/^(?:courier|cour|cobo|cooblique|liberationmono|nimbusmono|consolas|monaco|menlo|lucidaconsole)/, 'Cousine', 'mono'],
];

/** The family of each kind where nothing better is known. */
const families: Readonly<Record<FontKind, string>> = { sans: 'Arimo', serif: 'Tinos', mono: 'Cousine' };

/** A name as it is compared. */
export const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Words behind the family in the name of a font. */
const styles = [
  'mt',
  'ps',
  'regular',
  'roman',
  'normal',
  'book',
  'semibold',
  'bold',
  'demi',
  'black',
  'heavy',
  'italic',
  'oblique',
  'light',
  'medium',
];

/** The name without the words of style at its end. */
function withoutStyles(name: string): string {
  let end = name.length;
  for (let word = styles[0]; word !== undefined;) {
    word = styles.find((style) => name.endsWith(style, end));
    end -= word?.length ?? 0;
  }
  return name.slice(0, end);
}

/** The requested font of a font name (ISO 32000-2, BaseFont): `ABCDEF+TimesNewRomanPS-BoldMT`, `Arial,Bold`, `HeBo`. */
export function wishOf(font: string, stated: Partial<Omit<FontWish, 'names'>> = {}): NamedWish {
  const name = font.replace(/^[A-Z]{6}\+/, '');
  const plain = plainName(name);
  const style = name.toLowerCase();
  const substitute = substitutes.find(([names]) => names.test(plain));
  const kind = stated.kind ?? substitute?.[2] ?? 'sans';
  return {
    names: [...new Set([name, withoutStyles(plain), substitute?.[1] ?? families[kind]])].filter((one) => one !== ''),
    kind,
    known: substitute !== undefined,
    bold: stated.bold === true || /bold|black|heavy|demi|^hebo$|^tibo$|^cobo$|^tibi$|^cobi$/.test(style),
    italic: stated.italic === true || /italic|oblique|^heit$|^tiit$|^tibi$/.test(style),
  };
}
