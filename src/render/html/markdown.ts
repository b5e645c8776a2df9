import { createRequire } from 'node:module';
import type MarkdownIt from 'markdown-it';
import { bytesOf } from '../compose/assets.ts';
import { referenceRules } from '../typeset/references/markdown-references.ts';
import type { NewReference } from '../typeset/references/reference-html.ts';
import { isHuge, sniffImage } from './image-kind.ts';
import { captionRules } from '../typeset/captions/markdown-captions.ts';
import { indexRule } from '../typeset/index/markdown-index.ts';
import { addLists } from './markdown-lists.ts';
import { addMarkdownNotes, markdownNotes } from '../typeset/footnotes/markdown-notes.ts';
import { isLink } from '../compose/link.ts';

const require = createRequire(import.meta.url);

/** Images may also be assets (relative names) or data URIs; the network layer decides about remote hosts. */
const isSource = (url: string) =>
  /^(?:https?:\/\/|data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,])/i.test(url) ||
  !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url);

/** Callbacks for Markdown. */
interface Environment {
  /** Highlights code in its language: a `<code>` element. */
  readonly code: (code: string, language: string | undefined) => string;
  /** The HTML of a reference. */
  readonly reference: (reference: NewReference) => string;
  /** True where images and tables may have captions. */
  readonly captions: boolean;
  /** A name for its notes, which nothing else in the document has. */
  readonly notes: string;
  /** Called for each image in a data URI that is left out, because it has too many pixels. */
  readonly onHugeImage: () => void;
  /** Called for each piece of text that has a tag of HTML. */
  readonly onHtml: () => void;
}

const environmentOf = (env: unknown) => env as Environment;

/** Elements of HTML that people write in Markdown. An attribute has a value, as `a <b and c> d` does not. */
const tags =
  'a b big blockquote br center code dd del details div dl dt em figure font h[1-6] hr i iframe img ins ' +
  'kbd li mark ol p picture pre q s small source span strike strong style sub summary sup svg table ' +
  'tbody td th thead tr u ul video';
const htmlTag = new RegExp(`</?(?:${tags.replaceAll(' ', '|')})(?:\\s[^<>=]*=[^<>]*|\\s?/)?>|<!--`, 'i');

const isHugeImage = (url: string) => /^data:/i.test(url) && isHuge(sniffImage(bytesOf(url) ?? new Uint8Array()));

type Parser = InstanceType<typeof MarkdownIt>;

let parser: Parser | null = null;

/** The parser, loaded and set up with the first Markdown. */
function markdownParser(): Parser {
  if (parser !== null) return parser;
  const Markdown = require('markdown-it') as typeof MarkdownIt;
  const markdown = new Markdown({ html: false, linkify: false, typographer: false });
  markdown.validateLink = (url: string) => isLink(url) || isSource(url);
  addLists(markdown);
  const ownImage = markdown.renderer.rules.image;
  markdown.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const source = token?.attrGet('src');
    if (token && typeof source === 'string' && isHugeImage(source)) {
      token.attrSet('src', '');
      environmentOf(env).onHugeImage();
    }
    return ownImage ? ownImage(tokens, index, options, env, self) : '';
  };
  const ownText = markdown.renderer.rules.text;
  markdown.renderer.rules.text = (tokens, index, options, env, self) => {
    if (htmlTag.test(tokens[index]?.content ?? '')) environmentOf(env).onHtml();
    return ownText ? ownText(tokens, index, options, env, self) : '';
  };
  markdown.renderer.rules.fence = (tokens, index, _options, env) => {
    const token = tokens[index];
    const language = token?.info.trim().split(/\s+/)[0];
    return (
      '<pre ' +
      `class="code">${environmentOf(env).code(token?.content ?? '', language === '' ? undefined : language)}</pre>\n`
    );
  };
  markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const href = token?.attrGet('href');
    if (token?.attrs && !(typeof href === 'string' && isLink(href)))
      token.attrs = token.attrs.filter(([name]) => name !== 'href');
    return self.renderToken(tokens, index, options);
  };
  markdown.renderer.rules.th_open = (tokens, index) => `<th scope="col"${cellClass(tokens[index]?.attrGet('style'))}>`;
  markdown.renderer.rules.td_open = (tokens, index) => `<td${cellClass(tokens[index]?.attrGet('style'))}>`;
  indexRule(markdown);
  captionRules(markdown, (env) => environmentOf(env).captions);
  referenceRules(markdown, (env) => environmentOf(env).reference);
  addMarkdownNotes(markdown);
  return (parser = markdown);
}

function cellClass(style: unknown): string {
  const align = /text-align:\s*(left|center|right)/.exec(typeof style === 'string' ? style : '')?.[1];
  return align === undefined ? '' : ` class="align-${align}"`;
}

/**
 * CommonMark with tables, task lists and definition lists as HTML. Raw HTML in it is text; a link other than http(s), mailto, tel or #id loses its
 * target.
 */
export function markdownHtml(source: string, environment: Environment): string {
  return markdownParser().render(source, { ...environment, ...markdownNotes(environment.notes) });
}
