import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

const heading = /<h([1-6])\b[^>]*>[\s\S]*?<\/h\1>/gi;

/** The text of each heading in serialised HTML, white space collapsed. */
export function headingsIn(html: string): string[] {
  return [...html.matchAll(heading)].map(([element]) => textOf(parseFragment(element)).replace(/\s+/g, ' ').trim());
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
