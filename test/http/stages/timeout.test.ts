import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { expect } from 'chai';
import { AppError } from '../../../src/problems.ts';
import { bearer, startHttp, problemOf, until, type Built } from '../../support/http.ts';

const head = (...lines: string[]): string =>
  [
    'POST /api/v1/sleep HTTP/1.1',
    'Host: a',
    `Authorization: ${bearer()}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');
const accessLine = (app: Built): Record<string, unknown> | undefined => app.lines.find(({ msg }) => msg === 'request');

describe('The timeout', () => {
  let app: Built;
  beforeEach(async () => {
    app = await startHttp({
      env: { SERVICE_REQUEST_TIMEOUT: '150ms', SERVICE_GRACE: '100ms' },
      tuning: { bodyStall: 60 },
    });
  });
  afterEach(() => app.stop());

  it('answers 504 and stops the work under way', async () => {
    const response = await app.post('/api/v1/sleep', {});
    expect(response.status).to.equal(504);
    expect((await problemOf(response)).slug).to.equal('request-timeout');
    expect(app.calls[0]?.context.signal.reason).to.be.instanceOf(AppError).with.property('slug', 'request-timeout');
  });

  it('leaves the connection usable', async () => {
    await app.post('/api/v1/sleep', {});
    expect((await app.post('/api/v1/echo', {})).status).to.equal(200);
  });

  it('does not abort what was done in time', async () => {
    await app.post('/api/v1/echo', {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(app.calls[0]?.context.signal.aborted).to.equal(false);
  });

  it('is 408 for a body that stalls, and closes the connection', async () => {
    const answer = await app.raw(head('Content-Length: 20'), '{"text":');
    expect(answer)
      .to.match(/^HTTP\/1.1 408 /)
      .and.contain('request-timeout-body')
      .and.match(/connection: close/i);
    expect(app.calls).to.have.length(0);
  });

  it('is 408 for a body that comes, but not in time', async () => {
    // Only the whole time can pass: a busy machine sends no byte for longer than the 60 ms of the tests above.
    const patient = await startHttp({ env: { SERVICE_REQUEST_TIMEOUT: '150ms' }, tuning: { bodyStall: 60_000 } });
    const drops = Array.from({ length: 20 }, () => [' ', 30]).flat();
    const answer = await patient.raw(head('Content-Length: 100'), ...drops);
    await patient.stop();
    expect(answer)
      .to.match(/^HTTP\/1.1 408 /)
      .and.contain('not whole within');
  });
});

describe('A client that goes away', () => {
  let app: Built;
  beforeEach(async () => {
    app = await startHttp();
  });
  afterEach(() => app.stop());

  it('stops its work, and is 499 in the log', async () => {
    const socket = connect(app.port, '127.0.0.1');
    socket.write(`${head('Content-Length: 2')}{}`);
    await until(() => app.calls.length === 1);
    socket.destroy();
    await until(() => accessLine(app) !== undefined);
    expect(app.calls[0]?.context.signal.aborted).to.equal(true);
    expect(accessLine(app)).to.include({ status: 499, route: '/api/v1/sleep', client: 'acme', kid: 'core' });
  });

  it('stops the work of every request that it had sent ahead', async () => {
    const socket = connect(app.port, '127.0.0.1');
    socket.write(`${head('Content-Length: 2')}{}${head('Content-Length: 2')}{}`);
    await until(() => app.calls.length === 2);
    socket.destroy();
    await until(() => app.calls.every(({ context }) => context.signal.aborted));
    await until(() => app.lines.filter(({ status }) => status === 499).length === 2);
  });

  it('in the middle of its body starts no work', async () => {
    const socket = connect(app.port, '127.0.0.1');
    socket.write(`${head('Content-Length: 20')}{"te`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await until(() => accessLine(app) !== undefined);
    expect(accessLine(app)).to.include({ status: 499 });
    expect(app.calls).to.have.length(0);
    expect(app.lines.filter(({ level }) => Number(level) >= 40)).to.deep.equal([]);
  });

  it('is told about broken chunks while it is there', async () => {
    const answer = await app.raw(head('Transfer-Encoding: chunked'), 'zz\r\n');
    expect(answer)
      .to.match(/^HTTP\/1.1 400 /)
      .and.contain('chunks are broken');
  });

  it('leaves no socket behind, at whatever point it leaves and however', async () => {
    await app.post('/api/v1/echo', {});
    const before = openDescriptors();
    const whole = `${head('Content-Length: 2')}{}`;
    const beginnings = [
      '',
      'POST /api/v1/sl',
      head('Content-Length: 20'),
      `${head('Content-Length: 20')}{"te`,
      `${head('Transfer-Encoding: chunked')}5\r\n{"`,
      whole,
      whole + whole.slice(0, 40),
      `${whole}no HTTP`,
    ];
    const ways = ['end', 'destroy', 'resetAndDestroy'] as const;
    for (let round = 0; round < 21; round += 1) {
      const sockets = beginnings.flatMap((beginning) =>
        ways.map((way) => [connect(app.port, '127.0.0.1'), beginning, way] as const),
      );
      for (const [socket, beginning] of sockets) socket.on('error', () => undefined).write(beginning);
      await new Promise((resolve) => setTimeout(resolve, 10));
      for (const [socket, , way] of sockets) socket[way]();
      for (const [socket] of sockets) setTimeout(() => socket.destroy(), 50);
    }
    await until(() => openDescriptors() <= before);
    expect(app.calls.every(({ context, input }) => context.signal.aborted || input !== undefined)).to.equal(true);
    expect((await app.fetch('/healthz')).status).to.equal(200);
  });
});

describe('A client that has sent a whole request', () => {
  let app: Built;
  beforeEach(async () => {
    app = await startHttp({ env: { SERVICE_REQUEST_TIMEOUT: '300ms' } });
  });
  afterEach(() => app.stop());
  const whole = `${head('Content-Length: 2')}{}`;

  it('may end its side of the connection, and gets its answer', async () => {
    const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(whole);
    const received: Buffer[] = [];
    for await (const chunk of socket) received.push(chunk as Buffer);
    expect(Buffer.concat(received).toString()).to.match(/^(HTTP\/1.1 100 Continue\r\n\r\n)*HTTP\/1.1 504 /);
    expect(app.calls).to.have.length(1);
  });

  it('may send bytes behind it that are no HTTP, and gets its answer', async () => {
    expect(await app.raw(whole, 30, 'no HTTP\r\n\r\n'))
      .to.match(/^HTTP\/1.1 504 /)
      .and.match(/connection: close/i);
    expect(await app.raw(`${whole}no HTTP\r\n\r\n`))
      .to.match(/^HTTP\/1.1 504 /)
      .and.match(/connection: close/i);
  });
});

/** The file descriptors of this process, which the service runs in. */
function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}
