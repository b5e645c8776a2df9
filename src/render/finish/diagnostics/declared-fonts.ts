import { stylesIn } from '../../compose/tags.ts';
import { familiesOfShorthand } from './font-list.ts';

/** The fonts that style sheets and style attributes of a document declare. */
export interface DeclaredFonts {
  /** Values of `font-family` and the lists in values of `font`, each once. */
  readonly lists: readonly string[];
  /** Families of `@font-face` rules. */
  readonly faces: readonly string[];
}

/** Maximum number of lists; style sheets with more repeat the same families. */
const maxLists = 500;

/** An unclosed comment extends to the end. */
const comments = /\/\*[^]*?(?:\*\/|$)/g;
const faceRule = /@font-face\s*\{([^{}]*)\}/gi;
/** A declaration up to its end, which may occur inside strings; an unclosed string extends to the end. */
const declaration =
  /(?<![\w-])(font|font-family)\s*:\s*((?:"(?:[^"\\]|\\[^])*(?:"|\\?$)|'(?:[^'\\]|\\[^])*(?:'|\\?$)|[^;{}"'])+)/gi;

/** Reads the fonts in CSS text, independent of the elements that its rules select. */
export function declaredFonts(sheets: readonly string[]): DeclaredFonts {
  const lists = new Set<string>();
  const faces = new Set<string>();
  for (const sheet of sheets) {
    const css = sheet.replace(comments, ' ').replace(faceRule, (_, body: string) => {
      const family = /(?<![\w-])font-family\s*:\s*(?:"([^"]*)"|'([^']*)'|([^;]*))/i.exec(body);
      if (family !== null) faces.add((family[1] ?? family[2] ?? family[3] ?? '').trim());
      return ' ';
    });
    for (const [, property = '', value = ''] of css.matchAll(declaration)) {
      if (lists.size >= maxLists) break;
      const plain = value.replace(/!\s*important/i, '').trim();
      lists.add(property.toLowerCase() === 'font' ? familiesOfShorthand(plain) : plain);
    }
  }
  return { lists: [...lists], faces: [...faces] };
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
