import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { ownCaptions, type OwnCaption } from '../typeset/captions/own-captions.ts';
import type { FoundMark } from '../typeset/index/find-marks.ts';
import { oddElements, type Oddity } from '../finish/diagnostics/odd-elements.ts';
import { collapsed, textOf } from '../compose/headings.ts';
import { elementsOf, isHtml, isScript, runs } from '../html/html-tree.ts';
import { hugeImagesOf } from '../html/mend-html.ts';
import { redirectOf } from './page-refresh.ts';
import { attributeOf, isForPrint, isStyleSheet, stylesEnd, type StylesEnd } from './styles-end.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** A change to the source: `text` replaces the characters from `start` up to `end` (UTF-16 code units). */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A heading of the document, in order. */
export interface CompleteHeading {
  readonly level: number;
  /** With white space collapsed. */
  readonly text: string;
  /** Its own `id`, or `undefined`. */
  readonly id: string | undefined;
  /** Offset in the source at which an attribute of its start tag may be inserted. */
  readonly attributesAt: number;
  /** False where `data-toc="no"` leaves it out of tables of contents. */
  readonly isListed: boolean;
}

/** A link to an id of the document, and the offset of its `href` attribute. */
export interface CompleteLink {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** The text of a `<style>` element, or the unresolved address of a linked style sheet. */
export type OwnSheet = { readonly text: string } | { readonly href: string };

/** The properties of a complete HTML document that the service has read. The print is made from its source. */
export interface CompleteHtml {
  readonly source: string;
  readonly title: string | undefined;
  /** `lang` of the root element. */
  readonly lang: string | undefined;
  /** Contents of `<meta name>` by lower-case name; the first of several. */
  readonly metadata: ReadonlyMap<string, string>;
  /** True where something runs: script elements, `on...` attributes, `javascript:` URLs. */
  readonly scripts: boolean;
  /** The address of another page that a refresh opens instead, or `null`. */
  readonly redirect: string | null;
  readonly headings: readonly CompleteHeading[];
  readonly captions: readonly OwnCaption[];
  readonly indexMarks: readonly FoundMark[];
  readonly ids: ReadonlySet<string>;
  readonly links: readonly CompleteLink[];
  /** `href` of the first `<base>` that has one. */
  readonly base: string | undefined;
  /** Style sheets that apply to print, in order. */
  readonly sheets: readonly OwnSheet[];
  readonly stylesEnd: StylesEnd;
  /** Edits that remove images with too many pixels to be decoded. */
  readonly hugeImages: readonly Edit[];
  /** Elements that are certainly not printed. */
  readonly oddities: readonly Oddity[];
}

/** Reads a complete document. Throws AppError `limit-exceeded` where elements nest too deeply. */
export function readComplete(source: string): CompleteHtml {
  const tree = parse(source, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const elements = [...elementsOf(tree)];
  const html = elements.filter(isHtml);
  const named = (name: string) => html.filter(({ tagName }) => tagName === name);
  const [root] = named('html');
  return {
    source,
    title: named('title')
      .map((element) => collapsed(textOf(element)))
      .find((text) => text !== ''),
    lang: root === undefined ? undefined : attributeOf(root, 'lang'),
    metadata: metadataOf(named('meta')),
    scripts: elements.some(
      (element) => isScript(element) || element.attrs.some(({ name, value }) => runs(name, value)),
    ),
    redirect: redirectOf(named('meta')),
    headings: html.flatMap(headingOf),
    captions: ownCaptions(html),
    indexMarks: html.flatMap(indexMarkOf),
    ids: new Set(elements.flatMap((element) => attributeOf(element, 'id') ?? [])),
    links: html.flatMap(linkOf),
    base: named('base').flatMap((element) => attributeOf(element, 'href') ?? [])[0],
    sheets: html.filter(isForPrint).flatMap(sheetOf),
    stylesEnd: stylesEnd(tree, html),
    oddities: oddElements(html),
    hugeImages: elements.flatMap((element) => hugeImagesOf(element).flatMap(({ name }) => removal(element, name))),
  };
}

function metadataOf(metas: readonly Element[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const meta of metas) {
    const name = attributeOf(meta, 'name')?.trim().toLowerCase();
    const content = attributeOf(meta, 'content')?.trim() ?? '';
    if (name !== undefined && content !== '' && !found.has(name)) found.set(name, content);
  }
  return found;
}

function sheetOf(element: Element): OwnSheet[] {
  if (element.tagName === 'style') return [{ text: textOf(element) }];
  const href = isStyleSheet(element) ? attributeOf(element, 'href') : undefined;
  return href === undefined ? [] : [{ href }];
}

function removal({ sourceCodeLocation }: Element, name: string): Edit[] {
  const place = sourceCodeLocation?.attrs?.[name];
  return place === undefined ? [] : [{ start: place.startOffset, end: place.endOffset, text: '' }];
}

function headingOf(element: Element): CompleteHeading[] {
  const [, level] = /^h([1-6])$/.exec(element.tagName) ?? [];
  const tag = element.sourceCodeLocation?.startTag;
  if (level === undefined || tag === undefined) return [];
  const id = attributeOf(element, 'id');
  return [
    {
      level: Number(level),
      text: collapsed(textOf(element)),
      id: id === '' ? undefined : id,
      attributesAt: tag.startOffset + '<h1'.length,
      isListed: attributeOf(element, 'data-toc') !== 'no',
    },
  ];
}

function indexMarkOf(element: Element): FoundMark[] {
  const term = attributeOf(element, 'data-index')?.trim() ?? '';
  const tag = element.sourceCodeLocation?.startTag ?? element.sourceCodeLocation;
  if (term === '' || !tag) return [];
  const id = attributeOf(element, 'id');
  return [{ term, id: id === '' ? undefined : id, attributesAt: tag.startOffset + 1 + element.tagName.length }];
}

function linkOf(element: Element): CompleteLink[] {
  if (element.tagName !== 'a' && element.tagName !== 'area') return [];
  const href = attributeOf(element, 'href')?.trim() ?? '';
  const place = element.sourceCodeLocation?.attrs?.href;
  return place === undefined || !href.startsWith('#') || href === '#'
    ? []
    : [{ id: href.slice(1), start: place.startOffset, end: place.endOffset }];
}

/** The source with its edits; where two overlap, the first one is applied. */
export function withEdits(source: string, edits: readonly Edit[]): string {
  let text = '';
  let from = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    if (edit.start < from) continue;
    text += source.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return text + source.slice(from);
}
