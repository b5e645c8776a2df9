import type { Document } from '../model/document.ts';
import type { Segment } from '../model/segments.ts';
import type { Warning } from '../model/types/warning.ts';
import { settleCaptions } from '../typeset/captions/settle-captions.ts';
import { HeadingCount, topOf } from './count-headings.ts';
import type { StretchNumbers } from './stretch-numbers.ts';
import { fillPlaces, withNumber } from './mark-headings.ts';

const ignored: Warning = {
  code: 'numbering-ignored',
  message:
    'All headings are those of complete HTML documents, which are printed as a browser prints them: no heading has ' +
    'a number. With `"as": "content"` the HTML becomes a part of the content, whose headings are numbered.',
  pointer: '/document/numbering',
};

/**
 * Numbers the headings and captions of a composed document: in its HTML, and in their lists. Everything that repeats
 * them (tables of contents, outline, headers and footers) is made of these two. In a stretch the numbers continue those
 * before it.
 */
export function settleNumbers(document: Document, stretch?: StretchNumbers): void {
  const numbers = numberHeadings(document, stretch);
  settleCaptions(document, numbers, stretch);
  if (numbers === null) return;
  for (const segment of document.segments) {
    if (segment.kind !== 'flow') continue;
    for (const { html } of segment.sheets) html.forEach((piece, at) => (html[at] = fillPlaces(piece, numbers)));
  }
}

/** The number of each heading, by its index; `null` where the document numbers none. */
function numberHeadings(
  { numbering, headings, segments, warnings }: Document,
  stretch: StretchNumbers | undefined,
): (string | null)[] | null {
  if (numbering === null) return null;
  const counted = headings.flatMap((heading) => heading.counted ?? []);
  const numbers: (string | null)[] = headings.map(() => null);
  const { top = topOf(counted), state } = stretch?.before ?? {};
  const count = new HeadingCount(numbering, top, state?.headings);
  for (const [index, heading] of headings.entries()) {
    const isOwn = stretch?.hasHeading(index) !== false;
    const number = heading.counted === null || !isOwn ? null : count.next(heading.counted);
    stretch?.headings.push(count.state);
    if (number === null) continue;
    numbers[index] = number;
    headings[index] = { ...heading, text: withNumber(heading.counted?.pattern ?? '', number) };
  }
  const isOwn = (segment: Segment) => segment.kind === 'complete' && segment.html.headings.length > 0;
  if (counted.length === 0 && segments.some(isOwn)) warnings.push(ignored);
  return numbers;
}
