import type { Egress } from '../browser/egress.ts';
import type { ServedFile, Supply } from '../browser/network.ts';
import type { Print } from '../browser/pool.ts';
import type { PrintJob } from '../browser/print.ts';
import type { Context } from '../context.ts';
import type { Inspection } from '../pdf/inspect.ts';
import { printedPages } from '../pdf/printed.ts';
import { AppError } from '../problems.ts';
import type { Composed, ComposedSegment } from './compose-job.ts';
import { mainPage, type Warning } from './document.ts';
import type { FinishJob } from './finish.ts';
import { needsOverlay } from './furniture.ts';
import { overlays } from './overlay.ts';
import { overlayDocument } from './page.ts';
import { pagesOf, parseRange } from './range.ts';
import type { RenderRequest } from './request.ts';

/** A document with more is told of no further ones. */
const mostWarnings = 100;

/** What one document's prints have in common. */
export interface DocumentPrint {
  readonly composed: Composed;
  readonly compose: (resolved: Readonly<Record<string, number>>) => Promise<Composed>;
  readonly print: Print;
  readonly inspect: (pdf: Uint8Array) => Promise<Inspection>;
  readonly request: RenderRequest;
  readonly origin: string;
  readonly baseCss: string;
  readonly egress: Egress;
  readonly maxPages: number;
  readonly context: Context;
}

/** The printed pages, and what is still to be done to them. */
export interface PrintedDocument {
  readonly pages: Pick<FinishJob, 'parts' | 'order' | 'stamps'>;
  readonly warnings: readonly Warning[];
}

/** Everything that the browser has to do for one document: probe, print, print the chosen pages, print what lies over them. */
export async function printDocument(job: DocumentPrint): Promise<PrintedDocument> {
  const warnings = new Map<string, Warning>();
  const warn = (code: string, message: string) => {
    if (warnings.size < mostWarnings) warnings.set(code + message, { code, message });
    else warnings.set('more', { code, message: `There are more than ${mostWarnings} warnings; the others are left out.` });
  };
  const composed = await settlePlaces(job);
  const parts: Uint8Array[] = [];
  for (const segment of composed.segments) parts.push(await job.print(printJob(job, composed, segment, null), supply(job, composed, segment, warn)));
  const count = parts.reduce((pages, part) => pages + printedPages(part), 0);
  const limit = Math.min(job.request.output.maxPages ?? job.maxPages, job.maxPages);
  if (count > limit) throw new AppError('too-many-pages', `The document has more than the ${limit} pages that are allowed.`);
  const chosen = await choosePages(job, composed, parts, count, warn);
  const stamps = await stampsFor(job, composed, chosen, warn);
  return { pages: { parts: chosen.parts, order: chosen.order, stamps }, warnings: [...warnings.values()] };
}

/** Where positioned content depends on how the flow breaks, a first print tells the pages of its probes (see place.ts). */
async function settlePlaces(job: DocumentPrint): Promise<Composed> {
  const resolved: Record<string, number> = {};
  for (const segment of job.composed.segments) {
    if (segment.kind !== 'flow' || segment.probes.length === 0) continue;
    const probed = await job.print(printJob(job, job.composed, segment, null), supply(job, job.composed, segment, () => undefined));
    const { destinations } = await job.inspect(probed);
    for (const probe of segment.probes) resolved[probe] = destinations[probe] ?? 0;
  }
  return Object.keys(resolved).length === 0 ? job.composed : job.compose(resolved);
}

interface Chosen {
  readonly parts: readonly Uint8Array[];
  readonly order: readonly number[] | null;
  /** For every page of the result its number in the whole document, and how many pages that has. */
  readonly numbers: readonly number[];
  readonly count: number;
}

/**
 * `output.pages`: prints the chosen pages alone, so that tags, links and outline are those of these pages;
 * an order that does not rise, or a repeat, is then made in the page tree.
 */
async function choosePages(job: DocumentPrint, composed: Composed, parts: readonly Uint8Array[], count: number, warn: Supply['warn']): Promise<Chosen> {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (job.request.output.pages === undefined) return { parts, order: null, numbers: all, count };
  const numbers = pagesOf(parseRange(job.request.output.pages), count);
  if (numbers.length === 0) throw new AppError('page-out-of-range', `\`output.pages\` '${job.request.output.pages}' names no page of this document of ${count}.`);
  const rising = [...new Set(numbers)].sort((a, b) => a - b);
  const [segment] = composed.segments;
  if (composed.segments.length > 1 || segment === undefined) return { parts, order: numbers.map((number) => number - 1), numbers, count };
  const chosen = await job.print(printJob(job, composed, segment, rising.join(',')), supply(job, composed, segment, warn));
  const order = numbers.length === rising.length && numbers.every((number, index) => number === rising[index]) ? null : numbers.map((number) => rising.indexOf(number));
  return { parts: [chosen], order, numbers, count };
}

async function stampsFor(job: DocumentPrint, composed: Composed, chosen: Chosen, warn: Supply['warn']): Promise<FinishJob['stamps']> {
  const { document } = composed;
  if (!needsOverlay(document) && document.overlays.length === 0) return [];
  const inspections = await inspectWithOutline(job, composed, chosen.parts);
  const { sheets, stamps } = overlays({ document, inspections, numbers: chosen.numbers, count: chosen.count, order: chosen.order, date: composed.date });
  if (sheets.length === 0) return [];
  const html = overlayDocument(document, sheets, { base: job.origin, baseCss: job.baseCss });
  const plain: PrintJob = { ...printJob(job, composed, { kind: 'flow', html, scripts: false, waitFor: [], probes: [] }, null), tagged: false, outline: false, onePage: null, maxPages: sheets.length };
  const pdf = await job.print(plain, supply(job, composed, null, warn));
  return stamps.map((stamp) => ({ ...stamp, pdf }));
}

/** `{section}` comes from the outline: where the request wants none, the flow is printed once more with one, for its headings alone. */
async function inspectWithOutline(job: DocumentPrint, composed: Composed, parts: readonly Uint8Array[]): Promise<Inspection[]> {
  const inspections = await Promise.all(parts.map(job.inspect));
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

function printJob(job: DocumentPrint, { document }: Composed, segment: ComposedSegment, pages: string | null): PrintJob {
  const { output } = job.request;
  const setup = document.pages[mainPage];
  const one = document.singlePage && setup !== undefined ? { width: setup.width, marginTop: setup.margin.top, marginBottom: setup.margin.bottom, marginLeft: setup.margin.left, marginRight: setup.margin.right } : null;
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
  };
}

function supply(job: DocumentPrint, { document }: Composed, segment: ComposedSegment | null, warn: Supply['warn']): Supply {
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
