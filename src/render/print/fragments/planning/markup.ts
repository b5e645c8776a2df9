import { tagsIn, withoutComments } from '../../../compose/tags.ts';

/** An element of serialized HTML, with offsets in characters. */
export interface Outline {
  readonly name: string;
  readonly start: number;
  /** Start of its content. */
  readonly inside: number;
  /** End of its content. */
  until: number;
  end: number;
  /** Its children, where it may be divided. */
  readonly kids: Outline[];
}

/** A tag, a comment or a style sheet in serialized HTML (HTML, 13.3). */
const markup =
  /<!--[\s\S]*?-->|<style\b[^>]*>[\s\S]*?<\/style>|<(\/?)([a-zA-Z][\w:-]*)(?: [^\s"'<>/=]+(?:="[^"]*")?)* ?\/?>/y;
/** Other elements with unescaped text. */
const bare = /<(?:script|xmp|iframe|noembed|noframes|plaintext|noscript)\b/i;
/** True where an element may contain text that looks like markup. */
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

/** Elements that only contain blocks. */
export const wrappers: ReadonlySet<string> = new Set(['div', 'section', 'article', 'main', 'form']);

const isLookedInto = (name: string) => wrappers.has(name) || name === 'table' || name === 'tbody';

/**
 * The single element of HTML, with the elements in it that may be divided, and their children; `null` where there is
 * not exactly one, or its structure is unclear.
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
  /** Value of `class`. */
  readonly classes: string;
  readonly id: string;
}

/** The first start tag in HTML. */
export function startTagOf(html: string): StartTag | null {
  const [, name, attributes = ''] = startTag.exec(withoutComments(html)) ?? [];
  return name === undefined ? null : { name, classes: valueOf(attributes, 'class'), id: valueOf(attributes, 'id') };
}

const valueOf = (attributes: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';

/** Characters of a declaration that may be unclosed, and would include those after it. */
const mayBeOpen = /[('\\{[]|&quot;|\/\*/;

/** A start tag with declarations added to its `style`, after the others. */
export function withStyle(tag: string, style: string): string {
  if (style === '') return tag;
  if (!tag.includes(' style="')) return tag.replace(/^<[a-z][a-z0-9-]*/, (name) => `${name} style="${style}"`);
  return tag.replace(/ style="([^"]*)"/, (_, given: string) => {
    const own = given.trimEnd().replace(/;$/, '');
    return ` style="${mayBeOpen.test(own) ? `${style};${own}` : `${own};${style}`}"`;
  });
}

/** Rows with declarations added to the `style` of each. */
export function withRowStyles(rows: string, styleOf: (index: number) => string): string {
  let index = -1;
  return rows.replace(/<tr(?=[\s>])(?: [^\s"'<>/=]+(?:="[^"]*")?)*>/g, (tag) => withStyle(tag, styleOf((index += 1))));
}

/** A tag of an element with an end tag, with its depth. */
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

/** Cells are children of the row. */
const isOfRow = ({ name, depth }: NestedTag) => depth === 1 && (name === 'td' || name === 'th');

/** The last row of HTML with empty cells: only its borders are visible, and it is as low as possible. */
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

/** A row with the start tags of its cells replaced by the result of `map`. */
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

/** A hidden element with the name and classes of a start tag, as a placeholder for selectors. */
export function unseen({ name, classes }: StartTag): string {
  return (
    `<${name}${classes === '' ? '' : ` class="${classes}"`} ` +
    `style="display:none!important">${noEnd.has(name) ? '' : `</${name}>`}`
  );
}
