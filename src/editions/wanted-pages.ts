import { defaultLimits } from '../pdf/objects/limits.ts';
import { AppError } from '../problems.ts';
import { pagesOf, parseRange } from '../input/range.ts';

/** Selects the 1-based pages of a document of `count` pages, in the order of the request; repeats stay. */
export type PageSelection = (count: number) => number[];

/**
 * Reads the page ranges of one valid request, on the thread that opens its documents. Without a range all pages are
 * selected. The selection throws AppError `page-out-of-range` with the `pointer` of the range, and `too-many-pages`
 * when all ranges together have more pages than a document may have.
 */
export function pageSelector(): (range: string | undefined, pointer: string) => PageSelection {
  let left = defaultLimits.pages;
  return (range, pointer) => (count) => {
    const pages: number[] = [];
    for (const item of parseRange(range ?? '1-')) {
      const some = at(pointer, () => (count === 0 && range === undefined ? [] : pagesOf([item], count)));
      left -= some.length;
      if (left < 0)
        throw new AppError('too-many-pages', `More than ${defaultLimits.pages} pages are requested, repeats counted.`, {
          errors: [{ pointer, message: `\`${pointer.split('/').at(-1) ?? 'pages'}\` names too many pages` }],
        });
      pages.push(...some);
    }
    return pages;
  };
}

/** Adds the place in the request to the error of `work`. */
function at<T>(pointer: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError)
      throw new AppError(error.slug, error.message, { errors: [{ pointer, message: error.message }] });
    throw error;
  }
}
