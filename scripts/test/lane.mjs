import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from '../project.mjs';

/** A larger young generation than Node's: a fifth of a process's time went to small collections. */
const memory = ['--min-semi-space-size=16', '--max-semi-space-size=32'];
const module = fileURLToPath(new URL('worker.mjs', import.meta.url));

/**
 * One process that runs test files, one after the other. A process that ends by itself is a failure, and is replaced.
 */
export class Lane {
  #worker;
  #report;
  #child = null;
  #ended = Promise.resolve();
  #file = null;
  #fileDone = () => undefined;

  constructor(worker, report) {
    this.#worker = worker;
    this.#report = report;
  }

  run(file) {
    const child = (this.#child ??= this.#start());
    this.#file = this.#report.file(file.path);
    return new Promise((resolve) => {
      this.#fileDone = resolve;
      child.send({ file: file.path });
    });
  }

  /** Resolves once the process has ended. */
  async end() {
    if (this.#child?.connected) this.#child.send({ over: true }, () => undefined);
    await this.#ended;
  }

  interrupt(signal) {
    this.#child?.kill(signal);
  }

  #start() {
    const { node, env, mocha, corpora } = this.#worker;
    const child = fork(module, [JSON.stringify({ mocha, corpora })], {
      cwd: root,
      execPath: node,
      execArgv: memory,
      env,
    });
    child.on('message', (event) => this.#hear(event));
    child.on('error', () => undefined); // the exit follows
    this.#ended = new Promise((resolve) => {
      child.on('exit', (code, signal) => {
        this.#child = null;
        if (code !== 0 || this.#file !== null)
          this.#report.broken(this.#file, `the process ended with ${signal ?? code}`);
        this.#through();
        resolve();
      });
    });
    return child;
  }

  #hear(event) {
    if (event.kind === 'done') {
      this.#file.end(event);
      this.#through();
    } else if (event.kind === 'corpora') this.#report.corpora(event.files);
    else this.#file?.hear(event);
  }

  #through() {
    this.#file = null;
    this.#fileDone();
  }
}
