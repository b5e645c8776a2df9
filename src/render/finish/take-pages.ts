import { mergePdfs } from '../../pdf/assemble/merge.ts';
import { readSignatures } from '../../pdf/facts/signatures/signatures.ts';
import { openPdf } from '../../pdf/file/open.ts';
import { AppError, type Slug } from '../../problems.ts';
import type { TakeJob } from '../model/segments.ts';
import type { TakenPages } from '../print/printed-part.ts';
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
export function takePages(job: TakeJob): TakenPages {
  const { data, range, password: given, furniture, pointer, source, stamped } = job;
  const password = given ?? undefined;
  const pages = range === null ? undefined : (count: number) => pagesOf(parseRange(range), count);
  try {
    const isSigned = (furniture || stamped) && readSignatures(openPdf(data, { password })).length > 0;
    if (furniture && isSigned) throw wouldBreak();
    const { pdf, pages: count } = mergePdfs({
      documents: [{ bytes: data, pages, password }],
      outline: 'keep',
      fields: 'merge',
      decrypt: true,
      closed: furniture,
    });
    return { pdf, pages: count, isSigned };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const field = cause.slug === 'invalid-pdf' ? source : fieldOf[cause.slug];
    const at = field === undefined ? pointer : `${pointer}/${field}`;
    throw new AppError(cause.slug, cause.message, { errors: [{ pointer: at, message: cause.message }], cause });
  }
}

const wouldBreak = () =>
  new AppError(
    'signature-would-break',
    'The PDF to add is signed, and its signatures would not be valid on pages with headers, footers or watermarks. ' +
      'Add it without `furniture`, or remove the signatures first.',
  );
