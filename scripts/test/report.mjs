// Shows the tests as sentences, one file after the other, then the failures in full. A terminal also gets a last line
// that says which test is running.
import Mocha from 'mocha';
import { rememberSeconds } from './files.mjs';

const { Base } = Mocha.reporters;
const { color, symbols } = Base;
/** How many of the slowest files are listed after a whole run. */
const slowest = 15;

export class Report {
  #total;
  #ended = 0;
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #failures = [];
  #times = [];
  #corpora = new Set();
  #live = process.stdout.isTTY && !process.env.CI;
  #started = Date.now();

  constructor(total) {
    this.#total = total;
  }

  get failed() {
    return this.#counts.failed > 0;
  }

  /** A file that is to run now. Its lines are printed together once it has ended: another file runs beside it. */
  file(path) {
    const lines = [];
    const hear = (event) => {
      if (event.kind === 'test') return this.#status(event.title);
      const line = this.#line(event, path);
      if (this.#total === 1) this.#print(line);
      else lines.push(line);
    };
    const end = ({ seconds, cpu, failed }) => {
      this.#ended += 1;
      this.#times.push({ path, seconds, cpu, failed });
      if (lines.length > 0)
        this.#print(
          `\n${color('light', `[${this.#ended}/${this.#total}] ${path} ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU`)}\n${lines.join('\n')}`,
        );
    };
    return { path, hear, end };
  }

  /** Files of the corpora that one process has read. */
  corpora(files) {
    for (const file of files) this.#corpora.add(file);
  }

  /** A process that ended by itself, with the file that it ran (null: none). */
  broken(file, reason) {
    const event = { kind: 'fail', depth: 0, title: 'the process of the tests', line: reason };
    if (file === null) this.#print(this.#line({ ...event, text: `After the last file ${reason}.` }, 'no file'));
    else {
      file.hear({ ...event, text: `Other tests did not run: ${reason}.` });
      file.end({ seconds: 0, cpu: 0, failed: true });
    }
  }

  end({ whole, timed, broken }) {
    this.#live = false;
    this.#print('');
    if (broken !== undefined) this.#fault(`The run was ended by ${broken}.`);
    else if (this.#counts.passed + this.#counts.failed + this.#counts.skipped === 0) this.#fault('No test ran.');
    this.#failures.forEach((text, index) => this.#print(`\n  ${index + 1}) ${text}`));
    if (whole) this.#printTimes();
    if (this.#corpora.size > 0) this.#print(`corpora: ${this.#corpora.size} files were read`);
    rememberSeconds(
      Object.fromEntries(
        this.#times
          .filter(({ failed }) => timed && whole && !failed)
          .map(({ path, seconds }) => [path, Number(seconds.toFixed(1))]),
      ),
    );
    const { passed, failed, skipped } = this.#counts;
    this.#print(
      `${color('light', `${((Date.now() - this.#started) / 1000).toFixed(1)} s`)}\n\n${passed} passed, ` +
        `${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    );
  }

  /** What no test could count: a run that broke off, or had nothing in it. */
  #fault(text) {
    this.#print(color('fail', text));
    this.#counts.failed ||= 1;
  }

  #printTimes() {
    const cpu = this.#times.reduce((sum, time) => sum + time.cpu, 0);
    this.#print(color('light', `The slowest files (seconds, and seconds of CPU; ${cpu.toFixed(0)} of CPU in all):`));
    const sorted = this.#times.toSorted((one, other) => other.seconds - one.seconds);
    for (const time of sorted.slice(0, slowest))
      this.#print(
        color('light', `${time.seconds.toFixed(1).padStart(7)} ${time.cpu.toFixed(1).padStart(7)}  ${time.path}`),
      );
    this.#print('');
  }

  #line({ kind, depth, title, speed, duration, line, text }, path) {
    const indent = '  '.repeat(depth + 1);
    if (kind === 'suite') return `${indent}${title}`;
    if (kind === 'pass') {
      this.#counts.passed += 1;
      const time = speed === 'fast' ? '' : color(speed, ` (${duration} ms)`);
      return `${indent}${color('checkmark', symbols.ok)} ${color('pass', title)}${time}`;
    }
    if (kind === 'skip') {
      this.#counts.skipped += 1;
      return `${indent}${color('pending', `- ${title}`)}`;
    }
    this.#counts.failed += 1;
    this.#failures.push(`${text}\n     ${color('light', path)}`);
    return (
      `${indent}${color('fail', `${this.#failures.length}) ${title}`)}\n${indent}   ` +
      `${color('error message', line ?? text)}`
    );
  }

  #print(text) {
    if (this.#live) process.stdout.write('\r\u001b[2K');
    process.stdout.write(`${text}\n`);
  }

  #status(title) {
    if (!this.#live) return;
    const text = `${this.#ended}/${this.#total}  ${title}`.slice(0, process.stdout.columns - 1);
    process.stdout.write(`\r\u001b[2K${color('light', text)}`);
  }
}
