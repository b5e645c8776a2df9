import { AppError } from '../../problems.ts';
import { readStored, storeBytes, type StoredBytes } from '../stored-bytes.ts';
import type { Guards } from '../facets/guards.ts';
import { goneFor } from '../facets/jobs.ts';
import type { Appended, SessionAppend, SessionStore } from '../facets/sessions.ts';
import { blobsOf } from './blob-uses.ts';
import type { Parts } from './parts.ts';
import { blobColumn, storedIn, type Row } from './rows.ts';
import { refusalOf, sessionOf, sessionStatements } from './session-rows.ts';
import { settle } from './transaction.ts';

type Done = Extract<Appended, { state: 'appended' }>;

/** Sessions in SQLite: one row for each session, and one for each operation. */
export function sqliteSessions({ database, blobs, uses, guarded, reserve }: Parts): SessionStore {
  const statements = sessionStatements(database);
  const known = (client: string, id: string, now: number): Row | undefined =>
    statements.find.get({ client, id, now, goneFor });

  async function append(given: SessionAppend, guards?: Guards<Done>): Promise<Appended> {
    const { client, id, now } = given;
    const refused = refusalOf(known(client, id, now), given); // before a large operation is written
    if (refused) return refused;
    const operation = await storeBytes(blobs, given.operation);
    return guarded<Appended, Done>(
      guards,
      () => appendTo(known(client, id, now), given, operation),
      (appended): appended is Done => appended.state === 'appended',
    );
  }

  /** Appends an operation within a transaction, so that the session can't change meanwhile. */
  function appendTo(row: Row | undefined, given: SessionAppend, operation: StoredBytes): Appended {
    const refused = refusalOf(row, given);
    if (refused) return refused;
    const session = Number(row?.seq);
    const place = Number(row?.operations);
    statements.append.run({ session, place, operation: operation.inline, blob: blobColumn(operation) });
    uses.add(`operation ${session} ${place}`, blobsOf(operation));
    const grown = statements.grow.get({ session, size: given.operation.byteLength, font: given.font, now: given.now });
    return { state: 'appended', revision: Number(grown?.revision), index: place, expiresAt: Number(grown?.expires_at) };
  }

  async function operations(id: string, count: number): Promise<Uint8Array[]> {
    const rows = statements.operations.all({ id, count });
    if (rows.length < count)
      throw new AppError('session-not-found', 'The session has been deleted, or has expired, meanwhile.');
    const found: Uint8Array[] = [];
    for (const { operation, operation_blob: blob } of rows)
      found.push(await readStored(blobs, storedIn(operation, blob)));
    return found;
  }

  return {
    open: ({ id, client, document, output, ttl, now }, guards) =>
      settle(() =>
        guarded(guards, () => {
          const row = statements.open.get({ id, client, document, output, ttl, now });
          if (!row) throw new Error('SQLite returned no row for an inserted session.');
          return sessionOf(row);
        }),
      ),
    find: (client, id, now, use) =>
      settle(() => {
        if (use) statements.use.run({ client, id, now, goneFor });
        const row = known(client, id, now);
        return row ? sessionOf(row) : null;
      }),
    append: (given, guards) => settle(() => append(given, guards)),
    operations: (id, count) => settle(() => operations(id, count)),
    remove: (client, id, now, guards) =>
      settle(() =>
        reserve.spend(() => guarded(guards, () => statements.remove.run({ client, id, now, goneFor }).changes >= 1)),
      ),
  };
}
