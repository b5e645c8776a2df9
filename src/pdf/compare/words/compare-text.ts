import { alignPages, type PagePair } from '../pages/align-pages.ts';
import { partMargins, type PartedPage } from './margins.ts';
import { landmark } from './match-words.ts';
import { ofOnePage, pagesOfTheirOwn } from '../pages/own-pages.ts';
import type { PageWord } from './page-words.ts';
import type { ComparedDocument } from '../read-document.ts';
import { samePlaces } from '../pages/same-places.ts';
import { compareWords, type TextChange } from './text-changes.ts';
import { wholeWords } from './whole-words.ts';
import { keyOf, type Word } from './word.ts';

/** The differences of the texts of two documents. */
export interface TextCompared {
  /** All pages of both documents, in order. */
  readonly pairs: readonly PagePair[];
  /** In text order; `page` of a word is the index of its page on its side. */
  readonly changes: readonly TextChange[];
}

/** Small grey pictures of pages with almost no words, by index. */
export type Looks = ReadonlyMap<number, Uint8Array>;

/**
 * Compares the texts of two documents. Pages are aligned first, then words across all pages, so that text that merely
 * flows to another page is equal. Running heads and feet are compared page by page. A repeated table head is reported
 * as added or removed only if both pages break at the same place. Words of added and removed pages are not reported.
 */
export function compareText(
  documents: readonly [ComparedDocument, ComparedDocument],
  looks: readonly [Looks, Looks],
): TextCompared {
  const [before, after] = partMargins(documents);
  const signature = (pages: readonly PartedPage[], own: Looks) =>
    pages.map(({ body, margin }, index) => ({
      keys: (body.length > 0 ? body : margin).map(({ text }) => keyOf(text)),
      look: own.get(index) ?? null,
    }));
  const pairs = alignPages(signature(before, looks[0]), signature(after, looks[1]));
  const settled = settledPages(pairs, before, after);
  const own = pagesOfTheirOwn(pairs, before, after);
  const texts = [
    flow(before, { settled: settled.before, own: own.before }),
    flow(after, { settled: settled.after, own: own.after }),
  ] as const;
  const { matches, changes } = compareWords(...texts, { moves: true });
  const alone = ofOnePage(pairs, texts, matches);
  const inBody = changes
    .flatMap((change) => listed(change, alone))
    .filter(({ before: gone, after: come }) => gone.length + come.length > 0);
  return { pairs, changes: [...inBody, ...inMargins(pairs, before, after)] };
}

/** Pairs of pages with the same words in the same places, in any order, by the index of the page on each side. */
function settledPages(
  pairs: readonly PagePair[],
  before: readonly PartedPage[],
  after: readonly PartedPage[],
): { before: Map<number, number>; after: Map<number, number> } {
  const settled = { before: new Map<number, number>(), after: new Map<number, number>() };
  pairs.forEach(({ before: i, after: j }, index) => {
    const [one, other] = [before[i ?? -1], after[j ?? -1]];
    if (!one || !other || i === null || j === null || !samePlaces(one.words, other.words)) return;
    settled.before.set(i, index);
    settled.after.set(j, index);
  });
  return settled;
}

/** All words of a side in order, with one placeholder for each settled page. */
function flow(
  pages: readonly PartedPage[],
  { settled, own }: { readonly settled: ReadonlyMap<number, number>; readonly own: ReadonlySet<number> },
): Word[] {
  let firstBlock = 0;
  return pages.flatMap((page, index): Word[] => {
    const blocks = firstBlock;
    firstBlock += (page.words.at(-1)?.block ?? 0) + 2;
    if (own.has(index)) return [];
    const pair = settled.get(index);
    if (pair !== undefined)
      return [
        {
          text: '',
          key: `${landmark}${pair}`,
          loose: '',
          boxes: [],
          page: index,
          block: blocks,
          startsLine: true,
          spaced: true,
        },
      ];
    return wholeWords(page.body, { page: index, firstBlock: blocks });
  });
}

/** A change without placeholders, and without words of pages that are reported as a whole; null if nothing is left. */
function listed(
  change: TextChange,
  alone: { readonly before: ReadonlySet<number>; readonly after: ReadonlySet<number> },
): TextChange[] {
  const before = change.before.filter(({ page, boxes }) => boxes.length > 0 && !alone.before.has(page));
  const after = change.after.filter(({ page, boxes }) => boxes.length > 0 && !alone.after.has(page));
  if (before.length === change.before.length && after.length === change.after.length) return [change];
  return [{ kind: before.length === 0 ? 'inserted' : after.length === 0 ? 'deleted' : change.kind, before, after }];
}

function inMargins(
  pairs: readonly PagePair[],
  before: readonly PartedPage[],
  after: readonly PartedPage[],
): TextChange[] {
  return pairs.flatMap(({ before: i, after: j }) => {
    const [one, other] = [before[i ?? -1], after[j ?? -1]];
    if (!one || !other || samePlaces(one.words, other.words)) return [];
    const changed = (before: readonly PageWord[], after: readonly PageWord[]) => {
      const [was, is] = [
        wholeWords(before, { page: i ?? 0, firstBlock: 0 }),
        wholeWords(after, { page: j ?? 0, firstBlock: 0 }),
      ];
      return compareWords(was, is, { moves: false }).changes;
    };
    // A repeated head differs as its first occurrence does, so it is skipped if both pages have one. A foot may have
    // totals, so each page with another total is reported.
    const lostHead = one.heads.length === 0 || other.heads.length === 0;
    const [foot, otherFoot] = [footOf(one), footOf(other)];
    const inHeads = lostHead && beginAlike(one, other) ? changed(one.heads, other.heads) : [];
    const inFeet = foot.length > 0 && otherFoot.length > 0 ? changed(foot, otherFoot) : [];
    return [...changed(one.margin, other.margin), ...inHeads, ...inFeet];
  });
}

/** The repeated words below the body of a page. */
function footOf({ heads, body }: PartedPage): PageWord[] {
  const top = body.reduce((highest, { box }) => Math.min(highest, box.y + box.height), Infinity);
  return heads.filter(({ box }) => box.y >= top);
}

/** Words at the top of a page that identify the page break. */
const identifyingWords = 6;

/** True where both pages begin at the same place of the text, so that the same heads are repeated there. */
function beginAlike({ body: one }: PartedPage, { body: other }: PartedPage): boolean {
  const first = (words: PartedPage['body']) =>
    words
      .slice(0, identifyingWords)
      .map(({ text }) => keyOf(text))
      .join(' ');
  return first(one) === first(other);
}
