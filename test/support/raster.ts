import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Calls } from '../../src/pdf/pdfium/calls.ts';
import { withDocument } from '../../src/pdf/pdfium/document.ts';
import { drawPage, type Pixels } from '../../src/pdf/pdfium/draw-page.ts';
import { run } from './programs.ts';

/** The first page of a document as gray values, 0 = black, row by row from the top. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

/** As poppler draws it. */
export async function popplerRaster(pdf: Uint8Array, ppi: number): Promise<Raster> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-raster-'));
  try {
    await writeFile(join(folder, 'document.pdf'), pdf);
    await run('pdftoppm', [
      '-gray',
      '-r',
      String(ppi),
      '-f',
      '1',
      '-l',
      '1',
      '-singlefile',
      join(folder, 'document.pdf'),
      join(folder, 'page'),
    ]);
    return readPgm(await readFile(join(folder, 'page.pgm')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A binary PGM of a byte a pixel. */
export function readPgm(file: Buffer): Raster {
  const [head = '', width = '0', height = '0'] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64)) ?? [];
  return { width: Number(width), height: Number(height), gray: file.subarray(head.length) };
}

/** Functions of PDFium (fpdfview.h) that the service does not call. */
interface SizeCalls {
  FPDF_GetPageWidthF: (page: number) => number;
  FPDF_GetPageHeightF: (page: number) => number;
}

/** FPDF_ANNOT. */
const annotations = 1;

/** As PDFium draws it. */
export function pdfiumRaster(pdf: Uint8Array, ppi: number): Promise<Raster> {
  return withDocument({ bytes: pdf }, ({ engine, handle }) => {
    const calls = engine.calls as Calls & SizeCalls;
    const page = calls.FPDF_LoadPage(handle, 0);
    const [width, height] = [
      Math.ceil((calls.FPDF_GetPageWidthF(page) * ppi) / 72),
      Math.ceil((calls.FPDF_GetPageHeightF(page) * ppi) / 72),
    ];
    const gray = drawPage(engine, { page, width, height, flags: annotations }, grayOf);
    calls.FPDF_ClosePage(page);
    if (gray === null) throw new Error('PDFium has no memory for the page');
    return { width, height, gray };
  });
}

function grayOf({ memory, at, stride, width, height }: Pixels): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, index) => {
    const start = at + Math.floor(index / width) * stride + (index % width) * 4;
    return Math.round(((memory[start] ?? 0) + (memory[start + 1] ?? 0) + (memory[start + 2] ?? 0)) / 3);
  });
}

/** A rectangle of a page in points from its top-left corner. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How many pixels of an area, in points, are darker than paper. */
export function inkIn({ width, height, gray }: Raster, ppi: number, area: Area): number {
  const scale = ppi / 72;
  let ink = 0;
  for (
    let y = Math.max(0, Math.floor(area.y * scale));
    y < Math.min(height, Math.ceil((area.y + area.height) * scale));
    y += 1
  ) {
    for (
      let x = Math.max(0, Math.floor(area.x * scale));
      x < Math.min(width, Math.ceil((area.x + area.width) * scale));
      x += 1
    )
      if ((gray[y * width + x] ?? 255) < 160) ink += 1;
  }
  return ink;
}

/** Pixels that differ between two rasters outside of all these areas, each a pixel wider. */
export function changedOutside(before: Raster, after: Raster, ppi: number, areas: readonly Area[]): number {
  const scale = ppi / 72;
  let changed = 0;
  for (let at = 0; at < after.gray.length; at += 1) {
    if (Math.abs((before.gray[at] ?? 255) - (after.gray[at] ?? 255)) < 24) continue;
    const [x, y] = [at % after.width, Math.floor(at / after.width)];
    if (
      !areas.some(
        (area) =>
          x >= area.x * scale - 1.5 &&
          x <= (area.x + area.width) * scale + 1 &&
          y >= area.y * scale - 1.5 &&
          y <= (area.y + area.height) * scale + 1,
      )
    )
      changed += 1;
  }
  return changed;
}
