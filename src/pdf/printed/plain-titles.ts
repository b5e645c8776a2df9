import { retitled, titlesMeant } from './outline-titles.ts';
import { bodyOf, readPrinted } from './printed.ts';
import { replaced } from './replace-stretches.ts';

/** A heading as it is shown, with the numbers of its footnotes, and without them. */
export type ShownHeading = readonly [shown: string, plain: string];

/** A printed file whose outline has the headings without the numbers of their footnotes. */
export function withPlainTitles(pdf: Uint8Array, headings: readonly ShownHeading[]): Uint8Array {
  if (headings.length === 0) return pdf;
  const file = readPrinted(pdf);
  const meant = titlesMeant(headings.map(([shown]) => shown));
  const plain = new Map(headings);
  const replacements = file.objects.flatMap(({ number, start, end, stream }) => {
    if (stream || !file.bytes.subarray(start, end).includes('/Title ')) return [];
    const body = bodyOf(file, number).trim();
    const [[, changed] = [number, body]] = retitled([[number, body]], (title) => plain.get(meant(title)) ?? title);
    return changed === body ? [] : [{ start, end, text: Buffer.from(`\n${changed}\n`, 'latin1') }];
  });
  return replacements.length === 0 ? pdf : replaced(file, replacements);
}
