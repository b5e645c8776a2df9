import type { Document } from '../model/document.ts';
import type { Segment } from '../model/segments.ts';
import type { Warning } from '../model/types/warning.ts';
import { settleCaptions } from '../typeset/captions/settle-captions.ts';
import { countHeadings } from './count-headings.ts';
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
 * them (tables of contents, outline, headers and footers) is made of these two.
 */
export function settleNumbers(document: Document): void {
  const numbers = numberHeadings(document);
  settleCaptions(document, numbers);
  if (numbers === null) return;
  for (const segment of document.segments) {
    if (segment.kind !== 'flow') continue;
    for (const { html } of segment.sheets) html.forEach((piece, at) => (html[at] = fillPlaces(piece, numbers)));
  }
}

/** The number of each heading, by its index; `null` where the document numbers none. */
function numberHeadings({ numbering, headings, segments, warnings }: Document): (string | null)[] | null {
  if (numbering === null) return null;
  const counted = headings.flatMap((heading, index) => (heading.counted ? [{ ...heading.counted, index }] : []));
  const numbers: (string | null)[] = headings.map(() => null);
  for (const [at, number] of countHeadings(counted, numbering).entries()) {
    const { index = 0, pattern = '' } = counted[at] ?? {};
    const heading = headings[index];
    if (number === null || !heading) continue;
    numbers[index] = number;
    headings[index] = { ...heading, text: withNumber(pattern, number) };
  }
  const isOwn = (segment: Segment) => segment.kind === 'complete' && segment.html.headings.length > 0;
  if (counted.length === 0 && segments.some(isOwn)) warnings.push(ignored);
  return numbers;
}
