import { mergePdfs } from '../../pdf/assemble/merge.ts';
import { AppError } from '../../problems.ts';
import type { ExistingPages } from '../model/segments.ts';
import { pagesOf, parseRange } from '../../input/range.ts';

/**
 * The chosen pages of an existing PDF as a document, with their links, fields and outline. Throws AppErrors with the
 * pointer to the operation.
 */
export function takePages({ data, range, password, pointer }: ExistingPages): { pdf: Uint8Array; pages: number } {
  const pages = range === null ? undefined : (count: number) => pagesOf(parseRange(range), count);
  try {
    return mergePdfs({
      documents: [{ bytes: data, pages, password: password ?? undefined }],
      outline: 'keep',
      fields: 'merge',
      decrypt: true,
    });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError(cause.slug, cause.message, { errors: [{ pointer, message: cause.message }], cause });
  }
}
