const unread = /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)|'(?:\\[\s\S]|[^'\\])*(?:'|$)|url\((?:\\[\s\S]|[^()"'\\])*\)?/gi;

/** A style sheet without comments, strings and addresses (CSS Syntax 3, 4.3), which may hold anything. */
export const bareCss = (css: string) => css.replaceAll(unread, (text) => (text.startsWith('/*') ? '' : text.startsWith('u') || text.startsWith('U') ? 'url' : '""'));

/** The same with every character where it was: blanks for whatever may hold anything. */
export const maskedCss = (css: string) => css.replaceAll(unread, (text) => ' '.repeat(text.length));

/** An identifier as it is meant (CSS Syntax 3, 4.3.7). */
export const unescaped = (text: string) => text.replace(/\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))/g, (_, code: string | undefined, character: string) => (code === undefined ? character : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff))));

/** What stands before a brace, and behind it up to the next. */
export interface StyleRule {
  readonly prelude: string;
  readonly block: string;
  /** Where it begins, in characters. */
  readonly start: number;
  /** Where it ends, `null` where others stand in it, or it does not end. */
  readonly end: number | null;
}

/** The rules of a bare style sheet, those within others too. */
export function* rulesOf(css: string): Generator<StyleRule> {
  let from = 0;
  for (let at = 0; at < css.length; at += 1) {
    const character = css[at];
    if (character === '{') {
      const until = endOf(css, at + 1);
      yield { prelude: css.slice(from, at).trim(), block: css.slice(at + 1, until), start: from, end: css[until] === '}' ? until + 1 : null };
    }
    if (character === '{' || character === '}' || character === ';') from = at + 1;
  }
}

const brace = /[{}]/g;

function endOf(css: string, from: number): number {
  brace.lastIndex = from;
  return brace.exec(css)?.index ?? css.length;
}
