import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { documentTools } from '../../support/document-tools.ts';
import { bearer, startHttp, until, type Built } from '../../support/http.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const large = Buffer.alloc(2_000_000, '%PDF-1.7 ');
const part = '--b\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n';

const head = (path: string, type: string, length: number): string =>
  [
    `POST /api/v1/${path} HTTP/1.1`,
    'Host: a',
    `Authorization: ${bearer()}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    'Connection: close',
    '',
    '',
  ].join('\r\n');

/** Files of the spool that the process holds open; they have no name any more. */
function held(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.includes('/spool/') ? [target] : [];
    } catch {
      return [];
    }
  });
}

describe('The spool', () => {
  let app: Built;
  let dataDir: string;
  const spooled = (): string[] => (existsSync(join(dataDir, 'spool')) ? readdirSync(join(dataDir, 'spool')) : []);
  const nothingLeft = async (): Promise<void> => {
    await until(() => held().length === 0);
    expect(spooled()).to.deep.equal([]);
  };
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'colophon-spool-test-'));
    app = await startHttp({
      dataDir,
      env: { SERVICE_WORKER_COUNT: '4', SERVICE_PAYLOAD_LIMIT_CORE: '3MB', SERVICE_GRACE: '100ms' },
      tuning: { bodyStall: 500, drainTime: 50 },
      tools: documentTools,
    });
  });
  afterEach(async () => {
    await app.stop();
    rmSync(dataDir, { recursive: true });
  });

  const post = (
    path: string,
    body: BodyInit,
    headers: Record<string, string> = {},
    signal: AbortSignal | null = null,
  ): Promise<Response> =>
    app.fetch(`/api/v1/${path}`, { method: 'POST', headers: { authorization: bearer(), ...headers }, body, signal });
  const asForm = (bytes: Uint8Array, request = '{}'): FormData => {
    const form = new FormData();
    form.set('document', new Blob([new Uint8Array(bytes)]), 'a.pdf');
    form.set('request', request);
    return form;
  };
  /** A request that has sent the start of a large document, by raw bytes. */
  const begun = async (type: string): Promise<Socket> => {
    const socket = connect(app.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(head('look', type, 2_500_000) + (type.startsWith('multipart') ? part : ''));
    socket.write(large);
    await until(() => held().length === 1);
    return socket;
  };

  it('leaves nothing after a success, nor a name while it is there', async () => {
    const leave = new AbortController();
    const hold = post('hold', asForm(large), {}, leave.signal).catch((error: unknown) => error);
    await until(() => held().length === 1 && spooled().length === 0);
    expect((await post('look', asForm(large))).status).to.equal(200);
    expect((await post('look', new Uint8Array(large), { 'content-type': 'application/pdf' })).status).to.equal(200);
    expect(held()).to.have.length(1);
    leave.abort();
    expect(await hold).to.equal(leave.signal.reason);
    await nothingLeft();
  });

  it('leaves nothing after a timeout', async () => {
    const short = await startHttp({
      dataDir,
      env: { SERVICE_REQUEST_TIMEOUT: '1s', SERVICE_GRACE: '100ms' },
      tools: documentTools,
    });
    const answer = await short.fetch('/api/v1/hold', {
      method: 'POST',
      headers: { authorization: bearer() },
      body: asForm(large),
    });
    expect(answer.status).to.equal(504);
    await nothingLeft();
    await short.stop();
  });

  it('leaves nothing after a refusal', async () => {
    expect((await post('look', asForm(large, '{"pages":"0"}'))).status).to.equal(400);
    expect((await post('look', asForm(large, '{'))).status).to.equal(400);
    expect(
      (await post('look', new Uint8Array(large), { 'content-type': 'application/pdf', accept: 'image/png' })).status,
    ).to.equal(406);
    await nothingLeft();
  });

  for (const type of ['application/pdf', 'multipart/form-data; boundary=b']) {
    it(`leaves nothing when the client goes away, in the middle of ${type}`, async () => {
      (await begun(type)).destroy();
      await until(() => app.lines.some(({ status }) => status === 499));
      await nothingLeft();
      expect(app.calls).to.deep.equal([]);
    });

    it(`leaves nothing when the body stalls, in the middle of ${type}`, async () => {
      const socket = await begun(type);
      const answer = await new Promise<string>((resolve) =>
        socket.once('data', (data) => resolve(data.toString('latin1'))),
      );
      expect(answer).to.match(/^HTTP\/1.1 408 /);
      await nothingLeft();
    });

    it(`leaves nothing when the body is too large, in the middle of ${type}`, async () => {
      const start = type.startsWith('multipart') ? [chunk(Buffer.from(part))] : [];
      const answer = await app.raw(
        head('look', type, 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked'),
        ...start,
        chunk(large),
        20,
        chunk(large),
      );
      expect(answer).to.match(/^HTTP\/1.1 413 /);
      await nothingLeft();
    });
  }

  it('leaves nothing when a multipart body breaks off', async () => {
    const body = Buffer.concat([Buffer.from(part), large]);
    expect(await app.raw(head('look', 'multipart/form-data; boundary=b', body.byteLength), body))
      .to.match(/^HTTP\/1.1 400 /)
      .and.contain('invalid-multipart');
    await nothingLeft();
  });

  it('is swept at the start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-spool-test-'));
    mkdirSync(join(folder, 'spool'));
    writeFileSync(join(folder, 'spool', 'left'), 'by a process that was killed');
    const other = await startHttp({ dataDir: folder });
    expect(readdirSync(join(folder, 'spool'))).to.deep.equal([]);
    await other.stop();
    rmSync(folder, { recursive: true });
  });

  it('tells a full or broken disk as a fault of the service, not of the client', async () => {
    writeFileSync(join(dataDir, 'spool'), 'a file where the folder should be');
    expect((await post('look', asForm(large))).status).to.equal(500);
    expect((await post('look', new Uint8Array(large), { 'content-type': 'application/pdf' })).status).to.equal(500);
    rmSync(join(dataDir, 'spool'));
  });
});

describe('A large upload', () => {
  it('does not grow the heap: it is on disk until somebody asks for it', async () => {
    const size = 60_000_000;
    /**
     * Bytes that are really held: collected buffers are given back a moment after the collection, so the least of a few
     * looks counts.
     */
    const inUse = async (): Promise<number> => {
      let least = Infinity;
      for (let look = 0; look < 10; look += 1) {
        collect();
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        least = Math.min(least, heapUsed + arrayBuffers);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return least;
    };
    const seen: number[] = [];
    const weigh = (calls: Parameters<typeof documentTools>[0]) =>
      documentTools(calls).concat({
        ...documentTools(calls).find(({ name }) => name === 'look')!,
        name: 'weigh',
        produces: 'report',
        async run(input) {
          seen.push(await inUse());
          const bytes = await (input as { document: { data: { bytes(): Promise<Uint8Array> } } }).document.data.bytes();
          seen.push(await inUse());
          return { kind: 'report', report: { bytes: bytes.byteLength } };
        },
      });
    const app = await startHttp({ env: { SERVICE_PAYLOAD_LIMIT_CORE: '64MiB' }, tools: weigh });
    const before = await inUse();
    const socket = connect(app.port, '127.0.0.1');
    const tail = '\r\n--b--\r\n';
    socket.write(head('weigh', 'multipart/form-data; boundary=b', part.length + size + tail.length) + part);
    const piece = Buffer.alloc(60_000, 'x');
    for (let sent = 0; sent < size; sent += piece.byteLength)
      if (!socket.write(piece)) await new Promise((resolve) => socket.once('drain', resolve));
    socket.write(tail);
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(data.toString('latin1'))),
    );
    await app.stop();
    expect(answer)
      .to.match(/^HTTP\/1.1 200 /)
      .and.contain(`{"bytes":${size}}`);
    expect((seen[0] ?? Infinity) - before, 'received').to.be.lessThan(size / 6);
    expect((seen[1] ?? Infinity) - before, 'read').to.be.lessThan(size * 1.2);
  });
});

function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}
