import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { storeBytes, type StoredBytes } from '../stored-bytes.ts';
import type { Guards } from '../facets/guards.ts';
import { goneFor } from '../facets/jobs.ts';
import type {
  Changed,
  Copied,
  Edited,
  Forked,
  NewSession,
  Removed,
  Session,
  SessionEdit,
  SessionFork,
  SessionRemoval,
  SessionStore,
} from '../facets/sessions.ts';
import { changeSession, contentsOf } from '../session-log/change.ts';
import { optionBytes } from '../session-log/history.ts';
import { forkSession } from '../session-log/fork.ts';
import type { Work } from '../session-log/queries.ts';
import { assetOf } from '../session-log/assets.ts';
import { assetRows, operationRow, operationRows, operationsOf } from '../session-log/read.ts';
import { recordOf, refusalOf, sessionOf, there, type StoredSession } from '../session-log/session-row.ts';
import type { Parts } from './parts.ts';
import { settle } from './transaction.ts';

/** The session of a client, unless it has been gone for longer than it is reported as expired. */
const known = 'id = :id AND client = :client AND expires_at + :goneFor > :now';

/** Runs statements of sessions, each prepared once. */
interface Statements {
  (sql: string): StatementSync;
  /** Runs shared work, within the transaction of its caller. */
  run<T>(work: Work<T>): T;
  /** The session of a client; undefined = there is none. */
  find(client: string, id: string, now: number): StoredSession | undefined;
}

function statementsOf(database: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const found = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, found);
    return found;
  };
  return Object.assign(statement, {
    run<T>(work: Work<T>): T {
      let step = work.next();
      while (step.done !== true) step = work.next(statement(step.value.sql).all(step.value.values));
      return step.value;
    },
    find(client: string, id: string, now: number): StoredSession | undefined {
      const row = statement(`SELECT * FROM sessions WHERE ${known}`).get({ client, id, now, goneFor });
      return row && sessionOf(row);
    },
  });
}

/** Sessions in SQLite. */
export function sqliteSessions(parts: Parts): SessionStore {
  const { database, blobs, guarded } = parts;
  const statements = statementsOf(database);
  return {
    open: (session, guards) => settle(() => guarded(guards, () => open(statements, session))),
    find: (client, id, now, use) =>
      settle(() => {
        if (use)
          statements(
            `UPDATE sessions SET expires_at = max(expires_at, :now + ttl) WHERE ${known} AND expires_at > :now`,
          ).run({ client, id, now, goneFor });
        const session = statements.find(client, id, now);
        return session === undefined ? null : recordOf(session);
      }),
    edit: (given, guards) => settle(() => edit(parts, statements, given, guards)),
    operations: (wanted) => settle(() => operationsOf(statements.run(operationRows(wanted)), blobs)),
    operation: (id, operationId) =>
      settle(async () => {
        const found = statements.run(operationRow(id, operationId));
        if (found === null) return null;
        const [operation] = await operationsOf([found.row], blobs);
        return operation === undefined ? null : { ...operation, index: found.index };
      }),
    assets: (id, revision) => settle(() => statements.run(assetRows(id, revision)).map(assetOf)),
    fork: (given, guards) => settle(() => fork(parts, statements, given, guards)),
    remove: (given, guards) => settle(() => remove(parts, statements, given, guards)),
  };
}

function open(statements: Statements, { id, client, document, output, ttl, now }: NewSession): Session {
  const row = statements(
    'INSERT INTO sessions (id, client, document, output, ttl, bytes, created_at, updated_at, expires_at) VALUES ' +
      '(:id, :client, :document, :output, :ttl, :bytes, :now, :now, :now + :ttl) RETURNING *',
  ).get({ id, client, document, output, ttl, bytes: optionBytes({ document, output }), now });
  if (!row) throw new Error('SQLite returned no row for an inserted session.');
  return recordOf(sessionOf(row));
}

async function edit(
  { blobs, guarded }: Parts,
  statements: Statements,
  given: SessionEdit,
  guards?: Guards<Changed>,
): Promise<Edited> {
  const { client, id, now, change } = given;
  const refused = refusalOf(statements.find(client, id, now), given); // before a large operation is written
  if (refused) return refused;
  const contents: StoredBytes[] = [];
  for (const { json } of contentsOf(change)) contents.push(await storeBytes(blobs, json));
  return guarded<Edited, Changed>(
    guards,
    () => {
      const session = statements.find(client, id, now); // in the transaction, so that it can't change meanwhile
      return refusalOf(session, given) ?? statements.run(changeSession(there(session), given, contents));
    },
    (edited): edited is Changed => edited.state === 'changed',
  );
}

function fork({ guarded }: Parts, statements: Statements, given: SessionFork, guards?: Guards<Copied>): Forked {
  return guarded<Forked, Copied>(
    guards,
    () => {
      const { client, source, now } = given;
      const session = statements.find(client, source, now);
      return refusalOf(session, given) ?? statements.run(forkSession(there(session), given));
    },
    (forked): forked is Copied => forked.state === 'forked',
  );
}

function remove(
  { guarded, reserve }: Parts,
  statements: Statements,
  { client, id, now, ifMatch = null }: SessionRemoval,
  guards?: Guards<Removed>,
): Removed {
  return reserve.spend(() =>
    guarded<Removed, Removed>(
      guards,
      () => {
        const session = statements.find(client, id, now);
        if (session === undefined) return 'missing';
        if (ifMatch !== null && !ifMatch.includes(session.revision)) return 'mismatch';
        statements('DELETE FROM sessions WHERE id = :id').run({ id });
        return 'removed';
      },
      (removed): removed is Removed => removed === 'removed',
    ),
  );
}
