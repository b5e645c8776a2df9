import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { bytesOf, withStoredFiles, type StoredFile } from '../../../../src/render/print/fragments/part-files.ts';

const megabyte = 1024 * 1024;
/** Files that can not be made smaller: three of them are more than stays in memory. */
const large = () => [10, 9, 8].map((megabytes) => randomBytes(megabytes * megabyte));
const places = (files: readonly StoredFile[]) =>
  files.map(({ packed }) => (packed instanceof Uint8Array ? 'memory' : 'disk'));

describe('Files that wait for others of their document', () => {
  it('are small in memory, and come out as they were', async () => {
    const text = Buffer.from('<</Type /StructElem\n/S /TD\n/P 12 0 R>>\n'.repeat(50_000));
    const copy = Buffer.from(text);
    await withStoredFiles(async ({ keep }) => {
      const kept = await keep(text);
      expect(places([kept])).to.deep.equal(['memory']);
      expect((kept.packed as Uint8Array).byteLength).to.be.lessThan(copy.byteLength / 20);
      expect(Buffer.from(bytesOf(kept)).equals(copy)).to.equal(true);
      expect(text.byteLength, 'its own memory is given back').to.equal(0);
    });
  });

  it('go to disk where they are too many, and come out as they were, whatever is kept beside them', async () => {
    const files = large();
    await withStoredFiles(async ({ keep }) => {
      const kept = await Promise.all(files.map((file) => keep(Buffer.from(file))));
      expect(places(kept).filter((place) => place === 'disk')).to.have.length(2);
      kept.forEach((one, index) =>
        expect(Buffer.from(bytesOf(one)).equals(files[index] ?? Buffer.alloc(0))).to.equal(true),
      );
    });
  });

  it('have no name on the disk, and are closed when their document is over, also where it fails', async () => {
    const named = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(`colophon-${process.pid}-`));
    const before = await named();
    const open = async () =>
      (
        await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
      ).filter((path) => path.startsWith(`${tmpdir()}/colophon-${process.pid}-`) && path.endsWith('(deleted)'));
    const failure = await withStoredFiles(async ({ keep }) => {
      await Promise.all(large().map(keep));
      expect(await named()).to.deep.equal(before);
      expect(await open()).to.have.length(1);
      throw new Error('given up');
    }).catch((error: unknown) => (error as Error).message);
    expect(failure).to.equal('given up');
    expect(await open()).to.deep.equal([]);
  });

  it('are not taken any more once it is over', async () => {
    const { keep } = await withStoredFiles((files) => Promise.resolve(files));
    const late = await Promise.all(
      large().map((file) =>
        keep(file).then(
          () => 'kept',
          (error: unknown) => (error as Error).message,
        ),
      ),
    );
    expect(late).to.include('The document is over, and its parts are gone.');
  });
});
