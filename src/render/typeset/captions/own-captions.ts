import type { DefaultTreeAdapterTypes } from 'parse5';
import { attributeOf } from '../../complete/styles-end.ts';
import { collapsed, textOf } from '../../compose/headings.ts';
import { elementsOf, isElement, isHtml } from '../../html/html-tree.ts';
import type { CaptionKind } from './caption-options.ts';
import { pictures } from './find-captions.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** A caption of a complete HTML document. */
export interface OwnCaption {
  readonly kind: CaptionKind;
  /** The id of its figure or table, or `undefined`. */
  readonly id: string | undefined;
  /** With white space collapsed. */
  readonly text: string;
  readonly isListed: boolean;
  /** Offset in the source at which an attribute of the start tag of its figure or table may be inserted. */
  readonly attributesAt: number;
}

const nonEmpty = (text: string | undefined) => (text === '' ? undefined : text);
const idOf = (element: Element): string | undefined => nonEmpty(attributeOf(element, 'id'));

/** The figures and tables of a complete document that have a caption, in order. */
export function ownCaptions(html: readonly Element[]): OwnCaption[] {
  const captions = new Set<Element>();
  return html.flatMap((holder): OwnCaption[] => {
    const { tagName } = holder;
    const tag = holder.sourceCodeLocation?.startTag;
    if ((tagName !== 'figure' && tagName !== 'table') || tag === undefined) return [];
    const wanted = tagName === 'figure' ? 'figcaption' : 'caption';
    const caption = holder.childNodes.filter(isElement).find((child) => isHtml(child) && child.tagName === wanted);
    if (caption === undefined) return [];
    captions.add(holder);
    const text = collapsed(textOf(caption));
    const own = [holder, caption];
    const isHidden = own.some(
      (one) => attributeOf(one, 'hidden') !== undefined || attributeOf(one, 'data-toc') === 'no',
    );
    return [
      {
        kind: tagName === 'table' || isTable(holder) ? 'table' : 'figure',
        id: idOf(holder),
        text,
        isListed: text !== '' && !isHidden && !isInside(holder, captions),
        attributesAt: tag.startOffset + 1 + tagName.length,
      },
    ];
  });
}

/** True for a figure that holds a table and no picture beside it. */
function isTable(figure: Element): boolean {
  const inside = [...elementsOf(figure)];
  const holds = (names: ReadonlySet<string>) =>
    inside.some((one) => names.has(one.tagName) && around(one, ({ tagName }) => isHolder(tagName)) === figure);
  return holds(new Set(['table'])) && !holds(pictures);
}

const isHolder = (name: string) => name === 'figure' || name === 'table';

/** True inside a figure with a caption. */
const isInside = (element: Element, captions: ReadonlySet<Element>): boolean =>
  around(element, (one) => one.tagName === 'figure' && captions.has(one)) !== null;

/** The nearest element around one that is of a kind. */
function around(element: Element, isOne: (element: Element) => boolean): Element | null {
  for (let parent = element.parentNode; parent !== null && 'tagName' in parent; parent = parent.parentNode)
    if (isOne(parent)) return parent;
  return null;
}
