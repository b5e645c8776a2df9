import { printOne } from '../print/print-one.ts';
import { settleHeights } from '../print/settle-heights.ts';
import { bytesOf } from '../print/fragments/part-files.ts';
import { hasUnknownHeights, wholeStretch, type PrintedStretch, type StretchPrint } from './print-stretch.ts';

/** Prints the remote page of a document; `null` where its margins depend on the rest. Throws what its print throws. */
export async function loadStretch(given: StretchPrint): Promise<PrintedStretch | null> {
  const job = await settleHeights(given, () => undefined);
  if (hasUnknownHeights(job)) return null;
  const segment = job.composed.segments.find(({ kind }) => kind === 'remote');
  if (segment?.kind !== 'remote') throw new Error('The operations add no remote page.');
  const { pdf, places } = await printOne({ job, composed: job.composed, warn: () => undefined }, segment);
  const pages = places.pages.map((page) => ({ ...page, furnished: true, room: 0 }));
  return wholeStretch(bytesOf(pdf), pages);
}
