/** Comments, strings, `url()` without quotes, escapes, and the characters that open and close blocks (CSS Syntax 3, 4). */
const tokens = new RegExp(
  [
    /\/\*[^]*?(?:\*\/|$)/,
    /"(?:[^"\\\n]|\\[^])*(?:"|$)?/,
    /'(?:[^'\\\n]|\\[^])*(?:'|$)?/,
    /url\(\s*(?!["'\s])[^)"']*\)?/,
    /\\[^]|[{}()[\]]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/**
 * The first brace, bracket or parenthesis of CSS that has no counterpart, as a sentence; `null` where all have one. A
 * missing or additional brace takes rules after it away.
 */
export function unbalanced(css: string): string | null {
  const open: { readonly sign: string; readonly at: number }[] = [];
  for (const { 0: token, index } of css.matchAll(tokens)) {
    if (token in closing) open.push({ sign: token, at: index });
    else if (token === '}' || token === ')' || token === ']') {
      const last = open.pop();
      if (last === undefined)
        return `Line ${lineOf(css, index)} has a \`${token}\` too many; what follows it is ignored up to the next block.`;
      if (closing[last.sign] !== token) return unclosed(css, last);
    }
  }
  const last = open.pop();
  return last === undefined ? null : unclosed(css, last);
}

const unclosed = (css: string, { sign, at }: { readonly sign: string; readonly at: number }) =>
  `The \`${sign}\` in line ${lineOf(css, at)} is not closed; what follows it is read as a part of it.`;

const lineOf = (css: string, at: number) => css.slice(0, at).split('\n').length;
