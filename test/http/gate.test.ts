import { expect } from 'chai';
import { createGate } from '../../src/http/gate.ts';
import { AppError } from '../../src/problems.ts';
import { documentTools } from '../support/document-tools.ts';
import { bearer, build, problemOf, until } from '../support/http.ts';

/** Work that ends when it is told to. */
function held(): { work: () => Promise<string>; end: () => void; begun: () => boolean } {
  let begun = false;
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => ((begun = true), promise), end: () => resolve('done'), begun: () => begun };
}

describe('The gate', () => {
  const signal = new AbortController().signal;
  const [acme, globex] = [{ client: 'acme', signal }, { client: 'globex', signal }];
  const slugOf = (run: Promise<unknown>): Promise<string> => run.then(() => 'none', (error: unknown) => (error instanceof AppError ? error.slug : String(error)));

  it('lets so many work at once, and the others in their order', async () => {
    const gate = createGate({ slots: 1, queue: 2, patience: 1000 });
    const [one, two, three] = [held(), held(), held()];
    const runs = [one, two, three].map(({ work }) => gate.run(acme, work));
    expect(await slugOf(gate.run(acme, held().work))).to.equal('overloaded');
    await until(one.begun);
    expect([two.begun(), three.begun()]).to.deep.equal([false, false]);
    one.end();
    await until(two.begun);
    expect(three.begun()).to.equal(false);
    two.end();
    three.end();
    expect(await Promise.all(runs)).to.deep.equal(['done', 'done', 'done']);
    expect(await gate.run(acme, () => Promise.resolve('free'))).to.equal('free');
  });

  it('keeps a place for another client', async () => {
    const gate = createGate({ slots: 3, queue: 9, patience: 1000 });
    const [one, two, three, other] = [held(), held(), held(), held()];
    const runs = [...[one, two, three].map(({ work }) => gate.run(acme, work)), gate.run(globex, other.work)];
    await until(other.begun);
    expect([one.begun(), two.begun(), three.begun()]).to.deep.equal([true, true, false]);
    two.end();
    await until(three.begun);
    for (const each of [one, three, other]) each.end();
    await Promise.all(runs);
  });

  it('gives a place back after a failure, and the places of those who stopped waiting', async () => {
    const gate = createGate({ slots: 1, queue: 1, patience: 30 });
    expect(await slugOf(gate.run(acme, () => Promise.reject(new AppError('invalid-pdf', 'x'))))).to.equal('invalid-pdf');
    const first = held();
    const run = gate.run(acme, first.work);
    const gone = new AbortController();
    const left = slugOf(gate.run({ client: 'acme', signal: gone.signal }, held().work));
    gone.abort(new AppError('request-timeout', 'x'));
    expect(await left).to.equal('request-timeout');
    expect(await slugOf(gate.run(acme, held().work)), 'too long').to.equal('overloaded');
    first.end();
    expect(await run).to.equal('done');
    expect(await gate.run(acme, () => Promise.resolve('free'))).to.equal('free');
  });

  it('answers 503 with Retry-After where too many requests with documents wait', async () => {
    const app = await build({ env: { SERVICE_WORKER_COUNT: '1', SERVICE_QUEUE_LIMIT: '1', SERVICE_REQUEST_TIMEOUT: '500ms' }, tools: documentTools });
    const body = { document: { data: 'JVBERg==' } };
    const working = [app.post('/api/v1/hold', body), app.post('/api/v1/hold', body, { authorization: bearer('ent') })];
    await until(() => app.calls.length === 2);
    const [one, other] = await Promise.all([app.post('/api/v1/look', body), app.post('/api/v1/look', body)].map(async (response) => response));
    const refused = one!.status === 503 ? one! : other!;
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect((await problemOf(refused)).slug).to.equal('overloaded');
    expect((await Promise.all(working)).map(({ status }) => status)).to.deep.equal([504, 504]);
    expect((await app.post('/api/v1/look', body)).headers.get('server-timing')).to.match(/queue;dur=/);
    await app.stop();
  });
});
