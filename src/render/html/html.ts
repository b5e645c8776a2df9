/** HTML that operations are composed of. All text is escaped, except `raw`. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML text or as a quoted attribute value. */
export function escape(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] ?? character) : text;
}

/** ` name="value"`, or nothing where the value is `undefined`, `null` or `false`; `true` gives the bare name. */
export function attribute(name: string, value: string | number | boolean | null | undefined): string {
  if (value === undefined || value === null || value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escape(String(value))}"`;
}

/** A start tag's attributes, in order. */
export function attributes(values: Readonly<Record<string, string | number | boolean | null | undefined>>): string {
  let all = '';
  for (const [name, value] of Object.entries(values)) all += attribute(name, value);
  return all;
}

/**
 * CSS declarations for a `style` attribute; `undefined` where none is set. A value that could end its declaration (`;`,
 * `{`, `}`, a comment, a `url(`) is left out; the schemas refuse such values earlier.
 */
export function style(values: Readonly<Record<string, string | number | null | undefined>>): string | undefined {
  const declarations: string[] = [];
  for (const [property, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const text = String(value);
    if (/[;{}\\]|\/\*|url\(/i.test(text)) continue;
    declarations.push(`${property}:${text}`);
  }
  return declarations.length === 0 ? undefined : declarations.join(';');
}
