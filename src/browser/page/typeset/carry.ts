import { AppError } from '../../../problems.ts';
import type { Tab } from '../../tab.ts';
import type { PageWidths } from '../repeat-groups.ts';
import { carryTotals } from './carry-script.ts';
import { carryTables } from './carry-tables-script.ts';
import { openPages } from './pages-script.ts';
import { rootsOf } from './roots-script.ts';

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

const parts = { openPages, rootsOf, carryTables };

/** True where HTML may have tables of HTML whose sums are carried: all of their rows are needed. */
export const hasHtmlCarry = (html: string): boolean => /data-carry=/i.test(html);

/** True where HTML may have tables whose sums are carried. */
export const hasCarry = (html: string): boolean => /data-(?:colophon-)?carry=/i.test(html);

/** The expression of a function that adds the sums; it takes footnotes with their calls, and their look. */
export async function carryExpression(tab: Tab, wish: CarryWish): Promise<string> {
  return expressionOf(wish, await worldOf(tab));
}

/** Adds the sums of tables at the ends and the beginnings of the pages of the loaded document. Runs in an isolated world. */
export async function layCarry(tab: Tab, wish: CarryWish): Promise<void> {
  const run = await worldOf(tab);
  await run(`(${await expressionOf(wish, run)})()`);
}

type Run = (expression: string) => Promise<unknown>;

async function worldOf({ session, frameId }: Tab): Promise<Run> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'carry' });
  return async (expression) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new AppError('render-failed', 'The sums of a table could not be carried from page to page.', {
        cause: new Error(exceptionDetails.exception?.description ?? exceptionDetails.text),
      });
    return result.value as unknown;
  };
}

async function expressionOf({ sumsOf, ...places }: CarryWish, run: Run): Promise<string> {
  const texts = (await run(`(${carryTables})(null).texts`)) as CarriedTexts[];
  const job = JSON.stringify({ ...places, sums: texts.length === 0 ? [] : sumsOf(texts) });
  const named = Object.entries(parts).map(([name, source]) => `${name}: ${source}`);
  return `(notes, look) => (${carryTotals})({ ${named.join(',\n')} }, ${job}, notes, look)`;
}
