import { readFile } from 'node:fs/promises';

/** The fonts that values of fields are set in, in the order in which they are asked for a character. */
const files = ['inter/Inter-Regular.ttf', 'noto-sans-symbols-2/NotoSansSymbols2-Regular.ttf', 'noto-sans-math/NotoSansMath-Regular.ttf'];
let read: Promise<Buffer[]> | undefined;

/** Reads them once a thread. */
export function fieldFonts(): Promise<readonly Uint8Array[]> {
  read ??= Promise.all(files.map((file) => readFile(new URL(`../../../fonts/${file}`, import.meta.url))));
  return read;
}
