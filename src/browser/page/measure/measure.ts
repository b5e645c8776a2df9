import type { Tab } from '../../tab.ts';
import { readFonts } from './fonts-script.ts';
import { readLooks } from './looks-script.ts';
import { readOverflows } from './overflows-script.ts';

/** Widths that a printed page is measured at. CSS pixels. */
export interface MeasureJob {
  /** Width of the content box of the page; `null` where the content sets its pages itself. */
  readonly width: number | null;
  /** Content widths of named kinds of page (`page` in the style of a sheet). */
  readonly widths: Readonly<Record<string, number>>;
}

/** Widths of a table and of its columns. CSS pixels. */
export interface TableSize {
  readonly width: number;
  /** True where it is wider than its container, because of its words. */
  readonly isWider: boolean;
  readonly columns: readonly number[];
  /**
   * Number of rows of its head and its foot that every page repeats: Chromium repeats a head or foot that is not
   * divided and is no taller than a quarter of the page.
   */
  readonly repeats: { readonly head: number; readonly foot: number };
  /** `null` where measured rows are unequally high, or the document is wider than its page. */
  readonly rows: EvenRows | null;
}

/** Rows of a table that are equally high, apart from the first and the last. CSS pixels. */
export interface EvenRows {
  readonly height: number;
  /** Height of the content box of a page. */
  readonly pageHeight: number;
  /**
   * The places of rows, where they follow from the layout of the sheet: nothing up to the table forces a break, and no
   * row is so high that it may be divided. Else `null`.
   */
  readonly places: {
    /** From the top of a row to the top of the next. */
    readonly pitch: number;
    /** Height of the start of a row that is not divided, because no cell has all of its content there. */
    readonly undivided: number;
    /** Top of the second row below the top of the first sheet's page, as if that had no end. */
    readonly second: number;
    /** Height of the head, and of the foot, with the space between them and rows; 0 where pages do not repeat them. */
    readonly head: number;
    readonly foot: number;
  } | null;
}

/** The layout of a sheet with nested elements that may be divided, down to a table where it has one. */
export interface SheetLook {
  /** `null` where there is no table, or its columns are unknown. */
  readonly table: TableSize | null;
  /**
   * True where each of the elements, and the table, lays out its content in blocks, and paints nothing across all of
   * it.
   */
  readonly flows: boolean;
}

/** Text with one list of font families. */
export interface FamilyUse {
  /** `font-family` as computed. */
  readonly list: string;
  readonly characters: number;
  /** Its first words. */
  readonly text: string;
}

/** An element that is wider than its page, or whose content is cut off by its own box. */
export interface Overflow {
  readonly kind: 'wide' | 'cut';
  /** A selector for messages: `pre.code`. */
  readonly element: string;
  readonly edge: 'left' | 'right' | 'bottom';
  /** CSS pixels. */
  readonly by: number;
  readonly text: string;
}

/**
 * Measurements of the fonts and boxes of a printed page. The page itself supplies them, so any value of the type is
 * possible.
 */
export interface Measured {
  readonly families: readonly FamilyUse[];
  /** Families of its `@font-face` rules, without those that failed to load. */
  readonly faces: readonly string[];
  /** The non-ASCII characters of its text, each once. */
  readonly characters: string;
  /** `null` where the width of the page is unknown. */
  readonly overflows: readonly Overflow[] | null;
}

/** Bounds of one measurement, enough for a hundred pages of text: a page of any size takes well under a second. */
const maxCount = { texts: 20_000, elements: 20_000, families: 100, characters: 5000, findings: 10 };

/**
 * Measures a page after its print, in one round trip. A page with scripts is measured in an isolated world, which its
 * scripts cannot reach. Measurements that fail are left out.
 */
export async function measure(tab: Tab, { width, widths }: MeasureJob, scripts: boolean): Promise<Measured> {
  const { session, frameId } = tab;
  const world = scripts
    ? { contextId: (await session.send('Page.createIsolatedWorld', { frameId })).executionContextId }
    : {};
  const max = JSON.stringify(maxCount);
  const fonts = `(${readFonts})(${max})`;
  const read = (overflows: string) =>
    evaluate<ReadPage>(tab, `(${readBoth})(() => ${fonts}, () => ${overflows})`, world);
  const { fonts: used = null, overflows = null } =
    (await (width === null
      ? read('null')
      : asWideAs(tab, width, () => read(`(${readOverflows})(${max}, ${width}, ${JSON.stringify(widths)})`)))) ?? {};
  return {
    ...(used ?? { families: [], faces: [], characters: '' }),
    overflows: width === null ? null : (overflows ?? []),
  };
}

/** Both measurements in one round trip, each `null` where it throws. */
interface ReadPage {
  readonly fonts: Omit<Measured, 'overflows'> | null;
  readonly overflows: Overflow[] | null;
}

const readBoth = `(readFonts, readOverflows) => {
  const attempt = (read) => {
    try {
      return read();
    } catch {
      return null;
    }
  };
  return { overflows: attempt(readOverflows), fonts: attempt(readFonts) };
}`;

/** The width of a content box as Chromium lays pages out, in whole pixels (measured, Chromium 156). */
const layoutWidth = (width: number): number => Math.ceil(width - 1 / 64);

/** Measures each sheet of a page without scripts; none where that fails, or the page sets its width itself. */
export async function measureLooks(tab: Tab, { width, widths }: MeasureJob): Promise<readonly SheetLook[]> {
  if (width === null) return [];
  const main = layoutWidth(width);
  const others = Object.fromEntries(Object.entries(widths).map(([page, own]) => [page, layoutWidth(own)]));
  const looks = asWideAs(tab, main, () =>
    evaluate<SheetLook[]>(tab, `(${readLooks})(${main}, ${JSON.stringify(others)})`),
  );
  return (await looks) ?? [];
}

/** The value of an expression; `undefined` where it throws. */
async function evaluate<T>(
  { session }: Tab,
  expression: string,
  world: { readonly contextId?: number } = {},
): Promise<T | undefined> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    ...world,
  });
  return exceptionDetails === undefined ? (result.value as T | undefined) : undefined;
}

/** Sends the commands of `work` while the window of the page is so wide. All commands are sent at once. */
async function asWideAs<T>({ session }: Tab, width: number, work: () => Promise<T>): Promise<T> {
  const narrowed = session.send('Emulation.setDeviceMetricsOverride', {
    width: Math.round(width),
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const done = work();
  const restored = session.send('Emulation.clearDeviceMetricsOverride');
  const [value] = await Promise.all([done, narrowed, restored]);
  return value;
}
