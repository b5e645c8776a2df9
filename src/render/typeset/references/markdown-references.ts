import type MarkdownIt from 'markdown-it';
import { idOfName } from '../../../pdf/objects/id-of-name.ts';
import type { NewReference } from './reference-html.ts';
import { mayRefer, partsOf, shown } from './reference.ts';

type Parser = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Parser['parseInline']>[number];
type State = Parameters<Parameters<Parser['core']['ruler']['push']>[1]>[0];

/** What follows a link that shows something of its target: `[see](#id){page}`. */
const selector = new RegExp(`^\\{(${shown.join('|')})\\}`);
/** The id of a heading: `## Costs {#costs}`. */
const headingId = /\{#((?!colophon-)[A-Za-z][A-Za-z0-9_.:-]{0,127})\}$/;

/**
 * Adds references to Markdown: `{ref: id}` in texts, `{page}`, `{number}` and `{text}` after a link to an id, and ids of
 * headings. `write` finds, in the environment of a call, what writes them.
 */
export function referenceRules(markdown: Parser, write: (env: unknown) => (reference: NewReference) => string): void {
  markdown.inline.ruler.before('link', 'reference', (state, silent) => {
    if (state.src[state.pos] !== '{' || !mayRefer(state.src.slice(state.pos, state.pos + 5))) return false;
    const end = state.src.indexOf('}', state.pos) + 1;
    const [part, ...more] = end === 0 ? [] : partsOf(state.src.slice(state.pos, end));
    if (part === undefined || typeof part === 'string' || 'unknown' in part || more.length > 0) return false;
    if (!silent) state.push('reference', '', 0).meta = { of: { ...part, isLinked: state.linkLevel > 0 } };
    state.pos = end;
    return true;
  });
  markdown.core.ruler.push('references', (state) => {
    for (const [index, token] of state.tokens.entries()) {
      if (token.type !== 'inline' || !token.children) continue;
      if (token.content.includes('{')) showInLinks(token.children, state);
      const opening = state.tokens[index - 1];
      if (opening?.type === 'heading_open') takeId(opening, token.children);
    }
  });
  markdown.renderer.rules.reference = (tokens, index, _options, env) =>
    write(env)((tokens[index]?.meta as { readonly of: NewReference }).of);
}

/** Moves what follows a link to an id into the link, as a reference. */
function showInLinks(tokens: Token[], { Token: Make }: State): void {
  let opening: Token | null = null;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.type === 'link_open') opening = token;
    if (token?.type !== 'link_close' || opening === null) continue;
    const href = String(opening.attrGet('href') ?? '');
    const isEmpty = tokens[index - 1] === opening;
    opening = null;
    const next = tokens[index + 1];
    const show = shown.find((one) => one === selector.exec(next?.type === 'text' ? next.content : '')?.[1]);
    if (next === undefined || show === undefined || !href.startsWith('#')) continue;
    next.content = next.content.slice(show.length + 2);
    const space = new Make('text', '', 0);
    space.content = isEmpty ? '' : ' ';
    const reference = new Make('reference', '', 0);
    const written: NewReference = {
      id: idOfName(href.slice(1)),
      show,
      source: `(${idOfName(href)}){${show}}`,
      isLinked: true,
    };
    reference.meta = { of: written };
    tokens.splice(index, 0, space, reference);
    index += 2;
  }
}

/** Takes the id at the end of a heading out of its text. */
function takeId(heading: Token, tokens: readonly Token[]): void {
  const last = tokens.at(-1);
  const found = last?.type === 'text' ? headingId.exec(last.content.trimEnd()) : null;
  if (last === undefined || found === null) return;
  last.content = last.content.slice(0, found.index).trimEnd();
  heading.attrSet('id', found[1] ?? '');
}
