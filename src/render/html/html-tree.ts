import { html as spec, type DefaultTreeAdapterMap } from 'parse5';
import { AppError } from '../../problems.ts';

type Node = DefaultTreeAdapterMap['childNode'];
/** An element of a parsed document. */
export type Element = DefaultTreeAdapterMap['element'];
type Parent = DefaultTreeAdapterMap['parentNode'];

/** Maximum depth of elements: Chromium flattens HTML beyond 512 (its parser's maximum). */
const maxDepth = 512;

/** True for an element. */
export const isElement = (node: Node): node is Element => 'tagName' in node;
/** True for an element of HTML, not of SVG or MathML. */
export const isHtml = (element: Element) => element.namespaceURI === spec.NS.HTML;

/**
 * True for an attribute that runs a script. Tabs, line breaks and leading controls are removed from URLs before they
 * are parsed (URL, 4.4), so they cannot hide a scheme.
 */
export const runs = (name: string, value: string) =>
  /^on/i.test(name) ||
  (/^(?:href|src|action|formaction|data)$/i.test(name) &&
    value
      .replace(/[\s\p{Cc}]/gu, '')
      .toLowerCase()
      .startsWith('javascript:'));

/** True for a script element that the browser runs. */
export const isScript = (element: Element) =>
  element.tagName === 'script' &&
  !/json|template|text\/plain/i.test(element.attrs.find(({ name }) => name === 'type')?.value ?? '');

/**
 * Every element below a parent, in document order. Iterative, because the request decides on the depth. Throws AppError
 * `limit-exceeded` beyond the maximum depth.
 */
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
