import { html as spec, type DefaultTreeAdapterMap } from 'parse5';
import { AppError } from '../../problems.ts';

type Node = DefaultTreeAdapterMap['childNode'];
/** An element of a parsed document. */
export type Element = DefaultTreeAdapterMap['element'];
type Parent = DefaultTreeAdapterMap['parentNode'];

/** Deeper HTML is refused: Chromium itself flattens beyond 512 (its parser's maximum depth). */
const maxDepth = 512;

/** True for an element. */
export const isElement = (node: Node): node is Element => 'tagName' in node;
/** True for an element of HTML, not of SVG or MathML. */
export const isHtml = (element: Element) => element.namespaceURI === spec.NS.HTML;

/**
 * True for an attribute that runs a script. URLs lose tabs, line breaks and leading controls before they are read (URL,
 * 4.4), so these hide nothing.
 */
export const runs = (name: string, value: string) =>
  /^on/i.test(name) ||
  (/^(?:href|src|action|formaction|data)$/i.test(name) &&
    value
      .replace(/[\s\p{Cc}]/gu, '')
      .toLowerCase()
      .startsWith('javascript:'));

/** True for an element that is run. */
export const isScript = (element: Element) =>
  element.tagName === 'script' &&
  !/json|template|text\/plain/i.test(element.attrs.find(({ name }) => name === 'type')?.value ?? '');

/** Every element below a parent with its depth, without recursion: the depth is the sender's choice. */
export function* elementsOf(parent: Parent): Generator<Element> {
  const stack: { node: Node; depth: number }[] = parent.childNodes.map((node) => ({ node, depth: 1 })).reverse();
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node, depth } = top;
    if (!isElement(node)) continue;
    if (depth > maxDepth) throw new AppError('limit-exceeded', `The HTML nests more than ${maxDepth} elements deep.`);
    yield node;
    const inside = node.tagName === 'template' && 'content' in node ? node.content.childNodes : node.childNodes;
    for (let index = inside.length - 1; index >= 0; index -= 1) {
      const child = inside[index];
      if (child) stack.push({ node: child, depth: depth + 1 });
    }
  }
}
