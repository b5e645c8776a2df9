import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { collapsed, numberClass } from '../../compose/headings.ts';
import { tagsIn } from '../../compose/tags.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** What a reference can show of an element, beside its page. An absent value is ''. */
export interface Target {
  /** The number that the document gives it: that of a heading or of a caption. */
  readonly number: string;
  /** Its text without this number, with white space collapsed. */
  readonly text: string;
}

/** Elements without content (HTML, 13.1.2). */
const voids: ReadonlySet<string> = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Only so many characters of an element are read. */
const maxCharacters = 20_000;
/** Longer texts end in an ellipsis. */
const maxText = 1000;

const idAttribute = /\sid="([^"]*)"/;

/**
 * The serialized elements with these ids, each up to its end or to a length that is enough for its text. Time is linear
 * in the length of the HTML.
 */
export function elementsById(html: string, ids: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  if (!html.includes(' id="')) return found;
  const open: { readonly id: string; readonly name: string; readonly start: number; depth: number }[] = [];
  const close = (until: number, at: number): void => {
    for (const { id, start } of open.splice(at))
      found.set(id, html.slice(start, Math.min(until, start + maxCharacters)));
  };
  for (const { name, isEnd, isWhole, isBare, start, end } of tagsIn(html)) {
    const far = open.findIndex((one) => start - one.start <= maxCharacters);
    const read = open.splice(0, far < 0 ? open.length : far);
    for (const { id, start: from } of read) found.set(id, html.slice(from, from + maxCharacters));
    const isEmpty = voids.has(name) || isBare || html[end - 2] === '/';
    for (let at = open.length - 1; at >= 0; at -= 1) {
      const one = open[at];
      if (one?.name !== name || (isEmpty && !isEnd)) continue;
      one.depth += isEnd ? -1 : 1;
      if (one.depth === 0) close(end, at);
    }
    if (isEnd || !isWhole) continue;
    const id = idAttribute.exec(html.slice(start, end))?.[1];
    if (id === undefined || !ids.has(id) || found.has(id) || open.some((one) => one.id === id)) continue;
    if (isEmpty) found.set(id, html.slice(start, end));
    else open.push({ id, name, start, depth: 1 });
  }
  close(html.length, 0);
  return found;
}

/** Reads an element in serialized HTML. */
export function targetOf(html: string): Target {
  const root = parseFragment(html).childNodes.find(isElement);
  if (root === undefined) return { number: '', text: shortened(collapsed(html.replace(/<[^<>]*>/g, ' '))) };
  const said = saying(root);
  return { number: said === null ? '' : collapsed(numberIn(said)), text: shortened(said === null ? '' : textOf(said)) };
}

/** Elements that speak for what they are in: the caption of a figure or of a table. */
const captions: ReadonlySet<string> = new Set(['figcaption', 'caption']);
const headings = /^h[1-6]$/;
const silent: ReadonlySet<string> = new Set(['script', 'style', 'template']);

/**
 * The element whose number and text stand for one: the caption of a figure or table, the heading that content begins
 * with, else the element itself; `null` for a table without a caption.
 */
function saying(element: Element): Element | null {
  const caption = element.childNodes.filter(isElement).find(({ tagName }) => captions.has(tagName));
  if (caption !== undefined) return caption;
  return element.tagName === 'table' ? null : (beginning(element) ?? element);
}

/** The heading that an element is or begins with. */
function beginning(element: Element): Element | null {
  if (headings.test(element.tagName)) return element;
  const first = element.childNodes.find((node) => isElement(node) || textOf(node) !== '');
  return first !== undefined && isElement(first) ? beginning(first) : null;
}

const isElement = (node: Node): node is Element => 'tagName' in node;
const attributeOf = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value;

const hasClass = (element: Element, names: readonly string[]): boolean =>
  (attributeOf(element, 'class') ?? '').split(/\s+/).some((name) => names.includes(name));

/** True for the number that the document gives to a heading or a caption. */
const isNumber = (element: Element): boolean =>
  attributeOf(element, 'data-number') !== undefined || hasClass(element, [numberClass, 'caption-number']);
/** True for a number with the words around it. */
const isLabel = (element: Element): boolean => isNumber(element) || hasClass(element, ['caption-label']);

function numberIn(element: Element): string {
  for (const child of element.childNodes.filter(isElement)) {
    const number = isNumber(child) ? textOf(child) : numberIn(child);
    if (number !== '') return number;
  }
  return '';
}

/** The text of a node as people read it, without numbers; that of a picture is its alternative. */
function textOf(node: Node): string {
  return collapsed(rawText(node));
}

function rawText(node: Node): string {
  if ('value' in node) return node.value;
  if (!isElement(node) || silent.has(node.tagName)) return '';
  if (attributeOf(node, 'hidden') !== undefined || attributeOf(node, 'data-footnote') !== undefined) return '';
  if (node.tagName === 'img') return attributeOf(node, 'alt') ?? '';
  if (node.tagName === 'svg') return attributeOf(node, 'aria-label') ?? '';
  if (node.tagName === 'br') return ' ';
  return node.childNodes.map((child) => (isElement(child) && isLabel(child) ? '' : rawText(child))).join('');
}

const shortened = (text: string): string =>
  text.length <= maxText ? text : `${text.slice(0, Math.max(text.lastIndexOf(' ', maxText), maxText / 2))}…`;
