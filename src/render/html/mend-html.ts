import { defaultTreeAdapter, html as spec } from 'parse5';
import { bytesOf } from '../compose/assets.ts';
import { isHuge, sniffImage } from './image-kind.ts';
import { isLink } from '../compose/link.ts';
import { isElement, isHtml, isScript, runs, type Element } from './html-tree.ts';

/** Elements that apply to a whole document; a fragment must not have them. */
const dropped = new Set(['base', 'meta', 'title', 'frameset', 'frame']);

/**
 * Elements with links: `a` and `area` of HTML, `a` of SVG (the local name of `xlink:href` is `href` too), any element
 * of MathML.
 */
const mayLink = ({ tagName, namespaceURI }: Element) =>
  tagName === 'a' || tagName === 'area' || namespaceURI === spec.NS.MATHML;

/** Roles of DPUB-ARIA for note references, for which Chromium does not write a link tag. */
const noteRoles = /^\s*doc-(?:noteref|backlink|biblioref|glossref)\s*$/i;

/** Removes the target of a link that only works on its original page, and resolves one that is relative to `<base>`. */
function mendLink(element: Element, base: string | undefined): void {
  if (!mayLink(element)) return;
  element.attrs = element.attrs.filter((attribute) => {
    if (attribute.name === 'role') return !noteRoles.test(attribute.value);
    if (attribute.name !== 'href' || isLink(attribute.value.trim())) return true;
    const absolute =
      base !== undefined && URL.canParse(attribute.value, base) ? new URL(attribute.value, base).href : undefined;
    if (absolute === undefined || !isLink(absolute)) return false;
    attribute.value = absolute;
    return true;
  });
}

/** True for an SVG animation of a link's target (SVG 2, 5.7), which would undo `mendLink`. */
const animatesLink = (element: Element) =>
  !isHtml(element) &&
  element.attrs.some(({ name, value }) => name === 'attributeName' && /^\s*(?:xlink:)?href\s*$/i.test(value));

const sources = /^(?:src|href|poster)$/;

/** Attributes with a data URI of an image that has too many pixels to be decoded. */
export const hugeImagesOf = (element: Element) =>
  element.attrs.filter(
    ({ name, value }) =>
      sources.test(name) &&
      /^\s*data:image\//i.test(value) &&
      isHuge(sniffImage(bytesOf(value.trim()) ?? new Uint8Array())),
  );

/** Removes such images; returns their number. */
export function leaveOutHugeImages(element: Element): number {
  const huge = hugeImagesOf(element);
  if (huge.length > 0) element.attrs = element.attrs.filter((attribute) => !huge.includes(attribute));
  return huge.length;
}

/**
 * Settles `<noscript>`, which is text to a parser with scripting and markup to one without: removes it, or replaces it
 * by its content.
 */
function settleNoscript(element: Element, scripts: boolean): void {
  const parent = element.parentNode;
  if (!parent) return;
  if (!scripts)
    for (const child of [...element.childNodes]) {
      defaultTreeAdapter.detachNode(child);
      defaultTreeAdapter.insertBefore(parent, child, element);
    }
  defaultTreeAdapter.detachNode(element);
}

/**
 * Escapes `<script` in a script after `<!--`, where its own end tag would not end it (HTML, 13.2.5.23, script data
 * double escaped state). In strings and in JSON `\u003C` means the same.
 */
function keepEndTag(script: Element): void {
  for (const child of script.childNodes) {
    if ('value' in child && child.value.includes('<!--'))
      child.value = child.value.replace(/<(?=\/?script)/gi, '\\u003C');
  }
}

/** Class of the space in an empty cell; templates/base.css takes it out of the flow. */
const blank = 'colophon-blank';

/** True for a cell of a table. */
export const isCell = (element: Element) => isHtml(element) && (element.tagName === 'td' || element.tagName === 'th');

/**
 * Puts a space without width into an empty cell: Chromium writes no tag for a cell that paints nothing, and the rows of
 * the table would differ in length (ISO 14289-1, 7.5).
 */
export function keepCell(cell: Element): void {
  if (cell.childNodes.some((child) => isElement(child) || ('value' in child && child.value.trim() !== ''))) return;
  const space = defaultTreeAdapter.createElement('span', spec.NS.HTML, [{ name: 'class', value: blank }]);
  defaultTreeAdapter.insertText(space, '\u00a0');
  defaultTreeAdapter.appendChild(cell, space);
}

/** Title and base address, `undefined` where absent. `scripts` is true where anything would run. */
export interface Findings {
  title: string | undefined;
  base: string | undefined;
  scripts: boolean;
}

/** Reads the elements of a document. The first title and the first base address count. */
export function findingsOf(elements: readonly Element[]): Findings {
  const findings: Findings = { title: undefined, base: undefined, scripts: false };
  for (const element of elements) {
    if (isScript(element) || element.attrs.some(({ name, value }) => runs(name, value))) findings.scripts = true;
    if (!isHtml(element)) continue;
    if (element.tagName === 'title')
      findings.title ??= element.childNodes
        .map((child) => ('value' in child ? child.value : ''))
        .join('')
        .trim();
    if (element.tagName === 'base') findings.base ??= element.attrs.find(({ name }) => name === 'href')?.value;
  }
  return findings;
}

/**
 * Changes an element in place for the print, or removes it. Everything that would run is removed unless `scripts` is
 * true.
 */
export function mend(element: Element, findings: Findings, scripts: boolean): void {
  if (!scripts) element.attrs = element.attrs.filter(({ name, value }) => !runs(name, value));
  const goes = (!scripts && isScript(element)) || (isHtml(element) && dropped.has(element.tagName));
  if (goes || animatesLink(element)) defaultTreeAdapter.detachNode(element);
  else if (!isHtml(element)) mendLink(element, findings.base);
  else if (element.tagName === 'script') keepEndTag(element);
  else if (element.tagName === 'noscript') settleNoscript(element, scripts);
  else if (element.tagName === 'plaintext') element.nodeName = element.tagName = 'pre';
  else mendLink(element, findings.base);
}
