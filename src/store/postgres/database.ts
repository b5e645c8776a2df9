import pg from 'pg';
import { AppError } from '../../problems.ts';
import type { Address } from './address.ts';

export interface Rows<R> {
  readonly rows: R[];
  /** How many rows the statement changed, or found. */
  readonly count: number;
}

/** Statements on one connection, or on any of the pool. */
export interface Queries {
  query<R = Record<string, never>>(text: string, values?: readonly unknown[]): Promise<Rows<R>>;
}

/**
 * The pool, as the facets use it. A server that is away, full or read-only is AppError `not-ready` on every call; the
 * pool connects again by itself. Of a COMMIT that was under way when the connection broke nobody knows whether it was
 * done: it rejects too, and an `Idempotency-Key` (whose answer is committed with the work) is how a client finds out.
 */
export interface Database extends Queries {
  /** Runs `work` in one transaction; once more, up to thrice, where the server broke a deadlock. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How long a call waits for a connection, and for an answer on it, in milliseconds. */
const patience = { connection: 5000, answer: 30_000 };

/** As `pg` reads values, but int8 (times, counts) as numbers: none here passes 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format): unknown =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
};

export function openPool(address: Address, connections: number): Database {
  const pool = new pg.Pool({
    ...address.options,
    types,
    max: connections,
    connectionTimeoutMillis: patience.connection,
    query_timeout: patience.answer,
    idleTimeoutMillis: 60_000,
  });
  pool.on('error', () => undefined); // an idle connection that broke has left the pool already

  async function inTransaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => refuse(address, error));
    client.on('error', ignore); // what breaks the connection rejects the statement under way
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

/** PostgreSQL's text holds no NUL: no id has one, and what a client makes up is not found. */
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
 * SQLSTATE (PostgreSQL, appendix A) of a server that can't serve for now: class 08 connection, 53 resources (disk,
 * memory, connections), 58 its system; 57P0x stopping or starting, 57014 a statement that took too long, 25006
 * read-only (a standby), 28 and 3D000 access.
 */
export function isAway(code: string): boolean {
  return (
    /^(?:08|53|58|28)/.test(code) || ['57P01', '57P02', '57P03', '57P05', '57014', '25006', '3D000'].includes(code)
  );
}

function deadlocked(error: unknown): boolean {
  return ['40P01', '40001'].includes((error as { code?: string }).code ?? '');
}

/** The row of a statement that always answers one. */
export function only<R>({ rows }: Rows<R>): R {
  const [row] = rows;
  if (row === undefined) throw new Error('The statement answered no row.');
  return row;
}
