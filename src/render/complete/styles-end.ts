import type { DefaultTreeAdapterTypes } from 'parse5';
import { textOf } from '../compose/headings.ts';
import { bareCss } from '../compose/style-rules.ts';

type Element = DefaultTreeAdapterTypes.Element;

/**
 * Where a style sheet in the source comes after all others, and whether it must become part of the text of the last
 * `<style>` element.
 */
export interface StylesEnd {
  readonly at: number;
  readonly inside: boolean;
}

/** The value of an attribute, or `undefined`. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** True for a `<style>` or `<link>` element for all media, or for print. */
export const isForPrint = (element: Element): boolean =>
  /^(?:all|print)?$/i.test((attributeOf(element, 'media') ?? '').trim());

/** True for a `<link>` element that loads a style sheet. */
export const isStyleSheet = (element: Element): boolean =>
  element.tagName === 'link' && /(?:^|\s)stylesheet(?:\s|$)/i.test(attributeOf(element, 'rel') ?? '');

/**
 * Finds the end of the styles. A new element in the body would change which elements structural selectors match there,
 * so the text of the last style sheet is extended where possible.
 */
export function stylesEnd(tree: DefaultTreeAdapterTypes.Document, html: readonly Element[]): StylesEnd {
  const body = html.find(({ tagName }) => tagName === 'body');
  const last = html.findLast((element) => element.tagName === 'style' || isStyleSheet(element));
  if (last === undefined || body === undefined || !isBelow(last, body))
    return { at: headEnd(tree, html), inside: false };
  const end = last.sourceCodeLocation?.endTag;
  if (last.tagName === 'style' && end != null && isForPrint(last) && isClosed(textOf(last)))
    return { at: end.startOffset, inside: true };
  return { at: last.sourceCodeLocation?.endOffset ?? 0, inside: false };
}

function isBelow(element: Element, ancestor: Element): boolean {
  for (let at = element.parentNode; at !== null; at = 'parentNode' in at ? (at.parentNode ?? null) : null)
    if (at === ancestor) return true;
  return false;
}

const mark = '.colophon-end{}';

/** True for CSS that another rule can follow: no comment, address or block is open at its end. */
function isClosed(css: string): boolean {
  const bare = bareCss(`${css}\n${mark}`);
  return bare.endsWith(mark) && bare.split('{').length === bare.split('}').length;
}

/** Offset of the end of the head, whether or not its tags are written. */
function headEnd(tree: DefaultTreeAdapterTypes.Document, html: readonly Element[]): number {
  const head = html.find(({ tagName }) => tagName === 'head');
  const inHead = Math.max(
    0,
    ...(head?.childNodes ?? []).map(({ sourceCodeLocation }) => sourceCodeLocation?.endOffset ?? 0),
  );
  const tags = head?.sourceCodeLocation;
  if (tags != null) return Math.max(tags.endTag?.startOffset ?? tags.startTag?.endOffset ?? 0, inHead);
  if (inHead > 0) return inHead;
  const root = html.find(({ tagName }) => tagName === 'html')?.sourceCodeLocation?.startTag?.endOffset;
  const doctype = tree.childNodes.find(({ nodeName }) => nodeName === '#documentType')?.sourceCodeLocation?.endOffset;
  return root ?? doctype ?? 0;
}
