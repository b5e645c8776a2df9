/** Escapes, comments, strings and addresses (CSS Syntax 3, 4.3): a string ends with its line. */
const unread =
  /\\[\s\S]|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n\r\f])*"?|'(?:\\[\s\S]|[^'\\\n\r\f])*'?|(?<![\w-])url\((?:\s*(?=["'])|(?:\\[\s\S]|[^)\\])*\)?)/gi;

function bareOf(text: string): string {
  if (text.startsWith('\\')) return text;
  if (text.startsWith('/*')) return '';
  return /^url/i.test(text) ? text.trim().slice(0, text.endsWith(')') ? 3 : 4) : '""';
}

/** A style sheet with comments, strings and addresses removed, which may contain any characters. */
export const bareCss = (css: string) => css.replaceAll(unread, bareOf);

/** The same with all offsets unchanged: removed characters are replaced by quotes. */
export const maskedCss = (css: string) =>
  css.replaceAll(unread, (text) => (text.startsWith('/*') ? ' ' : '"').repeat(text.length));

/** An identifier with its escapes resolved (CSS Syntax 3, 4.3.7). */
export const unescaped = (text: string) =>
  text.replace(/\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? character : characterOf(parseInt(code, 16)),
  );

const characterOf = (code: number) =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\ufffd' : String.fromCodePoint(code);

/** Comments of HTML, characters that HTML escapes, escaped braces, and white space that is not white space in CSS. */
const odd =
  /<!--|-->|&(?:gt|lt|amp|quot|nbsp|#\w+);|\\[{};]|[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;
const addresses = /url\(/gi;
const bracketOrBrace = /\\[\s\S]|[()[\]{};]/g;

/** True where a bare style sheet may be parsed differently than here: by its braces and the text before them. */
export function isOddCss(css: string): boolean {
  if (
    odd.test(css) ||
    (css.includes('\\') && (unescaped(css).match(addresses) ?? []).length !== (css.match(addresses) ?? []).length)
  )
    return true;
  let depth = 0;
  for (const [character] of css.matchAll(bracketOrBrace)) {
    if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth = Math.max(0, depth - 1);
    else if (depth > 0 && character.length === 1) return true;
  }
  return false;
}

/** The text before a brace, and after it up to the next brace. */
export interface StyleRule {
  readonly prelude: string;
  readonly block: string;
  /** Offset of the start. */
  readonly start: number;
  /** Offset of the end; `null` where other rules are inside, or the rule is not closed. */
  readonly end: number | null;
}

/** The rules of a bare style sheet, nested ones included. */
export function* rulesOf(css: string): Generator<StyleRule> {
  let from = 0;
  for (let at = 0; at < css.length; at += 1) {
    const character = css[at];
    if (character === '{') {
      const until = endOf(css, at + 1);
      yield {
        prelude: css.slice(from, at).trim(),
        block: css.slice(at + 1, until),
        start: from,
        end: css[until] === '}' ? until + 1 : null,
      };
    }
    if (character === '{' || character === '}' || character === ';') from = at + 1;
  }
}

const brace = /[{}]/g;

function endOf(css: string, from: number): number {
  brace.lastIndex = from;
  return brace.exec(css)?.index ?? css.length;
}
