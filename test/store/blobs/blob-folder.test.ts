import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openBlobFolder, type BlobFolder } from '../../../src/store/blobs/blob-folder.ts';
import type { Blob } from '../../../src/store/facets/blobs.ts';
import { bytesOf, largeBytes, rejection, textOf } from '../suite/home.ts';

const hour = 3_600_000;
const none = (): Promise<ReadonlySet<string>> => Promise.resolve(new Set());
const all = (digests: readonly string[]): Promise<ReadonlySet<string>> => Promise.resolve(new Set(digests));

describe('A folder of blobs', () => {
  let root: string;
  let blobs: BlobFolder;

  beforeEach(() => {
    root = join(mkdtempSync(join(tmpdir(), 'colophon-blobs-')), 'deep', 'blobs');
    blobs = openBlobFolder(root);
  });
  afterEach(() => rmSync(join(root, '..', '..'), { recursive: true }));

  const put = (text: string): Promise<Blob> => blobs.put(bytesOf(text));
  const fileOf = ({ sha256 }: Blob): string => join(root, sha256.slice(0, 2), sha256);
  const files = (): string[] =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  /** As if it had been written so long ago. */
  const age = (path: string, by: number): void => utimesSync(path, (Date.now() - by) / 1000, (Date.now() - by) / 1000);

  it('keeps each under its digest, for the service alone', async () => {
    const blob = await put('hello');
    expect(files()).to.deep.equal([blob.sha256]);
    expect(statSync(fileOf(blob)).mode & 0o777).to.equal(0o600);
    expect(statSync(join(root, blob.sha256.slice(0, 2))).mode & 0o777).to.equal(0o700);
  });

  it('keeps equal content once, as old as when it was put last', async () => {
    const blob = await put('hello');
    age(fileOf(blob), 5 * hour);
    expect(await put('hello')).to.deep.equal(blob);
    expect(files()).to.have.length(1);
    expect(Date.now() - statSync(fileOf(blob)).mtimeMs).to.be.lessThan(hour);
  });

  it('keeps nothing of content that breaks off', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(largeBytes(1, 3_000_000));
      throw new Error('The client went away.');
    }
    expect(await rejection(blobs.put(broken()))).to.have.property('message', 'The client went away.');
    expect(files()).to.deep.equal([]);
  });

  it('notices at reading what is longer, shorter or other than its digest says', async () => {
    const damages = {
      longer: (path: string) => appendFileSync(path, '!'),
      shorter: (path: string) => truncateSync(path, 4),
      other: (path: string) => writeFileSync(path, 'hellO'),
    };
    for (const [how, damage] of Object.entries(damages)) {
      const blob = await put('hello');
      damage(fileOf(blob));
      expect(String(await rejection(blobs.read(blob))), how).to.contain('is damaged');
      expect(String(await rejection(blobs.open(blob))), how).to.contain('is damaged');
    }
    expect(String(await rejection(blobs.read({ ...(await put('hello')), size: 6 })))).to.contain(
      '5 bytes instead of 6',
    );
  });

  it('sweeps what nothing names and is older than the grace', async () => {
    const [old, young, named] = [await put('old'), await put('young'), await put('named')];
    for (const blob of [old, named]) age(fileOf(blob), 2 * hour);
    expect(
      await blobs.sweep(
        (digests) => Promise.resolve(new Set(digests.filter((digest) => digest === named.sha256))),
        Date.now(),
      ),
    ).to.equal(1);
    expect(files().sort()).to.deep.equal([young.sha256, named.sha256].sort());
  });

  it('has the grace that it is told', async () => {
    const short = openBlobFolder(root, { grace: 1000 });
    const blob = await put('hello');
    age(fileOf(blob), 500);
    expect(await short.sweep(none, Date.now())).to.equal(0);
    age(fileOf(blob), 2000);
    expect(await short.sweep(none, Date.now())).to.equal(1);
  });

  it('does not sweep what is put or held while the sweep asks whether it is named', async () => {
    for (const again of [(blob: Blob) => put('hello').then(() => blob), (blob: Blob) => blobs.hold([blob])]) {
      const blob = await put('hello');
      age(fileOf(blob), 2 * hour);
      const asked = (): Promise<ReadonlySet<string>> => again(blob).then(none);
      expect(await blobs.sweep(asked, Date.now())).to.equal(0);
      expect(textOf(await blobs.read(blob))).to.equal('hello');
    }
  });

  it('has what was put, whenever sweeps of other nodes come by', async () => {
    const nodes = [blobs, openBlobFolder(root), openBlobFolder(root)] as const;
    for (let round = 0; round < 150; round += 1) {
      const blob = await put(`${round}`);
      age(fileOf(blob), 2 * hour);
      await Promise.all([
        nodes[0].put(bytesOf(`${round}`)),
        nodes[1].sweep(none, Date.now()),
        nodes[2].sweep(none, Date.now()),
      ]);
      expect(textOf(await blobs.read(blob))).to.equal(`${round}`);
      age(fileOf(blob), 2 * hour);
      const [held] = await Promise.allSettled([
        nodes[0].hold([blob]),
        nodes[1].sweep(none, Date.now()),
        nodes[2].sweep(none, Date.now()),
      ]);
      expect(
        await blobs.read(blob).then(
          () => 'there',
          () => 'gone',
        ),
      ).to.equal(held.status === 'fulfilled' ? 'there' : 'gone');
    }
  });

  it('waits a moment for what a sweep looks at', async () => {
    const blob = await put('hello');
    const trashed = join(root, 'trash', `${blob.sha256}.x`);
    renameSync(fileOf(blob), trashed);
    const [read, held] = [blobs.read(blob), blobs.hold([blob])];
    setTimeout(() => renameSync(trashed, fileOf(blob)), 50);
    expect(textOf(await read)).to.equal('hello');
    await held;
  });

  it('puts back what a sweep that was killed had in its hands, where it is wanted', async () => {
    const blob = await put('hello');
    age(fileOf(blob), 2 * hour);
    const kill = (): void => renameSync(fileOf(blob), join(root, 'trash', `${blob.sha256}.x`));
    kill();
    await blobs.sweep(all, Date.now());
    expect(textOf(await blobs.read(blob))).to.equal('hello');
    age(fileOf(blob), 2 * hour);
    kill();
    await blobs.sweep(none, Date.now());
    expect(files()).to.deep.equal([]);
  });

  it('sweeps what a process left half written that was killed, and not what is being written', async () => {
    for (const name of ['old', 'young']) writeFileSync(join(root, 'new', name), 'half');
    age(join(root, 'new', 'old'), 2 * hour);
    await blobs.sweep(all, Date.now());
    expect(readdirSync(join(root, 'new'))).to.deep.equal(['young']);
  });

  it('leaves alone what is not its own', async () => {
    await put('hello');
    for (const path of [join(root, 'lost+found'), join(root, 'ab-notes')]) writeFileSync(path, 'x');
    age(join(root, 'lost+found'), 5 * hour);
    await blobs.sweep(all, Date.now());
    expect(existsSync(join(root, 'lost+found'))).to.equal(true);
  });

  it('tells when it can not be written to', async () => {
    await blobs.check();
    rmSync(root, { recursive: true });
    expect(await rejection(blobs.check())).to.be.an('error');
  });
});
