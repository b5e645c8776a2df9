import type { PdfFile } from '../../file/pdf-file.ts';
import { greatest, least } from '../../objects/large-arrays.ts';
import type { Box } from '../../text/extracted.ts';
import { finding, type Finding } from '../findings/finding.ts';
import type { AllowedBox } from './allowed-boxes.ts';
import { turnedWords } from './seen-text.ts';
import { compareLooks } from './signed-looks.ts';

/** Findings of one kind that are reported for one signature. */
export const maxAlike = 5;
/** The least number of differing pixels (at 50 pixels an inch) that counts as a change. */
const minPixels = 12;

interface Comparison {
  /** The signature field. */
  readonly field: string;
  /** The document as it was signed. */
  readonly signed: PdfFile;
  readonly current: PdfFile;
  readonly password: string | undefined;
  /** 1-based pages, which both documents have. */
  readonly pages: readonly number[];
  readonly boxes: readonly AllowedBox[];
}

/** Differences in the look of pages, and in their visible text, since a signature. */
export async function visibleChanges(comparison: Comparison): Promise<Finding[]> {
  return [...(await changedLooks(comparison)), ...(await changedTexts(comparison))];
}

function documentsOf({ signed, current, password }: Comparison) {
  return { before: { bytes: signed.bytes, password }, after: { bytes: current.bytes, password } };
}

async function changedLooks(comparison: Comparison): Promise<Finding[]> {
  const { field, pages, boxes } = comparison;
  const { before, after } = documentsOf(comparison);
  const pairs = pages.map((page) => ({
    before: page,
    after: page,
    ignore: boxes.filter((each) => each.page === page).map(({ box }) => box),
  }));
  const differing = (await compareLooks(before, after, pairs)).filter(({ count }) => count >= minPixels);
  return differing.slice(0, maxAlike).map(({ page, box, share }) =>
    finding('signed-picture-differs', {
      page,
      box,
      excerpt: `${field}: ${(100 * share).toFixed(2)} % of the page`,
    }),
  );
}

async function changedTexts(comparison: Comparison): Promise<Finding[]> {
  const { field, pages, boxes } = comparison;
  const { before, after } = documentsOf(comparison);
  const words = await turnedWords(before, after, pages);
  const placed = words.map((word) => ({
    ...word,
    by: boxes.find((allowed) => allowed.page === word.page && holds(allowed.box, word.box)),
  }));
  // The text of a field may appear and disappear as it is filled in.
  const others = placed.filter(({ by }) => by?.mayCover !== true);
  const idOf = ({ by }: (typeof placed)[number]) =>
    by?.kind === 'sign' ? 'signature-over-text' : 'signed-text-covered';
  return [...Map.groupBy(others, (word) => `${idOf(word)} ${word.page}`).values()].flatMap((own) => {
    const [first] = own;
    return first === undefined
      ? []
      : [
          finding(idOf(first), {
            page: first.page,
            box: union(own.map(({ box }) => box)),
            excerpt: `${field}: ${own.map(({ text }) => text).join(' ')}`,
          }),
        ];
  });
}

/** True where the middle of the inner box is at most a point outside the outer one. */
function holds(outer: Box, inner: Box): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return x >= outer.x - 1 && y >= outer.y - 1 && x <= outer.x + outer.width + 1 && y <= outer.y + outer.height + 1;
}

function union(boxes: readonly Box[]): Box | null {
  const [x, y] = [least(boxes.map((box) => box.x)), least(boxes.map((box) => box.y))];
  const [right, bottom] = [
    greatest(boxes.map((box) => box.x + box.width)),
    greatest(boxes.map((box) => box.y + box.height)),
  ];
  return boxes.length === 0 ? null : { x, y, width: right - x, height: bottom - y };
}
