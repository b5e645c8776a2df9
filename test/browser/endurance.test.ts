// Runs alone: it counts the browsers of its process, and waits for a free one.

import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService, keys, pdfOf, type OwnService } from '../support/service.ts';
import { textOf } from '../support/pdf.ts';
import { someOf } from '../support/effort.ts';

const line = (text: string) => ({ operations: [{ op: 'add_text', text }] });
const script = (code: string) => ({ operations: [{ op: 'add_html', html: `<p>x</p><script>${code}</script>` }] });

describe('The pool of pages', () => {
  let service: OwnService;
  before(
    async () =>
      (service = await startService({
        SERVICE_WORKER_COUNT: '2',
        SERVICE_QUEUE_LIMIT: '4',
        SERVICE_REQUEST_TIMEOUT: '3s',
      })),
  );
  after(() => service.stop());

  /** Leaders of the browsers that this process started: proc(5), field 4 of stat is the parent. */
  function browsers(): number[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids
      .filter((pid) => {
        try {
          const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
          const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
          return (
            parent === String(process.pid) &&
            readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--remote-debugging-pipe')
          );
        } catch {
          return false; // it ended while we looked
        }
      })
      .map(Number);
  }

  async function servesAgain(): Promise<void> {
    const end = Date.now() + 15_000;
    while (!service.app.ready() && Date.now() < end) await sleep(50);
    expect(await textOf(pdfOf(await service.render(line('back again'))))).to.contain('back again');
    expect(browsers()).to.have.length(2);
  }

  it('stops an endless script at the timeout and serves the next request', async () => {
    const answer = await service.render(script('for (;;) {}'));
    expect(answer.status).to.equal(504);
    expect(answer.json().type).to.match(/request-timeout$/);
    await servesAgain();
  });

  it('stops an endless loop of timers, in the soak also of reloads and of dialogs', async () => {
    for (const code of someOf(
      ['setInterval(() => { for (let i = 0; i < 1e8; i++); }, 0)', 'location.reload()', 'while (true) alert(1)'],
      1,
    )) {
      const answer = await service.render(script(code));
      expect(answer.status, code).to.be.oneOf([200, 422, 504]);
      await servesAgain();
    }
  });

  it('survives a page that eats all the memory it can get', async () => {
    const answer = await service.render(
      script('const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))'),
    );
    expect(answer.status).to.be.oneOf([422, 504]);
    await servesAgain();
  });

  /** A request that keeps a worker until it is destroyed. */
  function hold(): ClientRequest {
    const sent = httpRequest(`${service.url}/api/v1/render`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.core}`, 'content-type': 'application/json' },
    });
    sent.on('error', () => undefined);
    sent.end(JSON.stringify(script('for (;;) {}')));
    return sent;
  }

  it('stops the work of a client that hangs up', async () => {
    const sent = hold();
    await sleep(700);
    const before = browsers();
    sent.destroy();
    const ended = () => before.filter((pid) => !browsers().includes(pid));
    for (let tries = 0; ended().length === 0 && tries < 50; tries += 1) await sleep(100);
    expect(ended(), 'the browser that ran the script was ended').to.have.length(1);
    await servesAgain();
  });

  it('answers 503 with Retry-After when the queue is full, and everything else', async () => {
    const held = hold();
    await sleep(300);
    const asked = Array.from({ length: 60 }, (_, index) =>
      service.render({
        operations: [
          { op: 'add_table', columns: ['a', 'b'], rows: Array.from({ length: 40 }, (_row, row) => [`n${index}`, row]) },
        ],
      }),
    );
    await Promise.race(asked); // the first that is refused
    held.destroy();
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200)).not.to.have.length(0);
    expect(refused).not.to.have.length(0);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).to.have.length(0);
    for (const { headers, ...answer } of refused) {
      expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
      expect(answer.json().type).to.match(/overloaded$/);
    }
    await servesAgain();
  });

  it('prints again what a browser was killed under, and starts another', async () => {
    const rendering = Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        service.render({
          operations: [
            { op: 'add_text', text: `page ${index}` },
            { op: 'add_table', columns: ['a'], rows: Array.from({ length: 400 }, (_row, row) => [row]) },
          ],
        }),
      ),
    );
    await sleep(60);
    const [victim] = browsers();
    process.kill(victim!, 'SIGKILL');
    const answers = await rendering;
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    await servesAgain();
  });

  it('replaces a browser that ended while nobody used it, before the next request', async () => {
    for (const pid of browsers()) process.kill(pid, 'SIGKILL');
    const end = Date.now() + 10_000;
    while (browsers().length < 2 && Date.now() < end) await sleep(50);
    expect(browsers()).to.have.length(2);
    await servesAgain();
  });

  it('refuses a document with more pages than allowed, without printing them all', async () => {
    const answer = await service.render({
      operations: [{ op: 'add_html', html: '<div style="height: 1000000px">tall</div>' }],
      output: { maxPages: 10 },
    });
    expect(answer.status).to.equal(422);
    expect(answer.json().type).to.match(/too-many-pages$/);
  });

  it('stops without leaving a process or a folder behind', async () => {
    const others = browsers();
    const own = await startService({ SERVICE_WORKER_COUNT: '1' });
    pdfOf(await own.render(line('x')));
    const mine = browsers().filter((pid) => !others.includes(pid));
    expect(mine).to.have.length(1);
    await own.stop();
    for (const pid of mine) expect(() => process.kill(pid, 0)).to.throw('ESRCH');
  });
  it('tells a client that the service is stopping, after what was under way is done', async () => {
    const own = await startService({ SERVICE_WORKER_COUNT: '1' });
    const slow = own.render({
      operations: [{ op: 'add_html', html: '<p>slow</p><script>1</script>', waitFor: { delay: 500 } }],
      document: { clock: 'real' },
    });
    await sleep(200);
    const stopped = own.stop();
    pdfOf(await slow);
    await stopped;
    const refused = httpRequest(`${own.url}/healthz`);
    const [error] = (await once(refused.end(), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).to.equal('ECONNREFUSED');
  });
});
