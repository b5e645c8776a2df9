import { expect } from 'chai';
import {
  type Colophon,
  ColophonConnectionError,
  ColophonError,
  ColophonProblem,
  ColophonTimeoutError,
} from '../../client/src/index.ts';
import { clientOf, clientService, failureOf, hello } from '../support/client.ts';
import { startFaultyNetwork, type Fault, type FaultyNetwork } from '../support/faulty.ts';
import { textOf } from '../support/pdf.ts';

/** An answer of a service that is busy. */
const busy = (status: number, seconds: string): Fault => ({
  status,
  headers: { 'retry-after': seconds, 'content-type': 'application/problem+json' },
  body: JSON.stringify({
    type: `https://colophon.dev/problems/${status === 429 ? 'rate-limited' : 'overloaded'}`,
    title: 'Busy',
    status,
    detail: 'Later.',
    instance: 'busy-1',
  }),
});

describe('Client: faults of the network and of the service', () => {
  let network: FaultyNetwork;
  let client: Colophon;
  /** The client's calls from here on meet these faults. */
  const meets = (...faults: Fault[]): void => {
    network.faults.splice(0, Infinity, ...faults);
    network.arrived.length = 0;
  };
  const keysThatArrived = () => new Set(network.arrived.map(({ headers }) => headers['idempotency-key']));

  before(async () => {
    network = await startFaultyNetwork((await clientService()).url);
    client = clientOf(network.url);
  });
  after(() => network.stop());

  it('sends a request again, with the same key, when the connection closes before an answer', async () => {
    meets('refuse', 'refuse');
    const answer = await client.render(hello('Third time'));
    expect(await textOf(await answer.bytes())).to.match(/Third time/);
    expect(network.arrived).to.have.length(3);
    expect([...keysThatArrived()]).to.have.length(1);
    expect([...keysThatArrived()][0]).to.match(/^[0-9a-f]{32}$/);
    expect(answer.replayed).to.equal(false);
  });

  it('gets the stored answer when the first one was lost', async () => {
    meets('lose');
    const answer = await client.render(hello('Made once'));
    expect(answer.replayed).to.equal(true);
    expect(await textOf(await answer.bytes())).to.match(/Made once/);
    expect(network.arrived).to.have.length(2);
  });

  it('submits one job, and appends once, although the answers were lost', async () => {
    meets('lose');
    const job = await client.jobs.submit('render', hello('One job'));
    expect((await client.jobs.list()).jobs.filter(({ id }) => id === job.id)).to.have.length(1);
    const session = await client.sessions.open();
    meets('lose', 'lose');
    const { revision, meta } = await session.append('text', { text: 'Once' });
    expect([revision, meta.replayed]).to.deep.equal([1, true]);
    meets('lose');
    await session.close();
    expect(network.arrived).to.have.length(2);
  });

  it('reads the rest from the stored answer when the connection closes in the middle of a PDF', async () => {
    meets('cut', 'cut');
    const answer = await client.render(hello('Whole in the end'));
    expect(await textOf(await answer.bytes())).to.match(/Whole in the end/);
    expect(network.arrived).to.have.length(3);
    expect([...keysThatArrived()]).to.have.length(1);
  });

  it('reads JSON once more when the connection closes in the middle of it', async () => {
    meets('cut');
    const answer = await client.render(hello(), { as: 'json' });
    expect(answer.meta.replayed).to.equal(true);
    expect(answer).to.have.property('report');
  });

  it('reports a stream that broke off, and does not pass it for a whole document', async () => {
    meets('cut');
    const answer = await client.render(hello());
    const read = async () => {
      let length = 0;
      for await (const piece of answer.stream()) length += piece.byteLength;
      return length;
    };
    const { message } = await failureOf(read(), ColophonConnectionError);
    expect(message).to.equal('The connection ended in the middle of the answer.');
  });

  it('gives up after the attempts, with the reason', async () => {
    meets(...Array<Fault>(4).fill('refuse'));
    const { message, cause } = await failureOf(client.render(hello()), ColophonConnectionError);
    expect(message).to.match(/^http:\/\/127\.0\.0\.1:\d+ did not answer: /);
    expect(cause).to.be.instanceOf(TypeError);
    expect(network.arrived).to.have.length(4);
    meets('cut', 'cut');
    const twice = clientOf(network.url, { retry: { attempts: 2, firstDelayMs: 1 } });
    await failureOf((await twice.render(hello())).bytes(), ColophonConnectionError);
    expect(network.arrived).to.have.length(2);
  });

  it('comes back after 429 and 503 when the service asks to, and not before', async () => {
    meets(busy(429, '1'), busy(503, '0'));
    const answer = await client.render(hello());
    expect(answer.pages).to.equal(1);
    await answer.discard();
    const [first, second, third] = network.arrived.map(({ atMs }) => atMs);
    expect(second! - first!).to.be.at.least(990); // Retry-After of the first; timers may be early by a millisecond
    expect(third).to.be.a('number');
  });

  it('takes a date as Retry-After', async () => {
    meets(busy(503, new Date(Date.now() - 1000).toUTCString()));
    expect((await client.capabilities()).tools).not.to.be.empty;
    expect(network.arrived).to.have.length(2);
  });

  it('throws the problem at once when the service asks for a longer wait than the client has', async () => {
    meets(busy(429, '3600'));
    const { slug, retryAfterMs } = await failureOf(client.render(hello()), ColophonProblem);
    expect([slug, retryAfterMs]).to.deep.equal(['rate-limited', 3_600_000]);
    expect(network.arrived).to.have.length(1);
  });

  it('waits for the first attempt when a second one meets it', async () => {
    const key = 'one-render-of-two';
    meets(() => new Promise((resolve) => setTimeout(resolve, 50)));
    const request = {
      operations: [{ op: 'add_html' as const, html: '<p>x<script>setTimeout(() => {}, 9000)</script>' }],
    };
    const answers = await Promise.all([1, 2].map(() => client.render(request, { idempotencyKey: key })));
    expect(answers.map(({ replayed }) => replayed).sort()).to.deep.equal([false, true]);
    await Promise.all(answers.map((answer) => answer.discard()));
  });

  it('repeats no request that is wrong, and none that the service failed at', async () => {
    meets();
    await failureOf(client.render({ operations: [] }), ColophonProblem);
    expect(network.arrived).to.have.length(1);
    meets({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' });
    const { slug, status, detail } = await failureOf(client.render(hello()), ColophonProblem);
    expect([slug, status]).to.deep.equal(['http-502', 502]);
    expect(detail).to.contain('<h1>Bad Gateway</h1>');
    expect(network.arrived).to.have.length(1);
    meets({ status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Log in</h1>' });
    const { message } = await failureOf(client.capabilities(), ColophonError);
    expect(message).to.equal('The answer is no JSON of the service. It begins with: <h1>Log in</h1>');
  });

  it('sends no key where the client has `idempotency: false`, except with calls that change something', async () => {
    const without = clientOf(network.url, { idempotency: false });
    meets('refuse');
    expect((await without.render(hello())).pages).to.equal(1);
    expect([...keysThatArrived()]).to.deep.equal([undefined]);
    meets();
    await (await without.jobs.submit('render', hello())).cancel();
    expect([...keysThatArrived()])
      .to.have.length(2)
      .and.not.to.include(undefined);
  });

  it('refuses another request under a key that was used', async () => {
    meets();
    const options = { idempotencyKey: 'used-for-one-request' };
    await (await client.render(hello('One'), options)).discard();
    expect((await failureOf(client.render(hello('Two'), options), ColophonProblem)).slug).to.equal(
      'idempotency-conflict',
    );
  });

  it('ends a call that takes too long, and closes its connection', async () => {
    meets('hold');
    const { message } = await failureOf(client.render(hello(), { timeoutMs: 60 }), ColophonTimeoutError);
    expect(message).to.equal('There was no answer within 60 ms.');
    expect(network.arrived).to.have.length(1);
    while (!network.arrived[0]!.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    meets(busy(503, '20'));
    await failureOf(client.render(hello(), { timeoutMs: 60 }), ColophonTimeoutError);
  });

  it('aborts before, during and after a request, with the reason of the signal', async () => {
    const reason = new Error('the user went away');
    meets();
    expect(await failureOf(client.render(hello(), { signal: AbortSignal.abort(reason) }), Error)).to.equal(reason);
    expect(network.arrived).to.have.length(0);

    meets('hold');
    const during = new AbortController();
    const call = failureOf(client.render(hello(), { signal: during.signal }), Error);
    while (network.arrived.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    during.abort(reason);
    expect(await call).to.equal(reason);

    meets();
    const later = new AbortController();
    const answer = await client.render(hello(), { signal: later.signal });
    later.abort(reason);
    expect(await failureOf(answer.bytes(), Error)).to.equal(reason);
    expect(network.arrived).to.have.length(1);
  });

  it('aborts the wait between two attempts', async () => {
    meets(busy(503, '20'));
    const controller = new AbortController();
    const call = failureOf(client.render(hello(), { signal: controller.signal }), DOMException);
    while (network.arrived.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect((await call).name).to.equal('AbortError');
    expect(network.arrived).to.have.length(1);
  });
});
