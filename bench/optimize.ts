import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ssim } from 'ssim.js';
import { levelNames, type LevelName } from '../src/pdf/optimize/levels.ts';
import { optimizePdf } from '../src/pdf/optimize/optimize-pdf.ts';
import { ownRenders } from './optimize-own.ts';

/**
 * Makes every PDF of the folders given on the command line smaller, by each level, by `qpdf` and by `gs` (where they
 * are installed), and prints what came of it: bytes, the page that changed most as poppler draws it at 100 ppi (SSIM),
 * documents whose text `pdftotext` reads otherwise, and what `qpdf --check` says. `--own` renders documents of our own
 * besides: the gallery, the gallery as Chromium prints it, photographs. `--from` leaves out smaller files of folders.
 *
 *     node bench/optimize.ts [--own] [--from 100000] [--levels lossless,web] [--alone] CORPORA/pdfjs
 */
const run = promisify(execFile);
const ppi = 100;
const maxCount = { maxBuffer: 1e9, timeout: 120_000 };

type Way = (file: string, made: string) => Promise<void>;

const byLevel =
  (level: LevelName): Way =>
  async (file, made) => {
    const bytes = new Uint8Array(await readFile(file));
    const { pdf } = await optimizePdf({
      bytes,
      level,
      grayscale: false,
      linearize: false,
      removeMetadata: false,
      removeThumbnails: false,
      breakSignatures: true,
      decrypt: false,
    });
    await writeFile(made, pdf);
  };

const others: Readonly<Record<string, Way>> = {
  '`qpdf`': async (file, made) => {
    // It ends with 3 where it had to repair.
    await run(
      'qpdf',
      ['--object-streams=generate', '--recompress-flate', '--compression-level=9', file, made],
      maxCount,
    ).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== 3) throw error;
    });
  },
  '`gs` /ebook': async (file, made) => {
    await run(
      'gs',
      [
        '-q',
        '-dNOPAUSE',
        '-dBATCH',
        '-dSAFER',
        '-sDEVICE=pdfwrite',
        '-dPDFSETTINGS=/ebook',
        `-sOutputFile=${made}`,
        file,
      ],
      maxCount,
    );
  },
};

interface Seen {
  readonly text: string | null;
  readonly pages: readonly { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }[];
  readonly sound: boolean;
}

async function seen(file: string): Promise<Seen> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-optimize-'));
  try {
    const text = await run('pdftotext', ['-q', file, '-'], maxCount).then(
      ({ stdout }) => stdout,
      () => null,
    );
    await run('pdftoppm', ['-q', '-gray', '-r', String(ppi), file, join(folder, 'page')], maxCount).catch(
      () => undefined,
    );
    const names = (await readdir(folder)).sort();
    const sound = await run('qpdf', ['--check', file], maxCount).then(
      () => true,
      () => false,
    );
    return {
      text,
      pages: await Promise.all(names.map(async (name) => grey(await readFile(join(folder, name))))),
      sound,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A binary PGM as red, green, blue and alpha. */
function grey(file: Buffer): Seen['pages'][number] {
  const [head = '', width = '0', height = '0'] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64)) ?? [];
  const data = new Uint8ClampedArray(Number(width) * Number(height) * 4);
  for (let at = 0, from = head.length; at < data.length; at += 4, from += 1)
    data.fill(file[from] ?? 0, at, at + 3).fill(255, at + 3, at + 4);
  return { data, width: Number(width), height: Number(height) };
}

const alike = (one: Seen['pages'][number], other: Seen['pages'][number] | undefined) => {
  if (other?.width !== one.width || other.height !== one.height) return 0;
  return Buffer.from(one.data.buffer).equals(Buffer.from(other.data.buffer))
    ? 1
    : ssim({ ...one }, { ...other }, { downsample: false }).mssim;
};

class Tally {
  bytes = 0;
  milliseconds = 0;
  lowest = 1;
  lowestAt = '';
  readonly otherText: string[] = [];
  readonly unsound: string[] = [];
  readonly failed: string[] = [];

  add({ bytes, milliseconds, lowest, lowestAt, otherText, unsound, failed }: Tally): void {
    this.bytes += bytes;
    this.milliseconds += milliseconds;
    if (lowest < this.lowest) [this.lowest, this.lowestAt] = [lowest, lowestAt];
    this.otherText.push(...otherText);
    this.unsound.push(...unsound);
    this.failed.push(...failed);
  }
}

const value = (name: string, otherwise: string) =>
  process.argv.includes(name) ? (process.argv[process.argv.indexOf(name) + 1] ?? otherwise) : otherwise;
const flags = ['--own', '--alone'];
const folders = process.argv
  .slice(2)
  .filter(
    (word, index, words) =>
      !word.startsWith('--') && (!(words[index - 1] ?? '').startsWith('--') || flags.includes(words[index - 1] ?? '')),
  );
const wanted = value('--levels', levelNames.join(','))
  .split(',')
  .filter((name): name is LevelName => levelNames.some((level) => level === name));
const ways: Readonly<Record<string, Way>> = {
  ...Object.fromEntries(wanted.map((level) => [`\`${level}\``, byLevel(level)])),
  ...(process.argv.includes('--alone') ? {} : others),
};
const scratch = await mkdtemp(join(tmpdir(), 'colophon-optimize-'));
try {
  const own = process.argv.includes('--own') ? await ownRenders(scratch) : [];
  const sets = [
    ...folders.map((folder) => ({ name: folder, folder, from: Number(value('--from', '0')) })),
    ...own.map((set) => ({ ...set, from: 0 })),
  ];
  console.log(
    '| documents | bytes | by | of the size | lowest page SSIM | other text | unsound | failed | ms each ' +
      '|\n|---|---|---|---|---|---|---|---|---|',
  );
  const measured: Measured[] = [];
  for (const { name, folder, from } of sets) {
    const one = await measureSet(folder, from);
    measured.push(one);
    tell(name, one);
  }
  if (measured.length > 1) tell('all of these', summed(measured));
} finally {
  await rm(scratch, { recursive: true, force: true });
}

interface Measured {
  readonly count: number;
  readonly before: number;
  readonly tallies: ReadonlyMap<string, Tally>;
}

async function measureSet(folder: string, from: number): Promise<Measured> {
  const tallies = new Map(Object.keys(ways).map((name) => [name, new Tally()]));
  let [count, before] = [0, 0];
  for (const name of globSync('**/*.pdf', { cwd: folder }).sort()) {
    const file = join(folder, name);
    const { size } = await stat(file);
    if (size < from) continue;
    count += 1;
    before += size;
    const own = await seen(file);
    for (const [way, tally] of tallies) await measure(ways[way]!, tally, { name, file, size, own });
  }
  return { count, before, tallies };
}

function summed(sets: readonly Measured[]): Measured {
  const tallies = new Map(Object.keys(ways).map((name) => [name, new Tally()]));
  for (const set of sets) for (const [way, tally] of set.tallies) tallies.get(way)?.add(tally);
  return {
    count: sets.reduce((sum, { count }) => sum + count, 0),
    before: sets.reduce((sum, { before }) => sum + before, 0),
    tallies,
  };
}

function tell(what: string, { count, before, tallies }: Measured): void {
  for (const [way, { bytes, milliseconds, lowest, lowestAt, otherText, unsound, failed }] of tallies) {
    console.log(
      `| ${count}: ${what} | ${before} | ${way} | ${(bytes / before).toFixed(3)} | ${lowest.toFixed(4)} ` +
        `(${lowestAt}) | ${otherText.length} | ${unsound.length} | ${failed.length} | ` +
        `${(milliseconds / count).toFixed(0)} |`,
    );
    for (const [kind, names] of Object.entries({ 'other text': otherText, unsound, failed }))
      if (names.length > 0) console.error(`${way} ${kind}: ${names.slice(0, 20).join(', ')}`);
  }
}

async function measure(
  way: Way,
  tally: Tally,
  { name, file, size, own }: { name: string; file: string; size: number; own: Seen },
): Promise<void> {
  const made = join(scratch, 'made.pdf');
  await rm(made, { force: true });
  const start = performance.now();
  const done = await way(file, made).then(
    () => true,
    () => false,
  );
  tally.milliseconds += performance.now() - start;
  tally.bytes += done ? (await stat(made)).size : size;
  if (!done) {
    tally.failed.push(name);
    return;
  }
  const now = await seen(made);
  if (now.text !== own.text) tally.otherText.push(name);
  if (own.sound && !now.sound) tally.unsound.push(name);
  const least = Math.min(1, ...own.pages.map((page, index) => alike(page, now.pages[index])));
  if (least < tally.lowest) [tally.lowest, tally.lowestAt] = [least, name];
}
