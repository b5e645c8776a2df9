import { runningContentProbe } from '../running/measure-running-content.ts';
import { printOne } from '../print/print-one.ts';
import { settleHeights, type DocumentPrint } from '../print/settle-heights.ts';
import { bytesOf } from '../print/fragments/part-files.ts';
import { showsSections, withHeadings } from './page-headings.ts';
import { hasUnknownHeights, type StretchPrint } from './print-stretch.ts';
import { wholeStretch, type PrintedStretch } from './printed-stretch.ts';

/**
 * Prints the remote page or the complete HTML document of a document; `null` where its pages depend on the rest. Throws
 * what its print throws.
 */
export async function loadStretch(given: StretchPrint): Promise<PrintedStretch | null> {
  const settled = await settleHeights(given, () => undefined, given.strings);
  const job = showsSections(settled.composed.document) ? outlined(settled) : settled;
  const segment = job.composed.segments.find(({ kind }) => kind === 'remote' || kind === 'complete');
  if (segment?.kind !== 'remote' && segment?.kind !== 'complete') return null;
  const facts = segment.kind === 'complete' ? job.composed.stretch : null;
  const dependsOnRest = segment.kind === 'complete' && (facts === null || hasMeasuredHeights(job, given));
  if (dependsOnRest || hasUnknownHeights(job, given)) return null;
  const { pdf, places, strings } = await printOne({ job, composed: job.composed, warn: () => undefined }, segment);
  const { outline, destinations } = places;
  const setup = segment.kind === 'complete' ? segment.page : null;
  const pages = withHeadings(places.pages, { outline, strings }).map((page) => ({
    ...page,
    ...{ furnished: true, room: 0, setup },
  }));
  if (facts === null) return wholeStretch(bytesOf(pdf), pages);
  const { listed, ids, headings } = facts;
  return {
    ...wholeStretch(bytesOf(pdf), pages),
    ...{ ids, headings },
    listed: listed.map((one) => ({ ...one, step: 0, page: destinations[one.id] ?? null })),
  };
}

/** Headers and footers of the whole document are also measured in the margins of a complete one. */
const hasMeasuredHeights = ({ composed, base, baseCss }: DocumentPrint, { strings }: StretchPrint): boolean =>
  runningContentProbe(composed, { base, baseCss, all: false, strings }) !== null;

const outlined = (job: DocumentPrint): DocumentPrint => ({
  ...job,
  request: { ...job.request, output: { ...job.request.output, tagged: true, outline: true } },
});
