import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { bearer, startHttp, problemOf, until } from '../../support/http.ts';

describe('A stop', () => {
  it('is immediate when nothing is under way, and closes the port', async () => {
    const app = await startHttp();
    await app.post('/api/v1/echo', {});
    await app.stop();
    const refused = await fetch(`${app.url}/healthz`).then(
      () => false,
      () => true,
    );
    expect(refused).to.equal(true);
  });

  it('lets what is under way finish within the grace, and refuses new work meanwhile', async () => {
    const app = await startHttp({ env: { SERVICE_GRACE: '5s', SERVICE_REQUEST_TIMEOUT: '400ms' } });
    const running = app.post('/api/v1/sleep', {});
    await until(() => app.calls.length === 1);
    const stopped = app.stop();
    expect((await problemOf(await app.post('/api/v1/echo', {}))).slug).to.equal('shutting-down');
    const ready = await app.fetch('/readyz');
    expect([ready.status, (await problemOf(ready)).slug, ready.headers.get('connection')]).to.deep.equal([
      503,
      'shutting-down',
      'close',
    ]);
    expect((await app.fetch('/healthz')).status).to.equal(200);
    expect((await running).status, 'its own timeout, not the stop').to.equal(504);
    await stopped;
  });

  it('cuts off what goes on past the grace, which is told so', async () => {
    const app = await startHttp({ env: { SERVICE_GRACE: '100ms' } });
    const running = app.post('/api/v1/sleep', {});
    await until(() => app.calls.length === 1);
    const stopped = app.stop();
    const response = await running;
    expect([response.status, (await problemOf(response)).slug]).to.deep.equal([503, 'shutting-down']);
    expect(app.calls[0]?.context.signal.aborted).to.equal(true);
    await stopped;
  });

  it('follows the signal of the deployment too', async () => {
    const app = await startHttp();
    app.stopping.abort();
    expect((await app.fetch('/readyz')).status).to.equal(503);
    await app.stop();
  });

  it('is not held up by connections that are only kept open', async () => {
    const app = await startHttp();
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve) => {
      request(`${app.url}/api/v1/capabilities`, { agent, headers: { authorization: bearer() } }, (response) =>
        response.resume().once('end', () => resolve()),
      ).end();
    });
    await app.stop();
    agent.destroy();
  });

  it('resets no connection, be it idle, between two requests or full of the next one', async () => {
    const app = await startHttp();
    const { hostname, port } = new URL(app.url);
    const resets: string[] = [];
    const clients = Array.from({ length: 60 }, (_, index) => {
      const socket = connect({ host: hostname, port: Number(port) });
      const client = { answers: 0, ended: once(socket, 'close') };
      const send = (): boolean => socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
      socket.on('error', ({ message }) => resets.push(message));
      socket.on('data', (answer) => {
        client.answers += 1;
        if (answer.includes('onnection: close')) return;
        if (index % 3 === 0) send();
        else if (index % 3 === 1) setTimeout(send, 1 + (index % 7));
      });
      socket.once('connect', send);
      return client;
    });
    await until(() => clients.every(({ answers }) => answers > 0));
    await app.stop();
    await Promise.all(clients.map(({ ended }) => ended));
    expect(resets).to.deep.equal([]);
  });
});

describe('A quiet day', () => {
  it('leaves no warning in the log', async () => {
    const app = await startHttp();
    await app.post('/api/v1/print', { text: 'a' }, { 'idempotency-key': 'a' });
    await app.post('/api/v1/echo', { unknown: 1 });
    await app.fetch('/readyz');
    await app.stop();
    expect(app.lines.filter(({ level }) => Number(level) >= 40)).to.deep.equal([]);
  });
});
