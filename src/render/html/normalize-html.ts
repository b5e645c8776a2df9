import { parse, serialize } from 'parse5';
import { AppError } from '../../problems.ts';
import { attribute } from './html.ts';
import { oddElements, type Oddity } from '../finish/diagnostics/odd-elements.ts';
import { elementsOf, isElement, type Element } from './html-tree.ts';
import { findingsOf, isCell, keepCell, leaveOutHugeImages, mend } from './mend-html.ts';

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
  const findings = findingsOf(elements);
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
