// Shows the tests as sentences with how far the run is. A terminal also gets a last line that says which test is running.
import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

const { Base } = Mocha.reporters;
const { color, symbols } = Base;
const patience = 10_000; // milliseconds that mocha may take to end after the last test

export default class ProgressReporter extends Base {
  #total;
  #done = 0;
  #depth = 0;
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #live = process.stdout.isTTY && !process.env.CI;
  #ended = false;

  constructor(runner, options) {
    super(runner, options);
    this.#total = runner.total;
    runner.on('suite', (suite) => {
      if (suite.root) return;
      if (this.#depth++ === 0) this.#print('');
      this.#print(`${this.#indent()}${suite.title}`);
    });
    runner.on('suite end', (suite) => void (suite.root || this.#depth--));
    runner.on('test', (test) => this.#status(test.fullTitle()));
    runner.on('pass', (test) => {
      const time = test.speed === 'fast' ? '' : color(test.speed, ` (${test.duration} ms)`);
      this.#result('passed', `${color('checkmark', symbols.ok)} ${color('pass', test.title)}${time}`);
    });
    runner.on('pending', (test) => this.#result('skipped', color('pending', `- ${test.title}`)));
    runner.on('fail', (test, error) => {
      this.#result('failed', color('fail', `${this.failures.length}) ${test.title}`));
      this.#print(`${this.#indent()}            ${color('error message', String(error.message ?? error).split('\n', 1)[0])}`);
    });
    runner.once('end', () => this.#end());
  }

  #result(kind, line) {
    this.#counts[kind] += 1;
    this.#done += 1;
    const width = String(this.#total).length;
    this.#print(`${this.#indent()}${color('light', `[${String(this.#done).padStart(width)}/${this.#total}]`)} ${line}`);
    this.#save(); // after each test: what a crash leaves behind is still the truth
  }

  #end() {
    this.#print('');
    this.#live = false;
    if (this.failures.length > 0) Base.list(this.failures);
    if (this.#total > 0) this.#print(color('light', `${(this.stats.duration / 1000).toFixed(1)} s`));
    this.#ended = true;
    this.#save();
    // A server, browser or timer that a test left open would keep the run from ending. That is a fault of a test, so it fails.
    setTimeout(() => {
      this.#print(`The tests are over, but something is still open: ${[...new Set(process.getActiveResourcesInfo())].join(', ')}. A test did not stop what it started.`);
      this.#counts.failed += 1; // mocha sets the exit code of its own count of failures, whatever is said here
      this.#save();
      process.exit(1);
    }, patience).unref();
  }

  #save() {
    if (process.env.COLOPHON_TEST_COUNTS) writeFileSync(process.env.COLOPHON_TEST_COUNTS, JSON.stringify({ ...this.#counts, ended: this.#ended }));
  }

  #indent() {
    return '  '.repeat(this.#depth);
  }

  #print(line) {
    if (this.#live) process.stdout.write('\r\u001b[2K');
    process.stdout.write(`${line}\n`);
  }

  #status(title) {
    if (!this.#live) return;
    const text = `${this.#done}/${this.#total}  ${title}`.slice(0, process.stdout.columns - 1);
    process.stdout.write(`\r\u001b[2K${color('light', text)}`);
  }
}
