import { mergePdfs } from '../../pdf/assemble/merge.ts';
import { readSignatures } from '../../pdf/facts/signatures/signatures.ts';
import { openPdf } from '../../pdf/file/open.ts';
import { AppError, type Slug } from '../../problems.ts';
import type { ExistingPages } from '../model/segments.ts';
import { pagesOf, parseRange } from '../../input/range.ts';

/** The fields of the operation that these problems are about. */
const fieldOf: Partial<Record<Slug, string>> = {
  'page-out-of-range': 'pages',
  'wrong-password': 'password',
  'signature-would-break': 'furniture',
};

/**
 * The chosen pages of an existing PDF as a document, with their links, fields and outline; with `furniture` ready to be
 * drawn on. Throws AppErrors with the pointer to the operation, or to its field that is wrong.
 */
export function takePages(existing: ExistingPages): { pdf: Uint8Array; pages: number } {
  const { data, range, password, furniture, pointer } = existing;
  const pages = range === null ? undefined : (count: number) => pagesOf(parseRange(range), count);
  try {
    if (furniture) refuseSigned(existing);
    return mergePdfs({
      documents: [{ bytes: data, pages, password: password ?? undefined }],
      outline: 'keep',
      fields: 'merge',
      decrypt: true,
      closed: furniture,
    });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const at = fieldOf[cause.slug] === undefined ? pointer : `${pointer}/${fieldOf[cause.slug] ?? ''}`;
    throw new AppError(cause.slug, cause.message, { errors: [{ pointer: at, message: cause.message }], cause });
  }
}

function refuseSigned({ data, password }: ExistingPages): void {
  if (readSignatures(openPdf(data, { password: password ?? undefined })).length > 0)
    throw new AppError(
      'signature-would-break',
      'The PDF to add is signed, and its signatures would not be valid on pages with headers, footers or watermarks. ' +
        'Add it without `furniture`, or remove the signatures first.',
    );
}
