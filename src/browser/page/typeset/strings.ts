import type { Tab } from '../../tab.ts';
import { ownValues, type OwnProperty } from './own-values.ts';
import { noteStrings } from './strings-script.ts';

/** What an element of the page gives to a named string, or a heading to the string of its level. */
export interface NotedString {
  /** An id of which the print has a named destination. */
  readonly id: string;
  /** `string:` and a name, or `heading:` and a level. */
  readonly key: string;
  readonly value: string;
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
  /** Beginning of the ids of elements that have none. */
  readonly prefix: string;
}

/** Maximum number of characters of a string. */
const maxCharacters = 500;

/**
 * Reads the strings that elements set, and gives the elements destinations. Runs in an isolated world, which the page's
 * scripts cannot see.
 */
export async function readStrings(tab: Tab, { property, ends, prefix }: StringsWish): Promise<readonly NotedString[]> {
  const { executionContextId } = await tab.session.send('Page.createIsolatedWorld', {
    frameId: tab.frameId,
    worldName: 'strings',
  });
  const declared = property === null ? '[]' : `${ownValues}(${JSON.stringify([property])})`;
  const { result, exceptionDetails } = await tab.session.send('Runtime.evaluate', {
    expression:
      `(${noteStrings})(${declared}, ${JSON.stringify(ends)}, ${JSON.stringify(prefix)}, ` + `${maxCharacters})`,
    contextId: executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined)
    throw new Error('The strings of the page could not be read.', {
      cause: new Error(exceptionDetails.exception?.description ?? exceptionDetails.text),
    });
  return result.value as NotedString[];
}
