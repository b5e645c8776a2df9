import { expect } from 'chai';
import fc from 'fast-check';
import { FairQueue } from '../src/fair-queue.ts';
import { AppError } from '../src/problems.ts';
import { documentTools } from './support/document-tools.ts';
import { bearer, startHttp, problemOf, until } from './support/http.ts';

/** Work that ends when it is told to. */
function held(): { work: () => Promise<string>; end: () => void; begun: () => boolean } {
  let begun = false;
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => ((begun = true), promise), end: () => resolve('done'), begun: () => begun };
}

describe('A fair queue', () => {
  const signal = new AbortController().signal;
  const [acme, globex] = [
    { client: 'acme', signal },
    { client: 'globex', signal },
  ];
  const slugOf = (run: Promise<unknown>): Promise<string> =>
    run.then(
      () => 'none',
      (error: unknown) => (error instanceof AppError ? error.slug : String(error)),
    );

  it('lets so many work at once, and the others in their order', async () => {
    const queue = new FairQueue({ places: 1, placesPerClient: 0, waiting: 2, patienceMs: 1000 });
    const [one, two, three] = [held(), held(), held()];
    const runs = [one, two, three].map(({ work }) => queue.run(acme, work));
    expect(await slugOf(queue.run(acme, held().work))).to.equal('overloaded');
    await until(one.begun);
    expect([two.begun(), three.begun()]).to.deep.equal([false, false]);
    one.end();
    await until(two.begun);
    expect(three.begun()).to.equal(false);
    two.end();
    three.end();
    expect(await Promise.all(runs)).to.deep.equal(['done', 'done', 'done']);
    expect(await queue.run(acme, () => Promise.resolve('free'))).to.equal('free');
  });

  it('keeps a place for another client', async () => {
    const queue = new FairQueue({ places: 3, placesPerClient: 2, waiting: 9, patienceMs: 1000 });
    const [one, two, three, other] = [held(), held(), held(), held()];
    const runs = [...[one, two, three].map(({ work }) => queue.run(acme, work)), queue.run(globex, other.work)];
    await until(other.begun);
    expect([one.begun(), two.begun(), three.begun()]).to.deep.equal([true, true, false]);
    two.end();
    await until(three.begun);
    for (const each of [one, three, other]) each.end();
    await Promise.all(runs);
  });

  it('gives a place back after a failure, and the places of those who stopped waiting', async () => {
    const queue = new FairQueue({ places: 1, placesPerClient: 0, waiting: 1, patienceMs: 30 });
    expect(await slugOf(queue.run(acme, () => Promise.reject(new AppError('invalid-pdf', 'x'))))).to.equal(
      'invalid-pdf',
    );
    const first = held();
    const run = queue.run(acme, first.work);
    const gone = new AbortController();
    const left = slugOf(queue.run({ client: 'acme', signal: gone.signal }, held().work));
    gone.abort(new AppError('request-timeout', 'x'));
    expect(await left).to.equal('request-timeout');
    expect(await slugOf(queue.run(acme, held().work)), 'too long').to.equal('overloaded');
    first.end();
    expect(await run).to.equal('done');
    expect(await queue.run(acme, () => Promise.resolve('free'))).to.equal('free');
  });

  it('gives the next place to the client that comes anew, however many of another wait', async () => {
    const queue = new FairQueue({ places: 1 });
    const order: string[] = [];
    const run = (client: string, name: string): Promise<void> =>
      queue.run({ client, signal }, async () => {
        await Promise.resolve();
        order.push(name);
      });
    const flood = Array.from({ length: 4 }, (_, index) => run('acme', `a${index}`));
    await Promise.all([...flood, run('globex', 'g0'), run('globex', 'g1'), run('initech', 'i0')]);
    expect(order).to.deep.equal(['a0', 'g0', 'i0', 'a1', 'g1', 'a2', 'a3']);
  });

  it('lets clients that always have one more request overtake nobody for long', async () => {
    const queue = new FairQueue({ places: 1 });
    const order: string[] = [];
    const run = (client: string): Promise<void> =>
      queue.run({ client, signal }, async () => {
        await Promise.resolve();
        order.push(client);
      });
    const again = async (client: string): Promise<void> => {
      for (let left = 20; left > 0; left -= 1) await run(client);
    };
    await Promise.all([run('acme'), run('acme'), run('acme'), again('globex'), again('initech')]);
    expect(order.lastIndexOf('acme')).to.be.below(9);
  });

  it('gives a free place to the client that holds the fewest', async () => {
    const queue = new FairQueue({ places: 3 });
    const leaves = [
      await queue.enter('acme', signal),
      await queue.enter('acme', signal),
      await queue.enter('globex', signal),
    ];
    const order: string[] = [];
    const waiting = ['acme', 'globex', 'initech', 'globex'].map((client) =>
      queue.enter(client, signal).then(() => order.push(client)),
    );
    for (const leave of leaves) {
      leave();
      await new Promise(setImmediate);
    }
    await Promise.all(waiting.slice(0, 3));
    expect(order).to.deep.equal(['initech', 'acme', 'globex']);
  });

  it('has a place to wait for a client whatever another one fills, and no more than its share', async () => {
    const queue = new FairQueue({ places: 1, waiting: 4 });
    const leave = await queue.enter('acme', signal);
    const wait = (client: string): Promise<unknown> => queue.enter(client, signal).then((done) => done());
    const waiting = ['acme', 'acme', 'acme', 'acme'].map(wait);
    expect(await slugOf(wait('acme'))).to.equal('overloaded');
    waiting.push(wait('globex'), wait('globex'));
    expect(await slugOf(wait('globex'))).to.equal('overloaded');
    waiting.push(wait('initech'));
    expect(await slugOf(wait('acme'))).to.equal('overloaded');
    leave();
    await Promise.all(waiting);
    expect(queue.load()).to.deep.equal({ working: 0, waiting: 0 });
  });

  it('never lends more than its places, and ends empty, whatever comes and goes', async () => {
    const client = fc.record({
      client: fc.constantFrom('a', 'b', 'c'),
      ticks: fc.nat(4),
      leaves: fc.option(fc.nat(6)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(client, { maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (entrants, places, placesPerClient) => {
          const queue = new FairQueue({ places, placesPerClient });
          const held = new Map<string, number>();
          await Promise.all(
            entrants.map(async ({ client, ticks, leaves }) => {
              const gone = new AbortController();
              const pause = async (turns: number): Promise<void> => {
                for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
              };
              if (leaves !== null) void pause(leaves).then(() => gone.abort(new Error('gone')));
              await queue
                .run({ client, signal: gone.signal }, async () => {
                  held.set(client, (held.get(client) ?? 0) + 1);
                  expect(held.get(client)).to.be.at.most(placesPerClient);
                  expect([...held.values()].reduce((sum, number) => sum + number, 0)).to.be.at.most(places);
                  await pause(ticks);
                  held.set(client, (held.get(client) ?? 0) - 1);
                })
                .catch((error: unknown) => expect(String(error)).to.equal('Error: gone'));
            }),
          );
          expect(queue.load()).to.deep.equal({ working: 0, waiting: 0 });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('answers 503 with Retry-After where too many requests with documents wait', async () => {
    const app = await startHttp({
      env: { SERVICE_WORKER_COUNT: '1', SERVICE_QUEUE_LIMIT: '1', SERVICE_REQUEST_TIMEOUT: '500ms' },
      tools: documentTools,
    });
    const body = { document: { data: 'JVBERg==' } };
    const working = [app.post('/api/v1/hold', body), app.post('/api/v1/hold', body, { authorization: bearer('ent') })];
    await until(() => app.calls.length === 2);
    const [one, other] = await Promise.all(
      [app.post('/api/v1/look', body), app.post('/api/v1/look', body)].map(async (response) => response),
    );
    const refused = one!.status === 503 ? one! : other!;
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect((await problemOf(refused)).slug).to.equal('overloaded');
    expect((await Promise.all(working)).map(({ status }) => status)).to.deep.equal([504, 504]);
    expect((await app.post('/api/v1/look', body)).headers.get('server-timing')).to.match(/queue;dur=/);
    await app.stop();
  });
});
