import { parse, serialize } from 'parse5';
import { AppError } from '../../problems.ts';
import { attribute } from './html.ts';
import { oddElements, type Oddity } from '../finish/diagnostics/odd-elements.ts';
import { elementsOf, isElement, type Element } from './html-tree.ts';
import { findingsOf, isCell, keepCell, leaveOutHugeImages, mend } from './mend-html.ts';

/** HTML of a request as a fragment. */
export interface NormalizedHtml {
  /** A fragment in which every open element is closed, so that it cannot affect the content around it. */
  readonly html: string;
  /** Text of `<title>`, or `undefined`. */
  readonly title: string | undefined;
  /** True where something runs: script elements, `on...` attributes, `javascript:` URLs. */
  readonly scripts: boolean;
  /** Number of images in data URIs that were left out, because they have too many pixels. */
  readonly hugeImages: number;
  /** Elements that are certainly not printed. */
  readonly oddities: readonly Oddity[];
}

/** Attributes of `<html>` that do not affect its content. */
const ofNoContent = new Set(['xmlns', 'version', 'manifest']);

/**
 * The attributes of `<html>` and `<body>`, for one element in place of the body. Classes and styles of both are joined;
 * of other attributes that of the body takes precedence. Colours that HTML defines only for the body (HTML, 15.3.6)
 * become style.
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

/** The content of the body, in an element with the attributes of the body and the root element, if they have any. */
function contentOf(root: Element | undefined, body: Element | undefined): string {
  const content = body ? serialize(body) : '';
  const written = [...lentAttributes([root, body].filter((element) => element !== undefined))]
    .map(([name, value]) => attribute(name, value))
    .join('');
  return written === '' ? content : `<div${written}>${content}</div>`;
}

/** One pass of `normalizeHtml`. */
function normalizeOnce(source: string, scripts: 'auto' | 'off'): NormalizedHtml {
  // Inside an open body, elements of a head keep their places, and are parsed as they will be in the page.
  const tree = parse(`<!DOCTYPE html><body>${source}`, { scriptingEnabled: false });
  const elements = [...elementsOf(tree)];
  const findings = findingsOf(elements);
  const oddities = oddElements(elements);
  const run = scripts === 'auto' && findings.scripts;
  // Scripts and styles may depend on whether a cell is empty.
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

/** Maximum number of passes. Of 60,000 random sequences of tags two needed three. */
const maxReadings = 6;

/**
 * Makes HTML of a request a fragment. A whole document keeps the styles and scripts of its head and the content of its
 * body; `scripts: 'off'` removes everything that would run.
 *
 * Some trees cannot be serialized so that they are parsed as themselves (HTML, 13.3: a form in a form, text of MathML
 * and SVG), and text of a style sheet may become an element in the next pass. So the HTML is parsed again until a pass
 * changes nothing, and the browser reads the same tree. Throws AppError `limit-exceeded` where elements nest too deeply,
 * and `render-failed` where the HTML never stays the same.
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
