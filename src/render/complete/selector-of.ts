import type { DefaultTreeAdapterTypes } from 'parse5';
import { isElement } from '../html/html-tree.ts';
import { attributeOf } from './styles-end.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** Identifiers that need no escape (CSS Syntax 3, 4.3.11). */
const plainIdentifier = /^[A-Za-z_][\w-]*$/;

const parentOf = ({ parentNode }: Element): Element | undefined =>
  parentNode !== null && 'tagName' in parentNode ? parentNode : undefined;

/** A CSS selector for an element of a document: from the nearest id, else from the root element. */
export function selectorOf(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | undefined = element; at !== undefined; at = parentOf(at)) {
    const id = attributeOf(at, 'id') ?? '';
    if (plainIdentifier.test(id)) return [`#${id}`, ...steps].join(' > ');
    steps.unshift(stepOf(at));
  }
  return steps.join(' > ');
}

function stepOf(element: Element): string {
  const siblings = (parentOf(element)?.childNodes ?? [])
    .filter(isElement)
    .filter(({ tagName }) => tagName === element.tagName);
  return siblings.length > 1 ? `${element.tagName}:nth-of-type(${siblings.indexOf(element) + 1})` : element.tagName;
}
