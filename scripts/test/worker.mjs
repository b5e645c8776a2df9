// A process that runs the test files that it is sent, each with a mocha of its own. Modules, validators and warm
// services stay from file to file.
import { channel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import Mocha from 'mocha';
import { reporterFor } from './reporter.mjs';

/** Milliseconds that the process may take to end after the last file. */
const patience = 10_000;
/** Clock ticks a second in /proc: proc(5). */
const ticks = 100;

const given = JSON.parse(process.argv[2]);
const send = (event) => void (process.connected && process.send(event));
let runner = null;
let interrupted = false;

process.on('message', ({ file, over }) => {
  if (file !== undefined) void runFile(file);
  if (over) end();
});
process.on('disconnect', interrupt);
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

async function runFile(file) {
  const started = { at: performance.now(), cpu: cpuSeconds() };
  let failed = false;
  try {
    const mocha = new Mocha({ ...given.mocha, reporter: reporterFor(send) });
    if (given.mocha.invert) mocha.invert();
    mocha.addFile(resolve(file));
    await mocha.loadFilesAsync();
    if (!interrupted) await new Promise((ended) => (runner = mocha.run(ended)));
    mocha.dispose();
  } catch (error) {
    failed = true;
    send({ kind: 'fail', depth: 0, title: 'the file could not be loaded', text: String(error?.stack ?? error) });
  }
  runner = null;
  flushCompileCache();
  if (given.corpora) await reportCorpora();
  send({ kind: 'done', failed, seconds: (performance.now() - started.at) / 1000, cpu: cpuSeconds() - started.cpu });
}

/** How many files of the corpora this process has read so far. */
async function reportCorpora() {
  const { filesRead } = await import('../../test/support/corpora.ts');
  send({ kind: 'corpora', files: filesRead() });
}

/** The test that runs is ended first, with what it started: mocha runs its hooks. */
function interrupt() {
  interrupted = true;
  runner?.abort();
  if (!process.connected && runner === null) process.exit(1);
}

/**
 * A server, browser or timer that a test left open keeps the process from ending. That is a fault of a test, so the
 * process fails.
 */
function end() {
  process.channel?.unref();
  channel('colophon:tests-over').publish(null); // test/support/shared.ts stops what files have in common
  setTimeout(() => {
    const open = [...new Set(process.getActiveResourcesInfo())].join(', ');
    process.stdout.write(
      `The tests are over, but something is still open: ${open}. A test did not stop what it started.\n`,
    );
    process.exit(1);
  }, patience).unref();
}

/** User and system time of this process and of those that it started and that have ended; 0 where there is no /proc. */
function cpuSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks;
  } catch {
    return 0;
  }
}
