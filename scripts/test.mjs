// `npm test`: the test files in a few processes, on the service's Node. docs/contributing.md has the arguments.
// The last line is always `N passed, N failed` (`, N skipped`).
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root, say, serviceNode, stop } from './project.mjs';
import { chromiumSetting } from './setup.mjs';
import { filesOf, inOrder, tiers } from './test/files.mjs';
import { Lane } from './test/lane.mjs';
import { processCount } from './test/process-count.mjs';
import { Report } from './test/report.mjs';

const options = {
  tier: { type: 'string', default: 'test' },
  jobs: { type: 'string' },
  grep: { type: 'string', short: 'g' },
  invert: { type: 'boolean', short: 'i' },
  timeout: { type: 'string', short: 't' },
  coverage: { type: 'boolean' },
};
const { values: given, positionals } = readArguments();

if (given.coverage) runWithCoverage();
else await runTests();

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return stop(`${error.message}\nTo mend it: see "Run tests" in docs/contributing.md.`);
  }
}

async function runTests() {
  if (!(given.tier in tiers)) stop(`--tier is '${given.tier}'. It is one of ${Object.keys(tiers).join(', ')}.`);
  if (given.tier === 'corpora' && !existsSync(corporaFolder())) return withoutCorpora();
  const files = inOrder(filesOf(given.tier, positionals));
  const shared = files.filter(({ alone }) => !alone);
  const alone = files.filter(({ alone }) => alone);
  const mocha = {
    grep: given.grep,
    invert: given.invert,
    timeout: Number(given.timeout ?? 60_000),
    slow: 2000,
    forbidOnly: Boolean(process.env.CI),
  };
  const worker = {
    node: serviceNode(),
    corpora: given.tier === 'corpora',
    env: { ...process.env, ...chromiumSetting(), ...compileCache(), COLOPHON_TEST_EFFORT: given.tier },
    mocha,
  };
  const report = new Report(files.length);
  const lanes = new Set();
  const signals = stopOnSignals(lanes);

  const runLane = async (queue) => {
    const lane = new Lane(worker, report);
    lanes.add(lane);
    while (queue.length > 0 && signals.length === 0) await lane.run(queue.shift());
    await lane.end();
    lanes.delete(lane);
  };
  const count = Math.min(processCount(given.jobs), shared.length);
  await Promise.all(Array.from({ length: count }, () => runLane(shared)));
  if (alone.length > 0) await runLane(alone);

  report.end({
    whole: positionals.length === 0 && given.grep === undefined,
    timed: given.tier !== 'soak',
    broken: signals[0],
  });
  process.exit(signals.length > 0 ? 128 + constants.signals[signals[0]] : Number(report.failed));
}

/** As test/support/corpora.ts has it. */
function corporaFolder() {
  const { config } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return resolve(root, process.env.COLOPHON_CORPORA ?? config.corpora);
}

/** Documents of others are no part of the project, so that it is no failure where they are missing; but it is said. */
function withoutCorpora() {
  say(
    `There is no folder ${corporaFolder()}. To test with the corpora: COLOPHON_CORPORA=/path/to/corpora npm ` +
      'run test:corpora',
  );
  process.stdout.write('corpora missing: nothing was read\n\n0 passed, 0 failed\n');
}

/** A terminal sends Ctrl+C to the workers as well: they end their test first. The second one ends them at once. */
function stopOnSignals(lanes) {
  const signals = [];
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      signals.push(signal);
      for (const lane of lanes) lane.interrupt(signals.length > 1 ? 'SIGKILL' : signal);
    });
  }
  return signals;
}

/**
 * Sources are TypeScript that Node strips of its types: without the cache each of some hundred processes would do it
 * anew.
 */
function compileCache() {
  if (process.env.NODE_V8_COVERAGE) return {}; // coverage of cached code is less exact
  return {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'colophon', 'compile'),
  };
}

/** Also reports which lines of src the tests ran. */
function runWithCoverage() {
  const c8 = [
    '--all',
    '--src',
    'src',
    '--include',
    'src/**',
    '--reporter',
    'text',
    '--reporter',
    'html',
    '--reports-dir',
    'coverage',
  ];
  const rest = process.argv.slice(2).filter((argument) => argument !== '--coverage');
  const command = ['node_modules/c8/bin/c8.js', ...c8, process.execPath, ...process.argv.slice(1, 2), ...rest];
  const run = spawn(serviceNode(), command, { cwd: root, stdio: ['inherit', 'pipe', 'inherit'] });
  let count = '0 passed, 1 failed';
  let pending = '';
  run.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    const lines = (pending + text).split('\n');
    pending = lines.pop();
    count = lines.findLast((line) => /^\d+ passed, \d+ failed/.test(line)) ?? count;
  });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => run.kill('SIGTERM'));
  run.on('error', (error) => say(error.message));
  run.on('close', (code, signal) => {
    process.stdout.write(`\n${count}\n`);
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}
