import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { IdleClear, type IdleWork } from '../../src/browser/idle-clear.ts';
import { pdfOf, startService, type OwnService } from '../support/service.ts';

/** An idle page whose work is counted. */
function counted(work: Partial<IdleWork> = {}) {
  const done = { cleared: 0, collected: 0 };
  const idle = new IdleClear({
    clear: () => Promise.resolve(void (done.cleared += 1)),
    collectGarbage: () => Promise.resolve(void (done.collected += 1)),
    failed: () => Promise.reject(new Error('it has failed')),
    ...work,
  });
  return { done, idle };
}

describe('A page that nobody uses', () => {
  it('is emptied after a moment, and not while one print follows another', async () => {
    const { done, idle } = counted();
    for (let print = 0; print < 5; print += 1) {
      await idle.cancel();
      idle.schedule(false);
    }
    expect(done.cleared).to.equal(0);
    while (done.cleared === 0) await sleep(5);
    await sleep(60);
    expect(done.cleared).to.equal(1);
  });

  it('is not emptied during a print, also where it was lent without a print before', async () => {
    const { done, idle } = counted();
    idle.count(100_000);
    idle.schedule(false);
    idle.schedule(false);
    await idle.cancel();
    await sleep(300);
    expect(done).to.deep.equal({ cleared: 0, collected: 0 });
  });

  it('is not printed on before it is empty', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
    const { idle } = counted({
      clear: () => {
        begin(undefined);
        return promise;
      },
    });
    idle.schedule(false);
    await begun;
    let free = false;
    const cancelled = idle.cancel()?.then(() => (free = true));
    await sleep(20);
    expect(free).to.equal(false);
    resolve(undefined);
    await cancelled;
    expect(free).to.equal(true);
  });

  it('collects the garbage of large prints, once, after it is empty', async () => {
    const { done, idle } = counted();
    idle.count(1000);
    idle.schedule(false);
    await sleep(300);
    expect(done).to.deep.equal({ cleared: 1, collected: 0 });
    idle.count(100_000);
    idle.schedule(true);
    while (done.collected === 0) await sleep(5);
    idle.schedule(true);
    await sleep(300);
    expect(done).to.deep.equal({ cleared: 1, collected: 1 });
  });

  it('collects no garbage once it is printed on again', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
    const { done, idle } = counted({
      clear: () => {
        begin(undefined);
        return promise;
      },
    });
    idle.count(100_000);
    idle.schedule(false);
    await begun;
    const cancelled = idle.cancel();
    resolve(undefined);
    await cancelled;
    await sleep(300);
    expect(done.collected).to.equal(0);
  });
});

/** Documents that may be written over one another, each with something that must not reach the next. */
const documents = [
  { html: '<p>One line.</p>', css: '' },
  { html: '<p id="a" title="t" lang="ar" dir="rtl">Other direction</p>', css: 'html{direction:rtl;font-size:20px}' },
  { html: '<h1>Heading</h1><p>Text</p>', css: 'body{columns:2;color:red}@page{margin:40mm}' },
  { html: '<table><tr><th>a</th></tr><tr><td>b</td></tr></table>', css: '@layer a,b;@layer b{td{color:green}}' },
  { html: '<ol start="5"><li>five</li></ol>', css: 'body{counter-reset:page 40;writing-mode:vertical-rl}' },
  { html: '<p style="position:fixed;top:0">fixed</p><p>x</p>', css: 'p{break-after:page;text-transform:uppercase}' },
];

describe('Documents that are written over each other', () => {
  let service: OwnService;
  before(async () => (service = await startService({ SERVICE_WORKER_COUNT: '1' })));
  after(() => service.stop());

  it('have the bytes that each has alone, in whatever order they come', async () => {
    const print = async ({ html, css }: (typeof documents)[number]) =>
      pdfOf(
        await service.render({ operations: [{ op: 'add_html', html, css }], output: { deterministic: true } }),
      ).toString('latin1');
    const alone: string[] = [];
    for (const document of documents) {
      alone.push(await print(document));
      await sleep(60); // the page is emptied meanwhile
    }
    for (let step = 1; step <= 5; step += 1) {
      const order = documents.map((_, index) => (index * step + step) % documents.length);
      const printed = await Promise.all(order.map((index) => print(documents[index]!)));
      for (const [at, index] of order.entries())
        expect(printed[at] === alone[index], `document ${index} in order ${order.join(' ')}`).to.equal(true);
    }
  });
});
