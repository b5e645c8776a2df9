import type { BlobFolder } from '../blobs/blob-folder.ts';
import { storeBytes, type StoredBytes } from '../stored-bytes.ts';
import type { Guards } from '../facets/guards.ts';
import { goneFor } from '../facets/jobs.ts';
import type {
  Changed,
  Edited,
  Forked,
  NewSession,
  Removed,
  Session,
  SessionEdit,
  SessionStore,
} from '../facets/sessions.ts';
import { changeSession, contentsOf } from '../session-log/change.ts';
import { optionBytes } from '../session-log/history.ts';
import { forkSession } from '../session-log/fork.ts';
import type { Query, Row, Work } from '../session-log/queries.ts';
import { assetOf } from '../session-log/assets.ts';
import { assetRows, operationRow, operationRows, operationsOf } from '../session-log/read.ts';
import { recordOf, refusalOf, sessionOf, there, type StoredSession } from '../session-log/session-row.ts';
import { only, type Database, type Queries } from './database.ts';
import { applyGuards } from './guards.ts';

/** Sessions in PostgreSQL. Concurrent changes wait for the row of their session. */
export function postgresSessions(database: Database, blobs: BlobFolder): SessionStore {
  return {
    open: (session, guards) => open(database, blobs, session, guards),
    find: (client, id, now, use) => find(database, { client, id, now, use }),
    edit: (edit, guards) => editSession(database, blobs, edit, guards),
    operations: async (wanted) =>
      operationsOf(await database.transaction((tx) => run(tx, operationRows(wanted))), blobs),
    async operation(id, operationId) {
      const found = await database.transaction((tx) => run(tx, operationRow(id, operationId)));
      if (found === null) return null;
      const [operation] = await operationsOf([found.row], blobs);
      return operation === undefined ? null : { ...operation, index: found.index };
    },
    assets: async (id, revision) => (await database.transaction((tx) => run(tx, assetRows(id, revision)))).map(assetOf),
    fork: (fork, guards) =>
      database.transaction(async (tx): Promise<Forked> => {
        const session = await locked(tx, fork.client, fork.source, fork.now);
        const forked = refusalOf(session, fork) ?? (await run(tx, forkSession(there(session), fork)));
        if (forked.state === 'forked') await applyGuards(tx, blobs, guards, forked);
        return forked;
      }),
    remove: ({ client, id, now, ifMatch = null }, guards) =>
      database.transaction(async (tx) => {
        const session = await locked(tx, client, id, now);
        if (session === undefined) return 'missing';
        if (ifMatch !== null && !ifMatch.includes(session.revision)) return 'mismatch';
        await tx.query('DELETE FROM colophon.sessions WHERE id = $1', [id]);
        await applyGuards<Removed>(tx, blobs, guards, 'removed');
        return 'removed';
      }),
  };
}

function open(
  database: Database,
  blobs: BlobFolder,
  { id, client, document, output, ttl, now }: NewSession,
  guards: Guards<Session> | undefined,
): Promise<Session> {
  return database.transaction(async (tx) => {
    const inserted = await tx.query<Row>(
      'INSERT INTO colophon.sessions (id, client, document, output, ttl, created_at, updated_at, expires_at, bytes) ' +
        'VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8) RETURNING *',
      [id, client, document, output, ttl, now, now + ttl, optionBytes({ document, output })],
    );
    const session = recordOf(sessionOf(only(inserted)));
    await applyGuards(tx, blobs, guards, session);
    return session;
  });
}

interface Wanted {
  readonly client: string;
  readonly id: string;
  readonly now: number;
  readonly use: boolean;
}

async function find(database: Database, { client, id, now, use }: Wanted): Promise<Session | null> {
  const { rows } = await database.query<Row>(
    use
      ? `WITH used AS (UPDATE colophon.sessions SET expires_at = greatest(expires_at, $3 + ttl) WHERE id = $1 AND
        client = $2 AND expires_at > $3 RETURNING *)
         SELECT * FROM used UNION ALL SELECT * FROM colophon.sessions WHERE id = $1 AND client = $2 AND
           expires_at <= $3 AND expires_at > $4`
      : 'SELECT * FROM colophon.sessions WHERE id = $1 AND client = $2 AND $3::bigint IS NOT NULL AND ' +
          'expires_at > $4',
    [id, client, now, now - goneFor],
  );
  return rows[0] === undefined ? null : recordOf(sessionOf(rows[0]));
}

async function editSession(
  database: Database,
  blobs: BlobFolder,
  edit: SessionEdit,
  guards: Guards<Changed> | undefined,
): Promise<Edited> {
  const contents: StoredBytes[] = [];
  for (const { json } of contentsOf(edit.change)) contents.push(await storeBytes(blobs, json));
  return database.transaction(async (tx) => {
    const session = await locked(tx, edit.client, edit.id, edit.now);
    const edited = refusalOf(session, edit) ?? (await run(tx, changeSession(there(session), edit, contents)));
    if (edited.state === 'changed') await applyGuards(tx, blobs, guards, edited);
    return edited;
  });
}

/** The session of a client, locked until the end of the transaction. */
async function locked(tx: Queries, client: string, id: string, now: number): Promise<StoredSession | undefined> {
  const { rows } = await tx.query<Row>(
    'SELECT * FROM colophon.sessions WHERE id = $1 AND client = $2 AND expires_at > $3 FOR UPDATE',
    [id, client, now - goneFor],
  );
  return rows[0] && sessionOf(rows[0]);
}

/** A statement as PostgreSQL takes it: its tables in the schema, its values by number. */
interface Numbered {
  readonly text: string;
  readonly names: readonly string[];
}

const numbered = new Map<string, Numbered>();

function numberedOf(sql: string): Numbered {
  const known = numbered.get(sql);
  if (known !== undefined) return known;
  const names: string[] = [];
  const text = sql
    .replaceAll(/\b(?:FROM|INTO|UPDATE|JOIN) (?=session)/g, (word) => `${word}colophon.`)
    .replaceAll(/:(\w+)/g, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    });
  const made = { text, names };
  numbered.set(sql, made);
  return made;
}

async function run<T>(tx: Queries, work: Work<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) step = work.next(await rowsOf(tx, step.value));
  return step.value;
}

async function rowsOf(tx: Queries, { sql, values, joinsMany = false }: Query): Promise<readonly Row[]> {
  const { text, names } = numberedOf(sql);
  if (joinsMany) await tx.query('SET LOCAL enable_nestloop = off');
  const { rows } = await tx.query<Row>(
    text,
    names.map((name) => values[name]),
  );
  if (joinsMany) await tx.query('SET LOCAL enable_nestloop TO DEFAULT');
  return rows;
}
