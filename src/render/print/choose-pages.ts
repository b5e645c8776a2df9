import { pagesOf, parseRange } from '../../input/range.ts';
import { AppError } from '../../problems.ts';
import { printOne, type PrintPass } from './print-one.ts';
import { pagesBefore, type Part } from './printed-part.ts';

/** The pages of a document that `output.pages` chooses. */
export interface ChosenPages {
  /** Parts that have any of these pages. */
  readonly parts: readonly Part[];
  /** Indexes of these parts among all parts of the document; `null` where they were printed again. */
  readonly kept: readonly number[] | null;
  /** Pages of the result as indexes into the pages of `parts`; `null` = all of them, in order. */
  readonly order: readonly number[] | null;
  /** For each page of `parts`, its number (from 1) in the whole document. */
  readonly numbers: readonly number[];
  /** Number of pages of the whole document. */
  readonly count: number;
}

/**
 * Chooses the pages of `output.pages`. A document of one print is printed again with these pages alone, so that its
 * tags, links and outline have no others. Of a document of several parts, those parts stay that have a chosen page; the
 * finish removes their other pages, and puts the pages into an order that does not rise or repeats some.
 *
 * Throws AppError `page-out-of-range` where no page is chosen.
 */
export async function choosePages(pass: PrintPass, parts: readonly Part[], count: number): Promise<ChosenPages> {
  const { pages } = pass.job.request.output;
  if (pages === undefined)
    return { parts, kept: parts.map((_, index) => index), order: null, numbers: allNumbers(count), count };
  const chosen = chosenOf(pages, count);
  if (chosen.length === 0)
    throw new AppError('page-out-of-range', `\`output.pages\` '${pages}' names no page of this document of ${count}.`, {
      errors: [{ pointer: '/output/pages', message: `\`${pages}\` names no page of a document of ${count}` }],
    });
  const rising = [...new Set(chosen)].sort((a, b) => a - b);
  const [segment] = pass.composed.segments;
  if (parts.length !== 1 || segment === undefined || segment.kind === 'existing')
    return partsWith(parts, chosen, rising, count);
  const everyPage = new Set(parts[0]?.notes?.everyPage === true ? [0] : []);
  const printed = await printOne({ ...pass, everyPage }, segment, rising.join(','));
  const part: Part = { ...printed, segment: 0, continues: 'nothing', levels: [] };
  return { parts: [part], kept: null, order: orderOf(chosen, rising), numbers: rising, count };
}

/** The pages of a range; a problem states its place. */
function chosenOf(pages: string, count: number): number[] {
  try {
    return pagesOf(parseRange(pages), count);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.slug, error.message, { errors: [{ pointer: '/output/pages', message: error.message }] });
  }
}

const allNumbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function partsWith(
  parts: readonly Part[],
  chosen: readonly number[],
  rising: readonly number[],
  count: number,
): ChosenPages {
  const all = allNumbers(count);
  const numbersOf = parts.map(({ pages }, index) => {
    const before = pagesBefore(parts, index);
    return all.slice(before, before + pages);
  });
  const wanted = new Set(rising);
  const has = (index: number): boolean => numbersOf[index]?.some((number) => wanted.has(number)) ?? false;
  const kept = parts.flatMap((_, index) => (has(index) ? [index] : []));
  const numbers = kept.flatMap((index) => numbersOf[index] ?? []);
  return {
    parts: kept.flatMap((index): Part[] => {
      const part = parts[index];
      if (part === undefined) return [];
      return [index > 0 && has(index - 1) ? part : { ...part, continues: 'nothing' }];
    }),
    kept,
    order: orderOf(chosen, numbers),
    numbers,
    count,
  };
}

/** Indexes of the chosen pages among `numbers`; `null` where they are the same. */
function orderOf(chosen: readonly number[], numbers: readonly number[]): number[] | null {
  if (chosen.length === numbers.length && chosen.every((number, index) => number === numbers[index])) return null;
  const places = new Map(numbers.map((number, index) => [number, index]));
  return chosen.map((number) => places.get(number) ?? 0);
}
