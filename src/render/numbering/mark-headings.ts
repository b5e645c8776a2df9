import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { collapsed, findHeadings, numberClass, textOf } from '../compose/headings.ts';
import type { CountedHeading } from './count-headings.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = Pick<Element, 'childNodes'>;

/** A heading of the flow. */
export interface MarkedHeading {
  /** Its text without the number of the document, with white space collapsed. */
  readonly text: string;
  /** Its part in the numbering; `null` = it has none, because nothing of it is printed. */
  readonly counted: (CountedHeading & { readonly pattern: string }) | null;
}

/** HTML whose headings have places for their numbers. */
export interface MarkedHtml {
  readonly html: string;
  readonly headings: readonly MarkedHeading[];
}

/** An element of a heading with this attribute is the place of its number: the design of a template decides on it. */
const ownPlace = 'data-number';
/** The attribute with which a heading opts out, as `data-numbered="no"`. */
const optsOut = 'data-numbered';

/** Places of numbers: an additional one, and one that the heading has itself, with the text that stands there. */
const addedPlace = /<!--number of (\d+)-->/g;
const filledPlace = /<!--number in (\d+)-->([^<]*)<!---->/g;

/** Stands in the pattern of a heading's text for its number. No text of HTML has it. */
const numberMark = '\0';

/** Elements that begin a line of their own: the number stands on it too. */
const blocks: ReadonlySet<string> = new Set([
  'address',
  'article',
  'center',
  'div',
  'header',
  'hgroup',
  'p',
  'section',
]);

/**
 * Puts a place for its number into every heading that may have one: all that have a text, are not hidden and have not
 * opted out. `first` is the index of the first heading among those of the document.
 */
export function markHeadings(html: string, first: number): MarkedHtml {
  const headings: MarkedHeading[] = [];
  let marked = '';
  let copied = 0;
  for (const { level, start, end } of findHeadings(html)) {
    const source = html.slice(start, end);
    const [element] = parseFragment(source, { sourceCodeLocationInfo: true }).childNodes;
    if (!element || !('attrs' in element)) continue;
    const text = collapsed(textOf(element));
    const shown = text !== '' && attributeOf(element, 'hidden') === null;
    const numbered = attributeOf(element, optsOut) !== 'no';
    const index = first + headings.length;
    if (shown && numbered) {
      marked += html.slice(copied, start) + withPlace(source, element, index);
      copied = end;
    }
    headings.push({ text, counted: shown ? { level, numbered, pattern: patternOf(element, text) } : null });
  }
  return { html: marked + html.slice(copied), headings };
}

/** The HTML with the numbers in their places; `null` = the heading has none. */
export function fillPlaces(html: string, numbers: readonly (string | null)[]): string {
  if (!html.includes('<!--number ')) return html;
  return html
    .replace(addedPlace, (_, index: string) => {
      const number = numbers[Number(index)] ?? null;
      return number === null ? '' : `<span class="${numberClass}">${number}</span> `;
    })
    .replace(filledPlace, (_, index: string, own: string) => numbers[Number(index)] ?? own);
}

/** The source of a heading with the place of its number: its own, or the beginning of its first line. */
function withPlace(source: string, heading: Element, index: number): string {
  const own = placeIn(heading)?.sourceCodeLocation;
  if (own?.startTag && own.endTag) {
    const [from, to] = [own.startTag.endOffset, own.endTag.startOffset];
    return `${source.slice(0, from)}<!--number in ${index}-->${source.slice(from, to)}<!---->${source.slice(to)}`;
  }
  const at = firstLine(heading).sourceCodeLocation?.startTag?.endOffset ?? 0;
  return `${source.slice(0, at)}<!--number of ${index}-->${source.slice(at)}`;
}

/** The text of a heading, with the mark at the place of its number. Changes the text in that place. */
function patternOf(heading: Element, text: string): string {
  const own = placeIn(heading);
  if (!own) return `${numberMark} ${text}`;
  own.childNodes = [];
  defaultTreeAdapter.insertText(own, numberMark);
  return collapsed(textOf(heading));
}

/** The text of a heading with its number. */
export const withNumber = (pattern: string, number: string) => pattern.replace(numberMark, () => number);

const isElement = (node: Node): node is Element => 'tagName' in node;
const isText = (node: Node): boolean => 'value' in node;

const attributeOf = ({ attrs }: Element, name: string): string | null =>
  attrs.find((attribute) => attribute.name === name)?.value ?? null;

/** The element inside that is the place of the number; nothing but text may stand there. */
export function placeIn(element: Parent): Element | undefined {
  for (const child of element.childNodes.filter(isElement)) {
    const found = attributeOf(child, ownPlace) !== null && child.childNodes.every(isText) ? child : placeIn(child);
    if (found) return found;
  }
  return undefined;
}

/** The heading, or the block inside of it that its first line is in. */
function firstLine(element: Element): Element {
  return firstBlock(element) ?? element;
}

/** The block inside an element that its first line is in; `null` where the line is its own. */
export function firstBlock(parent: Parent): Element | null {
  const first = parent.childNodes.find((node) => !('value' in node && node.value.trim() === ''));
  return first && isElement(first) && blocks.has(first.tagName) ? (firstBlock(first) ?? first) : null;
}
