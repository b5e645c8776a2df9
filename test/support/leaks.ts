import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { extractText } from '../../src/pdf/text/extract-text.ts';
import { run } from './programs.ts';

/** The places in a PDF where tools of others still find words; after a redaction the list must be empty. */
export async function leaksOf(pdf: Uint8Array, needle: string, password = ''): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-leaks-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    const found: string[] = [];
    for (const [name, text] of await texts(file, pdf, password)) if (isIn(text, needle)) found.push(name);
    for (const [name, bytes] of [
      ['bytes', Buffer.from(pdf)],
      ['qpdf --qdf', await unpacked(file, folder, password)],
    ] as const)
      found.push(
        ...encodings(needle)
          .filter(
            ([, form]) =>
              bytes.includes(form) || bytes.includes(Buffer.from(form.toString('latin1').toLowerCase(), 'latin1')),
          )
          .map(([encoding]) => `${name} (${encoding})`),
      );
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The output of a program; its messages about damage do not matter here. */
async function printed(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(command, args).catch((error: unknown) => {
    if (
      typeof error === 'object' &&
      error !== null &&
      'stdout' in error &&
      typeof error.stdout === 'string' &&
      !('code' in error && error.code === 'ENOENT')
    )
      return { stdout: error.stdout };
    throw error;
  });
  return stdout;
}

let mutool: Promise<boolean> | undefined;

/** Not every machine has MuPDF, so it is only used where it is installed. */
const hasMutool = (): Promise<boolean> =>
  (mutool ??= run('mutool', ['-v']).then(
    () => true,
    (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'ENOENT'),
  ));

async function texts(file: string, pdf: Uint8Array, password: string): Promise<[string, string][]> {
  const secret = password === '' ? [] : ['-upw', password];
  const pdfium = async () =>
    (await extractText(pdf, { hidden: 'include', ...(password !== '' && { password }) })).pages
      .map(({ text }) => text)
      .join('\f');
  const judges: Readonly<Record<string, () => Promise<string>>> = {
    pdftotext: () => printed('pdftotext', ...secret, file, '-'),
    'pdftotext -raw': () => printed('pdftotext', ...secret, '-raw', file, '-'),
    pdfinfo: () => printed('pdfinfo', ...secret, '-dests', '-custom', '-js', '-url', file),
    'pdfinfo -struct-text': () => printed('pdfinfo', ...secret, '-struct-text', file),
    'pdfinfo -meta': () => printed('pdfinfo', ...secret, '-meta', file),
    pdfdetach: () => printed('pdfdetach', ...secret, '-list', file),
    mutool: async () =>
      (await hasMutool())
        ? printed('mutool', 'draw', ...(password === '' ? [] : ['-p', password]), '-F', 'txt', '-o', '-', file)
        : '',
    'pdf.js': () => byPdfJs(pdf, password),
    PDFium: pdfium,
  };
  return Promise.all(
    Object.entries(judges).map(async ([name, judge]): Promise<[string, string]> => [name, await judge()]),
  );
}

async function byPdfJs(pdf: Uint8Array, password: string): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), password, verbosity: 0, useSystemFonts: false });
  try {
    const document = await task.promise;
    const told: string[] = [
      JSON.stringify([
        await document.getMetadata(),
        await document.getOutline(),
        await document.getDestinations(),
        await document.getPageLabels(),
        await document.getAttachments(),
        await document.getFieldObjects(),
        await document.getJSActions(),
      ]),
    ];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      told.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join(''));
      told.push(
        JSON.stringify([await page.getAnnotations(), await page.getStructTree()], (_, value: unknown) =>
          ArrayBuffer.isView(value) ? undefined : value,
        ),
      );
    }
    return told.join('\n');
  } finally {
    await task.destroy();
  }
}

async function unpacked(file: string, folder: string, password: string): Promise<Buffer> {
  const out = join(folder, 'unpacked.pdf');
  await printed(
    'qpdf',
    ...(password === '' ? [] : [`--password=${password}`]),
    '--decrypt',
    '--qdf',
    '--object-streams=disable',
    '--normalize-content=n',
    file,
    out,
  );
  return readFile(out);
}

/** Each way in which words may stand in a file. */
function encodings(needle: string): [string, Buffer][] {
  const big = Buffer.from(needle, 'utf16le').swap16();
  const forms: [string, Buffer][] = [
    ['Latin-1', Buffer.from(needle, 'latin1')],
    ['UTF-8', Buffer.from(needle, 'utf8')],
    ['UTF-16BE', big],
    ['UTF-16LE', Buffer.from(needle, 'utf16le')],
  ];
  const hex = forms.map(([name, bytes]): [string, Buffer] => [
    `${name} in hexadecimal`,
    Buffer.from(bytes.toString('hex').toUpperCase()),
  ]);
  return [...forms, ...hex, ['percent', Buffer.from(encodeURIComponent(needle).replaceAll('.', '%2E'))]];
}

/** Letters of a needle that is found across the ends of lines and pages, and where its letters stand apart. */
const minUnspacedLetters = 8;

function isIn(text: string, needle: string): boolean {
  if (plain(text).includes(plain(needle))) return true;
  const [unspaced, word] = [text, needle].map((each) => plain(each).replaceAll(' ', ''));
  return word !== undefined && word.length >= minUnspacedLetters && unspaced?.includes(word) === true;
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
