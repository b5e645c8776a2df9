import { AppError } from '../../problems.ts';
import { ContentBudget } from '../content/budget.ts';
import type { FontCache } from '../content/interpreter-options.ts';
import { runPage } from '../content/run-page.ts';
import { withDocument } from '../pdfium/document.ts';
import { readWithPdfjs } from '../pdfjs/read-text.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { extractText } from '../text/extract-text.ts';
import { finding, type Finding } from './findings/finding.ts';

/** The document as one reader reports it. */
interface Reading {
  readonly reader: string;
  readonly pages: number;
  readonly texts: readonly (string | null)[];
}

/** Pages whose text is compared. */
const maxPages = 10;
/**
 * The least number of letters of a page whose text is compared, and the least similarity (Dice's coefficient of letter
 * pairs).
 */
const minLetters = 24;
const sharedAtLeast = 0.35;

/** Reads the document with PDFium, pdf.js and our own reader, and reports differences in pages and text. */
export async function compareReaders(file: PdfFile, password: string | undefined): Promise<Finding[]> {
  const own = byOurselves(file);
  const [pdfium, pdfjs] = [
    await byPdfium(file, password),
    await readWithPdfjs({
      bytes: file.bytes,
      password,
      wanted: Array.from({ length: maxPages }, (_, page) => own.readable[page] ?? true),
    }),
  ];
  const refusals = [pdfium, pdfjs].flatMap((reading, index) =>
    'refused' in reading
      ? [finding('reader-refuses', { excerpt: `${['PDFium', 'pdf.js'][index] ?? ''}: ${reading.refused}` })]
      : [],
  );
  const readings: Reading[] = [
    own,
    ...('refused' in pdfium ? [] : [pdfium]),
    ...('refused' in pdfjs ? [] : [{ reader: 'pdf.js', ...pdfjs }]),
  ];
  return [...refusals, ...differences(readings)];
}

async function byPdfium(file: PdfFile, password: string | undefined): Promise<Reading | { readonly refused: string }> {
  try {
    const source = { bytes: file.bytes, password };
    const pages = await withDocument(source, (document) => document.pages);
    const read = await extractText(file.bytes, {
      pages: (count) => Array.from({ length: Math.min(count, maxPages) }, (_, index) => index + 1),
      layout: 'raw',
      hidden: 'include',
      ...(password !== undefined && { password }),
    });
    return { reader: 'PDFium', pages, texts: read.pages.map(({ text }) => text) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.message };
    throw error;
  }
}

/**
 * Skips text whose meaning a font does not state. `readable` are the first pages that nest less than a thousand saved
 * graphics states: the time of pdf.js grows with their square.
 */
function byOurselves(file: PdfFile): Reading & { readonly readable: readonly boolean[] } {
  const budget = new ContentBudget({ milliseconds: 20_000 });
  const fonts: FontCache = new Map();
  const readable: boolean[] = [];
  const texts = file
    .pages()
    .slice(0, maxPages)
    .map((page): string | null => {
      let text: string | null = '';
      const before = budget.ignoredSaves;
      runPage(
        file,
        page,
        {
          text({ glyphs }) {
            for (const { unicode } of glyphs) text = unicode === null || text === null ? null : text + unicode;
          },
        },
        { budget, fonts },
      );
      readable.push(budget.ignoredSaves === before);
      return text;
    });
  return { reader: 'Colophon', pages: file.pages().length, texts, readable };
}

function differences(readings: readonly Reading[]): Finding[] {
  const counts = new Set(readings.map(({ pages }) => pages));
  const summary = readings.map(({ reader, pages }) => `${reader} ${pages}`).join(', ');
  const findings = counts.size > 1 ? [finding('page-count-differs', { excerpt: summary })] : [];
  for (let page = 0; page < maxPages; page += 1) {
    const seen = readings.flatMap(({ reader, texts }) => {
      const text = texts[page];
      return text == null ? [] : [{ reader, text: letters(text) }];
    });
    const apart = seen
      .flatMap((one, index) => seen.slice(index + 1).map((other) => [one, other] as const))
      .find(
        ([one, other]) =>
          one.text.length >= minLetters &&
          other.text.length >= minLetters &&
          shared(one.text, other.text) < sharedAtLeast,
      );
    if (apart !== undefined)
      findings.push(
        finding('text-differs', {
          page: page + 1,
          excerpt: apart.map(({ reader, text }) => `${reader}: ${text.slice(0, 150)}`).join(' / '),
        }),
      );
  }
  return findings;
}

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 50_000);

/**
 * Dice's coefficient of the letter pairs of two texts, counted with repetition. Order of lines, spaces and direction
 * may differ between readers.
 */
function shared(one: string, other: string): number {
  const counts = new Map<string, number>();
  for (const pair of pairs(one)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  let both = 0;
  for (const pair of pairs(other)) {
    const left = counts.get(pair) ?? 0;
    if (left > 0) both += 1;
    counts.set(pair, left - 1);
  }
  return (2 * both) / Math.max(1, one.length + other.length - 2);
}

function* pairs(text: string): Generator<string> {
  for (let at = 0; at + 1 < text.length; at += 1) {
    const [one = '', other = ''] = [text[at], text[at + 1]];
    yield one < other ? one + other : other + one;
  }
}
