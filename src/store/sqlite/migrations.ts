import { placeOfNumber, sessionIndexes } from '../session-log/schema.ts';

/**
 * The schema, one step for each version. A released step is never changed; changes are new steps.
 *
 * `blob_uses` lists the rows that name a blob. Triggers delete its rows together with their owners: `answer <claim>`,
 * `job <id>` (request and files, until the job ends), `result <id>` (until it expires), `content <session> <content>`.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE idempotency (
     client TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, key TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     claim TEXT NOT NULL,
     lease_until INTEGER,
     status INTEGER, headers TEXT, body BLOB,
     expires_at INTEGER NOT NULL,
     PRIMARY KEY (client, method, path, key)
   ) STRICT;
   CREATE INDEX idempotency_expiry ON idempotency (expires_at);`,

  `CREATE TABLE blob_uses (
     sha256 TEXT NOT NULL, used_by TEXT NOT NULL,
     PRIMARY KEY (sha256, used_by)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX blob_uses_of ON blob_uses (used_by);

   ALTER TABLE idempotency ADD COLUMN body_blob TEXT;
   CREATE TRIGGER answer_replaced AFTER UPDATE OF claim ON idempotency BEGIN DELETE FROM blob_uses WHERE used_by =
     'answer ' || OLD.claim; END;
   CREATE TRIGGER answer_deleted AFTER DELETE ON idempotency BEGIN DELETE FROM blob_uses WHERE used_by = 'answer ' ||
     OLD.claim; END;

   CREATE TABLE jobs (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     client TEXT NOT NULL, tool TEXT NOT NULL, principal TEXT NOT NULL,
     request BLOB, request_blob TEXT, files TEXT NOT NULL,
     retain INTEGER NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
     percent REAL NOT NULL DEFAULT 0, stage TEXT,
     attempts INTEGER NOT NULL DEFAULT 0,
     claims INTEGER NOT NULL DEFAULT 0,
     worker TEXT, lease_until INTEGER,
     not_before INTEGER NOT NULL DEFAULT 0,
     created_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER, expires_at INTEGER,
     problem TEXT,
     outcome TEXT, about BLOB, about_blob TEXT
   ) STRICT;
   CREATE INDEX jobs_by_status ON jobs (status, seq);
   CREATE INDEX jobs_expiry ON jobs (expires_at) WHERE expires_at IS NOT NULL;
   CREATE TRIGGER job_ended AFTER UPDATE OF status ON jobs WHEN NEW.status NOT IN ('queued', 'running') BEGIN DELETE
     FROM blob_uses WHERE used_by = 'job ' || OLD.id; END;
   CREATE TRIGGER job_expired AFTER UPDATE OF outcome ON jobs WHEN NEW.outcome IS NULL BEGIN DELETE FROM blob_uses
     WHERE used_by = 'result ' || OLD.id; END;
   CREATE TRIGGER job_deleted AFTER DELETE ON jobs BEGIN DELETE FROM blob_uses WHERE used_by IN ('job ' || OLD.id,
     'result ' || OLD.id); END;

   CREATE TABLE sessions (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     client TEXT NOT NULL, document TEXT NOT NULL, output TEXT NOT NULL,
     ttl INTEGER NOT NULL,
     revision INTEGER NOT NULL DEFAULT 0, operations INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
     font TEXT,
     created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX sessions_expiry ON sessions (expires_at);
   CREATE TABLE session_operations (
     session INTEGER NOT NULL REFERENCES sessions (seq) ON DELETE CASCADE,
     place INTEGER NOT NULL,
     operation BLOB, operation_blob TEXT,
     PRIMARY KEY (session, place)
   ) STRICT;
   CREATE TRIGGER operation_deleted AFTER DELETE ON session_operations WHEN OLD.operation_blob IS NOT NULL
     BEGIN DELETE FROM blob_uses WHERE used_by = 'operation ' || OLD.session || ' ' || OLD.place; END;

   CREATE TABLE approvals (id TEXT NOT NULL PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX approvals_expiry ON approvals (expires_at);`,

  'ALTER TABLE jobs ADD COLUMN lost_runs INTEGER NOT NULL DEFAULT 0;',

  // Jobs wait in the order of their turns, and within a turn in the order of their arrival.
  `ALTER TABLE jobs ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
   DROP INDEX jobs_by_status;
   CREATE INDEX jobs_by_turn ON jobs (status, turn, seq, client);
   CREATE INDEX jobs_of_client ON jobs (client, turn);
   CREATE INDEX jobs_served ON jobs (turn) WHERE claims > 0;`,

  // The storage of each client, as a sum that triggers keep.
  `CREATE TABLE client_bytes (client TEXT NOT NULL PRIMARY KEY, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   ALTER TABLE idempotency ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE jobs ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
   ${['idempotency', 'jobs', 'sessions'].map(countingTriggers).join('\n')}
   UPDATE idempotency SET bytes = coalesce(length(body), 0) + coalesce(json_extract(body_blob, '$.size'), 0) WHERE
     status IS NOT NULL;
   UPDATE jobs SET bytes = coalesce(length(request), 0) + coalesce(json_extract(request_blob, '$.size'), 0)
     + coalesce((SELECT sum(json_extract(value, '$.blob.size')) FROM json_each(files) WHERE json_extract(value,
       '$.field') <> 'jobResult'), 0)
     + coalesce((SELECT sum(json_extract(value, '$.size')) FROM json_each(outcome, '$.parts')), 0) +
       coalesce(length(about), 0);
   INSERT INTO client_bytes SELECT client, sum(bytes) FROM sessions WHERE true GROUP BY client
     ON CONFLICT DO UPDATE SET bytes = client_bytes.bytes + excluded.bytes;
   CREATE INDEX idempotency_of_client ON idempotency (client, expires_at) WHERE bytes > 0;
   CREATE INDEX jobs_expiry_of_client ON jobs (client, expires_at) WHERE bytes > 0;
   CREATE INDEX sessions_of_client ON sessions (client, expires_at) WHERE bytes > 0;

   CREATE TABLE written (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;`,

  // The list of the jobs of a client, of all of them and of those with one status.
  `CREATE INDEX jobs_listed ON jobs (client, created_at, seq, expires_at);
   CREATE INDEX jobs_listed_by_status ON jobs (client, status, created_at, seq, expires_at);`,

  // Sessions whose operations change places, are replaced, removed and restored (store/session-log/). The operations of
  // open sessions move into the new tables; their places are integers of fractional-indexing, `d` and four digits.
  `ALTER TABLE sessions ADD COLUMN content_bytes INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE sessions ADD COLUMN undo TEXT NOT NULL DEFAULT '[]';
   ALTER TABLE sessions ADD COLUMN redo TEXT NOT NULL DEFAULT '[]';
   UPDATE sessions SET content_bytes = bytes;
   CREATE TABLE session_contents (
     session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     content TEXT NOT NULL, operation BLOB, blob_sha256 TEXT, bytes INTEGER NOT NULL,
     PRIMARY KEY (session, content)
   ) STRICT;
   CREATE TABLE session_entries (
     session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     place TEXT NOT NULL, added INTEGER NOT NULL, removed INTEGER,
     operation_id TEXT NOT NULL, content TEXT NOT NULL, anchor TEXT, font TEXT, bytes INTEGER NOT NULL,
     PRIMARY KEY (session, place, added)
   ) STRICT;
   CREATE TABLE session_options (
     session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     removed INTEGER NOT NULL, document TEXT NOT NULL, output TEXT NOT NULL, ttl INTEGER NOT NULL,
     bytes INTEGER NOT NULL,
     PRIMARY KEY (session, removed)
   ) STRICT;
   CREATE TABLE session_assets (
     session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     name TEXT NOT NULL, added INTEGER NOT NULL, removed INTEGER, content TEXT NOT NULL, content_type TEXT NOT NULL,
     sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (session, name, added)
   ) STRICT;
   CREATE TABLE session_uses (
     session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     content TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (session, content, name)
   ) STRICT;
   ${sessionIndexes}
   CREATE TRIGGER content_came AFTER INSERT ON session_contents WHEN NEW.blob_sha256 IS NOT NULL BEGIN
     INSERT INTO blob_uses (sha256, used_by) VALUES (NEW.blob_sha256, 'content ' || NEW.session || ' ' || NEW.content)
       ON CONFLICT DO NOTHING; END;
   CREATE TRIGGER content_went AFTER DELETE ON session_contents WHEN OLD.blob_sha256 IS NOT NULL BEGIN
     DELETE FROM blob_uses WHERE used_by = 'content ' || OLD.session || ' ' || OLD.content; END;
   INSERT INTO session_contents SELECT s.id, 'place ' || o.place, o.operation, json_extract(o.operation_blob, '$.sha256'),
     coalesce(length(o.operation), json_extract(o.operation_blob, '$.size')) FROM session_operations o JOIN sessions s
     ON s.seq = o.session;
   INSERT INTO session_entries (session, place, added, operation_id, content, anchor, font, bytes)
     SELECT s.id, ${placeOfNumber('o.place')},
       0, lower(hex(randomblob(16))), 'place ' || o.place,
       json_extract(CAST(o.operation AS TEXT), '$.id'),
       CASE json_extract(CAST(o.operation AS TEXT), '$.op') WHEN 'set_font' THEN json_remove(CAST(o.operation AS TEXT),
         '$.op') END,
       coalesce(length(o.operation), json_extract(o.operation_blob, '$.size')) FROM session_operations o JOIN sessions s
       ON s.seq = o.session;
   DROP TABLE session_operations;
   DELETE FROM blob_uses WHERE used_by LIKE 'operation %';`,

  // The options of a session count as stored bytes, from its opening on.
  'UPDATE sessions SET bytes = bytes + length(CAST(document AS BLOB)) + length(CAST(output AS BLOB));',
];

/** Triggers that add up the column `bytes` of a table for each client. */
function countingTriggers(table: string): string {
  const add = (client: string, bytes: string): string =>
    `INSERT INTO client_bytes VALUES (${client}, ${bytes}) ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;`;
  return `
   CREATE TRIGGER ${table}_bytes_come AFTER INSERT ON ${table} WHEN NEW.bytes <> 0 BEGIN
     ${add('NEW.client', 'NEW.bytes')} END;
   CREATE TRIGGER ${table}_bytes_change AFTER UPDATE OF bytes ON ${table} WHEN NEW.bytes <> OLD.bytes BEGIN
     ${add('NEW.client', 'NEW.bytes - OLD.bytes')} END;
   CREATE TRIGGER ${table}_bytes_go AFTER DELETE ON ${table} WHEN OLD.bytes <> 0 BEGIN
     ${add('OLD.client', '-OLD.bytes')} END;`;
}
