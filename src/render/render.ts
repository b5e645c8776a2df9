import { setImmediate } from 'node:timers/promises';
import { printsQuickly } from './print/prints-quickly.ts';
import type { Egress } from '../browser/network/egress.ts';
import type { Lending } from '../browser/pool.ts';
import type { Context, Tier } from '../context.ts';
import type { MarkForm } from '../pdf/edit/stamp/mark.ts';
import type { InstalledFonts } from '../pdf/fonts/installed-fonts.ts';
import { locateFindings } from './complete/locate-findings.ts';
import type { Composed } from './compose/compose-job.ts';
import { composeRequest, type RequestComposer } from './compose/compose-request.ts';
import { buildFinishJob } from './finish/build-finish-job.ts';
import { diagnose, foresee, type Diagnosis } from './finish/diagnostics/diagnose.ts';
import { needsMeasurement } from './finish/diagnostics/needs-measurement.ts';
import { placesIn } from './finish/diagnostics/place-in-request.ts';
import type { UsedFont } from './finish/diagnostics/used-fonts.ts';
import { finishThread } from './finish/finish-on-thread.ts';
import { nameGlyphs } from './finish/requested-conformance.ts';
import { failOn, needsMeasuring } from './model/fail-on.ts';
import type { RenderRequest } from './model/types/render-request.ts';
import type { Step } from './model/types/step.ts';
import type { Warning } from './model/types/warning.ts';
import { everyStep, tierOf } from './plan/plan.ts';
import { refuseRemote } from './plan/refuse-remote.ts';
import { withStoredFiles, type StoredFile } from './print/fragments/part-files.ts';
import { printDocument } from './print/print-document.ts';
import type { PartsPrint, Warn } from './print/print-one.ts';
import { printStampSheets, stampsIn } from './stamps/stamp-sheets.ts';
import { hyphenating } from './typeset/hyphens/hyphenating.ts';

/** Result of a render: the document, or (with `dryRun`) its plan. */
export type Rendered =
  | {
      readonly kind: 'document';
      readonly pdf: Uint8Array;
      readonly pages: number;
      readonly filename: string;
      readonly warnings: readonly Warning[];
      readonly fonts: readonly UsedFont[];
    }
  | {
      readonly kind: 'plan';
      readonly steps: readonly { readonly op: string; readonly tier: Tier }[];
      readonly tier: Tier;
      readonly warnings: readonly Warning[];
    };

/** HTML of stamps as it was printed. */
export interface PrintedStamps {
  /** In the order of the request. */
  readonly forms: readonly MarkForm[];
  readonly warnings: readonly Warning[];
}

/** Prints stamps for documents that are not rendered here. */
export interface StampPrinter {
  /** Prints the HTML of each `add_stamp` of a valid request that has nothing else to print. Throws as `render` does. */
  printStamps(request: RenderRequest, context: Context): Promise<PrintedStamps>;
}

/** Makes documents of requests. */
export interface Renderer extends StampPrinter {
  /**
   * Plans, composes, prints and finishes a valid request. Throws AppError; the signal of the context stops the current
   * stage.
   */
  render(request: RenderRequest, context: Context): Promise<Rendered>;
}

/** Parts and settings of the service that a renderer uses. */
export interface RendererDeps extends RequestComposer {
  readonly pages: Lending;
  readonly egress: Egress;
  /** The fonts that the browsers find. */
  readonly fonts: InstalledFonts;
  /** Maximum number of pages of any document. */
  readonly maxPages: number;
  readonly version: string;
}

/** A renderer; the printed parts of a document are stored for as long as its render takes. */
export function createRenderer(deps: RendererDeps): Renderer {
  return {
    render: (request, context) => withStoredFiles(({ keep }) => render({ ...deps, keep }, request, context)),
    printStamps: (request, context) => withStoredFiles(({ keep }) => printStamps({ ...deps, keep }, request, context)),
  };
}

interface Rendering extends RendererDeps {
  /** Stores a printed part until the render is over. */
  readonly keep: (pdf: Uint8Array) => Promise<StoredFile>;
}

async function render(deps: Rendering, request: RenderRequest, context: Context): Promise<Rendered> {
  const { stages } = context;
  const { steps, start, composed, compose } = await composeRequest(deps, request, context, {
    halved: mayBeHalved(request) && deps.pages.idle() > 1,
  });
  const place = placesIn(everyStep(steps), request.document);
  if (request.dryRun) return planOf(steps, composed, await foresee(composed, deps.fonts, place));

  refuseRemote(steps, deps.egress);
  const thread = finishThread(deps.threads, context);
  const { baseCss, egress, keep, maxPages } = deps;
  const { inspect, take } = thread;
  const spare = spareOf(deps, context);
  const measured = isMeasured(request, context)
    ? needsMeasurement(await stages.run('compose', () => deps.fonts.families()))
    : null;
  const task = { request, ...start, baseCss, egress, maxPages, context, composed, compose };
  await context.turn?.wait(() => printsQuickly(composed) && deps.pages.idle() > 0);
  const printed = await deps.pages.use(context, (print) =>
    stages.run('print', () =>
      printDocument({ ...task, print: hyphenating(print), spare, inspect, take, keep, measured }),
    ),
  );
  await stages.run('finish', () => setImmediate()); // first the next document goes to the page that is free now

  const { fonts } = deps;
  const diagnosed = () => diagnose({ composed, printed, installed: fonts, scan: thread.scan, place });
  const diagnosis: Diagnosis = measured !== null ? await stages.run('finish', diagnosed) : { warnings: [], fonts: [] };
  const warnings = [...composed.document.warnings, ...printed.warnings, ...diagnosis.warnings];
  failOn(request.output.failOn ?? [], warnings);

  const { version } = deps;
  const job = buildFinishJob({ composed, printed, request, ...start, version, fonts: fonts.folders });
  const finished = await stages
    .run('finish', () => thread.finish(job))
    .catch((error: unknown) => nameGlyphs(locateFindings(error, composed), job.conformance, diagnosed));
  failOn(request.output.failOn ?? [], finished.warnings);
  return {
    kind: 'document',
    ...finished,
    filename: request.output.filename ?? 'document.pdf',
    warnings: [...warnings, ...finished.warnings],
    fonts: diagnosis.fonts,
  };
}

async function printStamps(deps: Rendering, request: RenderRequest, context: Context): Promise<PrintedStamps> {
  const { stages } = context;
  const { steps, start, composed } = await composeRequest(deps, request, context);
  refuseRemote(steps, deps.egress);
  const { inspect, take } = finishThread(deps.threads, context);
  const { baseCss, egress, keep, maxPages } = deps;
  const spare = spareOf(deps, context);
  const warnings = [...composed.document.warnings];
  const pass = { composed, warn: warnInto(warnings) };
  const task = { request, ...start, baseCss, egress, maxPages, context, spare, inspect, take, keep, measured: null };
  const stamps = stampsIn(composed.document);
  const forms = await deps.pages.use(context, (print) =>
    stages.run('print', () =>
      printStampSheets({ ...pass, job: { ...task, print: hyphenating(print) } }, stamps, new Set(stamps.keys())),
    ),
  );
  return { forms: [...forms.values()], warnings };
}

/** The same request always has the same bytes where they are to be deterministic, however busy the browsers are. */
const mayBeHalved = ({ output, dryRun }: RenderRequest): boolean =>
  !output.deterministic && output.pages === undefined && !dryRun;

/** Idle pages, which print as the request's own one does. */
const spareOf =
  ({ pages }: RendererDeps, context: Context): PartsPrint['spare'] =>
  (work) =>
    pages.spare(context, (print) => work(hyphenating(print)));

const warnInto =
  (warnings: Warning[]): Warn =>
  (code, message, pointer) =>
    void warnings.push({ code, message, ...(pointer !== undefined && { pointer }) });

function planOf(steps: readonly Step[], composed: Composed, foreseen: readonly Warning[]): Rendered {
  return {
    kind: 'plan',
    steps: steps.map(({ name, tier }) => ({ op: name, tier })),
    tier: tierOf(steps),
    warnings: [...composed.document.warnings, ...foreseen],
  };
}

/**
 * Fonts and boxes are measured only where the answer has a report, or `failOn` depends on them: it costs a few
 * milliseconds.
 */
function isMeasured({ output }: RenderRequest, { reports = true }: Context): boolean {
  return reports || needsMeasuring(output.failOn);
}
