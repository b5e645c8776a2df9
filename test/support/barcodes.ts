import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { run } from './programs.ts';
import { readPgm, type Raster } from './raster.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

export interface Decoded {
  readonly format: string;
  readonly text: string;
}

/** The barcodes that a scanner finds on a page, printed at 300 dots an inch. */
export async function barcodesOf(pdf: Uint8Array, page: number): Promise<Decoded[]> {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(wasm)).buffer } });
  const folder = await mkdtemp(join(tmpdir(), 'colophon-scan-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    await run('pdftoppm', [
      '-r',
      '300',
      '-gray',
      '-f',
      String(page),
      '-l',
      String(page),
      '-singlefile',
      file,
      join(folder, 'page'),
    ]);
    const found = await readBarcodes(imageOf(printedPart(readPgm(await readFile(join(folder, 'page.pgm'))))), {
      tryHarder: true,
      maxNumberOfSymbols: 16,
    });
    return found.map(({ format, text }) => ({ format, text }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Paper around what is printed: more than the quiet zone of any symbology at its usual size. Pixels. */
const margin = 300;

/**
 * A page without the empty paper around its print, because a scanner would spend nearly all of its time there. A page
 * with a background stays whole.
 */
function printedPart({ width, height, gray }: Raster): Raster {
  const isInk = (x: number, y: number) => (gray[y * width + x] ?? 255) < 255;
  const rows = Array.from({ length: height }, (_, y) => y);
  const columns = Array.from({ length: width }, (_, x) => x);
  const inkedRow = (y: number) => columns.some((x) => isInk(x, y));
  const [top, bottom] = [rows.find(inkedRow) ?? 0, rows.findLast(inkedRow) ?? height - 1];
  const inkedColumn = (x: number) => rows.slice(top, bottom + 1).some((y) => isInk(x, y));
  const [left, right] = [columns.find(inkedColumn) ?? 0, columns.findLast(inkedColumn) ?? width - 1];
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)];
  const part = { width: Math.min(width, right + margin) - x, height: Math.min(height, bottom + margin) - y };
  const cut = new Uint8Array(part.width * part.height);
  for (let row = 0; row < part.height; row += 1)
    cut.set(gray.subarray((y + row) * width + x, (y + row) * width + x + part.width), row * part.width);
  return { ...part, gray: cut };
}

/** Grey pixels as those of a canvas. */
function imageOf({ width, height, gray }: Raster): ImageData {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  gray.forEach((value, at) => data.fill(value, at * 4, at * 4 + 3));
  return { data, width, height, colorSpace: 'srgb' };
}
