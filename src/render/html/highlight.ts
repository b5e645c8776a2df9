import hljs from 'highlight.js/lib/common';
import { attributes, escape } from './html.ts';

/**
 * The grammars are regular expressions on the sender's text, and some take quadratic time (highlight.js 11.12,
 * measured: a second for 20,000 letters of C#). So pieces share an allowance of squared characters: one of 20,000, or a
 * hundred of 2,000.
 */
const allowance = 20_000 ** 2;
/** Characters of a line; a longer one is data, not something to read. */
const longestLine = 1000;

/** How much of the allowance of a document is used up. */
export interface Highlighting {
  squaredCharacters: number;
}

export interface Highlighted {
  readonly html: string;
  /** `language-unknown`: there are no colours for it; `code-not-highlighted`: it is too long for colours. */
  readonly leftOut: 'language-unknown' | 'code-not-highlighted' | null;
}

/** Each line whole: spans that go over a line's end are closed there and opened again on the next. */
function linesOf(html: string): string[] {
  const open: string[] = [];
  return html.split('\n').map((line) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(/<\/?span[^<>]*>/g)) {
      if (tag.startsWith('</')) open.pop();
      else open.push(tag);
    }
    return before + line + '</span>'.repeat(open.length);
  });
}

/** Takes what the text costs out of the allowance, where there is enough left. */
function allows(used: Highlighting, text: string): boolean {
  const cost = text.length ** 2;
  if (used.squaredCharacters + cost > allowance || text.split('\n').some((line) => line.length > longestLine))
    return false;
  used.squaredCharacters += cost;
  return true;
}

function reasonToLeaveOut(text: string, language: string, used: Highlighting): Highlighted['leftOut'] {
  if (hljs.getLanguage(language) === undefined) return 'language-unknown';
  return allows(used, text) ? null : 'code-not-highlighted';
}

/** Code as a `<code>` element, in colours where its language has some and `used` leaves room for it. */
export function highlight(
  code: string,
  language: string | undefined,
  { lines, used }: { readonly lines: boolean; readonly used: Highlighting },
): Highlighted {
  const text = code.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const plain = language === undefined || /^(?:text|plain|plaintext|none)$/i.test(language);
  const leftOut = plain ? null : reasonToLeaveOut(text, language, used);
  const inner =
    plain || leftOut !== null ? escape(text) : hljs.highlight(text, { language, ignoreIllegals: true }).value;
  const className = plain || leftOut === 'language-unknown' ? 'hljs' : `hljs language-${language.toLowerCase()}`;
  const body = lines
    ? linesOf(inner)
        .map((line) => `<span class="line">${line}</span>`)
        .join('')
    : inner;
  return { html: `<code${attributes({ class: className })}>${body}</code>`, leftOut };
}
