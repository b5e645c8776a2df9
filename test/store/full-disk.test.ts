import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { AppError } from '../../src/problems.ts';
import { diskProblem } from '../../src/store/blobs/disk.ts';

/** A disk of 4 MB, which is there only for the process that runs on it. */
const onSmallDisk = (folder: string, command: string): string[] => [
  '--mount',
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  'sh',
  '-c',
  `mount -t tmpfs -o size=4m tmpfs "${folder}" && exec ${command}`,
];

describe('A full disk', () => {
  it('is told as not ready, leaves nothing half-written, and is no harm once there is room', function () {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-full-'));
    if (spawnSync('unshare', onSmallDisk(folder, 'true')).status !== 0) this.skip(); // no right to mount
    const writer = fileURLToPath(new URL('full-disk-writer.ts', import.meta.url));
    const told = JSON.parse(
      execFileSync('unshare', onSmallDisk(folder, `"${process.execPath}" "${writer}" "${folder}"`), {
        encoding: 'utf8',
      }),
    ) as Record<string, any>;
    const each = (outcome: string): Record<string, string> => ({
      blob: outcome,
      job: outcome,
      jobWithBlob: outcome,
      session: outcome,
      append: outcome,
      claim: outcome,
      check: outcome,
    });
    expect(told.whenFull).to.deep.equal(each('not-ready'));
    expect(told.left).to.deep.include({ halfWritten: [], queued: 1 });
    expect(told.left.session).to.deep.include({ revision: 0, operations: 0 });
    expect(told.deleted, 'a client can make room').to.equal('done');
    expect(told.withRoom).to.deep.equal(each('done'));
    expect(told.queued).to.equal(2);
    rmSync(folder, { recursive: true });
  });

  it('is what the system calls so, and other failures are none', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']) {
      const problem = diskProblem(Object.assign(new Error('write'), { code }));
      if (!(problem instanceof AppError)) throw new Error(`${code} is no AppError.`);
      expect([problem.slug, problem.status]).to.deep.equal(['not-ready', 503]);
    }
    const other = Object.assign(new Error('open'), { code: 'EACCES' });
    expect(diskProblem(other)).to.equal(other);
  });
});
