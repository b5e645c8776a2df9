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

/** Six insertions at one spot make its places longer by a character; beyond `most` those around it are made anew. */
const lengths = { most: 60, short: 20 };
/** Places that one statement changes. */
const stretch = 64;
/** After all places. */
const beyond = '~';

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

/**
 * Gives the entries around places that have become long short ones, in the same order: those up to the nearest short
 * place on both sides, of earlier revisions too. So an insertion at a crowded spot costs as many rows as were inserted
 * there, and not all of the session.
 */
export function* shortenPlaces(session: string, added: readonly string[]): Work<void> {
  const long = added.find((place) => place.length > lengths.most);
  if (long === undefined) return;
  const nearest = (is: '<' | '>', order: 'DESC' | 'ASC') =>
    rowOf(
      `SELECT place FROM session_entries WHERE session = :session AND place ${is} :long AND length(place) <= :short ` +
        `ORDER BY place ${order} LIMIT 1`,
      { session, long, short: lengths.short },
    );
  const [after, before] = [placeOf(yield* nearest('<', 'DESC')), placeOf(yield* nearest('>', 'ASC'))];
  const rows = yield* rowsOf(
    'SELECT DISTINCT place FROM session_entries WHERE session = :session AND place > :after AND place < :before ' +
      'ORDER BY place',
    { session, after: after ?? '', before: before ?? beyond },
  );
  const places = placesIn({ after, before }, rows.length);
  // In two steps: a new place may be the old one of another entry.
  yield* updatePlaces(session, rows.map(placeOf), places);
  const unmark = "UPDATE session_entries SET place = substr(place, 2) WHERE session = :session AND place > '~'";
  yield* rowsOf(unmark, { session });
}

/** Marks of entries how their places are to be, many with one statement. */
function* updatePlaces(session: string, from: readonly (string | null)[], to: readonly string[]): Work<void> {
  for (let start = 0; start < from.length; start += stretch) {
    const pairs = from.slice(start, start + stretch).map((place, at) => [place, to[start + at] ?? ''] as const);
    const values = Object.fromEntries(
      pairs.flatMap(([old, short], at) => [
        [`old${at}`, old],
        [`new${at}`, short],
      ]),
    );
    const list = pairs.map((_, at) => `(:old${at}, :new${at})`).join(', ');
    yield* rowsOf(
      `WITH pairs (old, short) AS (VALUES ${list}) UPDATE session_entries SET place = '~' || pairs.short FROM pairs ` +
        'WHERE session = :session AND place = pairs.old',
      { session, ...values },
    );
  }
}
