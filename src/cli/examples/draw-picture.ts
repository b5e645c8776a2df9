import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { writePng } from '../../pdf/images/png.ts';

const execute = promisify(execFile);
/** Pixels an inch: a page of A4 is 463 wide. */
const resolution = '56';
/** Around each page, which is white as the page of the documentation is. */
const edge = [201, 207, 216] as const;

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
}

/** A picture as `pdftoppm` writes it: PPM with one byte for each colour. */
function readPpm(bytes: Buffer): Picture {
  const head = /^P6\s(\d+)\s(\d+)\s255\s/.exec(bytes.subarray(0, 40).toString('latin1'));
  if (head === null) throw new Error('pdftoppm wrote no picture.');
  return { width: Number(head[1]), height: Number(head[2]), rgb: bytes.subarray(head[0].length) };
}

/** The picture with a line of one pixel around it. */
function framed({ width, height, rgb }: Picture): { width: number; height: number; rgba: Uint8Array } {
  const outer = { width: width + 2, height: height + 2 };
  const rgba = new Uint8Array(outer.width * outer.height * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([...edge, 255], at);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      rgba.set(rgb.subarray(from, from + 3), ((y + 1) * outer.width + x + 1) * 4);
    }
  return { ...outer, rgba };
}

/** Draws a page (1-based) of a PDF as a PNG with a thin frame. Gives true if the picture was another one before. */
export async function drawPicture(pdf: string, page: number, target: string): Promise<boolean> {
  const number = String(page);
  const options = { encoding: 'buffer' as const, maxBuffer: 2 ** 28 };
  const { stdout } = await execute('pdftoppm', ['-r', resolution, '-f', number, '-l', number, pdf], options);
  const { rgba, ...size } = framed(readPpm(stdout));
  const png = await writePng(rgba, size);
  const before = await readFile(target).catch(() => null);
  if (before?.equals(png) === true) return false;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, png);
  return true;
}
