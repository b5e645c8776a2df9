import { attributesIn, stylesIn } from '../../compose/tags.ts';
import { familiesOfShorthand } from './font-list.ts';

/** The fonts that style sheets and style attributes of a document declare. */
export interface DeclaredFonts {
  /**
   * Values of `font-family` and the lists in values of `font`, each once. In place of a list that is a variable, all
   * values that some rule gives to it.
   */
  readonly lists: readonly string[];
  /** Families of `@font-face` rules. */
  readonly faces: readonly string[];
  /** False where others may be declared: there are too many, or CSS is written in a way that is not read in full. */
  readonly isCertain: boolean;
}

/** Maximum number of lists, and of values of variables; style sheets with more repeat the same families. */
const maxDeclared = 500;

/** An unclosed comment extends to the end. */
const comments = /\/\*[^]*?(?:\*\/|$)/g;
const faceRule = /@font-face\s*\{([^{}]*)\}/gi;
/**
 * A declaration of a font or a variable up to its end, which may occur inside strings; an unclosed string extends to
 * the end.
 */
const declaration =
  /(?<![\w-])(font|font-family|--[\w-]+)\s*:\s*((?:"(?:[^"\\]|\\[^])*(?:"|\\?$)|'(?:[^'\\]|\\[^])*(?:'|\\?$)|[^;{}"'])+)/gi;
/** A value that is one variable (CSS Variables 1, 3). */
const variable = /^var\(\s*(--[\w-]+)\s*\)$/;
const strings = /"[^"\n]*"|'[^'\n]*'/g;

/** Reads the fonts in CSS text, independent of the elements that its rules select. */
export function declaredFonts(sheets: readonly string[]): DeclaredFonts {
  const lists = new Set<string>();
  const faces = new Set<string>();
  const values = new ValuesOfVariables();
  let isCertain = true;
  for (const sheet of sheets) {
    if (!hasPlainStrings(sheet)) isCertain = false;
    const css = sheet.replace(comments, ' ').replace(faceRule, (_, body: string) => {
      const family = /(?<![\w-])font-family\s*:\s*(?:"([^"]*)"|'([^']*)'|([^;]*))/i.exec(body);
      if (family !== null) faces.add((family[1] ?? family[2] ?? family[3] ?? '').trim());
      return ' ';
    });
    for (const [, property = '', value = ''] of css.matchAll(declaration)) {
      const plain = value.replace(/!\s*important/i, '').trim();
      if (property.startsWith('--')) values.add(property, plain);
      else if (lists.size === maxDeclared) isCertain = false;
      else if (property.toLowerCase() === 'font') {
        const list = familiesOfShorthand(plain);
        isCertain &&= isListOf(list, plain);
        lists.add(list);
      } else lists.add(plain);
    }
  }
  return { lists: values.resolve(lists), faces: [...faces], isCertain: isCertain && values.isWhole };
}

/** True where this is the list of a `font` value for certain. */
function isListOf(list: string, value: string): boolean {
  const before = value.slice(0, value.length - list.length);
  return list !== '' && !/[("']/.test(before) && (!list.includes('(') || variable.test(list));
}

/** False where a string of CSS may end elsewhere than at its quotation mark, or hides a comment. */
function hasPlainStrings(css: string): boolean {
  if (!/["']/.test(css)) return true;
  return !css.includes('/*') && !/["']/.test(css.replace(strings, ''));
}

/** Values that rules give to variables, whatever they select. */
class ValuesOfVariables {
  readonly #values = new Map<string, Set<string>>();
  #count = 0;
  isWhole = true;

  add(name: string, value: string): void {
    const own = this.#values.get(name) ?? new Set();
    this.#values.set(name, own);
    if (own.has(value)) return;
    if (this.#count === maxDeclared) this.isWhole = false;
    else {
      own.add(value);
      this.#count += 1;
    }
  }

  /** The lists, with the values of each list that is a variable in its place. */
  resolve(lists: Iterable<string>): string[] {
    const resolved = new Set<string>();
    const seen = new Set<string>();
    for (const list of lists) {
      const [, name] = variable.exec(list) ?? [];
      const values = name === undefined ? undefined : this.#values.get(name);
      if (name === undefined || values === undefined) resolved.add(list);
      else if (!seen.has(name)) {
        seen.add(name);
        for (const value of values) resolved.add(value);
      }
    }
    return [...resolved];
  }
}

/** The style sheets and style attributes of HTML that was serialized (attributes in double quotes), as CSS text. */
export function cssOfHtml(html: string): string[] {
  const attributes = Array.from(attributesIn(html, ['style', 'font-family']), ({ name, value }) => {
    const text = value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    return name === 'style' ? text : `font-family:${text}`;
  });
  return [...stylesIn(html).map(({ css }) => css), ...new Set(attributes)];
}
