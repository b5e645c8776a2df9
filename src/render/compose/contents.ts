import { placeKey, type Document } from '../model/document.ts';
import type { CompleteSegment, FlowSegment } from '../model/segments.ts';
import { identifyHeadings, numberClass, type Heading } from './headings.ts';
import { attribute, escape } from '../html/html.ts';
import type { ComposedCaption } from '../typeset/captions/composed-caption.ts';
import { labelClass, listedCaptions } from '../typeset/captions/settle-captions.ts';

/** What fills the line between an entry and its page number. */
export const leaders = ['dots', 'line', 'none'] as const;

/** What a table of contents lists. */
export const contentsKinds = ['headings', 'figures', 'tables'] as const;
/** One of these. */
export type ContentsKind = (typeof contentsKinds)[number];

/** A table of contents, and its look. */
export interface ContentsOptions {
  /** What is listed. */
  readonly of: ContentsKind;
  readonly title: string;
  /** Lowest heading level that is listed. */
  readonly levels: number;
  readonly leader: (typeof leaders)[number];
}

/** Something that a table of contents lists. */
export interface Listed extends Pick<Heading, 'id' | 'level' | 'number' | 'text'> {
  /** Index of the segment that it is in. */
  readonly segment: number;
}

/** What tables of contents list. A kind that none of them lists is empty. */
export type Lists = Readonly<Record<ContentsKind, readonly Listed[]>>;

/** Stands for the segment of all that is listed where a stretch is composed alone: its links lead nowhere. */
export const anySegment = -1;

/** What the whole document of a stretch lists, in `anySegment`, with page numbers, see `placeKey`. */
export interface Listing {
  readonly lists: Lists;
  readonly pages: Readonly<Record<string, string>>;
  /** The terms that indexes list. */
  readonly terms: readonly { readonly term: string; readonly id: string }[];
  /** The order of the pages of the terms, see `pageOrders`; `null` where they are not known yet. */
  readonly orders: Readonly<Record<string, number>> | null;
}

/** Sources of headings: the flow, or a complete HTML document. */
interface Headed {
  readonly segment: FlowSegment | CompleteSegment;
  readonly index: number;
}

/** Address of links to headings of another segment until the prints are joined; see join-parts.ts. */
export const otherPart = 'part';
/** Levels of headings that a table of contents can list. */
export const maxLevels = 3;
const element = /<nav class="toc" data-contents="(\d)\.([a-z]+)\.([^".]*)\.(headings|figures|tables)"><\/nav>/g;

/**
 * Placeholder of a table of contents in the HTML of an operation or a template; it is filled once everything is
 * composed.
 */
export function contentsPlace({ of, title, levels, leader }: ContentsOptions): string {
  return (
    '<nav class="toc" ' +
    `data-contents="${levels}.${leader}.${Buffer.from(title, 'utf8').toString('base64url')}.${of}"></nav>`
  );
}

/**
 * Fills tables of contents with the headings or captions of the whole document. In the first pass, where pages are
 * unknown, entries get meaningless numbers, so that the table has its final length. What has `data-toc="no"` is left out.
 */
export function fillContents(document: Document, pages: Listing['pages']): void {
  const headed = document.segments.flatMap((segment, index): Headed[] =>
    segment.kind === 'flow' || segment.kind === 'complete' ? [{ segment, index }] : [],
  );
  const wanted = new Set(
    headed.flatMap(({ segment }) =>
      textsOf(segment).flatMap((text) => Array.from(text.matchAll(element), ([, , , , of]) => of)),
    ),
  );
  if (wanted.size === 0) return;
  document.collects = true;
  const lists: Lists = {
    headings: wanted.has('headings') ? headed.flatMap((one) => headingsOf(document, one)) : [],
    figures: wanted.has('figures') ? captionsOf(document, 'figure') : [],
    tables: wanted.has('tables') ? captionsOf(document, 'table') : [],
  };
  const listed = Object.values(lists).flat();
  document.contents.push(...listed.map(({ id, segment }) => ({ id, segment })));
  for (const { segment, index } of headed) {
    segment.anchors.push(...listed.filter((one) => one.segment === index).map(({ id }) => id));
    fillPlaces(segment, { lists, pages, segment: index });
  }
}

/** Fills the tables of contents of a stretch with what its whole document lists. */
export function fillStretch(document: Document, listing: Listing): void {
  for (const segment of document.segments)
    if (segment.kind === 'flow') fillPlaces(segment, { ...listing, segment: anySegment });
}

function fillPlaces(segment: Headed['segment'], { lists, ...where }: Where & Pick<Listing, 'lists'>): void {
  const contentsOf = ([, levels, leader = '', title = '', of]: readonly string[]) =>
    contentsHtml(
      lists[of as ContentsKind].filter(({ level }) => level <= Number(levels)),
      { title: Buffer.from(title, 'base64url').toString('utf8'), leader, of: of as ContentsKind },
      where,
    );
  if (segment.kind === 'complete') {
    for (const found of segment.html.source.matchAll(element))
      segment.edits.push({ start: found.index, end: found.index + found[0].length, text: contentsOf(found) });
  } else {
    for (const { html } of segment.sheets)
      html.forEach((piece, at) => (html[at] = piece.replace(element, (...found: string[]) => contentsOf(found))));
  }
}

const textsOf = (segment: Headed['segment']): readonly string[] =>
  segment.kind === 'complete' ? [segment.html.source] : segment.sheets.flatMap(({ html }) => html);

/** The captions of a kind that may be listed. They have no levels. */
const captionsOf = (document: Document, kind: 'figure' | 'table'): Listed[] =>
  listedCaptions(document, kind).map(listedCaption);

/** A caption as a list shows it. */
export const listedCaption = ({ id, segment, label, text }: ComposedCaption): Listed => ({
  ...{ id, segment, level: 0, number: label },
  text: label === '' ? text : `${label} ${text}`,
});

/** The headings of a segment that may be listed; adds ids where there are none. */
export function headingsOf(document: Document, { segment, index }: Headed): Listed[] {
  const nextId = (): string => {
    document.counter += 1;
    return `colophon-heading-${document.counter}`;
  };
  if (segment.kind === 'complete') {
    const listed = segment.html.headings.filter(
      ({ level, text, isListed }) => level <= maxLevels && text !== '' && isListed,
    );
    return listed.map(({ level, text, id: own, attributesAt }) => {
      const id = own ?? nextId();
      if (own === undefined) segment.edits.push({ start: attributesAt, end: attributesAt, text: ` id="${id}"` });
      return { id, level, text, number: '', segment: index };
    });
  }
  return segment.sheets.flatMap(({ html }) =>
    html.flatMap((piece, at) => {
      const identified = identifyHeadings(piece, maxLevels, nextId);
      html[at] = identified.html;
      return identified.headings.map((heading) => ({ ...heading, segment: index }));
    }),
  );
}

/** The text of an entry; its number looks as in the heading, its label as in the caption. */
const entryText = ({ text, number }: Listed, of: ContentsKind) =>
  number !== '' && text.startsWith(number)
    ? `<span class="${of === 'headings' ? numberClass : labelClass}">` +
      `${escape(number)}</span>${escape(text.slice(number.length))}`
    : escape(text);

interface Where {
  readonly pages: Readonly<Record<string, string>>;
  /** Index of the segment in which the table of contents stands. */
  readonly segment: number;
}

/** Dots that begin at the page number: round ends of dashes without a length. */
const dots = '<svg aria-hidden="true"><line x1="100%" y1="50%" y2="50%"/></svg>';

function contentsHtml(
  listed: readonly Listed[],
  { title, leader, of }: { title: string; leader: string; of: ContentsKind },
  where: Where,
): string {
  const items = listed.map((one) => {
    const { id, level, segment } = one;
    return (
      '<li ' +
      `class="toc-${of === 'headings' ? level : 'caption'}"><a` +
      `${attribute('href', `${segment === where.segment ? '' : otherPart}#${id}`)}><span ` +
      `class="toc-line"><span class="toc-text">${entryText(one, of)}</span> <span ` +
      `class="toc-leader">${leader === 'dots' ? dots : ''}</span></span> <span ` +
      `class="toc-page">${escape(where.pages[placeKey(segment, id)] ?? '88')}</span></a></li>`
    );
  });
  return (
    '<nav ' +
    (`class="toc"${attribute('data-leader', leader)}>` +
      `${title === '' ? '' : `<p class="toc-title">${escape(title)}</p>`}<ol>${items.join('')}</ol></nav>`)
  );
}
