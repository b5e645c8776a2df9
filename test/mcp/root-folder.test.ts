import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFile } from '../../src/mcp/root/read-file.ts';
import { openRoot, type RootFolder } from '../../src/mcp/root/root-folder.ts';
import { writeFile, type OwnFiles } from '../../src/mcp/root/write-file.ts';

describe('The root folder of MCP', () => {
  const home = mkdtempSync(join(tmpdir(), 'colophon-roots-'));
  const folder = join(home, 'root');
  const outside = join(home, 'outside');
  let root: RootFolder;
  before(async () => {
    for (const path of [folder, outside, join(folder, 'sub')]) mkdirSync(path);
    writeFileSync(join(folder, 'a.pdf'), 'inside');
    writeFileSync(join(outside, 'secret.pdf'), 'outside');
    writeFileSync(join(home, 'root-2.pdf'), 'outside');
    symlinkSync(outside, join(folder, 'out'));
    symlinkSync(join(outside, 'secret.pdf'), join(folder, 'secret.pdf'));
    symlinkSync('../../outside/secret.pdf', join(folder, 'sub', 'up.pdf'));
    symlinkSync(join(outside, 'new.pdf'), join(folder, 'dangling.pdf'));
    symlinkSync('loop.pdf', join(folder, 'loop.pdf'));
    symlinkSync('a.pdf', join(folder, 'link-inside.pdf'));
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    root = await openRoot(folder);
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  const read = async (path: string, maxBytes = 100): Promise<string> =>
    Buffer.from(await (await readFile(root, path, maxBytes)).bytes()).toString();
  const write = (path: string, own: OwnFiles = new Map()) =>
    writeFile(root, own, { path, bytes: Buffer.from('written') });
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      (value) => `nothing was refused: ${String(value)}`,
      (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
    );

  it('gives its files, by relative and absolute paths, and by links within it', async () => {
    for (const path of ['a.pdf', './sub/../a.pdf', join(folder, 'a.pdf'), 'link-inside.pdf'])
      expect(await read(path), path).to.equal('inside');
  });

  it('gives nothing outside of it, whatever the path', async () => {
    const paths = [
      '..',
      '../outside/secret.pdf',
      'sub/../../outside/secret.pdf',
      join(outside, 'secret.pdf'),
      '/etc/passwd',
      '../root-2.pdf',
      `${folder}-2.pdf`,
      'out/secret.pdf',
      'secret.pdf',
      'sub/up.pdf',
    ];
    for (const path of paths)
      expect(await refusal(read(path)), path).to.equal('PathProblem: leads out of the root folder');
    for (const path of ['ROOT/../a', 'A.PDF', `${folder.toUpperCase()}/a.pdf`, 'file:///etc/passwd', '%2e%2e/a'])
      expect(await refusal(read(path)), path).to.match(/^PathProblem: (does not exist|leads out of the root folder)$/);
    for (const path of ['', 'a.pdf\0.txt', 'x'.repeat(5000)])
      expect(await refusal(read(path))).to.match(/is not a path/);
  });

  it('gives nothing that is not a file, without waiting for it', async () => {
    for (const path of ['fifo', 'sub', '.']) expect(await refusal(read(path)), path).to.match(/is not a regular file/);
    expect(await refusal(read('loop.pdf'))).to.match(/circle/);
    const devices = await openRoot('/dev');
    expect(await refusal(readFile(devices, 'zero', 100))).to.match(/is not a regular file/);
    const processes = await openRoot('/proc/self');
    expect(await refusal(readFile(processes, 'root/etc/passwd', 100))).to.match(/leads out of the root folder/);
  });

  it('gives no file that is larger than allowed', async () => {
    writeFileSync(join(folder, 'large.pdf'), 'x'.repeat(101));
    expect(await refusal(read('large.pdf'))).to.match(/larger than the 100 bytes/);
  });

  it('takes new files, also in new folders, and nothing outside of it', async () => {
    expect(await write('new/deep/file.pdf')).to.equal(join(root.path, 'new/deep/file.pdf'));
    expect(readFileSync(join(folder, 'new/deep/file.pdf'), 'utf8')).to.equal('written');
    for (const path of ['../new.pdf', join(outside, 'new.pdf'), 'out/new.pdf', 'out/deep/new.pdf'])
      expect(await refusal(write(path)), path).to.match(/leads out of the root folder/);
    for (const path of ['dangling.pdf', 'secret.pdf', 'a.pdf', 'sub', 'fifo', 'loop.pdf'])
      expect(await refusal(write(path)), path).to.match(/exists already/);
    for (const path of ['.', 'sub/', 'a.pdf/b.pdf', 'dangling.pdf/b.pdf'])
      expect(await refusal(write(path)), path).to.match(/^PathProblem/);
    expect(readdirSync(outside)).to.deep.equal(['secret.pdf']);
    expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).to.equal('inside');
    expect(readdirSync(folder).filter((name) => name.startsWith('.colophon'))).to.deep.equal([]);
  });

  it('is not left while somebody replaces its folders by links', async () => {
    const [real, spare] = [join(folder, 'race'), join(home, 'spare')];
    mkdirSync(spare);
    writeFileSync(join(spare, 'secret.pdf'), 'inside');
    const swapping = new AbortController();
    const swap = (async () => {
      while (!swapping.signal.aborted) {
        rmSync(real, { recursive: true, force: true }); // a write may have made it
        try {
          symlinkSync(outside, real);
        } catch {
          continue; // the write was faster
        }
        await new Promise(setImmediate);
        rmSync(real);
        cpSync(spare, real, { recursive: true });
        await new Promise(setImmediate);
      }
    })();
    const seen = new Set<string>();
    for (let number = 0; number < 100; number += 1) {
      seen.add(await refusal(read('race/secret.pdf').then((text) => text)));
      await refusal(write(`race/${number}.pdf`));
    }
    swapping.abort();
    await swap;
    expect([...seen]).not.to.include('nothing was refused: outside');
    expect(seen.size).to.be.above(1);
    expect(readdirSync(outside)).to.deep.equal(['secret.pdf']);
  });

  it('has to be a folder', async () => {
    expect(await refusal(openRoot(join(folder, 'a.pdf')))).to.match(/is not a folder/);
    expect(await refusal(openRoot(join(home, 'nowhere')))).to.match(/ENOENT/);
  });
});
