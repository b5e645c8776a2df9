import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { run } from './programs.ts';

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
    const found = await readBarcodes(imageOf(await readFile(join(folder, 'page.pgm'))), {
      tryHarder: true,
      maxNumberOfSymbols: 16,
    });
    return found.map(({ format, text }) => ({ format, text }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A grey PGM as the pixels of a canvas. */
function imageOf(pgm: Buffer): ImageData {
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 40)) ?? [];
  const data = new Uint8ClampedArray(Number(width) * Number(height) * 4).fill(255);
  for (let at = 0; at < data.length; at += 4) data.fill(pgm[head.length + at / 4] ?? 255, at, at + 3);
  return { data, width: Number(width), height: Number(height), colorSpace: 'srgb' };
}
