import hljs from 'highlight.js/lib/common';
import { attributes, escape } from './html.ts';

/** Longer code is set plain: highlighting is for reading, and its grammars are regular expressions on the sender's text. */
const longest = 200_000;

/** Each line whole: spans that go over a line's end are closed there and opened again on the next. */
function linesOf(html: string): string[] {
  const open: string[] = [];
  return html.split('\n').map((line) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(/<\/?span[^>]*>/g)) {
      if (tag.startsWith('</')) open.pop();
      else open.push(tag);
    }
    return before + line + '</span>'.repeat(open.length);
  });
}

/** Code as a `<code>` element; `known` is false for a language that there are no colours for. */
export function highlight(code: string, language: string | undefined, lines: boolean): { readonly html: string; readonly known: boolean } {
  const text = code.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const plain = language === undefined || /^(?:text|plain|plaintext|none)$/i.test(language);
  const known = plain || hljs.getLanguage(language) !== undefined;
  const inner = plain || !known || text.length > longest ? escape(text) : hljs.highlight(text, { language, ignoreIllegals: true }).value;
  const className = plain || !known ? 'hljs' : `hljs language-${language.toLowerCase()}`;
  const body = lines ? linesOf(inner).map((line) => `<span class="line">${line}</span>`).join('') : inner;
  return { html: `<code${attributes({ class: className })}>${body}</code>`, known };
}
