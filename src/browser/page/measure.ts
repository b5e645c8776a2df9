import type { Tab } from '../tab.ts';
import { readFonts } from './measure-fonts-script.ts';
import { readLooks } from './measure-looks-script.ts';
import { readOverflows } from './measure-overflows-script.ts';

/** What is to be measured on a printed page. CSS pixels. */
export interface MeasureJob {
  /** Width of the content box of the page; `null` where the content sets its pages itself. */
  readonly width: number | null;
  /** The same of the kinds of page that sheets name (`page` in their style). */
  readonly widths: Readonly<Record<string, number>>;
  /** Asks for `Measured.looks`. */
  readonly looks?: boolean;
}

/** How wide a table is, and its columns. CSS pixels. */
export interface TableSize {
  readonly width: number;
  /** It is wider than what it stands in: its words take more room. */
  readonly isWider: boolean;
  readonly columns: readonly number[];
  /**
   * How many rows of its head and its foot stand on every page: Chromium repeats those that keep together and are no
   * taller than a quarter of it.
   */
  readonly repeats: { readonly head: number; readonly foot: number };
}

/** A sheet whose elements within each other are to be cut, down to a table where it has one. */
export interface SheetLook {
  /** `null` where there is none, or its columns can not be told. */
  readonly table: TableSize | null;
  /**
   * All of them, and the table, lay what is in them one below the other, and paint nothing that is one picture of all
   * of it.
   */
  readonly flows: boolean;
}

/** Text that asks for one list of families. */
export interface FamilyUse {
  /** `font-family` as computed. */
  readonly list: string;
  readonly characters: number;
  /** Where it begins. */
  readonly text: string;
}

/** An element that is wider than its page, or whose content is cut off by its own box. */
export interface Overflow {
  readonly kind: 'wide' | 'cut';
  /** As a selector would name it: `pre.code`. */
  readonly element: string;
  readonly edge: 'left' | 'right' | 'bottom';
  /** CSS pixels. */
  readonly by: number;
  readonly text: string;
}

/**
 * What a page that has been printed tells of its fonts and its boxes. It comes from the page: every part of it may be
 * anything of its type.
 */
export interface Measured {
  readonly families: readonly FamilyUse[];
  /** Families that its `@font-face` rules bring, as far as they could be loaded. */
  readonly faces: readonly string[];
  /** The characters beyond ASCII of its text, each once. */
  readonly characters: string;
  /** `null` where the width of the page is not known. */
  readonly overflows: readonly Overflow[] | null;
  /** Of each sheet; `null` where nobody asked. */
  readonly looks: readonly SheetLook[] | null;
}

/**
 * Bounds on what is looked at, so that a page of any size is measured in well under a second: enough for a hundred
 * pages of text.
 */
const maxCount = { texts: 20_000, elements: 20_000, families: 100, characters: 5000, findings: 10 };

/**
 * Measures a page after its print, in one round trip: nothing of it is needed any more. A page with scripts is measured
 * in a world of its own, which its scripts can not reach. What can not be measured is left out.
 */
export async function measure(tab: Tab, { width, widths, looks }: MeasureJob, scripts: boolean): Promise<Measured> {
  const { session, frameId } = tab;
  const world = scripts
    ? { contextId: (await session.send('Page.createIsolatedWorld', { frameId })).executionContextId }
    : {};
  const evaluate = async <T>(expression: string, otherwise: T): Promise<T> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      ...world,
    });
    return exceptionDetails === undefined && result.value !== undefined ? (result.value as T) : otherwise;
  };
  const fonts = evaluate<Omit<Measured, 'overflows' | 'looks'>>(`(${readFonts})(${JSON.stringify(maxCount)})`, {
    families: [],
    faces: [],
    characters: '',
  });
  if (width === null) return { ...(await fonts), overflows: null, looks: null };
  const narrowed = session.send('Emulation.setDeviceMetricsOverride', {
    width: Math.round(width),
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const overflows = evaluate<Overflow[]>(
    `(${readOverflows})(${JSON.stringify(maxCount)}, ${width}, ${JSON.stringify(widths)})`,
    [],
  );
  const sheets =
    looks === true ? evaluate<SheetLook[]>(`(${readLooks})(${width}, ${JSON.stringify(widths)})`, []) : null;
  const restored = session.send('Emulation.clearDeviceMetricsOverride');
  const [read, boxes, found] = await Promise.all([fonts, overflows, sheets, narrowed, restored]);
  return { ...read, overflows: boxes, looks: found };
}
