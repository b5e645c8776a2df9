import type { Tab } from '../../tab.ts';
import { findHyphens, insertHyphens } from './hyphenate-script.ts';

/** Where words of one language may be divided. */
export interface Divisions {
  /** The fewest letters before and after a division by the rules of the language. */
  readonly before: number;
  readonly after: number;
  /** Offsets in each word that can be divided. */
  readonly places: Readonly<Record<string, readonly number[]>>;
}

/** Hyphenation of texts with `hyphens: auto`. */
export interface HyphensWish {
  /** The places where words may be divided; `null` for a language without patterns. */
  readonly divide: (language: string, words: readonly string[]) => Promise<Divisions | null>;
  /** Receives the values of `hyphenate-character` of these texts. Not called where there are none. */
  readonly found: (characters: readonly string[]) => void;
}

/** Words of one page that are divided: some thousand pages of text. */
const maxWords = 2_000_000;

interface Found {
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly characters: readonly string[];
}

/**
 * Writes soft hyphens into the texts with `hyphens: auto`, because Chromium's package for Linux has no patterns of its
 * own. Runs in an isolated world, which the page's scripts cannot see.
 */
export async function hyphenate({ session, frameId }: Tab, { divide, found }: HyphensWish): Promise<void> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'hyphens' });
  const run = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      returnByValue: true,
    });
    return exceptionDetails === undefined ? result.value : null; // a page may replace what the script calls
  };
  const texts = (await run(`(${findHyphens})(${maxWords})`)) as Found | null;
  if (texts === null) return;
  found(texts.characters);
  const divisions: Record<string, Divisions> = {};
  for (const [language, words] of Object.entries(texts.words)) {
    const known = await divide(language, words);
    if (known !== null) divisions[language] = known;
  }
  await run(`(${insertHyphens})(${JSON.stringify(divisions)})`);
}
