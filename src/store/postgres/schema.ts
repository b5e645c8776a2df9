import { placeOfNumber, sessionIndexes } from '../session-log/schema.ts';

/**
 * The schema `colophon`, one step for each version. A released step is never changed; changes are new steps. Times are
 * milliseconds since the epoch. Keys that clients choose are stored as digests, because an entry of an index has 2.7 kB
 * at most.
 *
 * `wake_at` is the time at which a job is checked again: the end of the lease of a running job, or the end of the pause
 * of one that was given back. `claims` only grows and fences claims; `attempts` are the runs that count. `entry` is the
 * job's entry in pg-boss.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE idempotency (
     scope bytea PRIMARY KEY, fingerprint text NOT NULL, claim uuid NOT NULL, lease_until bigint,
     status integer, headers text, body bytea, body_blob json, expires_at bigint NOT NULL);
   CREATE INDEX idempotency_expiry ON idempotency (expires_at);
   CREATE INDEX idempotency_blob ON idempotency ((body_blob->>'sha256')) WHERE body_blob IS NOT NULL;

   CREATE TABLE approvals (id bytea PRIMARY KEY, expires_at bigint NOT NULL);
   CREATE INDEX approvals_expiry ON approvals (expires_at);

   CREATE TABLE jobs (
     id text PRIMARY KEY, entry uuid NOT NULL DEFAULT gen_random_uuid(), client text NOT NULL, tool text NOT NULL,
       principal text NOT NULL,
     request bytea, request_blob json, files json NOT NULL, retain bigint NOT NULL, created_at bigint NOT NULL,
     status text NOT NULL DEFAULT 'queued', percent double precision NOT NULL DEFAULT 0, stage text,
     attempts integer NOT NULL DEFAULT 0, claims integer NOT NULL DEFAULT 0, worker text, wake_at bigint,
     started_at bigint, finished_at bigint, expires_at bigint, problem json, outcome json, about bytea, about_blob
       json);
   CREATE INDEX jobs_waiting ON jobs (status) WHERE status IN ('queued', 'running');
   CREATE INDEX jobs_wake ON jobs (wake_at) WHERE wake_at IS NOT NULL;
   CREATE INDEX jobs_expiry ON jobs (expires_at) WHERE expires_at IS NOT NULL;
   CREATE TABLE job_blobs (sha256 text NOT NULL, job_id text NOT NULL REFERENCES jobs ON DELETE CASCADE, PRIMARY KEY
     (sha256, job_id));
   CREATE INDEX job_blobs_job ON job_blobs (job_id);

   CREATE TABLE sessions (
     id text PRIMARY KEY, client text NOT NULL, document text NOT NULL, output text NOT NULL, ttl bigint NOT NULL,
     revision integer NOT NULL DEFAULT 0, operations integer NOT NULL DEFAULT 0, bytes bigint NOT NULL DEFAULT 0,
       font text,
     created_at bigint NOT NULL, updated_at bigint NOT NULL, expires_at bigint NOT NULL);
   CREATE INDEX sessions_expiry ON sessions (expires_at);
   CREATE TABLE session_operations (
     session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE, place integer NOT NULL, operation bytea,
       operation_blob json,
     PRIMARY KEY (session_id, place));
   CREATE INDEX session_operations_blob ON session_operations ((operation_blob->>'sha256')) WHERE operation_blob IS
     NOT NULL;`,

  // One row for each admitted request: its number under its key, and its time. The oldest request in the window is
  // found by number, in the index.
  `CREATE UNLOGGED TABLE rate_hits (key bigint NOT NULL, number bigint NOT NULL, at bigint NOT NULL, leaves_at bigint
    NOT NULL, PRIMARY KEY (key, number));
   CREATE INDEX rate_hits_at ON rate_hits (key, at, number);

   CREATE FUNCTION take_rates(keys text[], limits bigint[], span bigint, moment bigint)
   RETURNS TABLE (allowed boolean, remaining bigint, retry_after bigint) LANGUAGE plpgsql AS $$
   DECLARE
     hashes bigint[] := ARRAY(SELECT hashtextextended(name, span) FROM unnest(keys) WITH ORDINALITY AS given (name,
       place) ORDER BY place);
     newest bigint; first bigint; held bigint; came bigint; oldest bigint;
   BEGIN
     PERFORM pg_advisory_xact_lock(hash) FROM (SELECT DISTINCT hash FROM unnest(hashes) AS hash ORDER BY hash) AS
       ordered;
     FOR turn IN 1 .. cardinality(keys) LOOP
       SELECT number, at INTO newest, came FROM colophon.rate_hits WHERE key = hashes[turn] ORDER BY number DESC
         LIMIT 1;
       SELECT number INTO first FROM colophon.rate_hits WHERE key = hashes[turn] AND at > moment - span ORDER BY at,
         number LIMIT 1;
       held := coalesce(newest - first + 1, 0);
       allowed := held < limits[turn];
       IF allowed THEN
         newest := coalesce(newest, 0) + 1;
         held := held + 1;
         came := greatest(came, moment);
         INSERT INTO colophon.rate_hits VALUES (hashes[turn], newest, came, came + span);
       END IF;
       SELECT at INTO oldest FROM colophon.rate_hits WHERE key = hashes[turn] AND number = newest - least(held,
         limits[turn]) + 1 AND held > 0;
       remaining := greatest(0, limits[turn] - held);
       retry_after := greatest(1, ceil((span - (moment - coalesce(oldest, moment))) / 1000.0));
       RETURN NEXT;
       EXIT WHEN NOT allowed;
     END LOOP;
   END $$;`,

  'ALTER TABLE jobs ADD COLUMN lost_runs integer NOT NULL DEFAULT 0;',

  `ALTER TABLE jobs ADD COLUMN turn integer NOT NULL DEFAULT 0;
   CREATE INDEX jobs_by_turn ON jobs (turn) WHERE status = 'queued';
   CREATE INDEX jobs_of_client ON jobs (client, turn);
   CREATE INDEX jobs_served ON jobs (turn) WHERE claims > 0;`,

  // The storage of a client, counted in indexes alone. Answers that were stored before this step have no client; they
  // expire within a day.
  `ALTER TABLE idempotency ADD COLUMN client text NOT NULL DEFAULT '', ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
   ALTER TABLE jobs ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
   UPDATE jobs SET bytes = coalesce(length(request), 0) + coalesce((request_blob->>'size')::bigint, 0)
     + coalesce((SELECT sum((file->'blob'->>'size')::bigint) FROM json_array_elements(files) AS file WHERE
       file->>'field' <> 'jobResult'), 0)
     + coalesce((SELECT sum((part->>'size')::bigint) FROM json_array_elements(outcome->'parts') AS part), 0) +
       coalesce(length(about), 0);
   CREATE INDEX idempotency_bytes ON idempotency (client, expires_at) INCLUDE (bytes) WHERE bytes > 0;
   CREATE INDEX jobs_bytes ON jobs (client, expires_at) INCLUDE (bytes) WHERE bytes > 0;
   CREATE INDEX sessions_bytes ON sessions (client, expires_at) INCLUDE (bytes) WHERE bytes > 0;

   CREATE TABLE written (id integer PRIMARY KEY CHECK (id = 1), at bigint NOT NULL);`,

  // The list of the jobs of a client, of all of them and of those with one status. `seq` is the order of submission
  // within a millisecond.
  `ALTER TABLE jobs ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY;
   CREATE INDEX jobs_listed ON jobs (client, created_at, seq, expires_at);
   CREATE INDEX jobs_listed_by_status ON jobs (client, status, created_at, seq, expires_at);`,

  // Sessions whose operations change places, are replaced, removed and restored (store/session-log/). The operations of
  // open sessions move into the new tables; their places are integers of fractional-indexing, `d` and four digits.
  `ALTER TABLE sessions ADD COLUMN content_bytes bigint NOT NULL DEFAULT 0, ADD COLUMN undo text NOT NULL DEFAULT '[]',
     ADD COLUMN redo text NOT NULL DEFAULT '[]';
   UPDATE sessions SET content_bytes = bytes;
   CREATE TABLE session_contents (
     session text NOT NULL REFERENCES sessions ON DELETE CASCADE,
     content text NOT NULL, operation bytea, blob_sha256 text, bytes bigint NOT NULL, PRIMARY KEY (session, content));
   CREATE INDEX session_contents_blob ON session_contents (blob_sha256) WHERE blob_sha256 IS NOT NULL;
   CREATE TABLE session_entries (
     session text NOT NULL REFERENCES sessions ON DELETE CASCADE,
     place text COLLATE "C" NOT NULL, added integer NOT NULL, removed integer,
     operation_id text NOT NULL, content text NOT NULL, anchor text, font text, bytes bigint NOT NULL,
     PRIMARY KEY (session, place, added));
   CREATE TABLE session_options (
     session text NOT NULL REFERENCES sessions ON DELETE CASCADE,
     removed integer NOT NULL, document text NOT NULL, output text NOT NULL, ttl bigint NOT NULL,
     bytes bigint NOT NULL,
     PRIMARY KEY (session, removed));
   CREATE TABLE session_assets (
     session text NOT NULL REFERENCES sessions ON DELETE CASCADE,
     name text NOT NULL, added integer NOT NULL, removed integer, content text NOT NULL, content_type text NOT NULL,
     sha256 text NOT NULL, bytes bigint NOT NULL, PRIMARY KEY (session, name, added)
   );
   CREATE TABLE session_uses (
     session text NOT NULL REFERENCES sessions ON DELETE CASCADE,
     content text NOT NULL, name text NOT NULL, PRIMARY KEY (session, content, name)
   );
   ${sessionIndexes}
   INSERT INTO session_contents SELECT session_id, 'place ' || place, operation, operation_blob->>'sha256',
     coalesce(length(operation), (operation_blob->>'size')::bigint) FROM session_operations;
   INSERT INTO session_entries (session, place, added, operation_id, content, anchor, font, bytes)
     SELECT session_id, ${placeOfNumber('place')},
       0, gen_random_uuid()::text, 'place ' || place, convert_from(operation, 'UTF8')::json->>'id',
       CASE convert_from(operation, 'UTF8')::json->>'op' WHEN 'set_font' THEN (convert_from(operation, 'UTF8')::jsonb -
         'op')::text END,
       coalesce(length(operation), (operation_blob->>'size')::bigint) FROM session_operations;
   DROP TABLE session_operations;`,

  // The options of a session count as stored bytes, from its opening on.
  'UPDATE sessions SET bytes = bytes + octet_length(document) + octet_length(output);',
];
