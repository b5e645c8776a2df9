import { AppError } from '../../problems.ts';
import { openPdf } from '../file/open.ts';
import { type OpenDocument, type Source, withDocument } from '../pdfium/document.ts';
import { rewritten, unusedNumbers } from '../pdfium/rewritten.ts';
import { Ref } from '../objects/objects.ts';
import type { Box } from '../text/extracted.ts';
import { withLayersMarked } from '../text/page/mark-layers.ts';
import { metadataOf } from '../text/metadata.ts';
import { readPage, type ReadPage } from '../text/page/read-page.ts';
import { naming } from './naming.ts';
import { pageWords, type PageWord } from './words/page-words.ts';

/** An area that is not compared. */
export interface IgnoredBox {
  /** 1-based, in both documents; all pages unless given. */
  readonly page?: number | undefined;
  readonly box: Box;
}

/** One side of a comparison. */
export interface ComparedSource {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  /** Answers the 1-based pages to compare of a document of `count` pages, in order. */
  readonly pages: (count: number) => readonly number[];
}

/** A page with its visible words in reading order. */
export interface ComparedPage {
  /** 1-based, in its document. */
  readonly number: number;
  /** Size in points, as shown. */
  readonly width: number;
  readonly height: number;
  readonly words: readonly PageWord[];
}

/** The pages of one side with their words. */
export interface ComparedDocument {
  readonly pages: readonly ComparedPage[];
  readonly tagged: boolean;
}

/** Pages of one document. */
const maxPages = 2000;
const maxWords = 500_000;

/**
 * Reads both sides by the same rules: in the order of tags if both have some, else by layout.
 * @throws AppError `invalid-pdf`, `encrypted-pdf`, `wrong-password`, `page-out-of-range`, `too-many-pages`,
 * `limit-exceeded`, naming the document
 */
export async function readDocuments(
  [before, after]: readonly [ComparedSource, ComparedSource],
  ignore: readonly IgnoredBox[],
): Promise<[ComparedDocument, ComparedDocument]> {
  const one = await naming(1, () => readDocument(before, ignore));
  const other = await naming(2, () => readDocument(after, ignore));
  if (one.tagged === other.tagged) return [one, other];
  return [
    one.tagged ? await readDocument(before, ignore, { tags: false }) : one,
    other.tagged ? await readDocument(after, ignore, { tags: false }) : other,
  ];
}

/**
 * Reads the words of one side. Hidden text is skipped, but the invisible text layer of a scan counts.
 * @throws AppError `invalid-pdf`, `encrypted-pdf`, `wrong-password`, `page-out-of-range`, `too-many-pages`,
 * `limit-exceeded`
 */
export async function readDocument(
  { bytes, password, pages }: ComparedSource,
  ignore: readonly IgnoredBox[],
  { tags = true } = {},
): Promise<ComparedDocument> {
  const marked = withLayersMarked(bytes, password);
  const source = marked ?? { bytes, password };
  return withDocument(tags ? source : withoutTags(source), (document) =>
    read(document, { numbers: pages(document.pages), ignore, layerKey: marked?.key ?? null }),
  );
}

/** The document without its structure tree (ISO 32000-2, 14.7); unchanged if our reader can not read it. */
function withoutTags(source: Source): Source {
  try {
    const file = openPdf(source.bytes, { password: source.password });
    const root = new Ref(unusedNumbers(file)());
    const catalog = file.catalog.copy();
    catalog.delete('StructTreeRoot');
    return rewritten(file, { root, changed: (_num, obj) => obj, added: [[root.num, catalog]] });
  } catch (error) {
    if (error instanceof AppError) return source;
    throw error;
  }
}

function read(
  document: OpenDocument,
  { numbers, ignore, layerKey }: { numbers: readonly number[]; ignore: readonly IgnoredBox[]; layerKey: string | null },
): ComparedDocument {
  if (numbers.length > maxPages)
    throw new AppError(
      'too-many-pages',
      `No more than ${maxPages} pages of each document are compared at once; name fewer in \`pages\`.`,
    );
  const { lang, tagged } = metadataOf(document);
  let words = 0;
  const pages = numbers.map((number) => {
    const page = compared(readPage(document, { number, layout: 'reading', lang, layerKey }), ignore);
    words += page.words.length;
    if (words > maxWords)
      throw new AppError(
        'limit-exceeded',
        `The pages have more than ${maxWords} words together; name fewer in \`pages\`.`,
      );
    return page;
  });
  return { pages, tagged };
}

function compared(page: ReadPage, ignore: readonly IgnoredBox[]): ComparedPage {
  const { number, width, height } = page;
  const boxes = ignore.filter((one) => one.page === undefined || one.page === number).map(({ box }) => box);
  const words = pageWords(page).filter(({ box }) => !boxes.some((by) => liesIn(box, by)));
  return { number, width, height, words };
}

/** True where the middle of the box is within the other one. */
function liesIn(box: Box, by: Box): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= by.x && x <= by.x + by.width && y >= by.y && y <= by.y + by.height;
}
