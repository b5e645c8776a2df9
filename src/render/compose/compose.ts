import { pointer } from '../../input/input.ts';
import type { Unbookmarked } from '../../pdf/edit/prune-outline.ts';
import { AppError } from '../../problems.ts';
import { takeMetadata } from '../complete/take-metadata.ts';
import { layBackgrounds } from './backgrounds.ts';
import { settleChapters } from './chapters.ts';
import { fillContents, fillStretch } from './contents.ts';
import { findMistakes } from '../finish/diagnostics/find-mistakes.ts';
import type { Document } from '../model/document.ts';
import { startDocument } from '../model/start-document.ts';
import { cutOff, isCutOff } from '../html/image-ends.ts';
import { isHuge, maxPixels, sniffImage } from '../html/image-kind.ts';
import type { Operation } from '../model/operation.ts';
import { fillStretchIndexes, settleIndexes } from '../typeset/index/settle-index.ts';
import { settlePageNumbers } from '../numbering/page-numbers.ts';
import { settleNumbers } from '../numbering/settle-numbers.ts';
import { checkTemplateData } from '../templates/check-template-data.ts';
import { everyStep } from '../plan/plan.ts';
import { OperationContext } from '../plan/operation-context.ts';
import { loadsOf } from '../plan/loads.ts';
import { noteMade, placeOf } from '../plan/made.ts';
import type { Resources } from '../plan/resources.ts';
import { settleAnchors } from '../plan/sheets.ts';
import type { Step } from '../model/types/step.ts';
import type { HtmlSource } from '../received/html-request.ts';
import type { DocumentOptions } from '../model/request.ts';
import { settleReferences, type Settling } from '../typeset/references/settle-references.ts';
import { linkedIds } from '../typeset/references/style-references.ts';
import { usesNotes } from '../typeset/footnotes/uses-notes.ts';
import { rewriteStyles } from '../typeset/styles/rewrite-styles.ts';
import { leadAcross } from './segment-links.ts';
import { takeDeclaredPaper } from '../typeset/paper/declared-paper.ts';

/** Receives how many operations have been composed so far. */
export type ComposeProgress = (operations: number) => void;

/**
 * Composes steps, in order. Where a flow segment has `probes`, print it once, read the page index of each of these
 * named destinations, and compose again with them as `resources.resolved`.
 *
 * Throws AppError `nothing-to-render` where no step puts anything on a page, and what the operations throw.
 */
export function compose({
  steps,
  options,
  source,
  operations,
  resources,
  progress,
  composed,
}: {
  steps: readonly Step[];
  options: DocumentOptions;
  source?: HtmlSource | undefined;
  operations: readonly Operation[];
  resources: Resources;
  progress?: ComposeProgress | undefined;
  /** Receives the document after each step. */
  composed?: ((document: Document) => void) | undefined;
}): Document {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const families = everyStep(steps).flatMap(({ name, params }) =>
    name === 'set_font' ? [params.family as string] : [],
  );
  const document = startDocument(options, source, new Set([...families, ...(resources.families ?? [])]));
  document.warnings.push(...checkTemplateData(everyStep(steps), resources.templates));
  const run = (onto: Document, step: Step) =>
    noteMade(onto, step, () =>
      placing(step, () =>
        byName.get(step.name)?.compose?.(onto, step.params as never, new OperationContext(onto, step, resources, run)),
      ),
    );
  document.collects = resources.listing !== undefined;
  resources.styles?.begin(document);
  for (const [index, step] of steps.entries()) {
    if (index === resources.numbers?.before.first) resources.numbers.begin(document);
    run(document, step);
    resources.styles?.end(document);
    progress?.(index + 1);
    composed?.(document);
  }
  resources.styles?.share(document);
  settle(document, resources, steps);
  return document;
}

/** Settles what depends on all operations. Throws AppError `nothing-to-render`. */
function settle(document: Document, resources: Resources, steps: readonly Step[]): void {
  settleAnchors(document);
  settleNumbers(document, resources.numbers);
  if (document.segments.length === 0)
    throw new AppError(
      'nothing-to-render',
      'The operations put nothing on any page. Add content, or an empty page with `add_page`.',
    );
  takeMetadata(document);
  forgetDrawnDiagrams(document);
  rewriteStyles(document);
  takeDeclaredPaper(document);
  layBackgrounds(document, resources);
  settleChapters(document);
  settlePageNumbers(document);
  document.warnings.push(...findMistakes(document));
  document.loads = loadsOf(document);
  document.linked.push(...linkedIds(document));
  if (!usesNotes(document)) document.footnotes = null;
  settleListings(document, resources);
  settleReferences(document, {
    pages: resources.contents ?? {},
    pointerOf: placesIn(steps),
    isPart: resources.isPart === true,
  });
  leadAcross(document);
  checkImages(document);
  for (const heading of unbookmarkedOf(document.headings)) document.unbookmarked.push(heading);
}

/** Fills tables of contents and indexes. */
function settleListings(document: Document, { listing, contents = {}, orders }: Resources): void {
  if (listing === undefined) {
    fillContents(document, contents);
    settleIndexes(document, { pages: contents, orders: orders ?? null });
  } else {
    fillStretch(document, listing);
    fillStretchIndexes(document, listing);
  }
}

/** JSON Pointers to references, in the operations that have them. */
function placesIn(steps: readonly Step[]): Settling['pointerOf'] {
  let byPointer: ReadonlyMap<string, Step> | null = null;
  return ({ pointer: own, source }) => {
    byPointer ??= new Map(everyStep(steps).map((step) => [step.pointer, step]));
    return placeOf({ step: byPointer.get(own) ?? null, pointer: own }, source);
  };
}

/** Where scripts run, they may draw what the warnings call code. */
function forgetDrawnDiagrams({ segments, warnings }: Document): void {
  if (!segments.some((segment) => segment.kind === 'flow' && segment.scripts)) return;
  const others = warnings.filter(({ code }) => code !== 'diagram-as-code');
  warnings.splice(0, warnings.length, ...others);
}

/** Runs a step. A problem that names no place gets that of the step, or of its template. */
function placing(step: Step, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AppError) || error.errors.length > 0) throw error;
    const { slug, message, extra } = error;
    const field = slug === 'template-error' ? ('source' in step.params ? '/source' : '/name') : '';
    throw new AppError(slug, message, {
      errors: [{ pointer: step.pointer + field, message }],
      extra,
      cause: error,
    });
  }
}

/** The headings without a bookmark, by their texts and their index among headings of the same text. */
function unbookmarkedOf(headings: Document['headings']): Unbookmarked[] {
  const byText = Map.groupBy(headings, ({ text }) => text);
  return [...byText].flatMap(([text, same]) => {
    const unbookmarked = same.filter(({ bookmarked }) => !bookmarked).length;
    return same.flatMap(({ bookmarked }, occurrence) =>
      bookmarked ? [] : [{ text, occurrence, headings: same.length, unbookmarked }],
    );
  });
}

/** Leaves out images of HTML, CSS or a page background that have too many pixels, and warns of those cut off. */
function checkImages({ assets, warnings }: Document): void {
  for (let index = assets.length - 1; index >= 0; index -= 1) {
    const asset = assets[index];
    if (!asset) continue;
    const place = pointer(['document', 'assets', asset.name]);
    if (!isHuge(sniffImage(asset.data))) {
      if (isCutOff(asset.data))
        warnings.push({ code: 'resource-failed', message: `The picture '${asset.name}' ${cutOff}`, pointer: place });
      continue;
    }
    assets.splice(index, 1);
    warnings.push({
      code: 'resource-failed',
      message: `The asset '${asset.name}' has more than ${maxPixels / 1e6} million pixels and is left out.`,
      pointer: place,
    });
  }
}
