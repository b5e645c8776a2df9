import type { Egress } from '../browser/network/egress.ts';
import { baseAddress } from '../browser/network/network.ts';
import type { Pages, Print } from '../browser/pool.ts';
import type { Context, Tier } from '../context.ts';
import type { InstalledFonts } from '../pdf/fonts/installed-fonts.ts';
import { scanPrinted, type PrintedScan } from '../pdf/printed/text/scan-printed.ts';
import type { DocumentInfo } from '../pdf/xmp/info.ts';
import type { Inspection } from '../pdf/edit/inspect.ts';
import { AppError } from '../problems.ts';
import { extension, type Threads } from '../threads/threads.ts';
import { requestedConformance, nameGlyphs } from './finish/requested-conformance.ts';
import { locateFindings } from './complete/locate-findings.ts';
import { composeJob, type Composed, type ComposeJob } from './compose/compose-job.ts';
import { diagnose, foresee, type Diagnosis } from './finish/diagnostics/diagnose.ts';
import type { UsedFont } from './finish/diagnostics/used-fonts.ts';
import type { ExistingPages } from './model/document.ts';
import type { Warning } from './model/types/warning.ts';
import { asksToMeasure, failOn } from './model/fail-on.ts';
import { fieldAddress } from './content/forms/field-address.ts';
import { finish, isLightFinish, lightBytes, type Finished } from './finish/finish.ts';
import type { FinishJob } from './finish/finish-job.ts';
import { isLight } from './compose/compose-inline.ts';
import { withStoredFiles, type StoredFile } from './print/fragments/part-files.ts';
import type { Operation } from './model/operation.ts';
import { everyStep, plan, tierOf } from './plan/plan.ts';
import { type Step } from './model/types/step.ts';
import { printDocument, type Passes } from './print/print-document.ts';
import type { TakenPages } from './print/print-parts.ts';
import type { RenderRequest } from './model/types/render-request.ts';
import { templatesFor, type TemplateFolders } from './templates/templates.ts';

/** What a render comes to: the document, or (with `dryRun`) what it would be. */
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

export interface Renderer {
  /**
   * Plans, composes, prints and finishes a valid request. Throws AppError; the signal of the context stops whatever
   * stage is under way.
   */
  render(request: RenderRequest, context: Context): Promise<Rendered>;
}

export interface RendererDeps {
  readonly pages: Pages;
  readonly threads: Threads;
  readonly egress: Egress;
  readonly operations: readonly Operation[];
  readonly templates: TemplateFolders;
  /** The fonts that the browsers find. */
  readonly fonts: InstalledFonts;
  /** The look of the built-in operations (templates/base.css). */
  readonly baseCss: string;
  /** The module and folder with which a thread composes: operations are code, and code does not cross threads. */
  readonly composing: { readonly module: URL; readonly editions: URL };
  /** The most pages that any document may have. */
  readonly maxPages: number;
  readonly version: string;
  /** How large the parts of a long document are; see long-flow.ts. */
  readonly partSize?: number | undefined;
}

const finishModule = new URL(`./finish/finish-task${extension}`, import.meta.url);

export function createRenderer(deps: RendererDeps): Renderer {
  return { render: (request, context) => withStoredFiles(({ keep }) => render({ ...deps, keep }, request, context)) };
}

/** What one render has beside that: where its parts wait. */
interface Rendering extends RendererDeps {
  readonly keep: (pdf: Uint8Array) => Promise<StoredFile>;
}

async function render(deps: Rendering, request: RenderRequest, context: Context): Promise<Rendered> {
  const {
    stages,
    signal,
    principal: { client },
  } = context;
  const steps = plan(request, deps.operations);
  const now = new Date();
  const base = baseAddress();
  const compose = async (passes: Passes) =>
    composedFrom(
      deps,
      {
        steps,
        options: request.document,
        source: request.source,
        attachments: request.output.attachments ?? [],
        templates: await templatesFor(everyStep(steps), deps.templates),
        baseCss: deps.baseCss,
        base,
        now,
        forms: request.output.forms,
        partSize: deps.partSize,
        ...passes,
      },
      context,
    );

  const composed = await stages.run('compose', () => compose({ resolved: null, contents: null }));
  if (request.dryRun)
    return {
      kind: 'plan',
      steps: steps.map(({ name, tier }) => ({ op: name, tier })),
      tier: tierOf(steps),
      warnings: [...composed.document.warnings, ...(await foresee(composed, deps.fonts))],
    };

  refuseRemote(steps, deps.egress);
  const inspect = (pdf: Uint8Array) => deps.threads.run<Inspection>(finishModule, 'inspect', pdf, { signal, client });
  const take = (pages: ExistingPages) => deps.threads.run<TakenPages>(finishModule, 'take', pages, { signal, client });
  const measured = isDiagnosed(request, context);
  const printed = await deps.pages.use(context, (print: Print) =>
    stages.run('print', () =>
      printDocument({
        composed,
        compose,
        print,
        inspect,
        take,
        keep: deps.keep,
        request,
        base,
        baseCss: deps.baseCss,
        egress: deps.egress,
        maxPages: deps.maxPages,
        measured,
        now,
        spare: (work) => deps.pages.spare(context, work),
        context,
      }),
    ),
  );
  const scan = (pdf: Uint8Array) =>
    pdf.byteLength < lightBytes
      ? Promise.resolve(scanPrinted(pdf))
      : deps.threads.run<PrintedScan>(finishModule, 'scan', pdf, { signal, client });
  const diagnosed = () => diagnose({ composed, printed, installed: deps.fonts, scan });
  const diagnosis: Diagnosis = measured ? await stages.run('finish', diagnosed) : { warnings: [], fonts: [] };
  const warnings = [...composed.document.warnings, ...printed.warnings, ...diagnosis.warnings];
  failOn(request.output.failOn ?? [], warnings);

  const job: FinishJob = {
    ...printed.pages,
    info: infoOf(composed, request, now, deps.version),
    lang: langOf(composed),
    headings: composed.headings,
    attachments: composed.document.attachments,
    fields: {
      widgets: [...composed.document.fields, ...printed.widgets],
      address: fieldAddress(base),
      fonts: deps.fonts.folders,
      partial: request.output.pages !== undefined,
    },
    compress: request.output.compress,
    deterministic: request.output.deterministic,
    encryption: request.output.encryption ?? null,
    conformance: requestedConformance(composed, request, printed),
  };
  const finished = await stages
    .run('finish', () =>
      isLightFinish(job)
        ? finish(job)
        : deps.threads.run<Finished>(finishModule, 'finish', job, {
            signal,
            client,
            transfer: job.conformance === null ? buffersOf(job) : [],
          }),
    )
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

/** The memory of what was printed, which nobody needs any more: it goes to the thread, and is not copied. */
function buffersOf({ parts, stamps }: FinishJob): ArrayBuffer[] {
  const files = [...parts, ...stamps, ...parts.flatMap((part) => part.stamps)].map(({ pdf }) =>
    pdf instanceof Uint8Array ? pdf : pdf.packed,
  );
  return [
    ...new Set(
      files
        .filter((file) => file instanceof Uint8Array)
        .flatMap(({ buffer, byteLength }) =>
          buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
        ),
    ),
  ];
}

/** Fonts and boxes are looked at where somebody hears of them: it costs a few milliseconds. */
function isDiagnosed({ output }: RenderRequest, { reports = true }: Context): boolean {
  return reports || asksToMeasure(output.failOn);
}

/**
 * Throws `resource-blocked` where the `url` of an operation (`add_url`, `add_image`) is of a host that the operator
 * does not allow.
 */
function refuseRemote(steps: readonly Step[], egress: Egress): void {
  for (const {
    name,
    params: { url },
    pointer,
  } of everyStep(steps)) {
    if (!(name === 'add_url' || name === 'add_image') || typeof url !== 'string' || egress.allows(url)) continue;
    const message =
      `${new URL(url).host.slice(0, 255)} is not a host that documents may be loaded from. The operator allows ` +
      'hosts with SERVICE_NETWORK_ALLOW.';
    throw new AppError('resource-blocked', message, { errors: [{ pointer: `${pointer}/url`, message }] });
  }
}

/** Where little is to be composed, it is done at once: see compose-inline.ts. */
async function composedFrom(deps: RendererDeps, job: ComposeJob, context: Context): Promise<Composed> {
  const composed =
    job.attachments.length === 0 && isLight(job.steps, job.options, deps.operations)
      ? composeJob(job, deps.operations)
      : await composeOnThread(deps, job, context);
  if (composed.segments.length === 0)
    throw new AppError('nothing-to-render', 'The operations put nothing on any page.');
  return composed;
}

function composeOnThread(
  { threads, composing }: RendererDeps,
  job: ComposeJob,
  { signal, principal, stages }: Context,
): Promise<Composed> {
  const progress = (composed: number) => stages.progress('compose', composed, job.steps.length);
  return threads.run<Composed>(
    composing.module,
    'compose',
    { job, folder: composing.editions.href },
    { signal, lane: 'compose', client: principal.client, progress },
  );
}

/** A print says the language that its own HTML has, or the browser's. */
function langOf({ document: { lang, stated }, segments }: Composed): string | null {
  return stated.lang || segments.some(({ kind }) => kind === 'complete') ? lang : null;
}

function infoOf(
  { document: { metadata, lang, invoice } }: Composed,
  { output }: RenderRequest,
  now: Date,
  version: string,
): DocumentInfo {
  return {
    title: metadata.title ?? null,
    author: metadata.author ?? null,
    subject: metadata.subject ?? null,
    keywords: metadata.keywords ?? [],
    creator: metadata.creator ?? 'Colophon',
    producer: `Colophon ${version} (Chromium, Skia/PDF)`,
    custom: metadata.custom ?? {},
    lang,
    date: output.deterministic ? null : now,
    invoice,
  };
}
