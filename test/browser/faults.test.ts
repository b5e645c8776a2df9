// Runs alone: it stops and kills browsers, and waits for a free one.

import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { someOf } from '../support/effort.ts';
import { textOf } from '../support/pdf.ts';
import { startService, pdfOf, type OwnService } from '../support/service.ts';

const line = (text: string) => ({ operations: [{ op: 'add_text', text }] });
const script = (code: string) => ({ operations: [{ op: 'add_html', html: `<p>text</p><script>${code}</script>` }] });

/** A document that prints after a delay of the clock on the wall. */
const slow = (textMs: number, printMs: number) => ({
  operations: [
    {
      op: 'add_html',
      html: `<p>text</p><script>setTimeout(() => document.body.append(" late"), ${textMs})</script>`,
      waitFor: { delay: printMs },
    },
  ],
  document: { clock: 'real' },
});

interface Process {
  readonly pid: number;
  /** `browser`, or the type that Chromium's processes have on their command lines. */
  readonly type: string;
}

/**
 * The processes of the browsers that this process started: proc(5), fields 4 and 5 of stat are the parent and the
 * group.
 */
function processes(): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'latin1');
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group), command }];
      } catch {
        return []; // it ended while we looked
      }
    });
  const leaders = new Set(
    all
      .filter(({ parent, command }) => parent === process.pid && command.includes('--remote-debugging-pipe'))
      .map(({ group }) => group),
  );
  return all
    .filter(({ group }) => leaders.has(group))
    .map(({ pid, group, command }) => ({
      pid,
      type: pid === group ? 'browser' : (/--type=([\w-]+)/.exec(command)?.[1] ?? 'unknown'),
    }));
}

/** proc(5): the state T is that of a process which a signal has stopped. */
function isStopped(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') T ');
  } catch {
    return false; // it has ended
  }
}

function signal(name: NodeJS.Signals, type: string): number {
  const found = processes().filter((one) => one.type === type);
  for (const { pid } of found) {
    try {
      process.kill(pid, name);
    } catch {
      // it ended before
    }
  }
  return found.length;
}

describe('A fault of the browser', function () {
  this.timeout(180_000);
  let service: OwnService;
  before(async () => {
    service = await startService({ SERVICE_WORKER_COUNT: '2' });
    await allBack();
  });
  after(() => service.stop());

  /** Waits for two browsers that run and can print. */
  async function allBack(): Promise<void> {
    const running = () => processes().filter(({ type, pid }) => type === 'browser' && !isStopped(pid)).length;
    const isBack = () =>
      service.app.ready() &&
      service.app.workers().fit === 2 &&
      running() === 2 &&
      processes().every(({ pid }) => !isStopped(pid));
    for (const end = Date.now() + 60_000; Date.now() < end && !isBack();) await sleep(50);
    expect({ workers: service.app.workers(), running: running() }).to.deep.equal({
      workers: { wanted: 2, fit: 2 },
      running: 2,
    });
  }

  it('is not the client’s: renderers that are killed while nobody prints are replaced', async () => {
    expect(signal('SIGKILL', 'renderer')).to.be.greaterThan(0);
    expect(await textOf(pdfOf(await service.render(line('as if nothing were'))))).to.contain('as if nothing were');
    expect(await textOf(pdfOf(await service.render(script('document.body.append(" and more")'))))).to.match(
      /text\s+and more/,
    );
    await allBack();
  });

  for (const name of ['SIGKILL', 'SIGSEGV'] as const) {
    it(`is not the client’s: a renderer that ends by ${name} under a print is replaced, and prints again`, async () => {
      const printing = service.render(slow(800, 1200));
      await sleep(500);
      expect(signal(name, 'renderer')).to.be.greaterThan(0);
      expect(await textOf(pdfOf(await printing))).to.match(/text\s+late/);
      await allBack();
    });
  }

  for (const type of someOf(['renderer', 'browser'], 1)) {
    it(
      `that goes on is 503 with Retry-After, and no answer that a retry would get again: a ${type} that ends ` +
        'each time',
      async () => {
        const headers = { 'idempotency-key': `faults-${type}` };
        const body = slow(300, 600);
        const printing = service.render(body, { headers });
        const killing = setInterval(() => void signal('SIGKILL', type), 400);
        const answer = await printing.finally(() => clearInterval(killing));
        expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '2']);
        await allBack();
        const again = await service.render(body, { headers });
        expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([200, null]);
        expect(await textOf(pdfOf(again))).to.match(/text\s+late/);
      },
    );
  }

  it('is found out where no more renderers can be started', async () => {
    expect(signal('SIGKILL', 'zygote')).to.be.greaterThan(0);
    signal('SIGKILL', 'renderer');
    const started = Date.now();
    const answers = await Promise.all([1, 2, 3].map(() => service.render(script('document.body.append(" script")'))));
    for (const answer of answers) expect(await textOf(pdfOf(answer))).to.match(/text\s+script/);
    expect(Date.now() - started).to.be.lessThan(30_000);
    await allBack();
  });

  it('is found out where a browser is stopped', async () => {
    signal('SIGSTOP', 'browser');
    expect(await textOf(pdfOf(await service.render(line('after it'))))).to.contain('after it');
    await allBack();
  });

  it('of the document itself is 422: it ends its page on every browser', async () => {
    const answer = await service.render(
      script('const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))'),
    );
    expect(answer.status).to.equal(422);
    expect(answer.json().type).to.match(/render-failed$|limit-exceeded$/);
    expect(await textOf(pdfOf(await service.render(line('for others'))))).to.contain('for others');
  });

  it('takes no worker away for good, however many there are', async () => {
    const failures: string[] = [];
    const faults = [
      ['browser', 'SIGKILL'],
      ['renderer', 'SIGKILL'],
      ['zygote', 'SIGKILL'],
      ['renderer', 'SIGSTOP'],
      ['utility', 'SIGKILL'],
    ] as const;
    for (const [time, [type, name]] of someOf(faults, 3).entries()) {
      const requests = [line('x'), script('document.title = "x"'), line('y')].map((body) => service.render(body));
      await sleep(time * 40);
      signal(name, type);
      const answers = await Promise.all(requests);
      failures.push(
        ...answers
          .filter(({ status }) => status !== 200 && status !== 503)
          .map(({ status, body }) => `${name} of ${type}: ${status} ${body.toString('utf8')}`),
      );
    }
    expect(failures).to.deep.equal([]);
    await allBack();
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.render(line('in the end'))));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 8 }, () => 200));
  });
});
