import type { Session } from '../../../store/facets/sessions.ts';
import type { LongestHeadings } from '../../../render/preview/stretch-flow.ts';
import { longestHeading } from '../../../render/running/measure-running-content.ts';
import { longestStrings } from '../../../render/running/strings/page-strings.ts';
import { pagesOf, type Layout } from './layout.ts';
import type { Heights } from './log/logged-content.ts';
import type { Runs } from './runs.ts';
import type { SessionLog } from './log/session-log.ts';

/** How a session is laid out. */
interface Passes {
  readonly session: Pick<Session, 'id'>;
  readonly runs: Runs;
  readonly measure: (log: SessionLog) => Promise<Heights | null>;
  readonly pass: (log: SessionLog) => Promise<Layout | null>;
}

const noHeadings: LongestHeadings = { heading: '', strings: [] };
/** Headings do not depend on the heights of headers, so that the second pass finds those of the first. */
const maxPasses = 3;

/**
 * Lays out a session whose headers or footers show headings, so that these have the heights that a render gives them:
 * by the longest headings of the whole (settle-heights.ts). Its pages depend on the heights alone.
 */
export async function settleHeadings(
  log: SessionLog,
  { session: { id }, runs, measure, pass }: Passes,
): Promise<Layout | null> {
  if (!log.facts.showsHeadings) return pass(log);
  let longest = runs.longestOf(id) ?? noHeadings;
  for (let count = 0; count < maxPasses; count += 1) {
    const heights = await measure(log.headedBy({ longest, heights: [] }));
    const layout = heights === null ? null : await pass(log.headedBy({ longest, heights }));
    if (layout === null) return null;
    const found = longestIn(layout);
    runs.measure(id, found);
    if (JSON.stringify(found) === JSON.stringify(longest)) return layout;
    longest = found;
  }
  return null;
}

/** Strings of existing PDFs are shown, and not measured. */
function longestIn({ log, runs }: Layout): LongestHeadings {
  const printed = pagesOf(runs.filter(({ at }) => !log.segments.isExisting(at)).map(({ run }) => run));
  const strings = printed.map((page) => ({ pages: 1, strings: page.strings.map((one) => ({ ...one, page: 0 })) }));
  return {
    heading: longestHeading(runs.flatMap(({ run }) => run.headings)),
    strings: [...longestStrings(strings)].sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}
