import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'chai';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import { storeSuite } from './suite.ts';

function temporary(): { folder: string; file: string; open: () => ReturnType<typeof openSqliteStore>; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-store-'));
  const file = join(folder, 'deep', 'colophon.db');
  return { folder, file, open: () => openSqliteStore(file), remove: () => rmSync(folder, { recursive: true }) };
}

storeSuite('the embedded store', temporary);

describe('The embedded store', () => {
  it('makes its folder, and leaves one file behind when it is closed', async () => {
    const { folder, open, remove } = temporary();
    await open().close();
    expect(readdirSync(join(folder, 'deep'))).to.deep.equal(['colophon.db']);
    remove();
  });

  it('writes ahead and flushes every commit', async () => {
    const { file, open, remove } = temporary();
    const store = open();
    const database = new DatabaseSync(file);
    expect(database.prepare('PRAGMA journal_mode').get()).to.deep.include({ journal_mode: 'wal' });
    database.close();
    await store.close();
    remove();
  });

  it('refuses the data of a newer version', async () => {
    const { file, open, remove } = temporary();
    await open().close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 999');
    database.close();
    expect(open).to.throw('newer version');
    remove();
  });
});
