/** A value of a column. */
export type Value = string | number | Uint8Array | null;

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>;

/** A statement with its values by name (`:name`), in the SQL that SQLite and PostgreSQL share. */
export interface Query {
  readonly sql: string;
  readonly values: Readonly<Record<string, Value>>;
  /**
   * True where many rows of a session are joined. PostgreSQL then uses no nested loops: with statistics that are older
   * than the rows it expects one row, and would take minutes for 20,000.
   */
  readonly joinsMany?: boolean;
}

/** A statement that joins more rows joins many. */
export const fewRows = 20;

/**
 * Work within one transaction: it yields statements and receives their rows. A driver runs it, with calls that block
 * (SQLite) or wait (PostgreSQL).
 */
export type Work<T> = Generator<Query, T, readonly Row[]>;

/** Runs one statement. */
export function* rowsOf(sql: string, values: Query['values'], joinsMany = false): Work<readonly Row[]> {
  return yield { sql, values, joinsMany };
}

/** Runs a statement whose result has one row at most. */
export function* rowOf(sql: string, values: Query['values']): Work<Row | undefined> {
  const [row] = yield { sql, values };
  return row;
}

/** Runs a statement whose one value is a number. */
export function* numberOf(sql: string, values: Query['values']): Work<number> {
  const row = yield* rowOf(sql, values);
  return Number(Object.values(row ?? {})[0] ?? 0);
}

/** Rows that one statement inserts: as many of the larger number as there are, then of the smaller ones. */
const stretches = [64, 8, 1];

/** Inserts rows, many with one statement: each statement of a batch would be a way to the server and back. */
export function* insertRows(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Work<void> {
  let done = 0;
  for (const size of stretches)
    for (; rows.length - done >= size; done += size) {
      const values: Record<string, Value> = {};
      const tuples = rows.slice(done, done + size).map((row, at) => {
        const names = columns.map((column) => `${column}_${at}`);
        for (const [index, name] of names.entries()) values[name] = row[index] ?? null;
        return `(${names.map((name) => `:${name}`).join(', ')})`;
      });
      yield* rowsOf(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(', ')}`, values);
    }
}
