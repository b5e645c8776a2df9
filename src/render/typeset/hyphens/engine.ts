import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The places where words of one language may be divided, by Liang's algorithm and the patterns of the language. */
export interface Engine {
  /** The letters that its patterns know, in lower case. */
  readonly letters: ReadonlySet<string>;
  /** The fewest letters before and after a division by the rules of the language. */
  readonly before: number;
  readonly after: number;
  /** Offsets in a word of these letters, in lower case, at which it may be divided. */
  divisions(word: string): number[];
}

/** What a file of patterns exports: WebAssembly of hyphenopoly 6. */
interface Exports {
  readonly mem: { readonly buffer: ArrayBuffer };
  /** Number of its letters, and the fewest letters before and after a division. */
  readonly lct: { readonly value: number };
  readonly lmi: { readonly value: number };
  readonly rmi: { readonly value: number };
  /** Divides the word at the start of the memory there; its new length, or 0 where nothing is divided. */
  readonly hyphenate: (before: number, after: number, mark: number) => number;
}

/** The part of the WebAssembly interface that is used here; Node.js has no types of it. */
declare const WebAssembly: {
  instantiate(file: Uint8Array): Promise<{ readonly instance: { readonly exports: unknown } }>;
};

/** Offset of the letters in the memory of an engine. */
const lettersAt = 1664;
/** Letters of a word that an engine takes; longer words are not divided. */
const longest = 61;
const mark = 0x7c;

const engines = new Map<string, Promise<Engine>>();

/** The engine with these patterns (see `patternsFor`); it is loaded once, and has at most a quarter of a megabyte. */
export function engineFor(patterns: string): Promise<Engine> {
  const known = engines.get(patterns);
  if (known !== undefined) return known;
  const loading = load(patterns);
  engines.set(patterns, loading);
  loading.catch(() => engines.delete(patterns));
  return loading;
}

async function load(patterns: string): Promise<Engine> {
  const file = await readFile(fileURLToPath(import.meta.resolve(`hyphenopoly/patterns/${patterns}.wasm`)));
  const { instance } = await WebAssembly.instantiate(file);
  const { mem, lct, lmi, rmi, hyphenate } = instance.exports as Exports;
  const units = new Uint16Array(mem.buffer, 0, 2 * longest + 2);
  return {
    letters: new Set(String.fromCharCode(...new Uint16Array(mem.buffer, lettersAt, lct.value))),
    before: lmi.value,
    after: rmi.value,
    divisions(word) {
      if (word.length > longest) return [];
      for (let at = 0; at < word.length; at += 1) units[at] = word.charCodeAt(at);
      units[word.length] = 0;
      const length = hyphenate(1, 1, mark);
      const found: number[] = [];
      for (let at = 0; at < length; at += 1) if (units[at] === mark) found.push(at - found.length);
      return found;
    },
  };
}
