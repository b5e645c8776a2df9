import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { mutatedPair, mutations, tablePair, type MutatedPair } from './compare-pairs.ts';
import { startService, type Service } from './service.ts';

/**
 * Compares 200 pairs of documents made from known HTML, one of each changed in known ways, and prints how many changed
 * words and pages were found; the same for 24 pairs with tables over several pages, with tags and, saved again by `gs`,
 * without; then copies that were only saved again by `qpdf`, `mutool` and `gs`, of these documents and of every n-th
 * file of a folder, which must be equal. Of some files these make another document: a copy counts where poppler reads
 * the same text in both, sees the same pages, and finds a form in both or in none.
 *
 *     node bench/compare.ts [CORPORA/pdfjs [every n-th [pairs]]]
 */
const run = promisify(execFile);

/** A comparison as the service answers it. */
interface Answer {
  readonly equal: boolean;
  readonly pages: readonly {
    readonly before: number | null;
    readonly after: number | null;
    readonly changes: readonly Change[];
    readonly visualDifference: number | null;
  }[];
}

interface Change {
  readonly kind: string;
  readonly before: { readonly text: string } | null;
  readonly after: { readonly text: string } | null;
}

async function post({ port, key }: Service, tool: string, body: object): Promise<Buffer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${tool}: ${answer.status} ${bytes.toString('utf8').slice(0, 300)}`);
  return bytes;
}

async function compared(service: Service, before: Buffer, after: Buffer): Promise<Answer> {
  const documents = [before, after].map((pdf) => ({ data: pdf.toString('base64') }));
  return JSON.parse((await post(service, 'compare', { documents })).toString('utf8')) as Answer;
}

/** Right ones, wrong ones, missed ones. */
class Score {
  right = 0;
  wrong = 0;
  missed = 0;

  add(found: readonly string[], truth: readonly string[]): void {
    const [one, other] = [found, truth].map((words) => Map.groupBy(words, (word) => word)) as [
      Map<string, string[]>,
      Map<string, string[]>,
    ];
    for (const word of new Set([...found, ...truth])) {
      const [has, should] = [one.get(word)?.length ?? 0, other.get(word)?.length ?? 0];
      this.right += Math.min(has, should);
      this.wrong += Math.max(0, has - should);
      this.missed += Math.max(0, should - has);
    }
  }

  toString(): string {
    const [precision, recall] = [this.right / (this.right + this.wrong), this.right / (this.right + this.missed)];
    return (
      `${precision.toFixed(4)} | ${recall.toFixed(4)} | ` +
      `${((2 * this.right) / (2 * this.right + this.wrong + this.missed)).toFixed(4)} | ${this.right} of ` +
      `${this.right + this.missed}, ${this.wrong} wrong`
    );
  }
}

const words = (changes: readonly Change[], side: 'before' | 'after') =>
  changes.flatMap((change) => change[side]?.text.split(' ') ?? []);

interface Scores {
  readonly text: Score;
  readonly moves: Score;
  readonly pages: Score;
  readonly looks: Score;
}

function judge({ pages }: Answer, truth: MutatedPair, scores: Scores): void {
  const changes = pages.flatMap((page) => page.changes);
  for (const side of ['before', 'after'] as const) scores.text.add(words(changes, side), truth.words[side]);
  scores.moves.add(
    words(
      changes.filter(({ kind }) => kind === 'moved'),
      'after',
    ),
    truth.words.moved,
  );
  if (truth.looks === null) return;
  scores.pages.add(
    pages.flatMap((page) =>
      page.after === null ? [`removed ${page.before}`] : page.before === null ? [`inserted ${page.after}`] : [],
    ),
    [
      ...truth.pages.removed.map((page) => `removed ${page}`),
      ...truth.pages.inserted.map((page) => `inserted ${page}`),
    ],
  );
  scores.looks.add(
    pages.flatMap((page) => ((page.visualDifference ?? 0) > 0 ? [String(page.after)] : [])),
    truth.looks.map(String),
  );
}

type Save = (from: string, to: string) => Promise<unknown>;
const limits = { timeout: 40_000, maxBuffer: 1e8 };
const writers: Readonly<Record<string, Save>> = {
  identical: async (from, to) => writeFile(to, await readFile(from)),
  qpdf: (from, to) => run('qpdf', ['--object-streams=generate', '--recompress-flate', from, to], limits),
  mutool: (from, to) => run('mutool', ['clean', '-gggz', from, to], limits),
  gs: (from, to) => run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', '-o', to, from], limits),
};

/** Whether poppler reads and sees the same in both, and finds forms of the same kind. */
async function sameForPoppler(from: string, to: string): Promise<boolean> {
  const text = async (path: string) =>
    (await run('pdftotext', ['-q', '-l', '5', path, '-'], limits)).stdout.replace(/\s+/g, '');
  const look = async (path: string) =>
    (await run('pdftoppm', ['-q', '-gray', '-r', '60', '-l', '5', path], { ...limits, encoding: 'buffer' })).stdout;
  const form = async (path: string) => /^Form: *(.*)$/m.exec((await run('pdfinfo', [path], limits)).stdout)?.[1];
  if ((await text(from)) !== (await text(to)) || (await form(from)) !== (await form(to))) return false;
  const [one, other] = [await look(from), await look(to)];
  let apart = 0;
  for (let at = 0; at < one.length; at += 1) if (Math.abs(one[at]! - (other[at] ?? 0)) > 100) apart += 1;
  return one.length === other.length && apart < 0.002 * one.length;
}

async function savedBy(writer: string, pdf: Buffer, folder: string): Promise<Buffer> {
  const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')];
  await writeFile(from, pdf);
  await writers[writer]!(from, to);
  return readFile(to);
}

/** Pairs with tables for each other pair. */
const tableShare = 0.12;

interface Saved {
  equal: number;
  readonly different: string[];
  readonly skipped: string[];
}

async function resaved(service: Service, files: readonly string[], writer: string, folder: string): Promise<Saved> {
  const saved: Saved = { equal: 0, different: [], skipped: [] };
  for (const file of files) {
    const copy = join(folder, 'copy.pdf');
    await rm(copy, { force: true });
    // Tools that only warn end with a code of their own.
    await writers[writer]!(file, copy).catch(() => null);
    const after = await readFile(copy).catch(() => Buffer.alloc(0));
    const skip = after.length === 0 || !(await sameForPoppler(file, copy).catch(() => false));
    const answer = skip
      ? null
      : await compared(service, await readFile(file), after).catch((error: unknown) => String(error));
    if (answer === null || typeof answer === 'string')
      saved.skipped.push(`${basename(file)}${answer === null ? '' : `: ${answer.slice(0, 120)}`}`);
    else if (answer.equal) saved.equal += 1;
    else saved.different.push(basename(file));
  }
  return saved;
}

const [corpus, step = '7', count = '200'] = process.argv.slice(2);
const pairs = Number(count);
const folder = await mkdtemp(join(tmpdir(), 'colophon-compare-'));
const service = await startService();
const scores: Scores = { text: new Score(), moves: new Score(), pages: new Score(), looks: new Score() };
const kinds = new Map(mutations.map((mutation) => [mutation, 0]));
const own: string[] = [];
let milliseconds = 0;
try {
  for (let seed = 0; seed < pairs; seed += 1) {
    const truth = mutatedPair(seed);
    const [before, after] = [await post(service, 'render', truth.before), await post(service, 'render', truth.after)];
    const start = performance.now();
    judge(await compared(service, before, after), truth, scores);
    milliseconds += performance.now() - start;
    for (const kind of truth.mutations) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (seed % 10 !== 0) continue;
    own.push(join(folder, `${seed}.pdf`));
    await writeFile(own.at(-1)!, before);
  }
  console.log(
    `${pairs} pairs, ${Math.round(milliseconds / pairs)} ms each; ` +
      `${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ')}\n`,
  );
  console.log(
    `| | precision | recall | F1 | |\n|---|---|---|---|---|\n| words that differ | ${String(scores.text)} |\n| ` +
      `words that moved | ${String(scores.moves)} |\n| pages that came or went | ${String(scores.pages)} |\n| ` +
      `pages that look different | ${String(scores.looks)} |\n`,
  );
  console.log('| tables over pages | words that differ | words that moved |\n|---|---|---|');
  const tables: { readonly truth: MutatedPair; readonly made: readonly [Buffer, Buffer] }[] = [];
  for (let seed = 0; seed < pairs * tableShare; seed += 1) {
    const truth = tablePair(seed);
    tables.push({
      truth,
      made: [await post(service, 'render', truth.before), await post(service, 'render', truth.after)],
    });
  }
  for (const [name, saves] of Object.entries({
    'with tags': ['identical', 'identical'],
    'without tags (gs)': ['gs', 'gs'],
    'one without tags': ['gs', 'identical'],
  })) {
    const own: Scores = { text: new Score(), moves: new Score(), pages: new Score(), looks: new Score() };
    for (const { truth, made } of tables) {
      const [before, after] = [await savedBy(saves[0]!, made[0], folder), await savedBy(saves[1]!, made[1], folder)];
      judge(await compared(service, before, after), truth, own);
    }
    console.log(`| ${name} | ${String(own.text)} | ${String(own.moves)} |`);
  }
  const files =
    corpus === undefined
      ? []
      : globSync('**/*.pdf', { cwd: corpus })
          .sort()
          .filter((_, index) => index % Number(step) === 0)
          .map((name) => join(corpus, name));
  console.log('| saved again by | equal | not equal | no copy, or another document |\n|---|---|---|---|');
  for (const writer of Object.keys(writers)) {
    const { equal, different, skipped } = await resaved(service, [...own, ...files], writer, folder);
    console.log(
      `| ${writer} | ${equal} | ${different.length}${different.length > 0 ? `: ${different.join(', ')}` : ''} ` +
        `| ${skipped.length} |`,
    );
    for (const problem of skipped.filter((one) => one.includes(': '))) console.log(`<!-- ${problem} -->`);
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
