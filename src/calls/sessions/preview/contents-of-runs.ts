import { anySegment, type ContentsKind, type Listed, type Listing } from '../../../render/compose/contents.ts';
import { placeKey } from '../../../render/model/document.ts';
import { pageLabels, pageLabelText } from '../../../render/numbering/page-numbers.ts';
import { ordersOfPages } from '../../../render/typeset/index/page-orders.ts';
import { maxPasses } from '../../../render/print/settle-passes.ts';
import type { Layout, PlacedRun } from './layout.ts';
import type { Session } from '../../../store/facets/sessions.ts';
import type { Runs } from './runs.ts';
import { termPrefix } from './log/logged-content.ts';
import type { SessionLog } from './log/session-log.ts';

/** What the runs of a session list, and the index of the page of each of them; `null` = it is on no page. */
interface Found {
  readonly lists: Listing['lists'];
  readonly terms: Listing['terms'];
  readonly pages: ReadonlyMap<string, number | null>;
}

/** How a session is laid out. */
interface Passes {
  readonly session: Pick<Session, 'id'>;
  readonly runs: Runs;
  /** Lays it out with what its tables of contents show. */
  readonly pass: (log: SessionLog) => Promise<Layout | null>;
}

/**
 * Lays out a session until the page numbers in its tables of contents no longer change, in the passes of a render:
 * `settlePages` in settle-passes.ts. What they list is found by a pass in which they are empty.
 */
export async function settleContents(log: SessionLog, { session: { id }, runs, pass }: Passes): Promise<Layout | null> {
  if (log.listing === null) return pass(log);
  const { digest } = log;
  const known = runs.shownBy(id, digest);
  if (known !== null) return pass(log.showing(known));
  const empty = await pass(log);
  const listed = empty && listsOf(empty);
  if (listed === null) return null;
  const { lists, terms } = listed;
  let shown: Pick<Listing, 'pages' | 'orders'> = { pages: {}, orders: null };
  for (let count = 0; ; count += 1) {
    const listing = { lists, terms, ...shown };
    const layout = await pass(log.showing(listing));
    const found = layout === null ? null : listsOf(layout);
    if (layout === null || found === null) return null;
    const now = shownOf(layout, found);
    if (count === maxPasses - 1 || JSON.stringify(now) === JSON.stringify(shown)) {
      runs.show(id, { digest, listing });
      return layout;
    }
    shown = now;
  }
}

/** `null` where an id is not that of one element, so that it is not certain which page is shown. */
function listsOf({ runs, log }: Layout): Found | null {
  if (hasSharedIds(runs, log)) return null;
  const lists: Record<ContentsKind, Listed[]> = { headings: [], figures: [], tables: [] };
  const terms: { term: string; id: string }[] = [];
  const pages = new Map<string, number | null>();
  let before = 0;
  for (const { run } of runs) {
    for (const { of, level, number, text, page } of run.listed) {
      const isTerm = of === 'terms';
      const id = isTerm ? `${termPrefix}${terms.length}` : `colophon-heading-${pages.size - terms.length + 1}`;
      if (isTerm) terms.push({ term: text, id });
      else lists[of].push({ id, level, number, text, segment: anySegment });
      pages.set(placeKey(anySegment, id), page === null ? null : before + page);
    }
    before += run.pages;
  }
  return { lists, terms, pages };
}

function shownOf(
  { runs, numberedFrom, pages: count }: Layout,
  { pages, terms }: Found,
): Pick<Listing, 'pages' | 'orders'> {
  const parts = runs
    .flatMap(({ run }) => Array.from({ length: run.pages }, () => 1))
    .map((one, segment) => ({ segment, pages: one, places: null }));
  if (parts.length !== count) throw new Error('The runs of a session do not have the pages of its layout.');
  const document = { numberedFrom: [...numberedFrom] };
  const labels = pageLabels(document, parts);
  const onPages = [...pages].flatMap(([key, page]) => (page === null ? [] : [[key, page] as const]));
  const labelOf = (page: number): string => {
    const label = labels?.[page];
    return label === undefined ? String(page + 1) : pageLabelText(label);
  };
  const ofTerms = onPages.filter(([key]) => key.includes(termPrefix));
  const orders = terms.length === 0 ? null : ordersOfPages(document, parts);
  return {
    pages: Object.fromEntries(onPages.map(([key, page]) => [key, labelOf(page)])),
    orders: orders && Object.fromEntries(ofTerms.map(([key, page]) => [key, orders[page] ?? 0])),
  };
}

const plainId = /^[\w:.-]+$/;

/** True where anything that may be listed has an id that something else in its segment has too. */
function hasSharedIds(runs: readonly PlacedRun[], log: SessionLog): boolean {
  const segments = Map.groupBy(runs, ({ at }) => log.segments.startOf(at));
  return [...segments.values()].some((segment) => {
    const counts = new Map<string, number>();
    for (const { run } of segment) for (const id of run.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    const listed = segment.flatMap(({ run }) => run.listed.flatMap(({ ownId }) => ownId ?? []));
    return listed.some((id) => !plainId.test(id) || counts.get(id) !== 1);
  });
}
