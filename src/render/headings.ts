import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

/** Where a heading begins, or a comment or an element whose content is text: what stands in these is none. */
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

/** The text of each heading in serialised HTML (lower-case tags, everything closed), white space collapsed. Reads the HTML once from front to back, whatever it is. */
export function headingsIn(html: string): string[] {
  if (!/<h[1-6]/.test(html)) return [];
  const ends = endsIn(html);
  const next = new Map<string, number>();
  const texts: string[] = [];
  const start = new RegExp(begins, 'g');
  for (let match = start.exec(html); match; match = start.exec(html)) {
    const [, raw, level] = match;
    const end = level === undefined ? html.indexOf(raw === undefined ? '-->' : `</${raw}`, match.index) : endAfter(ends.get(level) ?? [], next, level, match.index);
    if (end === -1 && level === undefined) break;
    if (end === -1) continue;
    if (level !== undefined) texts.push(collapsed(textOf(parseFragment(html.slice(match.index, end)))));
    start.lastIndex = end;
  }
  return texts;
}

/** The first of the ends after `from`, -1 where there is none; what lies before is not looked at again. */
function endAfter(ends: readonly number[], next: Map<string, number>, level: string, from: number): number {
  let at = next.get(level) ?? 0;
  while ((ends[at] ?? Infinity) < from) at += 1;
  next.set(level, at);
  return ends[at] ?? -1;
}

/** A text as the outline has it. */
function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
