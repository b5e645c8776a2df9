import { tagsIn, withoutComments } from '../../../compose/tags.ts';

/** An element of serialized HTML by where it stands, in characters. */
export interface Outline {
  readonly name: string;
  readonly start: number;
  /** Where its content begins. */
  readonly inside: number;
  /** Where its content ends. */
  until: number;
  end: number;
  /** The elements right inside of it, where it is one that may be cut. */
  readonly kids: Outline[];
}

/** A tag, a comment or a style sheet as they are serialized (HTML, 13.3). */
const markup =
  /<!--[\s\S]*?-->|<style\b[^>]*>[\s\S]*?<\/style>|<(\/?)([a-zA-Z][\w:-]*)(?: [^\s"'<>/=]+(?:="[^"]*")?)* ?\/?>/y;
/** Other elements whose text is not escaped. */
const bare = /<(?:script|xmp|iframe|noembed|noframes|plaintext|noscript)\b/i;
/** True where an element may have text in it that looks as markup does. */
export const hasBareText = (html: string) => bare.test(html);

const noEnd = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/** Elements that do no more than hold what is in them, one below the other. */
export const wrappers: ReadonlySet<string> = new Set(['div', 'section', 'article', 'main', 'form']);

const isLookedInto = (name: string) => wrappers.has(name) || name === 'table' || name === 'tbody';

/**
 * The one element that HTML is, with those in it that may be cut, and what these hold; `null` where it is anything
 * else, or can not be told.
 */
export function outlineOf(html: string): Outline | null {
  if (hasBareText(html)) return null;
  const open: (Outline | null)[] = [];
  let root: Outline | null = null;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', markup.lastIndex)) {
    markup.lastIndex = at;
    const [, slash, tag = ''] = markup.exec(html) ?? [];
    const { lastIndex } = markup;
    if (lastIndex === 0 || (root !== null && open.length === 0)) return null;
    if (slash === undefined) continue; // a comment or a style sheet
    if (slash === '/') {
      const closed = open.pop();
      if (closed === undefined) return null;
      if (closed !== null) Object.assign(closed, { until: at, end: lastIndex });
      continue;
    }
    const name = tag.toLowerCase();
    const parent = open.at(-1);
    const isKid = open.length === 0 || (parent !== null && parent !== undefined && isLookedInto(parent.name));
    const element = isKid ? { name, start: at, inside: lastIndex, until: lastIndex, end: lastIndex, kids: [] } : null;
    if (element !== null) parent?.kids.push(element);
    root ??= element;
    if (!noEnd.has(name)) open.push(element);
  }
  return open.length === 0 && root?.start === 0 && root.end === html.length ? root : null;
}

const startTag = /<([a-z][a-z0-9-]*)((?: [^\s"'<>/=]+(?:="[^"]*")?)*) ?\/?>/;

/** A start tag in parts. */
export interface StartTag {
  readonly name: string;
  /** What `class` says. */
  readonly classes: string;
  readonly id: string;
}

/** The first start tag in HTML. */
export function startTagOf(html: string): StartTag | null {
  const [, name, attributes = ''] = startTag.exec(withoutComments(html)) ?? [];
  return name === undefined ? null : { name, classes: valueOf(attributes, 'class'), id: valueOf(attributes, 'id') };
}

const valueOf = (attributes: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';

/** What a declaration may leave open, which would take those behind it in. */
const mayBeOpen = /[('\\{[]|&quot;|\/\*/;

/** A start tag with more in its `style`, which wins over whatever else it says. */
export function withStyle(tag: string, style: string): string {
  if (style === '') return tag;
  if (!tag.includes(' style="')) return tag.replace(/^<[a-z][a-z0-9-]*/, (name) => `${name} style="${style}"`);
  return tag.replace(/ style="([^"]*)"/, (_, given: string) => {
    const own = given.trimEnd().replace(/;$/, '');
    return ` style="${mayBeOpen.test(own) ? `${style};${own}` : `${own};${style}`}"`;
  });
}

/** Rows with more in the `style` of each. */
export function withRowStyles(rows: string, styleOf: (index: number) => string): string {
  let index = -1;
  return rows.replace(/<tr(?=[\s>])(?: [^\s"'<>/=]+(?:="[^"]*")?)*>/g, (tag) => withStyle(tag, styleOf((index += 1))));
}

/** A tag of an element with an end tag, within so many others. */
interface NestedTag {
  readonly tag: string;
  readonly name: string;
  readonly isEnd: boolean;
  readonly depth: number;
  readonly index: number;
}

/** The tags in HTML that is well-formed. */
function* nestedTags(html: string): Generator<NestedTag> {
  let depth = 0;
  for (const { name, isEnd, start: index, end, isBare } of tagsIn(html)) {
    if (isBare || noEnd.has(name)) continue;
    const tag = html.slice(index, end);
    if (isEnd) depth -= 1;
    yield { tag, name, isEnd, depth, index };
    if (!isEnd) depth += 1;
  }
}

/** The cells of a row are within it, and in nothing else. */
const isOfRow = ({ name, depth }: NestedTag) => depth === 1 && (name === 'td' || name === 'th');

/**
 * The last row in HTML, whose cells have nothing in them that is seen: no more than its borders, as low as it can be.
 */
export function emptied(row: string): string {
  const out: string[] = [];
  let inside = 0;
  for (const found of nestedTags(row)) {
    const { tag, name, isEnd, depth, index } = found;
    if (depth === 0 && name === 'tr' && !isEnd) out.length = 0;
    if (!isOfRow(found) && !(depth === 0 && name === 'tr')) continue;
    if (depth === 1 && isEnd && inside < index) out.push('&nbsp;'); // `:empty` is what was
    if (depth === 1 && !isEnd) inside = index + tag.length;
    out.push(isEnd ? tag : withStyle(tag.replace(/ id="[^"]*"/, ''), 'height:0!important;line-height:0!important'));
  }
  return out.join('');
}

/** A row with its cells' start tags as `map` makes them. */
export function mapCells(row: string, map: (tag: string) => string): string {
  const out: string[] = [];
  let from = 0;
  for (const found of nestedTags(row)) {
    if (!isOfRow(found) || found.isEnd) continue;
    out.push(row.slice(from, found.index), map(found.tag));
    from = found.index + found.tag.length;
  }
  return out.join('') + row.slice(from);
}

/** An element that is there for selectors alone: it has the name and the classes of a start tag. */
export function unseen({ name, classes }: StartTag): string {
  return (
    `<${name}${classes === '' ? '' : ` class="${classes}"`} ` +
    `style="display:none!important">${noEnd.has(name) ? '' : `</${name}>`}`
  );
}
