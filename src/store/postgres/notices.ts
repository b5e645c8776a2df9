import pg from 'pg';
import type { Log } from '../../log.ts';
import type { Address } from './address.ts';
import type { Queries } from './database.ts';

/** How often one node tells the others at the most, and how long it waits before it connects again, in milliseconds. */
const often = 20;
const again = 1000;

/**
 * Word between nodes that there may be a job to claim. A hint, no more: one that is lost costs the time until a worker
 * looks by itself.
 */
export interface Notices {
  /** To be called when a job has been queued; the word goes out in a moment, once for all of that moment. */
  tell(): void;
  listen(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * By LISTEN and NOTIFY, after the commit and not within it: a NOTIFY makes the commits of all nodes wait for each
 * other.
 */
export function openNotices(address: Address, queries: Queries, log: Log): Notices {
  const listeners = new Set<() => void>();
  let client: pg.Client | null = null;
  let reconnect: NodeJS.Timeout | undefined;
  let telling: NodeJS.Timeout | undefined;
  let closed = false;

  const hear = () => {
    for (const listener of listeners) listener();
  };

  function connect(): void {
    if (client !== null || closed || listeners.size === 0) return;
    const mine = new pg.Client({ ...address.options, connectionTimeoutMillis: 5000 });
    client = mine;
    const lost = (error?: unknown) => {
      if (client !== mine) return;
      client = null;
      if (error !== undefined)
        log.warn({ err: address.clean(error) }, 'no word of new jobs from other nodes; connecting again');
      void mine.end().catch(() => undefined);
      if (!closed) reconnect = setTimeout(connect, again).unref();
    };
    mine.on('error', lost);
    mine.on('end', () => lost());
    mine.on('notification', hear);
    mine
      .connect()
      .then(() => mine.query('LISTEN colophon_jobs'))
      .then(hear, lost); // what was told meanwhile was not heard
  }

  function send(): void {
    telling = undefined;
    queries.query("SELECT pg_notify('colophon_jobs', '')").catch(() => undefined);
  }

  return {
    tell() {
      if (!closed) telling ??= setTimeout(send, often).unref();
      hear();
    },
    listen(listener) {
      const own = () => listener(); // the same function may listen twice
      listeners.add(own);
      connect();
      return () => void listeners.delete(own);
    },
    async close() {
      closed = true;
      clearTimeout(reconnect);
      if (telling !== undefined) await queries.query("SELECT pg_notify('colophon_jobs', '')").catch(() => undefined);
      clearTimeout(telling);
      await client?.end().catch(() => undefined);
    },
  };
}
