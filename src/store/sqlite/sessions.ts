import type { StatementSync } from 'node:sqlite';
import { storeBytes, type StoredBytes } from '../stored-bytes.ts';
import type { Guards } from '../facets/guards.ts';
import { goneFor } from '../facets/jobs.ts';
import type { Changed, Copied, Edited, Forked, SessionEdit, SessionStore } from '../facets/sessions.ts';
import { changeSession, contentsOf } from '../session-log/change.ts';
import { forkSession } from '../session-log/fork.ts';
import type { Work } from '../session-log/queries.ts';
import { operationRow, operationRows, operationsOf } from '../session-log/read.ts';
import { readable, recordOf, refusalOf, sessionOf, type StoredSession } from '../session-log/session-row.ts';
import type { Parts } from './parts.ts';
import { settle } from './transaction.ts';

/** The session of a client, unless it has been gone for longer than it is reported as expired. */
const known = 'id = :id AND client = :client AND expires_at + :goneFor > :now';

/** Sessions in SQLite. */
export function sqliteSessions({ database, blobs, guarded, reserve }: Parts): SessionStore {
  const prepared = new Map<string, StatementSync>();
  function statement(sql: string): StatementSync {
    const found = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, found);
    return found;
  }
  function run<T>(work: Work<T>): T {
    let step = work.next();
    while (step.done !== true) step = work.next(statement(step.value.sql).all(step.value.values));
    return step.value;
  }
  function stored(client: string, id: string, now: number): StoredSession | undefined {
    const row = statement(`SELECT * FROM sessions WHERE ${known}`).get({ client, id, now, goneFor });
    return row && sessionOf(row);
  }

  async function edit(given: SessionEdit, guards?: Guards<Changed>): Promise<Edited> {
    const { client, id, now, change } = given;
    const refused = refusalOf(stored(client, id, now), given); // before a large operation is written
    if (refused) return refused;
    const contents: StoredBytes[] = [];
    for (const { json } of contentsOf(change)) contents.push(await storeBytes(blobs, json));
    return guarded<Edited, Changed>(
      guards,
      () => {
        const session = stored(client, id, now); // in the transaction, so that it can't change meanwhile
        const late = refusalOf(session, given);
        return late ?? run(changeSession(session as StoredSession, given, contents));
      },
      (edited): edited is Changed => edited.state === 'changed',
    );
  }

  return {
    open: ({ id, client, document, output, ttl, now }, guards) =>
      settle(() =>
        guarded(guards, () => {
          const row = statement(
            'INSERT INTO sessions (id, client, document, output, ttl, created_at, updated_at, expires_at) VALUES ' +
              '(:id, :client, :document, :output, :ttl, :now, :now, :now + :ttl) RETURNING *',
          ).get({ id, client, document, output, ttl, now });
          if (!row) throw new Error('SQLite returned no row for an inserted session.');
          return recordOf(sessionOf(row));
        }),
      ),
    find: (client, id, now, use) =>
      settle(() => {
        if (use)
          statement(
            `UPDATE sessions SET expires_at = max(expires_at, :now + ttl) WHERE ${known} AND expires_at > :now`,
          ).run({ client, id, now, goneFor });
        const session = stored(client, id, now);
        return session === undefined ? null : recordOf(session);
      }),
    edit: (given, guards) => settle(() => edit(given, guards)),
    operations: (wanted) => settle(() => operationsOf(run(operationRows(wanted)), blobs)),
    operation: (id, operationId) =>
      settle(async () => {
        const found = run(operationRow(id, operationId));
        if (found === null) return null;
        const [operation] = await operationsOf([found.row], blobs);
        return operation === undefined ? null : { ...operation, index: found.index };
      }),
    fork: (given, guards) =>
      settle(() =>
        guarded<Forked, Copied>(
          guards,
          () => {
            const { client, source, now } = given;
            const session = stored(client, source, now);
            return readable(session, now) ?? run(forkSession(session as StoredSession, given));
          },
          (forked): forked is Copied => forked.state === 'forked',
        ),
      ),
    remove: (client, id, now, guards) =>
      settle(() =>
        reserve.spend(() =>
          guarded(
            guards,
            () => statement(`DELETE FROM sessions WHERE ${known}`).run({ client, id, now, goneFor }).changes >= 1,
          ),
        ),
      ),
  };
}
