import { pagesOf, parseRange } from '../../input/range.ts';
import { wouldBreak } from '../../pdf/facts/signatures/signature-permissions.ts';
import { signedPages } from '../../pdf/edit/stamp/signed-pages.ts';
import type { Mark, MarkForm, MarkLook } from '../../pdf/edit/stamp/mark.ts';
import { AppError } from '../../problems.ts';
import { escape } from '../html/html.ts';
import type { PageStamp } from '../model/types/page-stamp.ts';
import { pageTexts } from '../numbering/page-numbers.ts';
import type { ChosenPages } from '../print/choose-pages.ts';
import type { PrintPass } from '../print/print-one.ts';
import type { Part } from '../print/printed-part.ts';
import { sectionsOfPages, stringsOfPages, type OverlayPrint } from '../running/print-overlays.ts';
import type { StringOnPage } from '../running/strings/page-strings.ts';
import type { StringPlaceholder } from '../model/types/page-string.ts';
import { showsStrings } from '../running/strings/placeholder.ts';
import { filled } from '../running/running-html.ts';
import { printStampSheets, type StampHtml } from './stamp-sheets.ts';

/** A page of the result: its index there, and its number in the whole document. */
interface Target {
  readonly index: number;
  readonly number: number;
}

/** A stamp with the pages of the result that it is on. */
interface Placed {
  readonly stamp: PageStamp;
  readonly targets: readonly Target[];
}

/**
 * The marks that `add_stamp` draws on the pages of the result. HTML is printed here.
 * @throws AppError `page-out-of-range`, `signature-would-break`
 */
export async function stampMarks(
  pass: PrintPass<OverlayPrint>,
  all: readonly Part[],
  { order, numbers, count }: Pick<ChosenPages, 'order' | 'numbers' | 'count'>,
): Promise<Mark[]> {
  const { stamps } = pass.composed.document;
  if (stamps.length === 0) return [];
  const pages = order === null ? numbers : order.map((page) => numbers[page] ?? 1);
  const targets = pages.map((number, index): Target => ({ index, number }));
  const signed = new Set(
    all
      .flatMap(({ pages, isSigned }) => Array.from({ length: pages }, () => isSigned === true))
      .flatMap((is, index) => (is ? [index + 1] : [])),
  );
  const placed = stamps.map((stamp): Placed => {
    const wanted = wantedBy(stamp, count);
    const own = wanted === null ? targets : targets.filter(({ number }) => wanted.has(number));
    const broken = own.find(({ number }) => signed.has(number));
    if (broken !== undefined) throw wouldBreak(signedPages, stamp.pointer);
    return { stamp, targets: own };
  });
  return marksOf(pass, placed, { fill: await fillFor(pass, all, count), page: null });
}

/** The numbers of the pages that a stamp names; `null` for every page. */
function wantedBy({ pages, pointer }: PageStamp, count: number): ReadonlySet<number> | null {
  if (pages === null) return null;
  try {
    return new Set(pagesOf(parseRange(pages), count));
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const { slug, message } = cause;
    throw new AppError(slug, message, { errors: [{ pointer: `${pointer}/pages`, message }], cause });
  }
}

/** A page of a document that is stamped alone. */
export interface StampedPage {
  /** Its number in the whole document, from 1. */
  readonly number: number;
  /** The number of each page of the whole document as readers see it. */
  readonly texts: readonly string[];
  /** The first-level heading that each page is under. */
  readonly sections: readonly string[];
  readonly strings: StringOnPage;
}

/**
 * The marks that `add_stamp` draws on one page, the only one of its file.
 * @throws AppError `page-out-of-range`
 */
export function marksOnPage(
  pass: PrintPass<OverlayPrint>,
  { number: own, texts, sections, strings }: StampedPage,
): Promise<Mark[]> {
  const { document, date } = pass.composed;
  const count = texts.length;
  const placed = document.stamps.map((stamp): Placed => {
    const wanted = wantedBy(stamp, count);
    const targets = texts.flatMap((_, index) =>
      wanted?.has(index + 1) === false ? [] : [{ index, number: index + 1 }],
    );
    return { stamp, targets };
  });
  const fill: Fill = (text, page, write = (value) => value) => {
    const [label = '', section = ''] = [texts[page - 1], sections[page - 1]];
    const string = (placeholder: StringPlaceholder) => strings(placeholder, page - 1);
    const values = { page, label, pages: count, section, string, date };
    return filled(text, document, values, write);
  };
  return marksOf(pass, placed, { fill, page: own });
}

type Fill = (text: string, number: number, write?: (value: string) => string) => string;

/** Fills in the placeholders of a text for a page of the whole document. */
async function fillFor(pass: PrintPass<OverlayPrint>, all: readonly Part[], count: number): Promise<Fill> {
  const { document, date } = pass.composed;
  const texts = pageTexts(document, all);
  const sections = document.stamps.some(({ content }) => textOf(content)?.includes('{section}') === true)
    ? await sectionsOfPages(pass, all)
    : [];
  const strings = showsStrings(document) ? await stringsOfPages(pass, all) : () => '';
  return (text, number, write = (value) => value) => {
    const [label = '', section = ''] = [texts[number - 1], sections[number - 1]];
    const string = (placeholder: StringPlaceholder) => strings(placeholder, number - 1);
    return filled(text, document, { page: number, label, pages: count, section, string, date }, write);
  };
}

const textOf = (content: PageStamp['content']): string | null =>
  'html' in content ? content.html : 'text' in content ? content.text : null;

interface Marking {
  readonly fill: Fill;
  /** The number of the only page that is wanted, which is the first of its file; `null` = all. */
  readonly page: number | null;
}

async function marksOf(
  pass: PrintPass<OverlayPrint>,
  placed: readonly Placed[],
  { fill, page: only }: Marking,
): Promise<Mark[]> {
  const sheets = new Map<string, { readonly index: number; readonly stamp: StampHtml }>();
  const sheetOf = (html: string, width: number | undefined): number => {
    const key = `${width ?? ''} ${html}`;
    const sheet = sheets.get(key) ?? { index: sheets.size, stamp: { html, width } };
    sheets.set(key, sheet);
    return sheet.index;
  };
  // One page alone takes its sheets from their places among those of all pages, by which Chromium rounds coordinates.
  const all = placed.flatMap(({ stamp, targets }) =>
    targets.map(({ index, number }) => {
      const { content, width } = stamp;
      const sheet = 'html' in content ? sheetOf(fill(content.html, number, escape), width) : null;
      return { stamp, page: index + 1, number, sheet };
    }),
  );
  const wanted = only === null ? all : all.filter(({ number }) => number === only);
  const used = new Set(wanted.flatMap(({ sheet }) => sheet ?? []));
  const forms = await printStampSheets(
    pass,
    [...sheets.values()].map(({ stamp }) => stamp),
    used,
  );
  return wanted.flatMap(({ stamp, page, number, sheet }): Mark[] => {
    const content = contentOf(stamp, sheet === null ? undefined : forms.get(sheet), (text) => fill(text, number));
    return content === null ? [] : [{ ...lookOf(stamp), content, page: only === null ? page : 1 }];
  });
}

const lookOf = ({ at, margin, rotation, opacity, layer, width }: PageStamp) =>
  ({ at, margin, rotation, opacity, layer, width, subtype: 'Watermark' }) as const;

/** `null` for a text that is empty on this page. */
function contentOf(
  { content }: PageStamp,
  form: MarkForm | undefined,
  fill: (text: string) => string,
): MarkLook['content'] | null {
  if ('html' in content) return form ?? null;
  if ('image' in content || !content.text.includes('{')) return content;
  const text = fill(content.text);
  return text.trim() === '' ? null : { ...content, text };
}
