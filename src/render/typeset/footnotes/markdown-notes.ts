import { createRequire } from 'node:module';
import type MarkdownIt from 'markdown-it';
import { callAgain, noteBody, noteHtml } from './note-html.ts';

const require = createRequire(import.meta.url);

type Parser = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Parser['parse']>[number];

/** The notes of one Markdown text. */
interface MarkdownNotes {
  /** A name that nothing else in the document has. */
  readonly name: string;
  readonly called: Set<string>;
}

/** Part of the environment of a text. */
export interface NotesEnvironment {
  readonly notes: MarkdownNotes;
}

/** The environment of a text whose notes have this name. */
export const markdownNotes = (name: string): NotesEnvironment => ({ notes: { name, called: new Set() } });

const keyOf = (token: Token | undefined, env: unknown): string =>
  `${(env as NotesEnvironment).notes.name}-${(token?.meta as { id: number }).id + 1}`;

/** Teaches a parser `[^1]` with definitions; a call without a definition stays text. */
export function addMarkdownNotes(markdown: Parser): void {
  markdown.use(require('markdown-it-footnote') as Parameters<Parser['use']>[0]);
  markdown.inline.ruler.disable('footnote_inline'); // `^[text]` stays text
  const { rules } = markdown.renderer;
  const nothing = () => '';
  rules.footnote_ref = (tokens, index, _options, env) => {
    const key = keyOf(tokens[index], env);
    const { called } = (env as unknown as NotesEnvironment).notes;
    if (called.has(key)) return callAgain(key);
    called.add(key);
    return noteHtml(key, '');
  };
  rules.footnote_block_open = nothing;
  rules.footnote_block_close = nothing;
  rules.footnote_anchor = nothing;
  rules.footnote_open = (tokens, index, _options, env) => noteBody(keyOf(tokens[index], env));
  rules.footnote_close = () => '</div>';
}
