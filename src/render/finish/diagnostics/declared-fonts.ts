import { stylesIn } from '../../compose/tags.ts';
import { familiesOfShorthand } from './font-list.ts';

/** The fonts that style sheets and style attributes of a document declare. */
export interface DeclaredFonts {
  /** Values of `font-family` and the lists in values of `font`, each once. */
  readonly lists: readonly string[];
  /** Families of `@font-face` rules. */
  readonly faces: readonly string[];
  /** False where there are more declarations than are read. */
  readonly isWhole: boolean;
}

/** Maximum number of lists and variables; style sheets with more repeat the same families. */
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

/**
 * Reads the fonts in CSS text, independent of the elements that its rules select. A list that is a variable becomes all
 * values of the variable.
 */
export function declaredFonts(sheets: readonly string[]): DeclaredFonts {
  const lists = new Set<string>();
  const faces = new Set<string>();
  const variables = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    const css = sheet.replace(comments, ' ').replace(faceRule, (_, body: string) => {
      const family = /(?<![\w-])font-family\s*:\s*(?:"([^"]*)"|'([^']*)'|([^;]*))/i.exec(body);
      if (family !== null) faces.add((family[1] ?? family[2] ?? family[3] ?? '').trim());
      return ' ';
    });
    for (const [, property = '', value = ''] of css.matchAll(declaration)) {
      if (lists.size + variables.size >= maxDeclared) break;
      const plain = value.replace(/!\s*important/i, '').trim();
      if (property.startsWith('--')) variables.set(property, (variables.get(property) ?? new Set()).add(plain));
      else lists.add(property.toLowerCase() === 'font' ? familiesOfShorthand(plain) : plain);
    }
  }
  const resolved = [...lists].flatMap((list) => [...(variables.get(variable.exec(list)?.[1] ?? '') ?? [list])]);
  return { lists: [...new Set(resolved)], faces: [...faces], isWhole: lists.size + variables.size < maxDeclared };
}

/** The style sheets and style attributes of HTML that was serialized (attributes in double quotes), as CSS text. */
export function cssOfHtml(html: string): string[] {
  const sheets = stylesIn(html).map(({ css }) => css);
  const attributes = [...html.matchAll(/\s(style|font-family)="([^"]*)"/gi)].map(([, name = '', value = '']) =>
    (name.toLowerCase() === 'style' ? value : `font-family:${value}`)
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  );
  return [...sheets, ...new Set(attributes)];
}
