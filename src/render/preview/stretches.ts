import type { Context } from '../../context.ts';
import type { Stamp } from '../../pdf/edit/stamp.ts';
import type { Mark } from '../../pdf/edit/stamp/mark.ts';
import type { Composed } from '../compose/compose-job.ts';
import { composeRequest } from '../compose/compose-request.ts';
import { buildFinishJob } from '../finish/build-finish-job.ts';
import { finishThread } from '../finish/finish-on-thread.ts';
import type { RenderRequest } from '../model/types/render-request.ts';
import { refuseRemote } from '../plan/refuse-remote.ts';
import { isLong, type SegmentSize } from '../print/fragments/planning/long-flow.ts';
import { settleHeights, type DocumentPrint } from '../print/settle-heights.ts';
import type { RendererDeps } from '../render.ts';
import { marksOnPage } from '../stamps/stamp-marks.ts';
import { headingsShown, stampsForPage, textsOf, type BarePage } from './furnish-page.ts';
import { loadStretch } from './load-stretch.ts';
import { nothingShared, type SharedByAll, type StretchOptions } from './stretch-flow.ts';
import { takeStretch } from './take-stretch.ts';
import { printPage, printStretch, type StretchPlace, type StretchPrint } from './print-stretch.ts';
import { type PrintedStretch, type StretchFields } from './printed-stretch.ts';
import type { StepStyles } from '../typeset/styles/stretch-styles.ts';
import { hyphenating } from '../typeset/hyphens/hyphenating.ts';

/** A stretch of a document: its operations with their surroundings. */
export interface StretchRequest extends StretchOptions {
  readonly request: RenderRequest;
  readonly place: StretchPlace;
}

/** A page that is shown, in the file of its stretch. */
export interface ShownPage extends BarePage {
  readonly pdf: Uint8Array;
  readonly fields: StretchFields;
  /** True where the page was printed, and not taken from an existing PDF. */
  readonly printed: boolean;
  /** True where the whole document is printed in parts. */
  readonly inParts: boolean;
  /** What is around and on the content of pages, and any content; `null` where the print itself has all of it. */
  readonly frame: (SharedByAll & { readonly request: RenderRequest }) | null;
  /** A stretch that has the page at this index; `null` where the file has the page as it is to be shown. */
  readonly again: (() => Promise<StretchRequest & { readonly index: number }>) | null;
}

/** Prints stretches of documents, and finishes single pages of them. */
export interface Stretches {
  /** See `printStretch`. Throws what a render throws before its finish. */
  print(stretch: StretchRequest, context: Context): Promise<PrintedStretch | null>;
  /** The pages of an existing PDF that the only operation adds. Throws what a render throws. */
  take(request: RenderRequest, context: Context): Promise<PrintedStretch>;
  /** The pages of the remote page that an operation adds, `null` where they depend on others. Throws as `print` does. */
  load(stretch: Omit<StretchRequest, 'place'>, context: Context): Promise<PrintedStretch | null>;
  /** The heights of all headers and footers of a document, `null` where their margins hold them. Throws as `print` does. */
  heights(stretch: Omit<StretchRequest, 'place'>, context: Context): Promise<readonly (number | null)[]>;
  /** The styles that the content of each operation adds to its document. Throws what composing throws. */
  styles(request: RenderRequest, context: Context): Promise<readonly StepStyles[]>;
  /** The most pages of any document. */
  readonly maxPages: number;
  /** True where a document of this size is printed in parts. */
  isLong(size: SegmentSize): boolean;
  /**
   * A file with the page as the whole document has it, and its number there. `null` where that depends on operations
   * elsewhere.
   */
  show(page: ShownPage, context: Context): Promise<{ readonly pdf: Uint8Array; readonly page: number } | null>;
}

/** The printer of stretches of a renderer. */
export function createStretches(deps: RendererDeps): Stretches {
  return {
    print: ({ place, ...stretch }, context) =>
      withPrint(deps, { ...stretch, context, stage: 'print' }, (job) => printStretch(job, place)),
    take: async (request, context) => {
      const { composed } = await composeRequest(deps, request, context, { attachments: [] });
      return takeStretch(composed, finishThread(deps.threads, context));
    },
    heights: (stretch, context) =>
      withPrint(deps, { ...stretch, context, stage: 'print' }, async (print) => {
        const { composed } = await settleHeights(print, () => undefined, print.strings);
        return composed.document.runningContent.map(({ height }) => height);
      }),
    styles: async (request, context) => {
      const stretch = { ...nothingShared, numbers: null, inParts: false };
      const { composed } = await composeRequest(deps, request, context, { attachments: [], stretch });
      return composed.addedStyles;
    },
    load: (stretch, context) => withPrint(deps, { ...stretch, context, stage: 'print' }, loadStretch),
    maxPages: deps.maxPages,
    isLong: (size) => isLong(size, deps),
    show: (page, context) => show(deps, page, context),
  };
}

async function show(deps: RendererDeps, page: ShownPage, context: Context): ReturnType<Stretches['show']> {
  const { frame, again, inParts } = page;
  const printedAgain = again === null ? page : await printAgain(deps, await again(), context);
  if (printedAgain === null) return null;
  const { pdf: printed, fields } = printedAgain;
  const place = again === null ? page : { ...page, index: 0, pages: 1 };
  if (frame === null) return { pdf: printed, page: place.index + 1 };
  const printing = { ...frame, numbers: null, inParts, context, stage: 'finish' };
  const framed = await withPrint(deps, printing, async (print) => {
    const job = await settleHeights(print, () => undefined, print.strings);
    const composed = { ...job.composed, document: { ...job.composed.document, inParts } };
    const pass = { job, composed, warn: () => undefined };
    const marks = await marksOnPage(pass, { number: place.number, texts: textsOf(place), ...headingsShown(place) });
    return { job, composed, marks, stamps: await stampsForPage(job, composed, place) };
  });
  if (framed.stamps.length + framed.marks.length + fields.widgets.length === 0)
    return { pdf: printed, page: place.index + 1 };
  return {
    pdf: await stamped(deps, new Uint8Array(printed), { ...framed, place, fields, request: frame.request, context }),
    page: 1,
  };
}

const printAgain = (
  deps: RendererDeps,
  { place, index, ...stretch }: StretchRequest & { readonly index: number },
  context: Context,
): ReturnType<typeof printPage> =>
  withPrint(deps, { ...stretch, context, stage: 'print' }, (job) => printPage(job, place, index));

interface Stamping {
  readonly request: RenderRequest;
  readonly context: Context;
  readonly job: DocumentPrint;
  readonly composed: Composed;
  readonly place: BarePage & Pick<ShownPage, 'printed'>;
  readonly stamps: readonly Stamp[];
  readonly fields: StretchFields;
  /** What `add_stamp` draws on it. */
  readonly marks: readonly Mark[];
}

/** A file of the one page with its stamps. The memory of `pdf` is gone afterwards. */
async function stamped(
  { version, fonts, threads }: RendererDeps,
  pdf: Uint8Array,
  { request, context, job: { base, now }, composed, place, fields, stamps, marks }: Stamping,
): Promise<Uint8Array> {
  const { printed: isPrinted, sizes, number, index, pages: count } = place;
  const part = { pdf, printed: isPrinted, segment: 0, piece: false, continues: 'nothing', levels: [] } as const;
  const at = sizes[number - 1]?.place;
  const places = Array.from({ length: count }, (_, page) => (page === index ? (at ?? null) : null));
  const pages = {
    ...{
      parts: [{ ...part, names: [], stamps: [] }],
      labels: null,
      stamps,
      places: at === undefined ? [] : places,
      marks,
      paper: null,
      bookmarks: [],
      unbookmarked: [],
    },
    order: count === 1 ? null : [index],
  };
  const printed = { pages, parts: [], widgets: [], warnings: [] };
  const job = buildFinishJob({ composed, printed, request, base, now, version, fonts: fonts.folders });
  const finish = {
    ...{ ...job, attachments: [], encryption: null, conformance: null },
    fields: { ...job.fields, ...fields },
  };
  const finished = await context.stages.run('finish', () => finishThread(threads, context).finish(finish));
  return finished.pdf;
}

interface Printing extends Omit<StretchRequest, 'place'> {
  readonly context: Context;
  readonly stage: string;
}

/** Composes a stretch, and prints on a page of the browser. */
async function withPrint<T>(
  deps: RendererDeps,
  { request, context, stage, ...stretch }: Printing,
  work: (job: StretchPrint) => Promise<T>,
): Promise<T> {
  const own = { attachments: [], stretch };
  const { steps, start, composed, compose } = await composeRequest(deps, request, context, own);
  refuseRemote(steps, deps.egress);
  const { inspect, take, scan } = finishThread(deps.threads, context);
  const { baseCss, egress, maxPages } = deps;
  const task: Omit<DocumentPrint, 'print'> = {
    ...{ request, ...start, baseCss, egress, maxPages, context, composed, compose, inspect, take },
    ...{ spare: () => null, keep: () => Promise.reject(new Error('A stretch is stored by its caller.')) },
    measured: null,
  };
  const strings = stretch.headed === null ? undefined : new Map(stretch.headed.strings);
  return deps.pages.use(context, (print) =>
    context.stages.run(stage, () => work({ ...task, print: hyphenating(print), scan, strings })),
  );
}
