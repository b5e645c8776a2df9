import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Address } from './address.ts';
import { isAway } from './database.ts';
import { migrations } from './schema.ts';

/** The number of the advisory lock under which nodes start one after the other; `colophon` in ASCII. */
const startLock = '0x636f6c6f70686f6e';

/**
 * Updates the schema and then runs `start`, while no other node does so. Waits up to `patience` milliseconds for a
 * server that is not up yet. Any other error is thrown at once, as a message for the operator.
 */
export async function startInTurn<T>(
  address: Address,
  { log, patience }: { readonly log: Log; readonly patience: number },
  start: () => Promise<T>,
): Promise<T> {
  const client = await connect(address, log, patience);
  try {
    await client.query(`SET lock_timeout = '120s'; SELECT pg_advisory_lock(${BigInt(startLock)});`);
    await migrate(client);
    return await start();
  } catch (error) {
    throw address.clean(error);
  } finally {
    await client.end().catch(() => undefined); // this also releases the lock
  }
}

async function connect(address: Address, log: Log, patience: number): Promise<pg.Client> {
  const deadline = Date.now() + patience;
  for (let waiting = false; ; waiting = true) {
    const client = new pg.Client({ ...address.options, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined); // the current statement rejects
    const failure = await client.connect().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) return client;
    const cause = address.clean(failure);
    if (!mayComeUp(failure) || Date.now() > deadline)
      throw new Error(
        `The PostgreSQL server of SERVICE_DATABASE_URL (${address.name}) can not be used: ${cause.message}.`,
        { cause },
      );
    if (!waiting) log.warn({ server: address.name, why: cause.message }, 'waiting for the PostgreSQL server');
    await pause(500);
  }
}

/** True when a server with this error may be up in a moment: not when it refuses the user or has no such database. */
function mayComeUp(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return error instanceof pg.DatabaseError ? isAway(code) && !/^28|^3D/.test(code) : code !== 'ERR_INVALID_ARG_VALUE';
}

/** Runs all steps in one transaction, so that the schema is either complete or unchanged. */
async function migrate(client: pg.Client): Promise<void> {
  await client.query(
    'BEGIN; CREATE SCHEMA IF NOT EXISTS colophon; SET LOCAL search_path = colophon; CREATE TABLE IF NOT EXISTS ' +
      'schema_version (version integer NOT NULL);',
  );
  const { rows } = await client.query<{ version: number | null }>('SELECT max(version) AS version FROM schema_version');
  const version = rows[0]?.version ?? 0;
  if (version > migrations.length)
    throw new Error(
      `The store in SERVICE_DATABASE_URL was written by a newer version (schema ${version}, this one knows ` +
        `${migrations.length}).`,
    );
  for (const [index, step] of [...migrations.entries()].slice(version)) {
    await client.query(step);
    await client.query('INSERT INTO schema_version VALUES ($1)', [index + 1]);
  }
  await client.query('COMMIT');
}
