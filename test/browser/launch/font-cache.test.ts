import { expect } from 'chai';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../../src/browser/launch/find-chromium.ts';
import { findFontCache } from '../../../src/browser/launch/font-cache.ts';
import { openRunFolder } from '../../../src/browser/launch/run-folder.ts';
import { Worker } from '../../../src/browser/worker.ts';

describe('The caches of the fonts', () => {
  let place: string;
  let fonts: string;
  let made: string;
  beforeEach(async () => {
    const base = await mkdtemp(join(tmpdir(), 'colophon-test-'));
    await chmod(base, 0o755);
    [place, fonts, made] = ['caches', 'fonts', 'made'].map((name) => join(base, name)) as [string, string, string];
    await mkdir(fonts);
    await mkdir(made);
    await writeFile(join(fonts, 'one.ttf'), 'one');
    await writeFile(join(made, 'a.cache'), 'a');
  });
  afterEach(() => rm(join(place, '..'), { recursive: true, force: true }));

  const find = async () => (await findFontCache([fonts], place)).folder;
  const store = async () => (await findFontCache([fonts], place)).store(made);

  it('are there for the next run with the same fonts', async () => {
    expect(await find()).to.equal(null);
    await store();
    const folder = await find();
    expect(folder).to.be.a('string');
    expect(await readFile(join(folder!, 'a.cache'), 'utf8')).to.equal('a');
    expect(await readdir(place)).to.have.length(1);
  });

  const changes: readonly (readonly [name: string, change: () => Promise<unknown>])[] = [
    ['another font', () => writeFile(join(fonts, 'two.ttf'), 'two')],
    ['another size of a font, in the same file', () => writeFile(join(fonts, 'one.ttf'), 'longer')],
    ['another time of a font', () => utimes(join(fonts, 'one.ttf'), 1, 1)],
    ['a folder more', () => mkdir(join(fonts, 'empty'))],
  ];
  for (const [name, change] of changes) {
    it(`are not used with ${name}`, async () => {
      await store();
      expect(await find()).to.be.a('string');
      await change();
      expect(await find()).to.equal(null);
    });
  }

  it('of five sets of fonts are those of the last four', async () => {
    for (let size = 1; size <= 5; size += 1) {
      await writeFile(join(fonts, 'one.ttf'), 'x'.repeat(size));
      await store();
    }
    expect(await readdir(place)).to.have.length(4);
    expect(await find()).to.be.a('string');
  });

  it('are those of whoever was first, where two runs store them at once', async () => {
    const [first, second] = [await findFontCache([fonts], place), await findFontCache([fonts], place)];
    await Promise.all([first.store(made), second.store(made)]);
    expect(await readdir(place)).to.have.length(1);
    expect(await find()).to.be.a('string');
  });

  it('are left out where they cannot be stored', async () => {
    await writeFile(place, 'a file is in the way');
    await store();
    expect(await find()).to.equal(null);
  });

  it('save a browser from reading the fonts again', async () => {
    const firstRun = await printOnce(place);
    expect(firstRun.written, 'caches that the browser has written').to.be.greaterThan(0);
    const secondRun = await printOnce(place);
    expect(secondRun.written).to.equal(0);
    expect(secondRun.conf).to.contain(place);
    expect((await printOnce(undefined)).written).to.equal(firstRun.written);
  });
});

/** Starts a browser, which prints, in a run of its own; reports the caches of fonts that were not there before. */
async function printOnce(place: string | undefined): Promise<{ readonly written: number; readonly conf: string }> {
  const run = await openRunFolder(['fonts'], place);
  try {
    const worker = await Worker.start(
      { executable: findChromium(null), sandbox: true, folder: run.browser(), fontsConf: run.fontsConf },
      { prints: 1000, residentBytes: 1e9, scriptTimeoutMs: 10_000 },
    );
    await run.storeFontCache();
    await worker.kill();
    const written = await readdir(join(run.fontsConf, '..', 'font-cache'));
    return {
      written: written.filter((name) => name.includes('.cache-')).length,
      conf: await readFile(run.fontsConf, 'utf8'),
    };
  } finally {
    await run.remove();
  }
}
