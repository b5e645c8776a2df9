import pg from 'pg';
import { AppError } from '../../problems.ts';
import type { Address } from './address.ts';

/** The result of a statement. */
export interface Rows<R> {
  readonly rows: R[];
  /** The number of rows that the statement changed or returned. */
  readonly count: number;
}

/** Runs statements on one connection, or on any connection of the pool. */
export interface Queries {
  query<R = Record<string, never>>(text: string, values?: readonly unknown[]): Promise<Rows<R>>;
}

/**
 * The pool of connections. Every call rejects with AppError `not-ready` while the server is unreachable, full or
 * read-only; the pool connects again by itself. When the connection breaks during a COMMIT, the call rejects although
 * the commit may have been done. A client finds out with an `Idempotency-Key`, whose answer is committed with the work.
 */
export interface Database extends Queries {
  /** Runs `work` in one transaction, up to three times when the server breaks deadlocks. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds that a call waits for a connection, and for an answer on it. */
const timeoutsMs = { connection: 5000, answer: 30_000 };

/** The types of `pg`, but int8 (times, counts) becomes a number: no value here exceeds 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format): unknown =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
};

/** A pool of so many connections. Connections are opened when they are needed. */
export function openPool(address: Address, connections: number): Database {
  const pool = new pg.Pool({
    ...address.options,
    types,
    max: connections,
    connectionTimeoutMillis: timeoutsMs.connection,
    query_timeout: timeoutsMs.answer,
    idleTimeoutMillis: 60_000,
  });
  pool.on('error', () => undefined); // a broken idle connection has left the pool already

  async function inTransaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => refuse(address, error));
    client.on('error', ignore); // the current statement rejects when the connection breaks
    const tx = queriesOf(client, address);
    try {
      await tx.query('BEGIN');
      const result = await work(tx);
      await tx.query('COMMIT');
      client.off('error', ignore);
      client.release();
      return result;
    } catch (error) {
      const broken = await tx.query('ROLLBACK').then(
        () => false,
        () => true,
      );
      client.off('error', ignore);
      client.release(broken);
      throw error;
    }
  }

  return {
    ...queriesOf(pool, address),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await inTransaction(work);
        } catch (error) {
          if (attempt === 3 || !deadlocked(error)) throw error;
        }
      }
    },
    close: () => pool.end(),
  };
}

const ignore = () => undefined;

function queriesOf(connection: pg.Pool | pg.PoolClient, address: Address): Queries {
  return {
    async query<R>(text: string, values: readonly unknown[] = []): Promise<Rows<R>> {
      const { rows, rowCount } = await connection
        .query<R & pg.QueryResultRow>(text, values.map(storable))
        .catch((error: unknown) => refuse(address, error));
      return { rows, count: rowCount ?? 0 };
    },
  };
}

/**
 * Replaces NUL, which the text type of PostgreSQL can't hold. No id contains one, so the made-up id of a client is
 * simply not found.
 */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}

function refuse(address: Address, error: unknown): never {
  const cause = address.clean(error);
  if (error instanceof pg.DatabaseError && !isAway(error.code ?? '')) throw cause;
  throw new AppError('not-ready', 'The store can not be reached just now. Try again in a moment.', {
    headers: { 'Retry-After': '2' },
    cause,
  });
}

/**
 * True for the SQLSTATE (PostgreSQL, appendix A) of a server that can't serve for now: class 08 connection, 53
 * resources (disk, memory, connections), 58 system; 57P0x stopping or starting, 57014 a statement that took too long,
 * 25006 read-only (a standby), 28 and 3D000 access.
 */
export function isAway(code: string): boolean {
  return (
    /^(?:08|53|58|28)/.test(code) || ['57P01', '57P02', '57P03', '57P05', '57014', '25006', '3D000'].includes(code)
  );
}

function deadlocked(error: unknown): boolean {
  return ['40P01', '40001'].includes((error as { code?: string }).code ?? '');
}

/** The row of a statement that always returns one. */
export function only<R>({ rows }: Rows<R>): R {
  const [row] = rows;
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}
