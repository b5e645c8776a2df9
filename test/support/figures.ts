import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './programs.ts';

async function ask(pdf: Uint8Array, command: string, args: (file: string) => string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-judge-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    return (await run(command, args(file))).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Objects = Record<string, { value?: Record<string, unknown> }>;

/** The text alternatives of the figures in the structure tree, in the order of their objects, as qpdf reads them. */
export async function figureAltsOf(pdf: Uint8Array): Promise<string[]> {
  const { qpdf } = JSON.parse(await ask(pdf, 'qpdf', (file) => ['--json', file])) as { qpdf: [unknown, Objects] };
  return Object.values(qpdf[1]).flatMap(({ value }) =>
    value?.['/S'] === '/Figure' && typeof value['/Alt'] === 'string' ? [value['/Alt'].replace(/^u:/, '')] : [],
  );
}

export interface Box {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The boxes of the words of a page, in points. */
export async function wordBoxesOf(pdf: Uint8Array, page: number): Promise<Box[]> {
  const out = await ask(pdf, 'pdftotext', (file) => ['-bbox', '-f', String(page), '-l', String(page), file, '-']);
  return [...out.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g)].map(
    ([, left, top, right, bottom, text = '']) => ({
      text,
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
    }),
  );
}

/** Pairs of words that lie on one another by more than a point both ways. */
export function overlaps(boxes: readonly Box[]): string[] {
  const on = (a: Box, b: Box) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2.5;
  return boxes.flatMap((a, index) =>
    boxes.slice(index + 1).flatMap((b) => (on(a, b) ? [`${a.text} on ${b.text}`] : [])),
  );
}
