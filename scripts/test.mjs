// `npm test`: the whole suite, on the service's Node, one file after the other. Arguments go to mocha: npm test -- --grep "tables".
// With --coverage it also reports which lines of src the tests ran. The last line is always `N passed, N failed` (`, N skipped`).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, serviceNode } from './project.mjs';
import { chromiumSetting } from './setup.mjs';

const given = process.argv.slice(2);
const passOn = given.filter((argument) => argument !== '--coverage');
const files = passOn.some((argument) => argument.endsWith('.test.ts')) ? [] : ['test/**/*.test.ts'];

const mocha = ['node_modules/mocha/bin/mocha.js', '--no-config', '--no-package', '--timeout', '60000', '--slow', '2000', '--fail-zero', '--reporter', './scripts/test-reporter.mjs', ...passOn, ...files];
const c8 = ['node_modules/c8/bin/c8.js', '--all', '--src', 'src', '--include', 'src/**', '--reporter', 'text', '--reporter', 'html', '--reports-dir', 'coverage'];
if (process.env.CI) mocha.push('--forbid-only');

const folder = mkdtempSync(join(tmpdir(), 'colophon-test-'));
const countsFile = join(folder, 'counts.json');
const node = serviceNode();
const command = given.includes('--coverage') ? [...c8, node, ...mocha] : mocha;
const run = spawn(node, command, { cwd: root, stdio: 'inherit', env: { ...process.env, ...chromiumSetting(), COLOPHON_TEST_COUNTS: countsFile } });

// A terminal sends Ctrl+C to mocha as well; it ends its test first, and this process waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => run.kill('SIGTERM'));
run.on('exit', (code, signal) => {
  const exitCode = code ?? 128 + constants.signals[signal];
  const counts = readCounts();
  // A run that broke off (a crash, a broken import, no test at all) is a failure that no test could count.
  if ((exitCode !== 0 || !counts.ended) && counts.failed === 0) counts.failed = 1;
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}\n`);
  process.exit(exitCode === 0 && counts.failed > 0 ? 1 : exitCode);
});

function readCounts() {
  try {
    return JSON.parse(readFileSync(countsFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0, ended: false };
  }
}
