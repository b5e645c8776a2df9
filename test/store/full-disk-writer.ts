/**
 * Runs on a disk of its own that has no room for more than a few entries (argument: its folder): fills it, tries to
 * store, makes room, tries again. Prints what happened as one line of JSON; full-disk.test.ts starts it.
 */
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { largeBytes } from './suite/home.ts';
import { newJob } from './suite/job-samples.ts';
import { newAppend, newSession } from './suite/sessions.ts';

const folder = process.argv[2] ?? '';
const filler = join(folder, 'filler');

async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'slug' in error ? String(error.slug) : String(error)),
  );
}

const scope = { client: 'acme', method: 'POST', path: '/', key: 'order-1' };

async function works(store: Store, round: string): Promise<Record<string, string>> {
  return {
    blob: await outcome(store.blobs.put(largeBytes(1, 200_000))),
    job: await outcome(store.jobs.submit(newJob(round, { request: largeBytes(2, 60_000) }), 10)),
    jobWithBlob: await outcome(store.jobs.submit(newJob(`${round}-blob`, { request: largeBytes(3, 200_000) }), 10)),
    session: await outcome(
      store.sessions.open(newSession(round, { document: JSON.stringify({ title: 'A'.repeat(60_000) }) })),
    ),
    append: await outcome(store.sessions.edit(newAppend(largeBytes(4, 60_000)))),
    claim: await outcome(store.idempotency.begin(scope, 'fingerprint', 2_000_000_000_000, 1_900_000_000_000)),
    check: await outcome(store.check()),
  };
}

const store = openSqliteStore(join(folder, 'data', 'colophon.db'));
await store.sessions.open(newSession('s'));
await store.jobs.submit(newJob('old', { request: largeBytes(5, 60_000) }), 10);
for (let size = statfsSync(folder).bavail * statfsSync(folder).bsize; size >= 4096; size = Math.floor(size / 2)) {
  await outcome(Promise.resolve().then(() => writeFileSync(`${filler}${size}`, new Uint8Array(size))));
}
const whenFull = await works(store, 'full');
const left = {
  halfWritten: readdirSync(join(folder, 'data', 'blobs', 'new')),
  ...(await store.jobs.count()),
  session: await store.sessions.find('acme', 's', newSession('s').now, false),
};
const deleted = await outcome(
  store.jobs.remove('acme', 'old', 1_800_000_000_000).then((job) => {
    if (job === null) throw new Error('there is no such job');
  }),
);
for (const name of readdirSync(folder)) if (name.startsWith('filler')) rmSync(join(folder, name));
const withRoom = await works(store, 'room');
const { queued } = await store.jobs.count();
await store.close();
process.stdout.write(JSON.stringify({ whenFull, left, deleted, withRoom, queued }));
