import { printOne } from '../print/print-one.ts';
import { settleHeights, type DocumentPrint } from '../print/settle-heights.ts';
import { bytesOf } from '../print/fragments/part-files.ts';
import { showsSections, withHeadings } from './page-headings.ts';
import { hasUnknownHeights, type StretchPrint } from './print-stretch.ts';
import { wholeStretch, type PrintedStretch } from './printed-stretch.ts';

/** Prints the remote page of a document; `null` where its margins depend on the rest. Throws what its print throws. */
export async function loadStretch(given: StretchPrint): Promise<PrintedStretch | null> {
  const settled = await settleHeights(given, () => undefined, given.strings);
  const job = showsSections(settled.composed.document) ? outlined(settled) : settled;
  if (hasUnknownHeights(job, given)) return null;
  const segment = job.composed.segments.find(({ kind }) => kind === 'remote');
  if (segment?.kind !== 'remote') throw new Error('The operations add no remote page.');
  const { pdf, places, strings } = await printOne({ job, composed: job.composed, warn: () => undefined }, segment);
  const { outline } = places;
  const pages = withHeadings(places.pages, { outline, strings }).map((page) => ({ ...page, furnished: true, room: 0 }));
  return wholeStretch(bytesOf(pdf), pages);
}

const outlined = (job: DocumentPrint): DocumentPrint => ({
  ...job,
  request: { ...job.request, output: { ...job.request.output, tagged: true, outline: true } },
});
