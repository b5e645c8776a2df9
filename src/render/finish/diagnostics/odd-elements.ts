import type { DefaultTreeAdapterTypes } from 'parse5';
import type { Warning } from '../../model/types/warning.ts';

type Element = DefaultTreeAdapterTypes.Element;
/** A warning about an element, still without its place in the request. */
export type Oddity = Pick<Warning, 'code' | 'message'>;

const valueOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value;

/** Elements of HTML for content that documents cannot load or play. */
const unsupported: Readonly<Record<string, (element: Element) => boolean>> = {
  iframe: (element) => valueOf(element, 'srcdoc') === undefined,
  video: () => true,
  audio: () => true,
  object: () => true,
  embed: () => true,
  applet: () => true,
  frameset: () => true,
};

/** Attributes with the address of a resource. */
const sources = new Set(['src', 'srcset', 'data', 'poster', 'background']);
const fileInCss = /url\(\s*["']?file:|@import\s+["']file:/i;
const isFile = (text: string) => /^\s*file:/i.test(text);

/**
 * Warnings about elements that are certainly not printed: one for each kind of element, and one for addresses of files.
 * Pictures at such addresses are reported by the print.
 */
export function oddElements(elements: readonly Element[]): readonly Oddity[] {
  const counts = new Map<string, number>();
  let files = 0;
  for (const element of elements) {
    const { tagName } = element;
    if (Object.hasOwn(unsupported, tagName) && unsupported[tagName]?.(element) === true)
      counts.set(tagName, (counts.get(tagName) ?? 0) + 1);
    if (loadsFile(element)) files += 1;
  }
  const kinds = Array.from(counts, ([tag, count]): Oddity => ({
    code: 'element-unsupported',
    message:
      `${count === 1 ? 'An element' : `${count} elements`} \`${tag}\` ${count === 1 ? 'is' : 'are'} not printed: ` +
      'documents load no frames and play no media. Use a picture, text or a ' +
      `link${tag === 'iframe' ? ', or give the frame its content in `srcdoc`' : ''}.`,
  }));
  if (files === 0) return kinds;
  return [
    ...kinds,
    {
      code: 'resource-blocked',
      message:
        `${files === 1 ? 'An element loads' : `${files} elements load`} something from a \`file:\` address: ` +
        `documents load no files. Send it in \`document.assets\`.`,
    },
  ];
}

function loadsFile(element: Element): boolean {
  const { tagName, attrs } = element;
  if (tagName === 'style') return element.childNodes.some((child) => 'value' in child && fileInCss.test(child.value));
  return attrs.some(({ name, value }) => {
    if (name === 'style') return fileInCss.test(value);
    if (name === 'href') return (tagName === 'link' || tagName === 'image' || tagName === 'use') && isFile(value);
    return (
      sources.has(name) &&
      !(tagName === 'img' && name === 'src') &&
      (isFile(value) || (name === 'srcset' && /,\s*file:/i.test(value)))
    );
  });
}
