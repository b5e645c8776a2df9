import { AppError } from '../../problems.ts';
import { ContentBudget } from '../content/budget.ts';
import type { FontCache } from '../content/interpreter-options.ts';
import type { Report } from '../facts/report.ts';
import { areaTarget, type Target } from '../facts/targets.ts';
import type { Changes } from '../file/changes.ts';
import type { PdfPage } from '../file/pdf-file.ts';
import { Ref, type Dict } from '../objects/objects.ts';
import { pageReport, type RedactedPage } from './page-report.ts';
import type { RedactOptions } from './redact-options.ts';
import { remainingAnnotations, type AnnotationNote } from './rewriting/annotations.ts';
import type { DocumentEdits } from './rewriting/document-edits.ts';
import { editPage, type EditedPage } from './rewriting/edit-page.ts';
import type { Labels } from './rewriting/labels.ts';
import { placePage, withLabels } from './rewriting/page-objects.ts';
import { matchesAcross } from './survey/across-pages.ts';
import { decide, type PageDecision } from './survey/decide.ts';
import { scanPage, type PageScan } from './survey/page-scan.ts';
import type { Rule } from './survey/rules.ts';

/** An area that an earlier attempt left readable; `page` is 1-based. */
export interface FurtherTarget {
  readonly page: number;
  readonly target: Target;
}

/** A redacted page. */
export interface RedactedPageObject {
  readonly page: PdfPage;
  readonly ref: Ref;
  /** Null where nothing was removed. */
  readonly report: RedactedPage | null;
  readonly targets: readonly Target[];
}

/** One attempt to redact a document. */
export interface Attempt {
  readonly options: RedactOptions;
  readonly changes: Changes;
  readonly pages: readonly PdfPage[];
  /** The objects of the pages, each of its own. */
  readonly owned: readonly Ref[];
  readonly rules: readonly Rule[];
  /** Areas to clear, by the index of the page. */
  readonly areas: readonly (readonly Target[])[];
  readonly edits: DocumentEdits;
  /** Null for boxes without a label. */
  readonly labels: Labels | null;
  /** Receives the numbers of removed objects. */
  readonly gone: Set<number>;
  /** Receives the fonts of removed text. */
  readonly editedFonts: Set<Dict>;
  readonly report: Report;
}

/**
 * The areas to clear on each page: those of the request, and those that an earlier attempt left readable.
 * @throws AppError `page-out-of-range`
 */
export function areasByPage(
  { areas }: RedactOptions,
  pages: readonly PdfPage[],
  further: readonly FurtherTarget[],
): Target[][] {
  const targets = pages.map((): Target[] => []);
  for (const { page, box, pointer } of areas) {
    const own = pages[page - 1];
    if (own === undefined)
      throw new AppError('page-out-of-range', `Page ${page} does not exist; the document has ${pages.length}.`, {
        errors: [{ pointer: `${pointer}/page`, message: `\`page\` is ${page}; the document has ${pages.length}` }],
      });
    targets[page - 1]?.push(areaTarget(own, box, pointer));
  }
  for (const { page, target } of further) targets[page - 1]?.push(target);
  return targets;
}

/** Redacts all pages in their order. @throws AppError `limit-exceeded` */
export async function redactPages(attempt: Attempt): Promise<RedactedPageObject[]> {
  const { changes, pages, rules } = attempt;
  const scanning = { budget: new ContentBudget(), fonts: new Map() as FontCache };
  const across = matchesAcross(changes, pages, { rules, fonts: scanning.fonts });
  const done: RedactedPageObject[] = [];
  for (const [index, page] of pages.entries()) {
    const number = index + 1;
    const scan = scanPage(changes, page, scanning);
    const decision = decide(scan, attempt.areas[index] ?? [], {
      rules: rules.filter((rule) => rule.pages?.has(number) ?? true),
      across: across.get(number) ?? [],
    });
    addFontsOfRemoved(scan, decision, attempt.editedFonts);
    done.push(await redactPage(attempt, index, { page, scan, decision }));
  }
  return done;
}

interface DecidedPage {
  readonly page: PdfPage;
  readonly scan: PageScan;
  readonly decision: PageDecision;
}

async function redactPage(
  { options, changes, owned, edits, labels, gone, report }: Attempt,
  index: number,
  { page, scan, decision }: DecidedPage,
): Promise<RedactedPageObject> {
  const ref = owned[index] ?? new Ref(0);
  const edited = withLabels(await editPage(scan, decision, edits, page.ref?.num ?? 0), {
    labels,
    page,
    decision,
    changes,
  });
  const annotations = remainingAnnotations({
    changes,
    page,
    targets: decision.targets,
    keepFiles: options.attachments === 'keep',
    gone,
  });
  const number = index + 1;
  reportWholeImages(report, number, edited);
  reportFileAnnotations(report, annotations.removed);
  return {
    page: placePage(changes, ref, { page, edited, annotations: annotations.remaining }),
    ref,
    report: pageReport(number, { page, decision, edited, annotations: annotations.removed }),
    targets: decision.targets,
  };
}

function addFontsOfRemoved({ frames }: PageScan, { glyphs }: PageDecision, fonts: Set<Dict>): void {
  for (const { texts } of frames)
    for (const entry of texts)
      if (entry.kind === 'show' && entry.shown.font !== null && entry.shown.glyphs.some((glyph) => glyphs.has(glyph)))
        fonts.add(entry.shown.font.dict);
}

function reportWholeImages(report: Report, number: number, { images }: EditedPage): void {
  for (const { whole, pointer } of images)
    if (whole)
      report.warn(`An image on page ${number} was removed as a whole: its pixels can not be taken apart (${pointer}).`);
}

function reportFileAnnotations(report: Report, removed: readonly AnnotationNote[]): void {
  for (const { pointer, subtype } of removed)
    if (pointer === null)
      report.drop(1, `${subtype} annotations`, 'they hold or show a file that can not be looked into');
}
