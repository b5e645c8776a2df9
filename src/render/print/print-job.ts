import type { Egress } from '../../browser/network/egress.ts';
import type { ClockStart } from '../../browser/clock/clock-script.ts';
import type { FoundReferences } from '../../browser/page/typeset/references/references.ts';
import type { CarriedTexts } from '../../browser/page/typeset/carry/carry.ts';
import type { MeasureJob } from '../../browser/page/measure/measure.ts';
import type { PageWidths } from '../../browser/page/repeat-groups.ts';
import type { ServedFile, Supply } from '../../browser/network/supply.ts';
import type { MeasureWish, PrintJob } from '../../browser/print-job.ts';
import type { Context } from '../../context.ts';
import type { Composed, ComposedSegment } from '../compose/compose-job.ts';
import { mainPage, type Document } from '../model/document.ts';
import { leastRoom } from '../model/page-setup.ts';
import { type PageSetup } from '../model/types/page-geometry.ts';
import { styleReferences } from '../typeset/references/style-references.ts';
import { marginsOf } from '../running/running-content.ts';
import { markPrefix } from '../../pdf/printed/join/join-printed.ts';
import { carryLabels } from '../typeset/carry/carry-options.ts';
import { htmlSums } from '../typeset/carry/html-sums.ts';
import { addressIn } from '../plan/loads.ts';
import { paperWidth } from '../model/paper-sizes.ts';
import type { RenderRequest } from '../model/types/render-request.ts';
import { bleedBorder, paperAround, paperMargins } from '../typeset/paper/bleed.ts';

/** The content that the browser prints. */
export type Printable = Exclude<ComposedSegment, { kind: 'existing' }>;

/** What all prints of one document have in common. */
export interface PrintTask {
  readonly request: RenderRequest;
  /** Base address of its prints, see `Supply.base`. */
  readonly base: string;
  /** When the request is made. */
  readonly now: Date;
  readonly egress: Egress;
  readonly maxPages: number;
  readonly context: Context;
}

/** Options of one print. */
export interface PrintWish {
  /** The pages wanted, in Chromium's syntax; all of them unless given. */
  readonly pages?: string | null;
  /** Receives the measurements of the page after its print. */
  readonly measured?: MeasureWish | null;
  /** The strings that are read; unless given, none are. */
  readonly strings?: PrintJob['strings'];
  /** Receives what references of style sheets lead to; unless given, they are not shown. */
  readonly referred?: ((found: FoundReferences) => void) | undefined;
  /** How footnotes are set; unless given, there are none. */
  readonly footnotes?: PrintJob['footnotes'];
  /** The treatment of form controls; unless given, they are printed unchanged. */
  readonly forms?: PrintJob['forms'];
  /** Receives warnings of the print. */
  readonly warn?: (code: string, message: string, pointer?: string) => void;
}

/** The print of a segment, or of other HTML for its document. */
export function printJob(
  job: PrintTask,
  composed: Composed,
  segment: Printable,
  {
    pages = null,
    measured = null,
    forms = null,
    strings = null,
    referred,
    footnotes,
    warn = () => undefined,
  }: PrintWish = {},
): PrintJob {
  const { document } = composed;
  const { output } = job.request;
  const isFlow = segment.kind === 'flow';
  const setup = document.pages[mainPage];
  const margin = setup && paperMargins(marginsOf(document, setup, 'first'), setup);
  const one =
    document.singlePage && margin
      ? {
          width: setup.width + 2 * setup.bleed,
          paperWidth: paperWidth(setup),
          marginTop: margin.top,
          marginBottom: margin.bottom,
          marginLeft: margin.left,
          marginRight: margin.right,
        }
      : null;
  return {
    source: segment.kind === 'remote' ? { url: segment.page.url } : { html: segment.html },
    scripts: segment.kind === 'remote' || segment.scripts,
    scriptsFrom: placeOfCause(document, segment, undefined),
    clock: job.request.document.clock === 'real' ? null : clockStart(job),
    waitFor: segment.kind !== 'remote' ? segment.waitFor : segment.page.waitFor === null ? [] : [segment.page.waitFor],
    media: segment.kind === 'remote' ? (segment.page.media ?? document.media) : document.media,
    brokenPictures: isFlow ? 'alternative-text' : 'browser-symbol',
    scale: isFlow ? 1 : document.scale,
    destinations: segment.kind === 'complete' ? { ids: segment.anchors, marks: segment.marks } : null,
    tagged: output.tagged,
    outline: output.outline,
    pages,
    maxPages: Math.min(output.maxPages ?? job.maxPages, job.maxPages),
    paper:
      segment.kind === 'flow'
        ? null
        : paperAround(segment.kind === 'complete' ? segment.paper : setup, segment.kind === 'remote'),
    onePage: one,
    forms,
    strings,
    references: referred && referencesOf(composed, segment, referred),
    ...(footnotes && { footnotes }),
    groups: isFlow ? pageWidths(document) : undefined,
    carry: carryWish(document, segment, warn),
    // HTML that the service has not serialized is measured in any case
    measure: measured && { ...contentWidths(document, segment), ...measured, ...(!isFlow && { isNeeded: () => true }) },
  };
}

/** The references of style sheets in a print. Remote pages have none. */
function referencesOf(
  composed: Composed,
  segment: Printable,
  found: (references: FoundReferences) => void,
): PrintJob['references'] {
  if (segment.kind === 'remote') return undefined;
  const { width, widths } =
    segment.kind === 'flow' ? pageWidths(composed.document) : { width: contentWidth(segment.page), widths: {} };
  const references = styleReferences(composed, composed.segments.indexOf(segment), {
    width,
    widths,
    inParts: composed.document.inParts,
    isWindow: segment.kind === 'complete',
  });
  return references === null ? undefined : { ...references, found };
}

/** How sums of tables are carried. Remote pages are printed as they are. */
function carryWish(document: Document, segment: Printable, warn: NonNullable<PrintWish['warn']>): PrintJob['carry'] {
  if (segment.kind === 'remote') return undefined;
  const complete = segment.kind === 'complete' ? contentSize(segment.page) : null;
  const pointer = segment.kind === 'complete' ? segment.pointer : undefined;
  const sumsOf = (tables: readonly CarriedTexts[]) =>
    htmlSums(tables, document.lang, (message) => warn('carry-ignored', message, pointer));
  return { sizes: pageWidths(document), complete, labels: carryLabels(document.lang), markPrefix, sumsOf };
}

/**
 * The start of `Date` and the seed of `Math.random` in prints with `deterministic`, whose bytes are always the same.
 */
const deterministicStart: ClockStart = { epoch: Date.UTC(2000, 0, 1), seed: 1 };

/** All prints of one document begin at one time. */
function clockStart({ request, now }: PrintTask): ClockStart {
  return request.output.deterministic ? deterministicStart : { epoch: now.getTime(), seed: null };
}

/**
 * The widths of the content. Unknown where it has pages of several sizes (rules for the first page or named ones, in
 * the request or in files of it), margins without room between them, CSS of the request with `@page`, or a remote page.
 */
export function contentWidths(document: Document, segment: Printable): MeasureJob {
  const { width, widths } = pageWidths(document);
  if (segment.kind === 'remote' || document.styles.some((css) => hasPage.test(css))) return { width: null, widths };
  if (segment.kind === 'flow') return { width: width + borderWidth(document.pages[mainPage]), widths };
  const inFiles = document.assets.some(
    ({ contentType, data }) => contentType === 'text/css' && hasPage.test(textOf(data)),
  );
  const own = contentWidth(segment.page);
  const isUnknown = own < leastRoom / 0.75 || inFiles || somePages.test(segment.html);
  return { width: isUnknown ? null : own + borderWidth(segment.page), widths: {} };
}

const hasPage = /@page\b/i;
/** A rule for some pages alone: `@page :first`, `@page wide`. */
const somePages = /@page\s*[\w:-]/i;
const textOf = (data: Uint8Array) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');

/** The width between the margins of a page. CSS pixels. */
const contentWidth = ({ width, margin }: PageSetup) => (width - margin.left - margin.right) / 0.75;

/** The width of the border that is in the bleed of a page. CSS pixels. */
function borderWidth(setup: PageSetup | undefined): number {
  const { left, right } = setup === undefined ? { left: 0, right: 0 } : bleedBorder(setup.margin, setup);
  return (left + right) / 0.75;
}
/** The size between the margins of a page. CSS pixels. */
const contentSize = (page: PageSetup) => ({
  width: contentWidth(page),
  height: (page.height - page.margin.top - page.margin.bottom) / 0.75,
});

/** The widths between the margins that the document sets. CSS pixels. */
export function pageWidths({ pages }: Document): PageWidths {
  const widths = Object.fromEntries(Object.entries(pages).map(([name, setup]) => [name, contentWidth(setup)]));
  return { width: widths[mainPage] ?? 0, widths };
}

/** The resources that a print of the document may load. */
export function supply(
  job: PrintTask,
  { document }: Composed,
  segment: Printable | null,
  warn: (code: string, message: string, pointer?: string) => void,
): Supply {
  const files = new Map<string, ServedFile>(
    document.assets.map(({ name, contentType, data }) => [name, { contentType, data }]),
  );
  const remote =
    segment?.kind === 'remote' ? { origin: new URL(segment.page.url).origin, headers: headersOf(segment.page) } : null;
  return {
    base: job.base,
    files,
    folder: document.folder,
    egress: job.egress,
    remote,
    signal: job.context.signal,
    warn: (code, message, address) => warn(code, message, placeOfCause(document, segment, address)),
  };
}

/**
 * The place in the request of what caused a warning of the print. A script is its cause where there is no `address`,
 * and is known where one operation alone has scripts.
 */
function placeOfCause({ loads }: Document, segment: Printable | null, address: string | undefined): string | undefined {
  const loader = address === undefined ? undefined : loads.get(addressIn(address));
  if (segment?.kind === 'remote') return segment.page.pointer;
  if (segment?.kind === 'complete') return loader?.startsWith('/document/assets/') === true ? loader : segment.pointer;
  return loader ?? (segment?.scripted.length === 1 ? segment.scripted[0] : undefined);
}

/** Cookies of `add_url` go to the origin of its page, as one header. */
function headersOf({
  url,
  headers,
  cookies,
}: Extract<ComposedSegment, { kind: 'remote' }>['page']): Record<string, string> {
  const { hostname, pathname } = new URL(url);
  const cookie = cookies
    .filter(({ domain, path = '/' }) => matchesDomain(hostname, domain) && pathname.startsWith(path))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  return cookie === '' ? { ...headers } : { ...headers, cookie };
}

/** RFC 6265, 5.1.3. */
function matchesDomain(host: string, domain: string | undefined): boolean {
  const wanted = domain?.replace(/^\./, '').toLowerCase();
  return wanted === undefined || host === wanted || host.endsWith(`.${wanted}`);
}
