import { pagesOf, parseRange } from '../../../input/range.ts';

/** True where a document of so many pages has the pages that its stamps name. */
export function hasPagesOfStamps(stamps: readonly Uint8Array[], count: number): boolean {
  return stamps.every((stamp) => {
    const { pages } = JSON.parse(Buffer.from(stamp).toString('utf8')) as { readonly pages?: string };
    try {
      return pages === undefined || pagesOf(parseRange(pages), count).length > 0;
    } catch {
      return false;
    }
  });
}
