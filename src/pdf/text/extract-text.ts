import { AppError } from '../../problems.ts';
import { type OpenDocument, withDocument } from '../pdfium/document.ts';
import type { ExtractedPage, ExtractedText, Granularity, Layout, Warning } from './extracted.ts';
import { withLayersMarked } from './page/mark-layers.ts';
import { metadataOf } from './metadata.ts';
import { readPage, type ReadPage } from './page/read-page.ts';
import { structureOfPages, type StructuredPage } from './structure.ts';
import { pageText, textBlocks } from './layout/text-blocks.ts';
import { type HiddenPage, hiddenWarnings } from './warnings.ts';

/** Options of text extraction. */
export interface ExtractOptions {
  /**
   * 1-based pages in any order, with repeats; a function answers them for a number of pages. All pages unless given.
   */
  readonly pages?: readonly number[] | ((count: number) => readonly number[]) | null;
  readonly password?: string;
  /** `reading` unless given. */
  readonly layout?: Layout;
  /** `page` unless given: no blocks. */
  readonly granularity?: Granularity;
  readonly structure?: boolean;
  /** Includes hidden text in `text`. */
  readonly hidden?: 'include';
}

const maxPages = 50_000;
const maxCharacters = 50_000_000;

/**
 * Extracts the text of a document (docs/spec/tools.md). Without shared state; takes long for large documents: for
 * worker threads.
 * @throws AppError `invalid-pdf`, `encrypted-pdf`, `wrong-password`, `page-out-of-range`, `limit-exceeded`
 */
export async function extractText(pdf: Uint8Array, options: ExtractOptions = {}): Promise<ExtractedText> {
  const marked = withLayersMarked(pdf, options.password);
  return withDocument(marked ?? { bytes: pdf, password: options.password }, (document) =>
    extracted(document, options, marked?.key ?? null),
  );
}

function extracted(document: OpenDocument, options: ExtractOptions, layerKey: string | null): ExtractedText {
  const metadata = metadataOf(document);
  const numbers = wantedPages(options.pages, document.pages);
  const include = options.hidden === 'include';
  const pages: ExtractedPage[] = [];
  const notes: PageNotes[] = [];
  let characters = 0;
  for (const number of numbers) {
    const page = readPage(document, { number, layout: options.layout ?? 'reading', lang: metadata.lang, layerKey });
    characters += page.characters;
    if (characters > maxCharacters)
      throw new AppError(
        'limit-exceeded',
        `The pages have more than ${maxCharacters} characters together; request fewer of them in \`pages\`.`,
      );
    pages.push(shaped(page, options.granularity ?? 'page', include));
    notes.push(notesOf(page));
  }
  const structure = options.structure === true ? { structure: structureOfPages(notes, include) } : {};
  const warnings = [...notes.flatMap((note) => note.warnings), ...(include ? [] : hiddenWarnings(notes))];
  return { pages, metadata, ...structure, warnings };
}

/** The retained data of a page. Its glyphs are dropped, because they take a hundred times the memory of its text. */
interface PageNotes extends StructuredPage, HiddenPage {
  readonly warnings: readonly Warning[];
}

function notesOf({ number, blocks, scan, warnings }: ReadPage): PageNotes {
  const kinds = [...new Set(blocks.flatMap(({ hidden }) => hidden ?? []))];
  return {
    number,
    blocks: blocks.flatMap(({ text, place, hidden }) => (place ? [{ text, place, hidden }] : [])),
    kinds,
    scan,
    warnings,
  };
}

function shaped(page: ReadPage, granularity: Granularity, include: boolean): ExtractedPage {
  const { number, width, height, blocks } = page;
  const text = pageText(blocks, include);
  return {
    number,
    width,
    height,
    text,
    ...(granularity !== 'page' && { blocks: textBlocks(blocks, { granularity, width, height }) }),
  };
}

function wantedPages(pages: ExtractOptions['pages'], count: number): readonly number[] {
  const wanted =
    typeof pages === 'function'
      ? pages(count)
      : (pages ?? Array.from({ length: Math.min(count, maxPages + 1) }, (_, index) => index + 1));
  if (wanted.length > maxPages)
    throw new AppError('limit-exceeded', `More than ${maxPages} pages at once; request fewer of them in \`pages\`.`);
  const wrong = wanted.find((page) => !Number.isInteger(page) || page < 1 || page > count);
  if (wrong !== undefined)
    throw new AppError('page-out-of-range', `Page ${wrong} does not exist; the document has ${count}.`);
  return wanted;
}
