import { defaultTreeAdapter, html as spec, parse, serialize, type DefaultTreeAdapterMap } from 'parse5';
import { AppError } from '../../problems.ts';
import { bytesOf } from '../compose/assets.ts';
import { attribute } from './html.ts';
import { oddElements, type Oddity } from '../finish/diagnostics/odd-elements.ts';
import { isHuge, sniffImage } from './image-kind.ts';
import { isLink } from '../compose/link.ts';

type Node = DefaultTreeAdapterMap['childNode'];
type Element = DefaultTreeAdapterMap['element'];
type Parent = DefaultTreeAdapterMap['parentNode'];

/** Deeper HTML is refused: Chromium itself flattens beyond 512 (its parser's maximum depth). */
const maxDepth = 512;

/** HTML from a request, made whole. */
export interface NormalizedHtml {
  /** A fragment in which every element that opens closes: nothing of it reaches what stands around it. */
  readonly html: string;
  /** Text of `<title>`, or `undefined`. */
  readonly title: string | undefined;
  /** True when there is something to run: script elements, `on...` attributes, `javascript:` URLs. */
  readonly scripts: boolean;
  /** How many images in data URIs were left out, because they have more pixels than are decoded. */
  readonly hugeImages: number;
  /** What of it is certainly not printed. */
  readonly oddities: readonly Oddity[];
}

/** True for an element. */
export const isElement = (node: Node): node is Element => 'tagName' in node;
/** True for an element of HTML, not of SVG or MathML. */
export const isHtml = (element: Element) => element.namespaceURI === spec.NS.HTML;

/** Elements that speak for a whole document, which the fragment is not. */
const dropped = new Set(['base', 'meta', 'title', 'frameset', 'frame']);

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

/**
 * HTML links with `a` and `area`, SVG with `a` (and `xlink:href`, whose local name is `href` too), MathML with any
 * element.
 */
const mayLink = ({ tagName, namespaceURI }: Element) =>
  tagName === 'a' || tagName === 'area' || namespaceURI === spec.NS.MATHML;

/** Roles of DPUB-ARIA for links to notes and back, with which Chromium tags a link as something else. */
const noteRoles = /^\s*doc-(?:noteref|backlink|biblioref|glossref)\s*$/i;

/**
 * A link that leads nowhere outside of the page that it was written for loses its target; one relative to `<base>` is
 * resolved.
 */
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

/** SVG animation of a link's target (SVG 2, 5.7 `set` and its like) would undo `mendLink`. */
const animatesLink = (element: Element) =>
  !isHtml(element) &&
  element.attrs.some(({ name, value }) => name === 'attributeName' && /^\s*(?:xlink:)?href\s*$/i.test(value));

const sources = /^(?:src|href|poster)$/;

/** The attributes whose images in data URIs have more pixels than are decoded. */
export const hugeImagesOf = (element: Element) =>
  element.attrs.filter(
    ({ name, value }) =>
      sources.test(name) &&
      /^\s*data:image\//i.test(value) &&
      isHuge(sniffImage(bytesOf(value.trim()) ?? new Uint8Array())),
  );

/** Takes such images out; returns how many. */
function leaveOutHugeImages(element: Element): number {
  const huge = hugeImagesOf(element);
  if (huge.length > 0) element.attrs = element.attrs.filter((attribute) => !huge.includes(attribute));
  return huge.length;
}

/** `<noscript>` is text to a parser with scripts and markup to one without: it goes, or its content takes its place. */
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
 * After `<!--` and `<script` a script's own end tag does not end it (HTML, 13.2.5.23, script data double escaped
 * state), and what follows would become part of it. In strings and in JSON `\u003C` means the same.
 */
function keepEndTag(script: Element): void {
  for (const child of script.childNodes) {
    if ('value' in child && child.value.includes('<!--'))
      child.value = child.value.replace(/<(?=\/?script)/gi, '\\u003C');
  }
}

/** Class of what `keepCell` puts into cells; templates/base.css takes it out of the flow. */
const blank = 'colophon-blank';

const isCell = (element: Element) => isHtml(element) && (element.tagName === 'td' || element.tagName === 'th');

/**
 * Chromium tags no cell that paints nothing, and the rows of the table no longer fit together (ISO 14289-1, 7.5). A
 * space that takes no room keeps an empty cell in its row.
 */
function keepCell(cell: Element): void {
  if (cell.childNodes.some((child) => isElement(child) || ('value' in child && child.value.trim() !== ''))) return;
  const space = defaultTreeAdapter.createElement('span', spec.NS.HTML, [{ name: 'class', value: blank }]);
  defaultTreeAdapter.insertText(space, '\u00a0');
  defaultTreeAdapter.appendChild(cell, space);
}

interface Findings {
  title: string | undefined;
  base: string | undefined;
  scripts: boolean;
}

function look(elements: readonly Element[]): Findings {
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

function mend(element: Element, findings: Findings, scripts: boolean): void {
  if (!scripts) element.attrs = element.attrs.filter(({ name, value }) => !runs(name, value));
  const goes = (!scripts && isScript(element)) || (isHtml(element) && dropped.has(element.tagName));
  if (goes || animatesLink(element)) defaultTreeAdapter.detachNode(element);
  else if (!isHtml(element)) mendLink(element, findings.base);
  else if (element.tagName === 'script') keepEndTag(element);
  else if (element.tagName === 'noscript') settleNoscript(element, scripts);
  else if (element.tagName === 'plaintext') element.nodeName = element.tagName = 'pre';
  else mendLink(element, findings.base);
}

/** Attributes of `<html>` that say nothing of its content. */
const ofNoContent = new Set(['xmlns', 'version', 'manifest']);

/**
 * The attributes of `<html>` and `<body>` as those of one element in the place of the body: the classes and styles of
 * both, of every other attribute that of the body where both have it. Colours that HTML gives to the body alone (HTML,
 * 15.3.6) become style.
 */
function lentAttributes(elements: readonly Element[]): Map<string, string> {
  const lent = new Map<string, string>();
  for (const { name, value } of elements.flatMap(({ attrs }) => attrs)) {
    if (ofNoContent.has(name)) continue;
    const before = lent.get(name);
    if (name === 'class') lent.set(name, before === undefined ? value : `${before} ${value}`);
    else if (name === 'style') lent.set(name, before === undefined ? value : `${before};${value}`);
    else lent.set(name, value);
  }
  const colours = [
    ['bgcolor', 'background-color'],
    ['text', 'color'],
  ].flatMap(([name = '', property = '']) => {
    const value = lent.get(name);
    lent.delete(name);
    return value !== undefined && /^#?\w+$/.test(value) ? [`${property}:${value}`] : [];
  });
  if (colours.length > 0) lent.set('style', [...colours, ...(lent.has('style') ? [lent.get('style')] : [])].join(';'));
  return lent;
}

/** The body's content, in an element with the attributes of the body and the root element where they have any. */
function contentOf(root: Element | undefined, body: Element | undefined): string {
  const content = body ? serialize(body) : '';
  const written = [...lentAttributes([root, body].filter((element) => element !== undefined))]
    .map(([name, value]) => attribute(name, value))
    .join('');
  return written === '' ? content : `<div${written}>${content}</div>`;
}

/** One reading of the source: see `normalizeHtml`. */
function normalizeOnce(source: string, scripts: 'auto' | 'off'): NormalizedHtml {
  // In a body that is open already, a head's elements stay in their place, and what is there is parsed as it will be in
  // the page.
  const tree = parse(`<!DOCTYPE html><body>${source}`, { scriptingEnabled: false });
  const elements = [...elementsOf(tree)];
  const findings = look(elements);
  const oddities = oddElements(elements);
  const run = scripts === 'auto' && findings.scripts;
  // Scripts and styles may ask whether a cell is empty.
  const cells = !run && !source.includes(':empty');
  let hugeImages = 0;
  for (const element of elements) {
    mend(element, findings, run);
    if (cells && isCell(element)) keepCell(element);
    hugeImages += leaveOutHugeImages(element);
  }
  const root = tree.childNodes.find(isElement);
  const body = root?.childNodes.filter(isElement).find(({ tagName }) => tagName === 'body');
  return {
    html: contentOf(root, body),
    title: findings.title === '' ? undefined : findings.title,
    scripts: run,
    hugeImages,
    oddities,
  };
}

/** Readings until the HTML stays as it is. Of 60,000 random soups of tags two needed three. */
const maxReadings = 6;

/**
 * HTML from a request as one whole fragment. A whole document keeps the styles and scripts of its head and the content
 * of its body; `scripts: 'off'` takes everything out that would run.
 *
 * Some trees can not be written so that they are read as themselves (HTML, 13.3: a form in a form, text of MathML and
 * SVG): what was a style sheet's text in the first reading is an element in the next. So the HTML is read again until a
 * reading changes nothing: that is what the browser reads. Throws AppError `limit-exceeded` on bottomless nesting, and
 * `render-failed` where the HTML never reads the same.
 */
export function normalizeHtml(source: string, { scripts }: { readonly scripts: 'auto' | 'off' }): NormalizedHtml {
  let read = normalizeOnce(source, scripts);
  for (let readings = 1; readings < maxReadings; readings += 1) {
    const again = normalizeOnce(read.html, scripts);
    const { title, hugeImages, oddities } = read;
    const stays = again.html === read.html;
    read = {
      html: again.html,
      title,
      scripts: read.scripts || again.scripts,
      hugeImages: hugeImages + again.hugeImages,
      oddities,
    };
    if (stays) return read;
  }
  throw new AppError(
    'render-failed',
    'The HTML changes each time that it is parsed. Close its elements in the order in which they were opened, ' +
      'and do not put a form into a form.',
  );
}
