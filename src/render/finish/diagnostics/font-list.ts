/** One entry of a font family list. */
export interface FamilyName {
  readonly name: string;
  /** True for a keyword rather than the name of a font: `serif`, `system-ui`, and names that mean the system's font. */
  readonly generic: boolean;
}

/** Generic families (CSS Fonts 4, 2.1.3), CSS-wide keywords, and usual names for the system's font. */
const keywords = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'fantasy',
  'system-ui',
  'math',
  'emoji',
  'fangsong',
  'ui-serif',
  'ui-sans-serif',
  'ui-monospace',
  'ui-rounded',
  'inherit',
  'initial',
  'unset',
  'revert',
  'revert-layer',
  '-apple-system',
  'blinkmacsystemfont',
  '-webkit-body',
  '-webkit-standard',
  '-webkit-pictograph',
]);

const escapes = /\\([\da-f]{1,6})\s?|\\([^])/gi;
const unescaped = (text: string) =>
  text.replace(escapes, (_, hex: string | undefined, character: string | undefined) =>
    hex === undefined ? (character ?? '') : String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)),
  );

/** A string, an identifier's part or a function, and the comma between two entries (CSS Syntax 3, 4). */
const tokens =
  /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|(,)|((?<![\w-])[\w-]+\()|((?:[^\s,"'()\\]|\\(?:[\da-f]{1,6}\s?|[^\da-f]))+)/gi;

/** The entries of a `font-family` value in order. The list ends at a variable or a function, whose value is unknown. */
export function fontList(value: string): FamilyName[] {
  const names: FamilyName[] = [];
  let words: string[] = [];
  let quoted = false;
  const close = () => {
    const name = words.join(' ');
    if (name !== '') names.push({ name, generic: !quoted && keywords.has(name.toLowerCase()) });
    words = [];
    quoted = false;
  };
  for (const [, double, single, comma, call, word] of value.matchAll(tokens)) {
    if (call !== undefined) return names;
    if (comma !== undefined) close();
    else words.push(unescaped(double ?? single ?? word ?? '').trim());
    if (double !== undefined || single !== undefined) quoted = true;
  }
  close();
  return names;
}

/** Keywords that every property has (CSS Cascade 5, 7.3). */
const wideKeyword = /^(?:inherit|initial|unset|revert|revert-layer)$/i;

/** The family list of a `font` value, after the size, or its only keyword; '' where there is none (`font: menu`). */
export function familiesOfShorthand(value: string): string {
  if (wideKeyword.test(value)) return value;
  const size =
    /(?:^|\s)(?:[\d.]+(?:%|[a-z]+)|(?:calc|clamp|min|max|var)\([^()]*\)|(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*(?:[\w.%-]+(?:\([^()]*\))?))?\s+/i.exec(
      value,
    );
  return size === null ? '' : value.slice(size.index + size[0].length);
}
