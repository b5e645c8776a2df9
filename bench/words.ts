import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractText } from '../src/pdf/text/extract-text.ts';

/**
 * Compares the words of extract-text with those that `pdftotext` and `mutool` both find, in every PDF of a folder where
 * they agree on any, and prints the F1 by file (macro) and by word (micro), without hidden text and with it.
 *
 *     node bench/words.ts CORPORA/pdfjs
 */
const run = promisify(execFile);

type Bag = ReadonlyMap<string, number>;

function bagOf(text: string): Bag {
  const bag = new Map<string, number>();
  for (const word of text.normalize('NFKC').split(/\s+/u)) if (word !== '') bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}

const both = (one: Bag, other: Bag): Bag =>
  new Map([...one].map(([word, count]) => [word, Math.min(count, other.get(word) ?? 0)]));
const size = (bag: Bag): number => [...bag.values()].reduce((sum, count) => sum + count, 0);

async function printed(command: string, args: readonly string[]): Promise<string | null> {
  return run(command, args, { maxBuffer: 1e9, timeout: 60_000 }).then(
    ({ stdout }) => stdout,
    () => null,
  );
}

async function consensus(path: string): Promise<Bag> {
  const [one, other] = await Promise.all([
    printed('pdftotext', ['-q', '-enc', 'UTF-8', path, '-']),
    printed('mutool', ['draw', '-q', '-F', 'txt', path]),
  ]);
  return one === null || other === null ? new Map() : both(bagOf(one), bagOf(other));
}

async function ownWords(path: string, hidden: { hidden?: 'include' }): Promise<Bag> {
  const pages = await extractText(await readFile(path), hidden).then(
    (extracted) => extracted.pages,
    () => [],
  );
  return bagOf(pages.map(({ text }) => text).join('\n'));
}

const [folder = '.'] = process.argv.slice(2);
const judged: { path: string; words: Bag }[] = [];
for (const name of globSync('**/*.pdf', { cwd: folder }).sort()) {
  const path = join(folder, name);
  const words = await consensus(path);
  if (size(words) > 0) judged.push({ path, words });
}

console.log(`${judged.length} files\n\n| extractor | macro F1 | micro F1 |\n|---|---|---|`);
for (const [label, options] of [
  ['extract-text, `reading`', {}],
  ['the same with `hidden: "include"`', { hidden: 'include' }],
] as const) {
  let [macro, found, all] = [0, 0, 0];
  for (const { path, words } of judged) {
    const own = await ownWords(path, options);
    const [hits, total] = [size(both(own, words)), size(own) + size(words)];
    [macro, found, all] = [macro + (2 * hits) / total, found + hits, all + total];
  }
  console.log(`| ${label} | ${(macro / judged.length).toFixed(3)} | ${((2 * found) / all).toFixed(3)} |`);
}
