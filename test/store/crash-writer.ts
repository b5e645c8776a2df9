/**
 * Submits, claims and ends jobs without end (arguments: the database, a name for its jobs), with requests and results
 * that are blobs, and prints each thing that it was told is done, one a line; crash.test.ts starts it, kills it, and
 * looks for what it printed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import { largeBytes } from './suite/home.ts';
import { lost, newJob, outcomeOf } from './suite/job-samples.ts';
import { newAppend, newSession } from './suite/sessions.ts';

const [file = '', name = ''] = process.argv.slice(2);
const store = openSqliteStore(file);
const tell = (what: string, id: string): boolean => process.stdout.write(`${what} ${id}\n`);

async function submitting(): Promise<never> {
  for (let count = 0; ; count += 1) {
    const id = `${name}-${count}`;
    await store.jobs.submit(newJob(id, { request: largeBytes(count), retain: 1e12 }), 1e6);
    tell('submitted', id);
  }
}

async function working(): Promise<never> {
  for (;;) {
    const job = await store.jobs.claim(name, Date.now() + 500, Date.now(), lost);
    if (job === null) {
      await pause(5);
      continue;
    }
    tell('claimed', `${job.id}#${job.attempt}`);
    const done = await store.jobs.succeed(
      job,
      await outcomeOf(store, `result of ${job.id}`, largeBytes(job.attempt)),
      Date.now(),
    );
    if (done) tell('succeeded', job.id);
  }
}

async function appending(): Promise<never> {
  await store.sessions.open(newSession(`session-${name}`, { ttl: 1e12 }));
  for (let count = 0; ; count += 1) {
    await store.sessions.edit(newAppend(largeBytes(count), { id: `session-${name}` }));
    tell('appended', `session-${name}#${count}`);
  }
}

process.stdin.resume().on('end', () => process.exit()); // not to outlive the test
await Promise.all([submitting(), working(), working(), appending()]);
