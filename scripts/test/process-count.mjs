import { availableParallelism } from 'node:os';
import { stop } from '../project.mjs';

/**
 * Each test process starts browsers and processes for documents of its own, so more of them than this only wait for
 * each other.
 */
const most = 4;

/**
 * How many processes run test files at once: `--jobs`, else COLOPHON_TEST_PROCESSES, else one more than there are cores,
 * as each waits a third of its time: for a disk, for a delay of a page, for a process that starts.
 */
export function processCount(given = process.env.COLOPHON_TEST_PROCESSES) {
  if (given === undefined || given === '') return Math.min(availableParallelism() + 1, most);
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1)
    stop(`The number of test processes is '${given}'. It is a whole number from 1.`);
  return count;
}
