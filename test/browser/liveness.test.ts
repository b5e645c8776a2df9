import { expect } from 'chai';
import { getEventListeners } from 'node:events';
import { Worker } from 'node:worker_threads';
import { inTime, onAbort } from '../../src/browser/liveness.ts';

/** An answer that another thread gives after `afterMs`, whatever this thread does. */
function answer(afterMs: number): Promise<string> {
  const other = new Worker(
    `const { parentPort } = require('node:worker_threads'); setTimeout(() => parentPort.postMessage('here'), ${afterMs})`,
    { eval: true },
  );
  return new Promise((resolve) => other.once('message', resolve));
}

function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

async function outcome(work: Promise<string>): Promise<string> {
  return work.catch((error: unknown) => (error as Error).message);
}

describe('The time limit of a command to a browser', () => {
  it('does not count while this process stands still: the answer may have arrived meanwhile', async () => {
    const waiting = outcome(inTime(answer(50), 1000));
    standStill(2500);
    expect(await waiting).to.equal('here');
  });

  it('ends the wait for a browser that does not answer', async () => {
    expect(await outcome(inTime(new Promise<string>(() => undefined), 500))).to.equal(
      'the browser did not answer within 0.5 s',
    );
  });
});

describe('The end of a request during its print', () => {
  it('kills the browser, and rejects with the reason', async () => {
    const [request, print] = [new AbortController(), new AbortController()];
    let kills = 0;
    const kill = () => Promise.resolve(void (kills += 1));
    const aborted = onAbort(request.signal, print.signal, kill).catch((error: unknown) => (error as Error).message);
    request.abort(new Error('gone'));
    expect(await aborted).to.equal('gone');
    expect(kills).to.equal(1);
  });

  it('is not listened to after the print, so that nothing retains its document', () => {
    const [request, print] = [new AbortController(), new AbortController()];
    let kills = 0;
    void onAbort(request.signal, print.signal, () => Promise.resolve(void (kills += 1)));
    expect(getEventListeners(request.signal, 'abort')).to.have.length(1);
    print.abort();
    expect(getEventListeners(request.signal, 'abort')).to.have.length(0);
    request.abort();
    expect(kills).to.equal(0);
  });
});
