import pg from 'pg';
import type { Log } from '../../../log.ts';
import type { Address } from '../address.ts';
import type { Queries } from '../database.ts';

/** Milliseconds within which the announcements of one node become one notice. */
const announceMs = 20;
/** Milliseconds until a node connects again after its connection broke. */
const reconnectMs = 1000;

/**
 * Notices between nodes that a job may be ready to claim. They are hints: when one is lost, the job waits until a worker
 * polls the queue.
 */
export interface Notices {
  /** Announces a queued job. Calls within a moment are sent as one notice. */
  announce(): void;
  /** Calls `listener` at each notice. Returns a function that ends the subscription. */
  listen(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Notices by LISTEN and NOTIFY. They are sent after the commit, not within it, because a NOTIFY serializes the commits of
 * all nodes.
 */
export function openNotices(address: Address, queries: Queries, log: Log): Notices {
  const listeners = new Set<() => void>();
  let client: pg.Client | null = null;
  let reconnect: NodeJS.Timeout | undefined;
  let sending: NodeJS.Timeout | undefined;
  let closed = false;

  const notify = () => {
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
        log.warn(
          { err: address.clean(error) },
          'notices of new jobs from other nodes are interrupted; connecting again',
        );
      void mine.end().catch(() => undefined);
      if (!closed) reconnect = setTimeout(connect, reconnectMs).unref();
    };
    mine.on('error', lost);
    mine.on('end', () => lost());
    mine.on('notification', notify);
    mine
      .connect()
      .then(() => mine.query('LISTEN colophon_jobs'))
      .then(notify, lost); // notices may have been missed meanwhile
  }

  function send(): void {
    sending = undefined;
    queries.query("SELECT pg_notify('colophon_jobs', '')").catch(() => undefined);
  }

  return {
    announce() {
      if (!closed) sending ??= setTimeout(send, announceMs).unref();
      notify();
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
      if (sending !== undefined) await queries.query("SELECT pg_notify('colophon_jobs', '')").catch(() => undefined);
      clearTimeout(sending);
      await client?.end().catch(() => undefined);
    },
  };
}
