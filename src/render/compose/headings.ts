import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

/** Starts of headings, and of comments and elements with raw text, in which nothing is a heading. */
const begins = /<!--|<(script|style|textarea|xmp|iframe)(?=[\s/>])|<h([1-6])(?=[\s/>])/;

/** Source positions of `</h1>` to `</h6>`, each level in order. */
function endsIn(html: string): ReadonlyMap<string, readonly number[]> {
  const ends = new Map<string, number[]>();
  for (const { 1: level = '', index } of html.matchAll(/<\/h([1-6])>/g)) {
    const known = ends.get(level);
    if (known) known.push(index);
    else ends.set(level, [index]);
  }
  return ends;
}

/** A heading in serialized HTML: its level, and the offsets of `<hN` and of its end tag. */
export interface Found {
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

/** The headings in serialized HTML (lower-case tags, everything closed), read once from front to back. */
export function findHeadings(html: string): Found[] {
  if (!/<h[1-6]/.test(html)) return [];
  const ends = endsIn(html);
  const next = new Map<string, number>();
  const found: Found[] = [];
  const start = new RegExp(begins, 'g');
  for (let match = start.exec(html); match; match = start.exec(html)) {
    const [, raw, level] = match;
    const end =
      level === undefined
        ? html.indexOf(raw === undefined ? '-->' : `</${raw}`, match.index)
        : endAfter(ends.get(level) ?? [], next, level, match.index);
    if (end === -1 && level === undefined) break;
    if (end === -1) continue;
    if (level !== undefined) found.push({ level: Number(level), start: match.index, end });
    start.lastIndex = end;
  }
  return found;
}

/** The texts of the headings in serialized HTML, with white space collapsed. */
export function headingsIn(html: string): string[] {
  return findHeadings(html).map(({ start, end }) => collapsed(textOf(parseFragment(html.slice(start, end)))));
}

/** A heading that a table of contents lists. */
export interface Heading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
  /** The number with which its text begins; `''` where it has none, or one that its own design shows. */
  readonly number: string;
}

/** The class of the number of a heading. */
export const numberClass = 'heading-number';

/** The headings down to a level that have a text and no `data-toc="no"`, and the HTML with an id for each of them. */
export function identifyHeadings(
  html: string,
  levels: number,
  nextId: () => string,
): { readonly html: string; readonly headings: readonly Heading[] } {
  const headings: Heading[] = [];
  let identified = '';
  let copied = 0;
  for (const { level, start, end } of findHeadings(html)) {
    const [element] = parseFragment(html.slice(start, end)).childNodes;
    if (level > levels || !element || !('attrs' in element)) continue;
    const own = new Map(element.attrs.map(({ name, value }) => [name, value]));
    const text = collapsed(textOf(element));
    if (text === '' || own.get('data-toc') === 'no') continue;
    const given = own.get('id') ?? '';
    const id = given === '' ? nextId() : given;
    headings.push({ id, level, text, number: numberIn(element) });
    if (given !== '') continue;
    identified += `${html.slice(copied, start)}<h${level} id="${id}"`;
    copied = start + '<h1'.length;
  }
  return { html: identified + html.slice(copied), headings };
}

/** The number that a heading begins with. */
function numberIn(element: DefaultTreeAdapterTypes.Element): string {
  for (const child of element.childNodes) {
    if (!('attrs' in child)) continue;
    return child.attrs.some(({ name, value }) => name === 'class' && value === numberClass)
      ? collapsed(textOf(child))
      : numberIn(child);
  }
  return '';
}

/** The first of the ends after `from`, -1 where there is none. Forgets earlier ends, so that each is visited once. */
function endAfter(ends: readonly number[], next: Map<string, number>, level: string, from: number): number {
  let at = next.get(level) ?? 0;
  while ((ends[at] ?? Infinity) < from) at += 1;
  next.set(level, at);
  return ends[at] ?? -1;
}

/** A text as it is in the outline. */
export function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The text of a node and of its descendants. */
export function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  if ('attrs' in node && node.attrs.some(({ name }) => name === 'data-footnote')) return '';
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
