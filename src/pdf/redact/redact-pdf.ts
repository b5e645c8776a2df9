import { AppError } from '../../problems.ts';
import type { RedactOptions, RedactResult } from './redact-options.ts';
import type { FurtherTarget } from './redact-pages.ts';
import { rewriteDocument, type RewrittenDocument } from './rewrite-document.ts';
import type { Residue } from './verification/residue.ts';
import { residuesOf } from './verification/verify.ts';

/** The first attempt, and those that also remove what the verification found. */
const maxAttempts = 3;

/**
 * Removes text, pictures and drawings from a document for good (docs/spec/tools.md). The document is rewritten as one
 * revision without unused objects. Other readers then search the result for what should be gone, and their findings are
 * removed in the next attempt. Takes long for large documents: for worker threads.
 * @throws AppError `redaction-incomplete` with the places, `signature-would-break`, `page-out-of-range`,
 * `limit-exceeded` and those of `openPdf`
 */
export async function redactPdf(options: RedactOptions): Promise<RedactResult> {
  let further: readonly FurtherTarget[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const made = await rewriteDocument(options, further);
    const residues = await residuesOf({
      bytes: made.bytes,
      password: options.password,
      rules: made.rules,
      targets: made.targets,
    });
    // Labels are text on the verified areas, so they are added only after the verification has passed.
    if (residues.length === 0)
      return result(
        options.label === undefined || options.dryRun ? made : await rewriteDocument(options, further, options.label),
        options,
      );
    const next = residues.flatMap(({ page, targets }) =>
      page === null ? [] : targets.map((target) => ({ page, target })),
    );
    if (attempt === maxAttempts || next.length === 0) throw incomplete(residues);
    further = [...further, ...next];
  }
}

const readers: Readonly<Record<Residue['by'], string>> = {
  content: 'the content reader',
  pdfium: 'PDFium',
  raw: 'the raw scan',
};

function incomplete(residues: readonly Residue[]): AppError {
  const places = [...new Set(residues.map(({ where, by }) => `${where} (found by ${readers[by]})`))];
  const more = places.length > 3 ? ` and at ${places.length - 3} more places` : '';
  return new AppError(
    'redaction-incomplete',
    'Something that was to go could still be found after redaction: ' +
      `${places.slice(0, 3).join(', ')}${more}. No document was made. Add an area that covers the place, or remove ` +
      'what holds it first.',
    {
      extra: {
        residue: residues.slice(0, 50).map(({ by, page, where, pointer, targets }) => ({
          foundBy: by,
          page,
          where,
          source: pointer,
          boxes: targets.length,
        })),
      },
    },
  );
}

/** Only a dry run reports the removed text. */
function result(
  { bytes, report, rules, redacted, found, count }: RewrittenDocument,
  { dryRun }: RedactOptions,
): RedactResult {
  const reported = dryRun
    ? redacted
    : redacted.map((page) => ({ ...page, redactions: page.redactions.map(({ source, box }) => ({ source, box })) }));
  const matched = new Set(
    [
      ...redacted.flatMap(({ redactions, images, annotations }) => [...redactions, ...images, ...annotations]),
      ...found,
    ].map(({ source }) => source),
  );
  return {
    pdf: dryRun ? null : bytes,
    pages: count,
    report: report.toPlain(),
    redacted: reported,
    unmatched: rules.map(({ pointer }) => pointer).filter((pointer) => !matched.has(pointer)),
    elsewhere: found,
  };
}
