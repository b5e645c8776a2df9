import type { Tab } from '../../tab.ts';
import { isolatedWorld } from '../isolated-world.ts';
import type { PageWidths } from '../repeat-groups.ts';
import { carryPages } from './carry/carry-pages-script.ts';
import { carryRows } from './carry/carry-rows-script.ts';
import { carryTables } from './carry/carry-tables-script.ts';
import type { CarryJob } from './carry/carry.ts';
import { readBreaks } from './breaks-script.ts';
import { columnsOf } from './columns-script.ts';
import { footnotes } from './footnotes-script.ts';
import { linePlaces } from './line-places-script.ts';
import { noteArea } from './note-area-script.ts';
import { noteStyles } from './note-styles-script.ts';
import { noteTexts } from './note-texts-script.ts';
import { contentParts } from './references/content-script.ts';
import { writtenNumber } from './references/target-texts-script.ts';
import { openPages } from './pages-script.ts';
import { ownValues } from './own-values.ts';
import { pageEnds } from './page-ends-script.ts';
import { pageReader } from './page-reader-script.ts';
import { rowOf } from './row-script.ts';
import { rootsOf } from './roots-script.ts';
import { noteSplitter } from './split-note-script.ts';
import { openWindow } from './window-script.ts';

/** How the notes of a print are found, numbered and placed. */
export interface FootnotesWish {
  /** True where style sheets float elements to the foot. */
  readonly floats: boolean;
  readonly numbering: 'document' | 'page' | 'section';
  readonly style: 'decimal' | 'roman' | 'ROMAN' | 'alpha' | 'ALPHA' | 'symbols';
  /** What style sheets declare: properties of calls and markers, and the area of the notes. */
  readonly styles: {
    readonly call: readonly string[];
    readonly marker: readonly string[];
    readonly area: readonly (readonly [property: string, value: string])[];
    readonly restarts: boolean;
  };
  /** The last number before this print. */
  readonly start: number;
  /** Beginning of the ids of notes and calls. */
  readonly prefix: string;
  /** The colour of the paper; `null` where pages have a background of their own. */
  readonly paper: string | null;
  /** Sizes of the content of the pages, in CSS pixels; `complete` where they are those of a complete document. */
  readonly sizes: PageWidths;
  readonly complete: { readonly width: number; readonly height: number; readonly firstHeight: number } | null;
  readonly onePage: boolean;
  /** True where every page ends as it was laid out, also one without notes. */
  readonly everyPage: boolean;
}

/** What became of the notes of a print. */
export interface Footnotes {
  readonly count: number;
  /** The last number. */
  readonly last: number;
  /** Notes that begin on a page after that of their call, because their content cannot be divided. */
  readonly deferred: number;
  /** Headings with calls: as they are shown, and without the numbers. */
  readonly headings: readonly (readonly [shown: string, plain: string])[];
}

/** How long the page works before the next message, so that it can be stopped. */
const sliceMs = 400;

/** Rules of the document for all boxes (`div { padding: 1em }`) are not meant for those of the notes. */
const box = 'all:unset!important;display:block!important;';

/** Styles of notes and calls. Styles of the document apply to their content. */
const look = {
  box,
  share: 0.82,
  lineHeight: 1.35,
  area: box + 'display:flow-root!important;padding-top:8pt!important;',
  rule: box + 'width:33%!important;border-top:0.5pt solid currentColor!important;' + 'margin:0 0 4pt!important;',
  note:
    box +
    'margin:2pt 0 0!important;padding-inline-start:1.6em!important;text-indent:-1.6em!important;orphans:1!important;' +
    'widows:1!important;',
  rest: 'text-indent:0!important;',
  marker:
    'display:inline-block!important;min-width:1.6em!important;box-sizing:border-box!important;' +
    'text-indent:0!important;white-space:pre!important;color:inherit!important;text-decoration:none!important;',
  call:
    'font-size:0.7em!important;line-height:0!important;vertical-align:super!important;' +
    'color:inherit!important;text-decoration:none!important;',
};

/** Functions of the page by the names under which they know each other. */
const parts = {
  carryPages,
  carryRows,
  carryTables,
  columnsOf,
  contentParts,
  linePlaces,
  noteArea,
  noteSplitter,
  noteStyles,
  noteTexts,
  openPages,
  openWindow,
  ownValues,
  pageEnds,
  pageReader,
  readBreaks,
  rootsOf,
  rowOf,
  writtenNumber,
};

/** The expression that starts the work in the page. */
export function startOf(wish: FootnotesWish, carry: CarryJob | null = null): string {
  const named = Object.entries(parts).map(([name, source]) => `${name}: ${source}`);
  const styles = { ...look, paper: wish.paper, declared: wish.styles.area };
  return `(${footnotes})({ ${named.join(',\n')} }, ${JSON.stringify({ ...wish, carry })}, ${JSON.stringify(styles)})`;
}

/**
 * Puts the notes of the loaded document at the feet of its pages, and carries the sums of its tables, whose pages end
 * earlier where there are notes. Runs in an isolated world.
 */
export async function layFootnotes(tab: Tab, wish: FootnotesWish, carry: CarryJob | null): Promise<Footnotes> {
  const run = await isolatedWorld(tab, 'footnotes', 'The footnotes of the document could not be placed.');
  await run(`void (globalThis.colophonFootnotes = ${startOf(wish, carry)})`);
  while ((await run(`colophonFootnotes.step(${sliceMs})`)) !== true);
  const found = (await run('colophonFootnotes.result()')) as Footnotes;
  await run('void (delete globalThis.colophonFootnotes)');
  return found;
}
