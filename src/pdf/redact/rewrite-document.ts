import { AppError } from '../../problems.ts';
import { Report } from '../facts/report.ts';
import { pruneFonts, pruneResources, survey, usedResources, type Survey } from '../facts/survey.ts';
import type { Target } from '../facts/targets.ts';
import { Changes } from '../file/changes.ts';
import { openPdf } from '../file/open.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { writePdf } from '../file/writing/write.ts';
import { Ref, type Dict } from '../objects/objects.ts';
import type { RedactedPage } from './page-report.ts';
import type { RedactOptions, RedactResult } from './redact-options.ts';
import { areasByPage, redactPages, type Attempt, type FurtherTarget, type RedactedPageObject } from './redact-pages.ts';
import { claimedArchivePart } from '../xmp/reading/identification.ts';
import { TextCleaner } from './rewriting/clean-text.ts';
import { DocumentEdits } from './rewriting/document-edits.ts';
import { sweepDocument } from './rewriting/document-parts.ts';
import { Labels, labelShelf } from './rewriting/labels.ts';
import { pageRefs } from './rewriting/page-objects.ts';
import { clearElements } from './rewriting/structure.ts';
import type { Look } from './survey/boxes.ts';
import type { Rule } from './survey/rules.ts';
import { signedFields } from './survey/signed-fields.ts';
import { Sweep } from './verification/sweep.ts';

/** A document that was rewritten once, and is not verified yet. */
export interface RewrittenDocument {
  readonly bytes: Uint8Array;
  readonly rules: readonly Rule[];
  /** Removed areas, by the index of the page. */
  readonly targets: readonly (readonly Target[])[];
  readonly report: Report;
  readonly redacted: readonly RedactedPage[];
  /** Matches that are on no page. */
  readonly found: RedactResult['elsewhere'];
  /** Number of pages. */
  readonly count: number;
}

/**
 * Redacts the pages, removes unused objects and everything that a redacted document may not have, and writes the rest
 * as one revision. `further` are areas that an earlier attempt left readable.
 * @throws AppError `signature-would-break`, `page-out-of-range`, `limit-exceeded` and those of `openPdf`
 */
export async function rewriteDocument(
  options: RedactOptions,
  further: readonly FurtherTarget[],
  label: string | null = null,
): Promise<RewrittenDocument> {
  const file = openPdf(options.bytes, {
    password: options.password,
    ...(options.limits && { limits: options.limits }),
  });
  const pages = file.pages();
  const report = new Report();
  refuseSigned(file, options, report);
  const rules = options.rules(pages.length);
  const areas = areasByPage(options, pages, further);
  const changes = new Changes(file);
  const cleaner = new TextCleaner(rules);
  const look: Look = { fill: options.fill, cie: isWithoutIntent(file) };
  const edits = new DocumentEdits({
    changes,
    exact: options.exactSpacing,
    look,
    isClean: (text) => cleaner.isClean(text),
  });
  const labels =
    label === null ? null : new Labels(label, { changes, shelf: await labelShelf(label, options.fonts), look });
  const owned = pageRefs(changes, pages);
  const [gone, editedFonts] = [new Set<number>(), new Set<Dict>()];
  const attempt = { options, changes, pages, owned, rules, areas, edits, labels, gone, editedFonts, report };
  const done = await redactPages(attempt);
  labels?.write();
  reportMissing(report, labels?.missing ?? []);
  clearElements(changes, edits.touched, cleaner.isClean('Redacted') ? 'Redacted' : cleaner.replacement);
  const found = prune(attempt, done);
  if (rules.length > 0) reportUnreadable(report, found);
  const { bytes, elsewhere } = swept(attempt, { done, found, cleaner });
  return {
    bytes,
    rules,
    targets: done.map(({ targets }) => targets),
    report,
    redacted: done.flatMap((page) => page.report ?? []),
    found: elsewhere,
    count: pages.length,
  };
}

/** Removes resources, and glyphs of fonts with removed text, that the pages do not use any more. */
function prune({ changes, editedFonts }: Attempt, done: readonly RedactedPageObject[]): Survey {
  const found = survey(
    changes,
    done.map(({ page }) => page),
  );
  pruneResources(changes, found);
  for (const { ref, page } of done) changes.dictAt(ref).set('Resources', usedResources(changes, page.resources, found));
  pruneFonts(changes, found, (font) => editedFonts.has(font));
  return found;
}

interface Rewriting {
  readonly done: readonly RedactedPageObject[];
  readonly found: Survey;
  readonly cleaner: TextCleaner;
}

/** Writes all objects that may stay. */
function swept(
  { options, changes, owned, edits, gone, report }: Attempt,
  { done, found, cleaner }: Rewriting,
): { bytes: Uint8Array; elsewhere: RedactResult['elsewhere'] } {
  const { file } = changes;
  const contents = done
    .flatMap(({ page: { dict } }) => dict.get('Contents'))
    .flatMap((entry) => (entry instanceof Ref ? [entry.num] : []));
  const keep = { keepMetadata: options.metadata === 'keep', keepFiles: options.attachments === 'keep' };
  const sweep = new Sweep({
    changes,
    cleaner,
    gone,
    replaced: edits.replaced,
    scanned: new Set([...found.scanned, ...contents]),
    pages: new Set(owned.map(({ num }) => num)),
    ...keep,
  });
  const trailer = sweepDocument(sweep, { changes, cleaner, pages: owned, ...keep });
  for (const [what, count] of sweep.dropped) report.drop(1, what, 'they do not belong in a redacted document', count);
  const version = [file.version, '1.4'].sort().at(-1) ?? '1.7';
  const bytes = writePdf({
    objects: sweep.objects.filter(([, obj]) => obj !== null).sort(([one], [other]) => one - other),
    trailer,
    version,
    compress: version >= '1.5',
    encrypt: options.decrypt ? null : file.encryption,
  });
  return {
    bytes,
    elsewhere: [...sweep.found.values()].map(({ where, pointer, count }) => ({ where, source: pointer, count })),
  };
}

function reportMissing(report: Report, missing: readonly string[]): void {
  if (missing.length === 0) return;
  const characters = missing.slice(0, 10).map((character) => `'${character}'`);
  report.warn(`No font has ${characters.join(', ')} of the label.`);
}

function reportUnreadable(report: Report, { unreadable }: Survey): void {
  for (const [number, count] of unreadable)
    report.warn(
      `Page ${number} has ${count} characters whose meaning the document does not state: no search finds ` +
        `them. Look at the page, and use \`areas\` where needed.`,
    );
}

/** A PDF/A without an output intent: all its colours are device-independent. */
function isWithoutIntent(file: PdfFile): boolean {
  const intents = file.array(file.catalog.get('OutputIntents')) ?? [];
  const xmp = file.stream(file.catalog.get('Metadata'));
  return intents.length === 0 && xmp !== null && claimedArchivePart(xmp.decode()) !== null;
}

/** @throws AppError `signature-would-break` */
function refuseSigned(file: PdfFile, { breakSignatures }: RedactOptions, report: Report): void {
  const signed = signedFields(file);
  if (signed.length === 0) return;
  if (!breakSignatures)
    throw new AppError(
      'signature-would-break',
      `The document is signed (${signed
        .slice(0, 3)
        .map((name) => `'${name}'`)
        .join(', ')}${signed.length > 3 ? ', ...' : ''}), and redaction makes every signature invalid. ` +
        'Send `breakSignatures: true` to redact it without its signatures.',
    );
  report.signed(1);
  report.drop(1, 'signatures', 'the document is not the one that was signed', signed.length);
}
