import type MarkdownIt from 'markdown-it';
import { leavesSpace, leadingMark, markHtml, pastSpaces, withoutSpaces } from './index-marks.ts';

/** Maximum number of characters of a mark. */
const maxMark = 700;

/** Ends of emphasis, which may stand between a mark and the end of its words. */
const closing = /^[*_~]+/;
const maxClosing = 8;

/** Adds `{index: term}` to the texts of Markdown; code is as it is. */
export function indexRule(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.inline.ruler.before('link', 'index', (state, silent) => {
    if (!state.src.startsWith('{index:', state.pos)) return false;
    const mark = leadingMark(state.src.slice(state.pos, Math.min(state.posMax, state.pos + maxMark)));
    if (mark === null) return false;
    let end = state.pos + mark.length;
    if (!silent) {
      const rest = state.src.slice(end, end + maxClosing).replace(closing, '');
      if (state.pending !== '' && leavesSpace(rest)) state.pending = withoutSpaces(state.pending);
      else if (state.pending === '' && state.tokens.length === 0) {
        end = pastSpaces(state.src, end);
      }
      state.push('index', '', 0).meta = { term: mark.term };
    }
    state.pos = end;
    return true;
  });
  markdown.renderer.rules.index = (tokens, at) => markHtml((tokens[at]?.meta as { readonly term: string }).term);
}
