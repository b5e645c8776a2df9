import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';

const writer = `
  const { openSqliteStore } = await import(process.argv[1]);
  const store = openSqliteStore(process.argv[2]);
  for (let count = 0; ; count += 1) {
    const scope = { client: 'acme', method: 'POST', path: '/', key: String(count) };
    const { claim } = await store.idempotency.begin(scope, 'f', Date.now() + 60_000, Date.now());
    await store.idempotency.finish(scope, claim, { status: 200, headers: {}, body: Buffer.from('answer ' + count) }, Date.now() + 60_000);
    process.stdout.write(count + '\\n');
  }`;

describe('The embedded store, killed while it writes', () => {
  it('has lost nothing that it had kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-crash-'));
    const file = join(folder, 'colophon.db');
    const child = spawn(process.execPath, ['--input-type=module', '--eval', writer, new URL('../../src/store/sqlite/sqlite.ts', import.meta.url).href, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    let told = '';
    child.stdout.on('data', (data: Buffer) => {
      told += data.toString();
      if (told.split('\n').length > 200) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const last = Number(told.trimEnd().split('\n').at(-1));
    expect(last).to.be.at.least(199);

    const store = openSqliteStore(file);
    for (let count = 0; count <= last; count += 1) {
      const found = await store.idempotency.begin({ client: 'acme', method: 'POST', path: '/', key: String(count) }, 'f', Date.now() + 1, Date.now());
      if (found.state !== 'finished') throw new Error(`Answer ${count} of ${last} is ${found.state}.`);
      expect(Buffer.from(found.answer.body).toString()).to.equal(`answer ${count}`);
    }
    await store.close();
    rmSync(folder, { recursive: true });
  });
});
