import type { Tab } from '../../../tab.ts';
import { isolatedWorld } from '../../isolated-world.ts';
import type { PageWidths } from '../../repeat-groups.ts';
import { carryRows } from './carry-rows-script.ts';
import { carryTotals } from './carry-script.ts';
import { carryTables } from './carry-tables-script.ts';
import { openPages } from '../pages-script.ts';
import { rootsOf } from '../roots-script.ts';

/** The texts of a table of HTML whose columns are carried. */
export interface CarriedTexts {
  /** Its language; '' = that of the document. */
  readonly lang: string;
  /** The names of the columns, and their indexes; -1 = none has the name. */
  readonly names: readonly string[];
  readonly columns: readonly number[];
  /** The text of each of these columns in each row. */
  readonly rows: readonly (readonly string[])[];
}

/** How sums are carried from page to page in a print. */
export interface CarryWish {
  /** Sizes of the content of the pages, in CSS pixels; `complete` where they are those of a complete document. */
  readonly sizes: PageWidths;
  readonly complete: { readonly width: number; readonly height: number } | null;
  /** Labels of sums at the end and at the beginning of a page, for tables of HTML without any. */
  readonly labels: readonly [forward: string, brought: string];
  /** Ids with this beginning stand for the first thing on a page. */
  readonly markPrefix: string;
  /** The sums after each row of the tables of HTML; `null` for a table that has none. */
  readonly sumsOf: (tables: readonly CarriedTexts[]) => readonly (readonly (readonly string[])[] | null)[];
}

const parts = { openPages, rootsOf, carryTables, carryRows };

/** True where HTML may have tables of HTML whose sums are carried: all of their rows are needed. */
export const hasHtmlCarry = (html: string): boolean => /data-carry=/i.test(html);

/** True where HTML may have tables whose sums are carried. */
export const hasCarry = (html: string): boolean => /data-(?:colophon-)?carry=/i.test(html);

/** What a script of the page needs of tables whose sums are carried. */
export interface CarryJob extends Omit<CarryWish, 'sumsOf'> {
  readonly sums: readonly (readonly (readonly string[])[] | null)[];
}

const runner = (tab: Tab) => isolatedWorld(tab, 'carry', 'The sums of a table could not be carried from page to page.');

/** Reads the tables of HTML of the loaded document, and adds up their columns. */
export async function readCarry(tab: Tab, { sumsOf, ...places }: CarryWish): Promise<CarryJob> {
  const run = await runner(tab);
  const texts = (await run(`(${carryTables})(null).texts`)) as CarriedTexts[];
  return { ...places, sums: texts.length === 0 ? [] : sumsOf(texts) };
}

/** Adds the sums of tables at the ends and the beginnings of the pages of the loaded document. Runs in an isolated world. */
export async function layCarry(tab: Tab, wish: CarryWish): Promise<void> {
  const job = await readCarry(tab, wish);
  const run = await runner(tab);
  const named = Object.entries(parts).map(([name, source]) => `${name}: ${source}`);
  await run(`(${carryTotals})({ ${named.join(',\n')} }, ${JSON.stringify(job)})`);
}
