import { defaultTreeAdapter, parseFragment } from 'parse5';
import { collapsed, findHeadings, textOf } from '../../compose/headings.ts';
import type { Edit } from '../../complete/read-complete.ts';
import { attribute, escape } from '../../html/html.ts';
import type { Document } from '../../model/document.ts';
import type { CompleteSegment, FlowSegment } from '../../model/segments.ts';
import { firstBlock, placeIn } from '../../numbering/mark-headings.ts';
import { editPiece } from '../edit-piece.ts';
import type { StretchNumbers } from '../../numbering/stretch-numbers.ts';
import { ChapterCount, type CaptionState, type HeadingNumbers } from './chapter-count.ts';
import { findCaptions, type FoundCaption } from './find-captions.ts';
import type { ComposedCaption } from './composed-caption.ts';

/** The class of the label that a caption begins with, and of the number in it. */
export const labelClass = 'caption-label';

/** True where the document numbers captions, or has a list of figures or tables. */
const isWanted = ({ captions, collects, segments }: Document): boolean =>
  captions !== null ||
  collects ||
  segments.some((segment) =>
    segment.kind === 'flow'
      ? segment.sheets.some(({ html }) => html.some(hasList))
      : segment.kind === 'complete' && hasList(segment.html.source),
  );

/** The place of a list of figures or tables, see contents.ts. */
const listPlace = /<nav class="toc" data-contents="[^"]*\.(?:figures|tables)"/;
const hasList = (html: string) => html.includes('<nav class="toc" data-contents=') && listPlace.test(html);

/**
 * Numbers the captions of a composed document, in its HTML, and lists them. `headings` are the numbers of its headings,
 * whose places have not been filled yet. In a stretch the numbers continue those before it.
 */
export function settleCaptions(document: Document, headings: HeadingNumbers, stretch?: StretchNumbers): void {
  if (!isWanted(document)) return;
  const around = new ChapterCount(document.captions, headings);
  const count = new ChapterCount(document.captions, headings, stretch?.before.state?.captions);
  for (const [index, segment] of document.segments.entries()) {
    if (segment.kind === 'flow') settleFlow(document, { segment, index, count, around, stretch });
    else if (segment.kind === 'complete') takeOwn(document, segment, index);
  }
  const isOwn = document.segments.some((one) => one.kind === 'complete' && one.html.captions.length > 0);
  if (document.captions !== null && isOwn && document.captioned.every(({ number }) => number === ''))
    document.warnings.push({
      code: 'numbering-ignored',
      message:
        'All captions are those of complete HTML documents, which are printed as a browser prints them: no caption has ' +
        'a number. With `"as": "content"` the HTML becomes a part of the content, whose captions are numbered.',
      pointer: '/document/captions',
    });
}

interface Settling {
  readonly segment: FlowSegment;
  readonly index: number;
  readonly count: ChapterCount;
  /** Counts the captions before and after a stretch. */
  readonly around: ChapterCount;
  readonly stretch: StretchNumbers | undefined;
}

function settleFlow(document: Document, { segment, index, stretch, ...counts }: Settling): void {
  const after: CaptionState[] = [];
  let pieces = 0;
  for (const sheet of segment.sheets) {
    for (const [at, piece] of sheet.html.entries()) {
      const count = stretch?.hasPiece(index, pieces) === false ? counts.around : counts.count;
      pieces += 1;
      const found = findCaptions(piece);
      const headings = count.byChapter ? findHeadings(piece) : [];
      const edits: Edit[] = [];
      for (const caption of found) {
        while ((headings[0]?.start ?? Infinity) < caption.start) count.pass(piece, headings.shift());
        edits.push(...settleCaption(document, piece, { caption, segment: index, count }));
      }
      for (const heading of headings) count.pass(piece, heading);
      editPiece(sheet, at, edits);
      if (stretch !== undefined) after.push(counts.count.state);
    }
    if (stretch !== undefined && sheet.html.length === 0) after.push(counts.count.state);
  }
  if (stretch !== undefined) stretch.captions = after;
}

interface Place {
  readonly caption: FoundCaption;
  readonly segment: number;
  readonly count: ChapterCount;
}

/** Adds a caption to those of the document; returns the edits that give it an id and its number. */
function settleCaption(document: Document, piece: string, { caption, segment, count }: Place): Edit[] {
  const { kind, from, to, id: own, attributesAt } = caption;
  const content = parseFragment(piece.slice(from, to), { sourceCodeLocationInfo: true });
  const text = collapsed(textOf(content));
  const number = text === '' || !caption.isNumbered ? null : count.next(kind);
  const edits: Edit[] = [];
  const id = own ?? nextId(document);
  if (own === undefined) edits.push({ start: attributesAt, end: attributesAt, text: attribute('id', id) });
  const composed = { kind, id, segment, isListed: caption.isListed && text !== '' };
  if (number === null) {
    document.captioned.push({ ...composed, label: '', number: '', text });
    return edits;
  }
  const place = placeIn(content);
  const { startTag, endTag } = place?.sourceCodeLocation ?? {};
  if (place && startTag && endTag) {
    edits.push({ start: from + startTag.endOffset, end: from + endTag.startOffset, text: number });
    place.childNodes = [];
    defaultTreeAdapter.insertText(place, number);
    document.captioned.push({ ...composed, label: '', number, text: collapsed(textOf(content)) });
    return edits;
  }
  const at = from + (firstBlock(content)?.sourceCodeLocation?.startTag?.endOffset ?? 0);
  const label = document.captions?.labels[kind] ?? '';
  edits.push({ start: at, end: at, text: `${labelHtml(label, number)} ` });
  document.captioned.push({ ...composed, label: collapsed(label.replace('{n}', () => number)), number, text });
  return edits;
}

/** The label of a caption. Its number is an element of its own, so that it can be found again and styled. */
const labelHtml = (label: string, number: string): string =>
  `<span class="${labelClass}">` +
  `${escape(label.trim()).replace('{n}', () => `<span class="caption-number">${escape(number)}</span>`)}</span>`;

function nextId(document: Document): string {
  document.counter += 1;
  return `colophon-caption-${document.counter}`;
}

/** The captions of a complete document are printed as they are. */
function takeOwn(document: Document, { html, edits }: CompleteSegment, segment: number): void {
  for (const { id: own, attributesAt, ...caption } of html.captions) {
    const id = own ?? nextId(document);
    if (own === undefined) edits.push({ start: attributesAt, end: attributesAt, text: attribute('id', id) });
    document.captioned.push({ ...caption, id, segment, label: '', number: '' });
  }
}

/** The captions of a kind that a list shows. */
export const listedCaptions = ({ captioned }: Document, of: ComposedCaption['kind']): ComposedCaption[] =>
  captioned.filter(({ kind, isListed }) => kind === of && isListed);
