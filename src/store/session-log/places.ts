import { generateNKeysBetween } from 'fractional-indexing';
import type { Beside } from '../facets/sessions.ts';
import { entryNow, now } from './entries.ts';
import { rowOf, rowsOf, type Row, type Work } from './queries.ts';

/**
 * Places are texts in the order of their bytes, so that there is always room for one more between two of them, and a
 * move changes one row.
 */

/** A gap in the list: the places on both sides of it; `null` = the list ends there. */
interface Gap {
  readonly after: string | null;
  readonly before: string | null;
}

/** Insertions at one spot make places longer; beyond this length all places of the session are made anew. */
const maxLength = 200;

const placeOf = (row: Row | undefined): string | null => (row === undefined ? null : String(row.place));

function* previous(session: string, place: string): Work<string | null> {
  const sql = `SELECT place FROM session_entries WHERE ${now} AND place < :place ORDER BY place DESC LIMIT 1`;
  return placeOf(yield* rowOf(sql, { session, place }));
}

function* next(session: string, place: string): Work<string | null> {
  const sql = `SELECT place FROM session_entries WHERE ${now} AND place > :place ORDER BY place LIMIT 1`;
  return placeOf(yield* rowOf(sql, { session, place }));
}

/** The gap at the end of the list. */
function* gapAtEnd(session: string): Work<Gap> {
  const sql = `SELECT place FROM session_entries WHERE ${now} ORDER BY place DESC LIMIT 1`;
  return { after: placeOf(yield* rowOf(sql, { session })), before: null };
}

/** The gap beside an operation; `null` = there is no such operation. */
export function* gapBeside(session: string, at: Beside): Work<Gap | null> {
  const neighbour = yield* entryNow(session, 'before' in at ? at.before : at.after);
  if (neighbour === undefined) return null;
  const { place } = neighbour;
  return 'before' in at
    ? { after: yield* previous(session, place), before: place }
    : { after: place, before: yield* next(session, place) };
}

/** The gap that makes the operation that moves into it the one at `index`; the operation itself does not count. */
export function* gapAtIndex(session: string, operationId: string, index: number): Work<Gap> {
  const sql =
    `SELECT place FROM session_entries WHERE ${now} AND operation_id <> :operationId ORDER BY place ` +
    'LIMIT 2 OFFSET :skipped';
  const rows = yield* rowsOf(sql, { session, operationId, skipped: Math.max(0, index - 1) });
  return index === 0
    ? { after: null, before: placeOf(rows[0]) }
    : { after: placeOf(rows[0]), before: placeOf(rows[1]) };
}

/** New places in a gap, in order. */
export function placesIn({ after, before }: Gap, count: number): readonly string[] {
  return generateNKeysBetween(after, before, count);
}

/** New places at the end, or beside an operation; `null` = there is no such operation. */
export function* placesFor(session: string, at: Beside | null, count: number): Work<readonly string[] | null> {
  const gap = at === null ? yield* gapAtEnd(session) : yield* gapBeside(session, at);
  return gap && placesIn(gap, count);
}

/** True where the places of a session should be made anew, after these were added. */
export function areLong(places: readonly string[]): boolean {
  return places.some((place) => place.length > maxLength);
}

/** Gives all entries of a session short places, those of earlier revisions too, in the same order. */
export function* shortenPlaces(session: string): Work<void> {
  const rows = yield* rowsOf('SELECT DISTINCT place FROM session_entries WHERE session = :session ORDER BY place', {
    session,
  });
  const places = generateNKeysBetween(null, null, rows.length);
  // In two steps: a new place may be the old one of another entry.
  const mark = "UPDATE session_entries SET place = '~' || :short WHERE session = :session AND place = :place";
  for (const [index, row] of rows.entries())
    yield* rowsOf(mark, { session, place: String(row.place), short: places[index] ?? '' });
  const unmark = "UPDATE session_entries SET place = substr(place, 2) WHERE session = :session AND place LIKE '~%'";
  yield* rowsOf(unmark, { session });
}
