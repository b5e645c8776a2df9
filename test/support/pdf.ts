import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './programs.ts';

/** The output of another program about a PDF. */
async function judge(pdf: Uint8Array, command: string, args: (file: string) => string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-judge-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    const { stdout } = await run(command, args(file), { cwd: folder });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The text of a page (1-based), or of all. */
export function textOf(pdf: Uint8Array, page?: number): Promise<string> {
  const pages = page === undefined ? [] : ['-f', String(page), '-l', String(page)];
  return judge(pdf, 'pdftotext', (file) => ['-layout', ...pages, file, '-']);
}

/** The text of a page (1-based), or of all, in reading order: words that end with a hyphen are joined, as people do. */
export function readingOf(pdf: Uint8Array, page?: number): Promise<string> {
  const pages = page === undefined ? [] : ['-f', String(page), '-l', String(page)];
  return judge(pdf, 'pdftotext', (file) => [...pages, file, '-']);
}

/** The output of `pdfinfo`, by its own labels. */
export async function infoOf(pdf: Uint8Array, ...options: string[]): Promise<Record<string, string>> {
  const out = await judge(pdf, 'pdfinfo', (file) => [...options, file]);
  return Object.fromEntries(
    out
      .split('\n')
      .flatMap((line) =>
        /^[A-Z][^:]*:/.test(line) ? [[line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]] : [],
      ),
  );
}

/** The structure tree with its text, as `pdfinfo -struct-text` prints it. */
export function structureOf(pdf: Uint8Array): Promise<string> {
  return judge(pdf, 'pdfinfo', (file) => ['-struct-text', file]);
}

/**
 * The structure tree without its text, as `pdfinfo -struct` prints it: much faster, as the text of each element is
 * looked for on its whole page.
 */
export function elementsOf(pdf: Uint8Array): Promise<string> {
  return judge(pdf, 'pdfinfo', (file) => ['-struct', file]);
}

/** All words with their edges, as `pdftotext -bbox` prints them: a `<page>` each, points from its top-left corner. */
export function wordBoxesOf(pdf: Uint8Array): Promise<string> {
  return judge(pdf, 'pdftotext', (file) => ['-bbox', file, '-']);
}

/** Where the words of a page stand: points from its top-left corner. */
export async function wordsOf(pdf: Uint8Array, page: number): Promise<{ text: string; x: number; y: number }[]> {
  const out = await judge(pdf, 'pdftotext', (file) => ['-bbox', '-f', String(page), '-l', String(page), file, '-']);
  return [...out.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)"[^>]*>([^<]*)</g)].map(([, x, y, text = '']) => ({
    text,
    x: Number(x),
    y: Number(y),
  }));
}

/** The fonts, as `pdffonts` lists them: names without the subset's prefix. */
export async function rowsOfFonts(pdf: Uint8Array): Promise<{ name: string; type: string }[]> {
  const out = await judge(pdf, 'pdffonts', (file) => [file]);
  return out
    .split('\n')
    .slice(2)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', type = ''] = /^(\S+)\s+(.*?)\s{2,}/.exec(line) ?? [];
      return { name: name.replace(/^[A-Z]{6}\+/, ''), type };
    });
}

/** Names of the fonts, without the subset's prefix. */
export async function fontsOf(pdf: Uint8Array): Promise<string[]> {
  return (await rowsOfFonts(pdf)).map(({ name }) => name);
}

/** The pictures in a PDF: a line each of `pdfimages -list`. */
export async function imagesOf(pdf: Uint8Array): Promise<string[]> {
  const out = await judge(pdf, 'pdfimages', (file) => ['-list', file]);
  return out
    .split('\n')
    .slice(2)
    .filter((line) => line.trim() !== '');
}

/** The addresses that its links lead to: a line each of `pdfinfo -url`. */
export function linksOf(pdf: Uint8Array): Promise<string> {
  return judge(pdf, 'pdfinfo', (file) => ['-url', file]);
}

/** The same from the actions in the file (ISO 32000-2, 12.6.4.8): poppler breaks off at a link that leads nowhere. */
export async function addressesOf(pdf: Uint8Array): Promise<string[]> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    const action = object instanceof PDFDict ? object.lookup(PDFName.of('A')) : undefined;
    const address = action instanceof PDFDict ? action.lookup(PDFName.of('URI')) : undefined;
    return address instanceof PDFString || address instanceof PDFHexString ? [address.decodeText()] : [];
  });
}

/** The document's XMP. */
export function metadataOf(pdf: Uint8Array): Promise<string> {
  return judge(pdf, 'pdfinfo', (file) => ['-meta', file]);
}

/** The files that a document carries, by the names under which `pdfdetach` saves them, as text. */
export async function attachmentsOf(pdf: Uint8Array, ...options: string[]): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-judge-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    await run('pdfdetach', ['-enc', 'UTF-8', ...options, '-saveall', '-o', folder, file]);
    const names = (await readdir(folder)).filter((name) => name !== 'document.pdf');
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rejects unless qpdf finds nothing wrong. */
export async function checkSyntax(pdf: Uint8Array, ...options: string[]): Promise<void> {
  await judge(pdf, 'qpdf', (file) => ['--check', ...options, file]);
}

/** A page as grey pixels (0 black to 255 white) at 1 pixel a point. */
export async function pixelsOf(
  pdf: Uint8Array,
  page: number,
  ...options: string[]
): Promise<{ width: number; height: number; at(x: number, y: number): number }> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-judge-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    await run('pdftoppm', [
      '-r',
      '72',
      '-gray',
      '-f',
      String(page),
      '-l',
      String(page),
      '-singlefile',
      ...options,
      file,
      join(folder, 'page'),
    ]);
    const pgm = await readFile(join(folder, 'page.pgm'));
    const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 40)) ?? [];
    const size = { width: Number(width), height: Number(height) };
    return { ...size, at: (x, y) => pgm[head.length + Math.round(y) * size.width + Math.round(x)] ?? 255 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many pages a file has among its objects, whether its page tree has them or not. */
export async function pageObjectsOf(pdf: Uint8Array): Promise<number> {
  return (await objectsOfType(pdf, 'Page')).length;
}

/**
 * How many pages are below each node of the page tree. Each part of a long document brings a tree of its own, so
 * the tree differs from that of one print.
 */
export async function pageTreeOf(pdf: Uint8Array): Promise<string> {
  return (await objectsOfType(pdf, 'Pages')).map((node) => String(node.get(PDFName.of('Count')))).join(' ');
}

async function objectsOfType(pdf: Uint8Array, type: string): Promise<PDFDict[]> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  return context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict && object.lookup(PDFName.of('Type')) === PDFName.of(type) ? [object] : [],
    );
}
