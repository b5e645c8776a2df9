import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The folder of documents that other people made: COLOPHON_CORPORA, else the one that package.json names. */
export const corpora = resolve(root, process.env.COLOPHON_CORPORA ?? defaultFolder());

const read = new Set<string>();

/** Paths of the files that were read so far. */
export function filesRead(): readonly string[] {
  return [...read];
}

/** A document, by its path in the folder or a whole one. */
export function readCorpus(path: string): Buffer {
  const whole = resolve(corpora, path);
  const bytes = readFileSync(whole);
  read.add(whole);
  return bytes;
}

/** Paths of documents, in order. */
export function corpusFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: corpora })
    .sort()
    .map((name) => join(corpora, name));
}

function defaultFolder(): string {
  const { config } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { config: { corpora: string } };
  return config.corpora;
}
