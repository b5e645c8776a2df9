import { AppError } from '../../../problems.ts';
import { requestedEncryption } from '../../crypt/new-encryption.ts';
import { Report } from '../../facts/report.ts';
import { writePdfInParallel } from '../../file/writing/write.ts';
import { assemble } from '../assemble.ts';
import type { Selection } from '../selection.ts';
import type { FieldsMode } from '../form/form.ts';
import type { Layout } from '../layout.ts';
import { drawingsFor, selectionsOf, type MergeDocument, type MergeResult } from '../merge.ts';
import type { Bookmark, OutlineMode } from '../outline.ts';
import type { FontFolder } from '../../fonts/installed-fonts.ts';
import { applyStep } from './apply-step.ts';
import type { ArrangeStep, Flatten, PlannedStep } from './arrange-steps.ts';
import { impose } from './sheets/impose.ts';
import { Encryption } from '../../crypt/encryption.ts';
import { archivePartOf } from '../../facts/archive-part.ts';
import { Source } from '../../facts/source.ts';
import { openPdf } from '../../file/open.ts';
import { Arrangement } from './arrangement.ts';
import { hasTransparency, type PlannedPage } from './planned-page.ts';
import { markMaterials, type MarkMaterials } from '../../edit/stamp/mark-objects.ts';
import { finishPages, isChanged } from './finish-pages.ts';

/** Documents that become one, and the steps that change it. */
export interface ArrangeOptions {
  readonly documents: readonly MergeDocument[];
  readonly steps: readonly ArrangeStep[];
  readonly outline: OutlineMode;
  readonly fields: FieldsMode;
  readonly fonts: readonly FontFolder[];
  /** Makes annotations or fields of a document content of its pages. */
  readonly flatten: (bytes: Uint8Array, what: Flatten, report: Report) => Promise<Uint8Array>;
}

/**
 * Puts documents together and applies steps to the result, in order (docs/arranging.md). For worker threads.
 * @throws AppError those of `applyStep` and of `mergePdfs`
 */
export async function arrangePdfs({
  documents,
  steps,
  outline,
  fields,
  fonts,
  flatten,
}: ArrangeOptions): Promise<MergeResult> {
  const report = new Report();
  const plan = new Arrangement(report);
  for (const { source, pages, title } of selectionsOf({ documents, outline })) {
    plan.add({ source, title }, pages, plan.pages.length);
    if (pages.length === 0) report.warn(`The page range of document ${plan.documents.length} names no page of it.`);
  }
  const how = { outline, fields, fonts };
  const last = await applyAll(plan, steps, { how, flatten });
  if (last.pages.length === 0) throw noPages();
  return { pdf: await carriedOut(last, how), pages: last.pages.length, report: report.toPlain() };
}

type How = Pick<ArrangeOptions, 'outline' | 'fields' | 'fonts'>;

interface Work {
  readonly how: How;
  readonly flatten: ArrangeOptions['flatten'];
}

/** Applies the steps. One that needs the document itself begins a new plan. */
async function applyAll(first: Arrangement, steps: readonly ArrangeStep[], work: Work): Promise<Arrangement> {
  let plan = first;
  for (const step of steps) {
    if (step.do !== 'flatten' && step.do !== 'nUp' && step.do !== 'booklet') applyStep(plan, step);
    else if (plan.pages.length > 0) plan = await begunAnew(plan, step, work);
  }
  return plan;
}

/** The plan of the document that such a step makes. */
async function begunAnew(
  plan: Arrangement,
  step: Exclude<ArrangeStep, PlannedStep>,
  { how, flatten }: Work,
): Promise<Arrangement> {
  const { encryption, report } = plan;
  const own = plan.documents.map(({ source }) => source.file.encryption).find((one) => one !== null) ?? null;
  plan.encryption = null;
  const everything = { annotations: true, forms: true };
  if (step.do !== 'flatten') dropForSheets(plan);
  const flat = await flatten(await carriedOut(plan, how), step.do === 'flatten' ? step : everything, report);
  const next = new Arrangement(report);
  next.encryption = encryption === 'source' ? own : encryption;
  next.losesTags = plan.losesTags || step.do !== 'flatten';
  const source = new Source(openPdf(step.do === 'flatten' ? flat : impose(flat, step, report)));
  next.add(
    { source, title: '' },
    source.pages.map((_, index) => index),
    0,
  );
  return next;
}

/** Reports what sheets of several pages can not have. */
function dropForSheets({ documents, pages, report }: Arrangement): void {
  const used = new Set(pages.flatMap(({ from }) => from?.document ?? []));
  for (const [index, { source }] of documents.entries()) {
    if (!used.has(index)) continue;
    const { catalog } = source.file;
    if (catalog.has('StructTreeRoot')) report.drop(index + 1, 'tags', 'a sheet has several pages');
    if (catalog.has('PageLabels')) report.drop(index + 1, 'page labels', 'a sheet has several pages');
    report.drop(index + 1, 'form field', 'it became content of its page', source.form.nodes.length);
  }
}

/** The document of the plan. */
async function carriedOut(plan: Arrangement, how: How): Promise<Uint8Array> {
  try {
    return await written(plan, { ...how, own: true });
  } catch (error) {
    // A broken font of a form may be detected only when it is embedded.
    if (!(error instanceof AppError) || error.slug !== 'invalid-font') throw error;
    return written(plan, { ...how, own: false });
  }
}

async function written(
  plan: Arrangement,
  { outline, fields, fonts, own }: How & { readonly own: boolean },
): Promise<Uint8Array> {
  const report = new Report();
  const selections = plannedSelections(plan);
  const { encryption } = plan;
  const drawings = await drawingsFor(selections, { fonts, own });
  const contents = new Set(plan.pages.flatMap(({ marks }) => marks.map(({ look }) => look.content)));
  const materials =
    contents.size === 0
      ? null
      : await markMaterials([...contents], { folders: fonts, listed: isOldArchive(plan), calibrated: true });
  const assembled = assemble({
    selections,
    outline,
    fields,
    drawings,
    attachments: true,
    metadata: plan.metadata,
    decrypt: encryption === null,
    encryption: encryptionOf(encryption),
    compress: true,
    share: selections.length > 1,
    layout: layoutOf(plan, selections, { report, materials }),
    bookmarks: bookmarksOf(plan, report),
    attached: plan.attached,
    losesTags: plan.losesTags,
    hasTransparency: plan.pages.some(hasTransparency),
    report,
  });
  const pdf = await writePdfInParallel(assembled);
  plan.report.add(report.toPlain());
  return pdf;
}

/** True where a document claims PDF/A-1, or claims what can not be read. */
const isOldArchive = ({ documents }: Arrangement): boolean =>
  documents.some(({ source }) => ['1', '?'].includes(archivePartOf(source.file) ?? ''));

function encryptionOf(encryption: Arrangement['encryption']): Encryption | undefined {
  if (encryption === null || encryption === 'source') return undefined;
  return encryption instanceof Encryption ? encryption : requestedEncryption(encryption);
}

const noPages = () => new AppError('page-out-of-range', 'The page ranges name no page of the documents.');

/** The pages of each document that are in the result, in their order there. */
function plannedSelections({ documents, pages }: Arrangement): Selection[] {
  const ofDocument: number[][] = documents.map(() => []);
  for (const { from } of pages) if (from !== null) ofDocument[from.document]?.push(from.page);
  return documents.map(({ source, title, bookmarked, detached }, index) => ({
    source,
    title,
    pages: ofDocument[index] ?? [],
    document: index + 1,
    isPrinted: false,
    unbookmarked: !bookmarked,
    detached,
  }));
}

function layoutOf(
  { pages, documents }: Arrangement,
  selections: readonly Selection[],
  around: { readonly report: Report; readonly materials: MarkMaterials | null },
): Layout {
  const starts: number[] = [];
  let start = 0;
  for (const selection of selections) {
    starts.push(start);
    start += selection.pages.length;
  }
  const order = pages.map(({ from, mediaBox: [left, bottom, right, top] }) => {
    if (from === null) return { width: right - left, height: top - bottom };
    const place = starts[from.document] ?? 0;
    starts[from.document] = place + 1;
    return place;
  });
  const sourceOf = ({ from }: PlannedPage) => (from === null ? null : (documents[from.document]?.source ?? null));
  return {
    order,
    finish(target, refs) {
      const planned = pages.map((page, index) => ({ page, ref: refs[index], source: sourceOf(page) }));
      const changed = planned.flatMap(({ page, ref, source }) =>
        ref !== undefined && isChanged(page, source) ? [{ page, ref, source }] : [],
      );
      finishPages(target, changed, around);
    },
  };
}

/** Items whose pages are in the result. */
function bookmarksOf({ bookmarks, pages }: Arrangement, report: Report): Bookmark[] {
  const places = new Map<number, number>();
  pages.forEach(({ id }, index) => {
    if (!places.has(id)) places.set(id, index);
  });
  return bookmarks.flatMap(({ title, level, page }) => {
    const place = places.get(page);
    if (place !== undefined) return [{ title, level, page: place }];
    report.warn(`The bookmark '${title}' leads to a page that is not in the result: it was left out.`);
    return [];
  });
}
