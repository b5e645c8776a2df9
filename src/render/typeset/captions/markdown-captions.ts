import type MarkdownIt from 'markdown-it';

type Parser = InstanceType<typeof MarkdownIt>;
type State = Parameters<Parameters<Parser['core']['ruler']['push']>[1]>[0];
type Token = State['tokens'][number];

/** What the paragraph of a caption of a table begins with. */
const ofTable = /^Table:\s+(?=\S)/;

/**
 * Adds captions to Markdown, where the environment of a call wants them: the title of an image that stands alone in its
 * paragraph, and the paragraph `Table: ...` after or before a table.
 */
export function captionRules(markdown: Parser, isWanted: (env: unknown) => boolean): void {
  markdown.core.ruler.push('captions', (state) => {
    if (!isWanted(state.env)) return;
    captionImages(state);
    captionTables(state);
  });
}

function captionImages(state: State): void {
  for (const [index, token] of state.tokens.entries()) {
    const [image, ...others] = token.children ?? [];
    const [opening, closing] = [state.tokens[index - 1], state.tokens[index + 1]];
    const title = String(image?.attrGet('title') ?? '');
    if (image?.type !== 'image' || others.length > 0 || title.trim() === '') continue;
    if (opening?.type !== 'paragraph_open' || closing === undefined || opening.hidden) continue;
    image.attrs = image.attrs?.filter(([name]) => name !== 'title') ?? null;
    const caption: Token[] = [];
    state.md.inline.parse(title, state.md, state.env, caption);
    token.children = [image, ...elementOf(state, 'figcaption', caption)];
    opening.tag = closing.tag = 'figure';
    opening.attrSet('class', 'image');
  }
}

function captionTables(state: State): void {
  const { tokens } = state;
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    if (tokens[index]?.type !== 'table_open') continue;
    const end = tokens.findIndex(({ type }, at) => at > index && type === 'table_close');
    const [from] = [end + 1, index - 3].filter((at) => isCaption(tokens, at));
    const caption = from === undefined ? undefined : tokens[from + 1];
    if (from === undefined || caption === undefined) continue;
    const [first] = caption.children ?? [];
    if (first) first.content = first.content.replace(ofTable, '');
    tokens.splice(index + 1, 0, ...elementOf(state, 'caption', [caption]));
    tokens.splice(from > index ? from + 3 : from, 3);
    if (from < index) index -= 3;
  }
}

/** True where a paragraph begins that is the caption of a table. */
const isCaption = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.type === 'paragraph_open' &&
  tokens[at + 1]?.children?.[0]?.type === 'text' &&
  ofTable.test(tokens[at + 1]?.children?.[0]?.content ?? '');

function elementOf({ Token: Make }: State, tag: string, content: readonly Token[]): Token[] {
  return [new Make(`${tag}_open`, tag, 1), ...content, new Make(`${tag}_close`, tag, -1)];
}
