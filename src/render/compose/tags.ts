/** Attributes in serialized HTML (HTML, 13.3): one space before each, quotes in values escaped. */
const attributes = / [^\s"'<>/=]+(?:="[^"]*")?/y;
const tagName = /<(\/?)([a-z][^\s>/]*)/iy;
const tagEnd = /\s*\/?>/y;
const comment = /<!--[\s\S]*?(?:-->|$)/g;
/** Elements with unescaped text. */
const bare = new Map(
  ['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'noscript'].map(
    (name) => [name, new RegExp(`</${name}>`, 'gi')] as const,
  ),
);
const idAttribute = /\sid="([^"]+)"/;
const linkToId = /\shref="#([^"]+)"/;

/** A tag, with offsets in characters. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly start: number;
  /** Offset of its end; of its start where it is not serialized as usual. */
  readonly end: number;
  readonly isWhole: boolean;
  /** True for an element with unescaped text, which contains no tags. */
  readonly isBare: boolean;
}

/** The tags in serialized HTML, without those in comments. Time is linear in the length of the HTML. */
export function* tagsIn(html: string): Generator<Tag> {
  const unclosed = new Set<string>();
  /**
   * Offset of the next occurrence after a position. -1 where there is none; then there is none after later positions
   * either.
   */
  const endOf = (what: string, find: () => number): number => {
    const end = unclosed.has(what) ? -1 : find();
    if (end < 0) unclosed.add(what);
    return end;
  };
  for (let start = html.indexOf('<'), next = 0; start >= 0; start = html.indexOf('<', next)) {
    const commentEnd = html.startsWith('<!--', start) ? endOf('<!--', () => html.indexOf('-->', start + 4)) : -1;
    const [opening = '<', slash, given = ''] = commentEnd < 0 ? (matchAt(tagName, html, start) ?? []) : [];
    next = commentEnd < 0 ? start + opening.length : commentEnd + 3;
    if (slash === undefined) continue;
    const name = given.toLowerCase();
    const closing = slash === '' ? bare.get(name) : undefined;
    const bareEnd =
      closing === undefined ? -1 : endOf(name, () => (matchAt(closing, html, next) === null ? -1 : closing.lastIndex));
    while (matchAt(attributes, html, next) !== null) next = attributes.lastIndex;
    const isWhole = matchAt(tagEnd, html, next) !== null;
    if (isWhole) next = tagEnd.lastIndex;
    yield { name, isEnd: slash === '/', start, end: next, isWhole, isBare: bareEnd >= 0 };
    if (bareEnd >= 0) next = bareEnd;
  }
}

function matchAt(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

const attribute = / ([^\s"'<>/=]+)(?:="([^"]*)")?/g;

/**
 * The attributes of these names (in lower case) in serialized HTML, in order, with their values as they are written.
 * Text that looks like an attribute is none.
 */
export function* attributesIn(html: string, names: readonly string[]): Generator<{ name: string; value: string }> {
  const mayBeIn = (text: string) => names.some((name) => text.includes(` ${name}="`));
  if (!mayBeIn(html)) return;
  for (const { start, end } of tagsIn(html)) {
    const tag = html.slice(start, end);
    if (!mayBeIn(tag)) continue;
    for (const [, name = '', value = ''] of tag.matchAll(attribute)) if (names.includes(name)) yield { name, value };
  }
}

/** The HTML with its comments removed. */
export const withoutComments = (html: string) => (html.includes('<!--') ? html.replaceAll(comment, '') : html);

/** A style element of serialized HTML. */
interface Style {
  /** Its start tag. */
  readonly tag: string;
  readonly css: string;
}

/** HTML with each style element replaced by the result of `change`. */
export function mapStyles(html: string, change: (style: Style) => string): string {
  const out: string[] = [];
  let from = 0;
  for (let start = html.search(styleStart); start >= 0;) {
    const inside = html.indexOf('>', start) + 1;
    const until = inside === 0 ? -1 : html.indexOf('</style>', inside);
    if (until < 0) break;
    out.push(html.slice(from, inside), change({ tag: html.slice(start, inside), css: html.slice(inside, until) }));
    from = until;
    start = matchAt(nextStyle, html, until)?.index ?? -1;
  }
  return out.join('') + html.slice(from);
}

const styleStart = /<style\b/;
const nextStyle = /<style\b/g;

/** The style elements of HTML, in order. */
export function stylesIn(html: string): Style[] {
  const styles: Style[] = [];
  mapStyles(html, (style) => {
    styles.push(style);
    return '';
  });
  return styles;
}

/** HTML with the address of links to ids (`#id`) replaced by the result of `lead`; `null` leaves a link unchanged. */
export function mapLinks(html: string, lead: (id: string) => string | null): string {
  if (!html.includes(' href="#')) return html;
  const out: string[] = [];
  let from = 0;
  for (const { name, isEnd, isWhole, isBare, start, end } of tagsIn(html)) {
    if ((name !== 'a' && name !== 'area') || isEnd || isBare || !isWhole) continue;
    const tag = html.slice(start, end);
    const id = linkToId.exec(tag)?.[1];
    const address = id === undefined ? null : lead(id);
    if (address === null) continue;
    out.push(
      html.slice(from, start),
      tag.replace(linkToId, () => ` href="${address}"`),
    );
    from = end;
  }
  return out.join('') + html.slice(from);
}

/** The ids that links in HTML refer to, in order. */
export function linksIn(html: string): string[] {
  const links: string[] = [];
  mapLinks(html, (id) => {
    links.push(id);
    return null;
  });
  return links;
}

/** The ids of the elements in HTML, in order. */
export function idsIn(html: string): string[] {
  if (!html.includes(' id="')) return [];
  const ids: string[] = [];
  for (const { isEnd, isWhole, isBare, start, end } of tagsIn(html)) {
    const id = isEnd || isBare || !isWhole ? undefined : idAttribute.exec(html.slice(start, end))?.[1];
    if (id !== undefined) ids.push(id);
  }
  return ids;
}
