import type { Egress } from '../browser/egress.ts';
import type { MeasureJob, Measured } from '../browser/measure.ts';
import type { ServedFile, Supply } from '../browser/network.ts';
import type { Print } from '../browser/pool.ts';
import type { PrintJob } from '../browser/print.ts';
import type { Context } from '../context.ts';
import type { FormWidget } from '../pdf/forms/form-field.ts';
import type { Inspection } from '../pdf/inspect.ts';
import { printedPages } from '../pdf/printed.ts';
import { AppError } from '../problems.ts';
import type { Composed, ComposedSegment, ComposeJob } from './compose-job.ts';
import { mainPage, type Document, type ExistingPages, type PageSetup, type Warning } from './document.ts';
import type { FinishJob } from './finish.ts';
import { fieldAddress } from './forms/field-address.ts';
import { keyPrefix, widgetsOfControls } from './forms/widgets-of-controls.ts';
import { marginsOf, needsOverlay } from './furniture.ts';
import { furnitureHeights, furnitureProbe } from './measure-furniture.ts';
import { overlays } from './overlay.ts';
import { overlayDocument } from './page.ts';
import { pagesOf, parseRange } from './range.ts';
import type { RenderRequest } from './request.ts';

/** What the browser prints. */
type Printable = Exclude<ComposedSegment, { kind: 'existing' }>;

/** A document with more is told of no further ones. */
const mostWarnings = 100;

/** What one document's prints have in common. */
export interface DocumentPrint {
  readonly composed: Composed;
  readonly compose: (passes: Passes) => Promise<Composed>;
  readonly print: Print;
  readonly inspect: (pdf: Uint8Array) => Promise<Inspection>;
  /** The chosen pages of an existing PDF as a document of their own. */
  readonly take: (pages: ExistingPages) => Promise<Part>;
  readonly request: RenderRequest;
  readonly origin: string;
  readonly baseCss: string;
  readonly egress: Egress;
  readonly maxPages: number;
  /** Is told what a page measured after its print, by the index of its segment; `null` where nobody wants to know. */
  readonly measured: ((segment: number, found: Measured) => void) | null;
  /** Is told which form controls of a segment became links for widgets, by its index, at each of its prints. */
  readonly controls: (segment: number, widgets: readonly FormWidget[]) => void;
  readonly context: Context;
}

/** What earlier prints told: page indexes of probes, and page numbers for tables of contents. */
export type Passes = Pick<ComposeJob, 'resolved' | 'contents' | 'furniture'>;

/** The pages of one segment. */
export interface Part {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

/** The printed pages, and what is still to be done to them. */
export interface PrintedDocument {
  readonly pages: Pick<FinishJob, 'parts' | 'printed' | 'order' | 'stamps'>;
  /** Pages of each of the parts. */
  readonly counts: readonly number[];
  readonly warnings: readonly Warning[];
}

/** Everything that the browser has to do for one document: probe, print, print the chosen pages, print what lies over them. */
export async function printDocument(given: DocumentPrint): Promise<PrintedDocument> {
  const warnings = new Map<string, Warning>();
  const warn = (code: string, message: string) => {
    if (warnings.size < mostWarnings) warnings.set(code + message, { code, message });
    else warnings.set('more', { code, message: `There are more than ${mostWarnings} warnings; the others are left out.` });
  };
  const job = await settleFurniture(given, warn);
  const { composed, parts } = await settleContents(job, await settlePlaces(job), warn);
  const count = pagesBefore(parts, parts.length);
  const limit = Math.min(job.request.output.maxPages ?? job.maxPages, job.maxPages);
  if (count > limit) throw new AppError('too-many-pages', `The document has more than the ${limit} pages that are allowed.`);
  const chosen = await choosePages(job, composed, parts, count, warn);
  const stamps = await stampsFor(job, composed, chosen, warn);
  return { pages: { parts: chosen.parts.map(({ pdf }) => pdf), printed: composed.segments.every(({ kind }) => kind !== 'existing'), order: chosen.order, stamps }, counts: chosen.parts.map(({ pages }) => pages), warnings: [...warnings.values()] };
}

/** Where headers and footers may need more room than their margins have, a first print measures them, and the document is composed again with margins that hold them. */
async function settleFurniture(job: DocumentPrint, warn: (code: string, message: string) => void): Promise<DocumentPrint> {
  const probe = furnitureProbe(job.composed, { base: job.origin, baseCss: job.baseCss, all: job.measured !== null });
  if (probe === null) return job;
  const pdf = await job.print(overlayJob(job, job.composed, probe.html, probe.cases.length), supply(job, job.composed, null, () => undefined));
  const { heights, grows, warnings } = furnitureHeights(job.composed.document, probe.cases, pdf);
  for (const { code, message } of warnings) warn(code, message);
  if (!grows) return job;
  const compose = (passes: Passes) => job.compose({ ...passes, furniture: heights });
  return { ...job, compose, composed: await compose({ resolved: null, contents: null }) };
}

interface Laid {
  readonly composed: Composed;
  readonly parts: readonly Part[];
}

/** A table of contents is as long in every pass, so its numbers stand after the second; content that moves all the same gets another. */
const mostPasses = 4;

/** Prints the parts; where a table of contents lists headings, again with the pages that they turned out to be on, until these stay. */
async function settleContents(job: DocumentPrint, { composed: first, resolved }: Placed, warn: Supply['warn']): Promise<Laid> {
  let laid: Laid = { composed: first, parts: await printParts(job, first, null, warn) };
  let known: Readonly<Record<string, number>> = {};
  for (let pass = 1; pass < mostPasses && laid.composed.document.contents.length > 0; pass += 1) {
    const contents = await pagesOfHeadings(job, laid);
    if (laid.composed.document.contents.every(({ id }) => contents[id] === known[id])) break;
    known = contents;
    const composed = await job.compose({ resolved, contents });
    laid = { composed, parts: await printParts(job, composed, laid, warn) };
  }
  return laid;
}

/** The pages of every segment; what is as it was in an earlier pass is not printed again. */
async function printParts(job: DocumentPrint, composed: Composed, earlier: Laid | null, warn: Supply['warn']): Promise<Part[]> {
  const parts: Part[] = [];
  for (const [index, segment] of composed.segments.entries()) {
    const before = earlier?.composed.segments[index];
    const same = before !== undefined && (segment.kind === 'flow' ? before.kind === 'flow' && before.html === segment.html : before.kind === segment.kind);
    const known = same ? earlier?.parts[index] : undefined;
    parts.push(known ?? (segment.kind === 'existing' ? await job.take(segment.pages) : await printed(job.print(printJob(job, composed, segment, null), supply(job, composed, segment, warn)))));
    job.context.stages.progress('print', index + 1, composed.segments.length + 1);
  }
  return parts;
}

async function printed(print: Promise<Uint8Array>): Promise<Part> {
  const pdf = await print;
  return { pdf, pages: printedPages(pdf) };
}

const pagesBefore = (parts: readonly Part[], index: number) => parts.slice(0, index).reduce((sum, { pages }) => sum + pages, 0);

/** The page number of each heading that a table of contents lists. */
async function pagesOfHeadings(job: DocumentPrint, { composed, parts }: Laid): Promise<Record<string, number>> {
  const pages: Record<string, number> = {};
  for (const [index, part] of parts.entries()) {
    const listed = composed.document.contents.filter(({ segment }) => segment === index);
    if (listed.length === 0) continue;
    const { destinations } = await job.inspect(part.pdf);
    for (const { id } of listed) {
      const page = destinations[id];
      if (page !== undefined) pages[id] = pagesBefore(parts, index) + page + 1;
    }
  }
  return pages;
}

interface Placed {
  readonly composed: Composed;
  readonly resolved: Passes['resolved'];
}

/** Where positioned content depends on how the flow breaks, a first print tells the pages of its probes (see place.ts). */
async function settlePlaces(job: DocumentPrint): Promise<Placed> {
  const resolved: Record<string, number> = {};
  for (const segment of job.composed.segments) {
    if (segment.kind !== 'flow' || segment.probes.length === 0) continue;
    const probed = await job.print(printJob(job, job.composed, segment, null), supply(job, job.composed, segment, () => undefined));
    const { destinations } = await job.inspect(probed);
    for (const probe of segment.probes) resolved[probe] = destinations[probe] ?? 0;
  }
  if (Object.keys(resolved).length === 0) return { composed: job.composed, resolved: null };
  return { composed: await job.compose({ resolved, contents: null }), resolved };
}

interface Chosen {
  readonly parts: readonly Part[];
  readonly order: readonly number[] | null;
  /** For every page of the result its number in the whole document, and how many pages that has. */
  readonly numbers: readonly number[];
  readonly count: number;
}

/**
 * `output.pages`: prints the chosen pages alone, so that tags, links and outline are those of these pages;
 * an order that does not rise, or a repeat, is then made in the page tree.
 */
async function choosePages(job: DocumentPrint, composed: Composed, parts: readonly Part[], count: number, warn: Supply['warn']): Promise<Chosen> {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (job.request.output.pages === undefined) return { parts, order: null, numbers: all, count };
  const numbers = pagesOf(parseRange(job.request.output.pages), count);
  if (numbers.length === 0) throw new AppError('page-out-of-range', `\`output.pages\` '${job.request.output.pages}' names no page of this document of ${count}.`);
  const rising = [...new Set(numbers)].sort((a, b) => a - b);
  const [segment] = composed.segments;
  if (composed.segments.length > 1 || segment === undefined || segment.kind === 'existing') return { parts, order: numbers.map((number) => number - 1), numbers, count };
  const chosen = await printed(job.print(printJob(job, composed, segment, rising.join(',')), supply(job, composed, segment, warn)));
  const order = numbers.length === rising.length && numbers.every((number, index) => number === rising[index]) ? null : numbers.map((number) => rising.indexOf(number));
  return { parts: [chosen], order, numbers, count };
}

async function stampsFor(job: DocumentPrint, composed: Composed, chosen: Chosen, warn: Supply['warn']): Promise<FinishJob['stamps']> {
  const { document } = composed;
  if (!needsOverlay(document) && document.overlays.length === 0) return [];
  const inspections = await inspectWithOutline(job, composed, chosen.parts);
  const own = composed.segments.map(({ kind }) => kind !== 'existing');
  const { sheets, stamps } = overlays({ document, inspections, own, numbers: chosen.numbers, count: chosen.count, order: chosen.order, date: composed.date, headings: composed.headings });
  if (sheets.length === 0) return [];
  const html = overlayDocument(document, sheets, { base: job.origin, baseCss: job.baseCss });
  const pdf = await job.print(overlayJob(job, composed, html, sheets.length), supply(job, composed, null, warn));
  return stamps.map((stamp) => ({ ...stamp, pdf }));
}

/** A print of pages that are no pages of the document: they carry no tags, and there are as many as there are. */
function overlayJob(job: DocumentPrint, composed: Composed, html: string, pages: number): PrintJob {
  return { ...printJob(job, composed, { kind: 'flow', html, scripts: false, waitFor: [], probes: [] }, null), tagged: false, outline: false, onePage: null, maxPages: pages };
}

/** `{section}` comes from the outline: where the request wants none, the flow is printed once more with one, for its headings alone. */
async function inspectWithOutline(job: DocumentPrint, composed: Composed, parts: readonly Part[]): Promise<Inspection[]> {
  const inspections = await Promise.all(parts.map(({ pdf }) => job.inspect(pdf)));
  const { tagged, outline } = job.request.output;
  const sections = composed.document.furniture.some(({ content }) => Object.values(content).some((text: string) => text.includes('{section}')));
  if ((tagged && outline) || !sections) return inspections;
  const outlined = { ...job, request: { ...job.request, output: { ...job.request.output, tagged: true, outline: true } } };
  for (const [index, segment] of composed.segments.entries()) {
    const inspection = inspections[index];
    if (segment.kind !== 'flow' || inspection === undefined) continue;
    const printed = await job.print(printJob(outlined, composed, segment, null), supply(job, composed, segment, () => undefined));
    inspections[index] = { ...inspection, outline: (await job.inspect(printed)).outline };
  }
  return inspections;
}

function printJob(job: DocumentPrint, composed: Composed, segment: Printable, pages: string | null): PrintJob {
  const { document } = composed;
  const { output } = job.request;
  const setup = document.pages[mainPage];
  const margin = setup && marginsOf(document, setup, 'first');
  const one = document.singlePage && margin ? { width: setup.width, marginTop: margin.top, marginBottom: margin.bottom, marginLeft: margin.left, marginRight: margin.right } : null;
  return {
    source: segment.kind === 'flow' ? { html: segment.html } : { url: segment.page.url },
    scripts: segment.kind === 'remote' || segment.scripts,
    waitFor: segment.kind === 'flow' ? segment.waitFor : segment.page.waitFor === null ? [] : [segment.page.waitFor],
    media: segment.kind === 'remote' ? (segment.page.media ?? document.media) : document.media,
    scale: segment.kind === 'remote' ? document.scale : 1,
    tagged: output.tagged,
    outline: output.outline,
    pages,
    maxPages: Math.min(output.maxPages ?? job.maxPages, job.maxPages),
    paper: segment.kind === 'remote' ? (setup ?? null) : null,
    onePage: one,
    forms: formsOf(job, composed, segment),
    measure: measureOf(job, document, composed.segments.indexOf(segment)),
  };
}

/** With `output.forms` the HTML controls of the document's segments become fields, and those of nothing else that is printed for it. */
function formsOf({ request, origin, controls }: DocumentPrint, { document, segments }: Composed, segment: Printable): PrintJob['forms'] {
  const index = segments.indexOf(segment);
  if (!request.output.forms || index < 0) return null;
  const scale = segment.kind === 'remote' ? document.scale : 1;
  return { prefix: `${fieldAddress(origin)}#${keyPrefix(index)}`, found: (found) => controls(index, widgetsOfControls(found, { segment: index, scale })) };
}

/** Measures the segments of the document, and nothing else that is printed for it. */
function measureOf({ measured }: DocumentPrint, document: Document, segment: number): PrintJob['measure'] {
  if (measured === null || segment < 0) return null;
  return { ...contentWidths(document), found: (found) => measured(segment, found) };
}

/** Unknown where the content has pages of its own sizes: CSS of the request that says `@page`, or a remote page. */
function contentWidths({ pages, styles, segments }: Document): MeasureJob {
  const pixels = ({ width, margin }: PageSetup) => (width - margin.left - margin.right) / 0.75;
  const widths = Object.fromEntries(Object.entries(pages).map(([name, setup]) => [name, pixels(setup)]));
  const own = styles.some((css) => /@page\b/.test(css)) || segments.some(({ kind }) => kind === 'remote');
  return { width: own ? null : (widths[mainPage] ?? null), widths };
}

function supply(job: DocumentPrint, { document }: Composed, segment: Printable | null, warn: Supply['warn']): Supply {
  const files = new Map<string, ServedFile>(document.assets.map(({ name, contentType, data }) => [name, { contentType, data }]));
  const remote = segment?.kind === 'remote' ? { host: new URL(segment.page.url).host, headers: headersOf(segment.page) } : null;
  return { origin: job.origin, files, egress: job.egress, remote, signal: job.context.signal, warn };
}

/** Cookies of `add_url` go to the host of its page, as one header. */
function headersOf({ url, headers, cookies }: Extract<ComposedSegment, { kind: 'remote' }>['page']): Record<string, string> {
  const { hostname, pathname } = new URL(url);
  const cookie = cookies.filter(({ domain, path = '/' }) => matchesDomain(hostname, domain) && pathname.startsWith(path)).map(({ name, value }) => `${name}=${value}`).join('; ');
  return cookie === '' ? { ...headers } : { ...headers, cookie };
}

/** RFC 6265, 5.1.3. */
function matchesDomain(host: string, domain: string | undefined): boolean {
  const wanted = domain?.replace(/^\./, '').toLowerCase();
  return wanted === undefined || host === wanted || host.endsWith(`.${wanted}`);
}
