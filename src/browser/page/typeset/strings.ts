import type { Tab } from '../../tab.ts';
import { isolatedWorld } from '../isolated-world.ts';
import { ownValues, type OwnProperty } from './own-values.ts';
import { contentParts } from './references/content-script.ts';
import { countersAt } from './references/counters-script.ts';
import { targetTexts, writtenNumber } from './references/target-texts-script.ts';
import { noteStrings } from './strings-script.ts';

/** What an element of the page gives to a named string, or a heading to the string of its level. */
export interface NotedString {
  /** An id of which the print has a named destination. */
  readonly id: string;
  /** `string:` and a name, or `heading:` and a level. */
  readonly key: string;
  readonly value: string;
  /** The id of a mark at the end of the content right before it; `null` where it has none, or `starts` is false. */
  readonly after: string | null;
}

/** Which strings of a page are read. */
export interface StringsWish {
  /** The property that stands for `string-set`; `null` where no style sheet has one. */
  readonly property: OwnProperty | null;
  /**
   * Texts of two comments in the page. Elements before the first and after the second belong to another print. `null` =
   * all elements belong to this print.
   */
  readonly ends: { readonly begin: string; readonly end: string } | null;
  /** True where it matters which element is the first on its page. */
  readonly starts: boolean;
  /** Beginning of the ids of elements that have none. */
  readonly prefix: string;
}

/** Maximum number of characters of a string. */
const maxCharacters = 500;

const tools = `{ ${Object.entries({ ownValues, contentParts, countersAt, targetTexts, writtenNumber })
  .map(([name, source]) => `${name}: ${source}`)
  .join(', ')} }`;

/**
 * Reads the strings that elements set, and gives the elements destinations. Runs in an isolated world, which the page's
 * scripts cannot see.
 */
export async function readStrings(tab: Tab, wish: StringsWish): Promise<readonly NotedString[]> {
  const evaluate = await isolatedWorld(tab, 'strings', 'The named strings of the page could not be read.');
  const job = JSON.stringify({ ...wish, maxCharacters });
  return (await evaluate(`(${noteStrings})(${job}, ${tools})`)) as NotedString[];
}
