import { createRequire } from 'node:module';
import type MarkdownIt from 'markdown-it';

const require = createRequire(import.meta.url);

type Parser = InstanceType<typeof MarkdownIt>;

/** The box at the start of a task (GitHub Flavored Markdown, 5.3). */
const box = /^\[([ xX])\](?:\s+|$)/;

/** Adds task lists (`- [ ]`, `- [x]`), and definition lists (`: ` below a term, as PHP Markdown Extra has them). */
export function addLists(markdown: Parser): void {
  markdown.use(require('markdown-it-deflist') as (parser: Parser) => void);
  markdown.core.ruler.push('tasks', ({ tokens }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      const [item, paragraph, text] = [tokens[index - 2], tokens[index - 1], children?.[0]];
      if (type !== 'inline' || item?.type !== 'list_item_open' || paragraph?.type !== 'paragraph_open') continue;
      const [whole, mark] = text?.type === 'text' ? (box.exec(text.content) ?? []) : [];
      if (text === undefined || whole === undefined) continue;
      text.content = text.content.slice(whole.length);
      item.attrJoin('class', mark === ' ' ? 'task' : 'task done');
    }
  });
}
