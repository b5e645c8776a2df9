import { createRequire } from 'node:module';
import type hljs from 'highlight.js';
import { attributes, escape } from './html.ts';

const require = createRequire(import.meta.url);

/** The grammars, loaded with the first code that names its language. */
const grammars = () => require('highlight.js/lib/common') as typeof hljs;

/**
 * Budget for highlighting. Grammars are regular expressions on the request's text, and some take quadratic time
 * (highlight.js 11.12, measured: a second for 20,000 letters of C#), so the budget counts squared characters: one text
 * of 20,000, or a hundred of 2,000.
 */
export const maxHighlighted = 20_000 ** 2;
/** Maximum number of characters in a line; longer lines are data and no text to read. */
const longestLine = 1000;

/** The used part of a document's budget. */
export interface Highlighting {
  squaredCharacters: number;
}

/** Source text as HTML, coloured unless `leftOut` gives a reason. */
export interface Highlighted {
  readonly html: string;
  /** `language-unknown`: there is no grammar for it; `code-not-highlighted`: it is too long. */
  readonly leftOut: 'language-unknown' | 'code-not-highlighted' | null;
}

/** Lines with complete markup: open spans are closed at the end of a line, and opened again in the next. */
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

/** Takes the cost of a text from the budget; false where it does not suffice. */
function allows(used: Highlighting, text: string): boolean {
  const cost = text.length ** 2;
  if (used.squaredCharacters + cost > maxHighlighted || text.split('\n').some((line) => line.length > longestLine))
    return false;
  used.squaredCharacters += cost;
  return true;
}

function reasonToLeaveOut(text: string, language: string, used: Highlighting): Highlighted['leftOut'] {
  if (grammars().getLanguage(language) === undefined) return 'language-unknown';
  return allows(used, text) ? null : 'code-not-highlighted';
}

/** Code as a `<code>` element, highlighted where its language is known and `used` leaves enough budget. */
export function highlight(
  code: string,
  language: string | undefined,
  { lines, used }: { readonly lines: boolean; readonly used: Highlighting },
): Highlighted {
  const text = code.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const plain = language === undefined || /^(?:text|plain|plaintext|none)$/i.test(language);
  const leftOut = plain ? null : reasonToLeaveOut(text, language, used);
  const inner =
    plain || leftOut !== null ? escape(text) : grammars().highlight(text, { language, ignoreIllegals: true }).value;
  const className = plain || leftOut === 'language-unknown' ? 'hljs' : `hljs language-${language.toLowerCase()}`;
  const body = lines
    ? linesOf(inner)
        .map((line) => `<span class="line">${line}</span>`)
        .join('')
    : inner;
  return { html: `<code${attributes({ class: className })}>${body}</code>`, leftOut };
}

/** Why code is not coloured, for a warning. */
export function whyLeftOut(reason: NonNullable<Highlighted['leftOut']>, language: string | undefined): string {
  return reason === 'language-unknown'
    ? `There is no highlighting for the language '${(language ?? '').slice(0, 40)}'; the code is set plain.`
    : 'The code is set plain: a line of it, or the code of the document up to here, is too long to be coloured.';
}
