import { format } from 'node:util';
import Mocha from 'mocha';

const { Base } = Mocha.reporters;

/** A reporter of mocha that sends what happens, as plain objects. */
export function reporterFor(send) {
  return class extends Base {
    constructor(runner, options) {
      super(runner, options);
      let depth = -1;
      runner.on('suite', ({ title, root }) => {
        depth += 1;
        if (!root) send({ kind: 'suite', depth: depth - 1, title });
      });
      runner.on('suite end', () => (depth -= 1));
      runner.on('test', (test) => send({ kind: 'test', title: test.fullTitle() }));
      runner.on('pass', ({ title, speed, duration }) => send({ kind: 'pass', depth, title, speed, duration }));
      runner.on('pending', ({ title }) => send({ kind: 'skip', depth, title }));
      runner.on('fail', (test, error) => {
        const line = String(error.message ?? error).split('\n', 1)[0];
        send({ kind: 'fail', depth, title: test.title, line, text: described(test) });
      });
    }

    /** The failures are listed by the process that reports all files. */
    epilogue() {}
  };
}

/** Mocha's own words about a failure: titles, difference, stack. They begin after its number. */
function described(test) {
  const lines = [];
  const { consoleLog } = Base;
  Base.consoleLog = (...values) => void lines.push(format(...values));
  try {
    Base.list([test]);
  } finally {
    Base.consoleLog = consoleLog;
  }
  return lines
    .join('\n')
    .replace(/^[\s\S]*?1\) /, '')
    .trimEnd();
}
