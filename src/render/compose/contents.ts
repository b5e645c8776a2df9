import { placeKey, type Document } from '../model/document.ts';
import type { CompleteSegment, FlowSegment } from '../model/segments.ts';
import { identifyHeadings, numberClass, type Heading } from './headings.ts';
import { attribute, escape } from '../html/html.ts';

/** What fills the line between an entry and its page number. */
export const leaders = ['dots', 'line', 'none'] as const;

/** The look of a table of contents. */
export interface ContentsOptions {
  readonly title: string;
  /** Lowest heading level that is listed. */
  readonly levels: number;
  readonly leader: (typeof leaders)[number];
}

interface Listed extends Heading {
  /** Index of the segment that it is in. */
  readonly segment: number;
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
const element = /<nav class="toc" data-contents="(\d)\.([a-z]+)\.([^".]*)"><\/nav>/g;

/**
 * Placeholder of a table of contents in the HTML of an operation or a template; it is filled once everything is
 * composed.
 */
export function contentsPlace({ title, levels, leader }: ContentsOptions): string {
  return (
    '<nav class="toc" ' +
    `data-contents="${levels}.${leader}.${Buffer.from(title, 'utf8').toString('base64url')}"></nav>`
  );
}

/**
 * Fills tables of contents with the headings of the whole document. In the first pass, where pages are unknown, entries
 * get meaningless numbers, so that the table has its final length. Headings with `data-toc="no"` are left out.
 */
export function fillContents(document: Document, pages: Readonly<Record<string, string>>): void {
  const headed = document.segments.flatMap((segment, index): Headed[] =>
    segment.kind === 'flow' || segment.kind === 'complete' ? [{ segment, index }] : [],
  );
  if (!headed.some(({ segment }) => textsOf(segment).some((text) => text.search(element) !== -1))) return;
  const listed = headed.flatMap((one) => headingsOf(document, one));
  document.contents.push(...listed.map(({ id, segment }) => ({ id, segment })));
  for (const { segment, index } of headed) {
    segment.anchors.push(...listed.filter((heading) => heading.segment === index).map(({ id }) => id));
    const contentsOf = ([, levels, leader = '', title = '']: readonly string[]) =>
      contentsHtml(
        listed,
        { title: Buffer.from(title, 'base64url').toString('utf8'), levels: Number(levels), leader },
        { pages, segment: index },
      );
    if (segment.kind === 'complete') {
      for (const found of segment.html.source.matchAll(element))
        segment.edits.push({ start: found.index, end: found.index + found[0].length, text: contentsOf(found) });
    } else {
      for (const { html } of segment.sheets)
        html.forEach((piece, at) => (html[at] = piece.replace(element, (...found: string[]) => contentsOf(found))));
    }
  }
}

const textsOf = (segment: Headed['segment']): readonly string[] =>
  segment.kind === 'complete' ? [segment.html.source] : segment.sheets.flatMap(({ html }) => html);

/** The headings of a segment that may be listed; adds ids where there are none. */
function headingsOf(document: Document, { segment, index }: Headed): Listed[] {
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

/** The text of an entry; its number looks as in the heading. */
const entryText = (text: string, number: string) =>
  number !== '' && text.startsWith(number)
    ? `<span class="${numberClass}">${escape(number)}</span>${escape(text.slice(number.length))}`
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
  { title, levels, leader }: { title: string; levels: number; leader: string },
  where: Where,
): string {
  const items = listed
    .filter(({ level }) => level <= levels)
    .map(
      ({ id, level, text, number, segment }) =>
        '<li ' +
        `class="toc-${level}"><a${attribute('href', `${segment === where.segment ? '' : otherPart}#${id}`)}><span ` +
        `class="toc-line"><span class="toc-text">${entryText(text, number)}</span> <span ` +
        `class="toc-leader">${leader === 'dots' ? dots : ''}</span></span> <span ` +
        `class="toc-page">${escape(where.pages[placeKey(segment, id)] ?? '88')}</span></a></li>`,
    );
  return (
    '<nav ' +
    (`class="toc"${attribute('data-leader', leader)}>` +
      `${title === '' ? '' : `<p class="toc-title">${escape(title)}</p>`}<ol>${items.join('')}</ol></nav>`)
  );
}
