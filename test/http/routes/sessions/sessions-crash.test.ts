import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textOf } from '../../../support/pdf.ts';

const main = join(import.meta.dirname, '../../../../src/main.ts');
const key = `svc_live_core_${'x'.repeat(40)}`;
const authorization = `Bearer ${key}`;

interface Running {
  readonly url: string;
  kill(): Promise<void>;
}

/** The process as an operator starts it, over a data folder. */
async function start(folder: string): Promise<Running> {
  const settings = {
    SERVICE_PORT: '0',
    SERVICE_HOST: '127.0.0.1',
    SERVICE_WORKER_COUNT: '1',
    SERVICE_SESSIONS_ENABLED: 'true',
    SERVICE_API_KEYS: `${key}:acme:core:rate=1000000`,
    SERVICE_RATE_LIMIT_IP: '1000000',
    SERVICE_DATA_DIR: folder,
  };
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
  });
  const ended = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for (let port: string | undefined; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    port = /"port":(\d+)[^\n]*"msg":"listening"/.exec(said)?.[1];
    if (child.exitCode !== null) throw new Error(`it ended: ${said}`);
    if (port === undefined) continue;
    return {
      url: `http://127.0.0.1:${port}/api/v1/sessions`,
      async kill() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
}

const post = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('A session of a server that is killed in the middle of appends', () => {
  it('has everything that was acknowledged, where it was, and renders', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-sessions-'));
    const acknowledged = new Map<number, string>();
    const first = await start(folder);
    const { sessionId } = (await (await post(first.url, { document: { title: 'Killed' } })).json()) as {
      sessionId: string;
    };
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let count = 0; ; count += 1) {
        const text = `w${writer}n${count}`;
        const answer = await post(`${first.url}/${sessionId}/text`, { text })
          .then((response) => (response.status === 201 ? (response.json() as Promise<{ index: number }>) : null))
          .catch(() => null);
        if (answer === null) return;
        acknowledged.set(answer.index, text);
      }
    });
    while (acknowledged.size < 100) await new Promise((resolve) => setTimeout(resolve, 1));
    await first.kill();
    await Promise.all(writers);

    const second = await start(folder);
    const told = (await (await fetch(`${second.url}/${sessionId}`, { headers: { authorization } })).json()) as {
      operations: number;
      revision: number;
      document: object;
    };
    expect(told.operations).to.be.within(acknowledged.size, acknowledged.size + 4);
    expect(told).to.deep.include({ revision: told.operations, document: { title: 'Killed' } });
    const more = await post(`${second.url}/${sessionId}/text`, { text: 'after' });
    expect(more.status).to.equal(201);
    const printed = await post(`${second.url}/${sessionId}/render`, {});
    const words = (await textOf(new Uint8Array(await printed.arrayBuffer()))).match(/w\dn\d+|after/g) ?? [];
    expect(words).to.have.length(told.operations + 1);
    for (const [index, text] of acknowledged) expect(words[index]).to.equal(text);
    await second.kill();
    await rm(folder, { recursive: true, force: true });
  });
});
