import type { Protocol } from 'puppeteer';
import { AppError } from '../problems.ts';
import { measure, type MeasureJob, type Measured } from './measure.ts';
import { takeControls, type Control, type ControlsWish } from './controls.ts';
import { readStream } from './read-stream.ts';
import type { Supply } from './network.ts';
import type { Tab } from './tab.ts';
import { fitOnePage, listenToConsole, settle, settleScripts, type Waits } from './settle.ts';

/** One print: HTML, or the address of a remote page, and how it becomes pages. Page size and margins stand in its CSS. */
export interface PrintJob {
  readonly source: { readonly html: string } | { readonly url: string };
  /** Runs the content's scripts, in a context of its own. A remote page always does. */
  readonly scripts: boolean;
  readonly waitFor: readonly Waits[];
  readonly media: 'print' | 'screen';
  /** 0.1 to 2. */
  readonly scale: number;
  readonly tagged: boolean;
  readonly outline: boolean;
  /** Pages wanted, in Chromium's syntax and rising order; `null` = all. */
  readonly pages: string | null;
  readonly maxPages: number;
  /** Page size and margins in points for content that does not set its own (`@page`): a remote page. */
  readonly paper: { readonly width: number; readonly height: number; readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number } } | null;
  /** Form controls give way to boxes with links; `found` is told what they were. `null` = they are printed as they are. */
  readonly forms: (ControlsWish & { readonly found: (controls: readonly Control[]) => void }) | null;
  /** Points, when all content goes on one page as tall as it is; else `null`. */
  readonly onePage: { readonly width: number; readonly marginTop: number; readonly marginBottom: number; readonly marginLeft: number; readonly marginRight: number } | null;
  /** What to measure on the page once it is printed, and who is told. */
  readonly measure: (MeasureJob & { readonly found: (measured: Measured) => void }) | null;
}

/** Above this many characters of HTML the PDF comes as a stream and not in one message. */
const streamAbove = 2_000_000;

/** What a document has that may still be on its way when it is parsed: pictures, fonts, style sheets. */
const loads = /<(?:img|image|picture|svg|input|link|object|video)\b|url\(|@import|image-set\(/i;

/** Prints on a warm page: no scripts, no navigation, two round trips; a third to wait where there is something to wait for. */
export async function printWarm(tab: Tab, job: PrintJob & { source: { html: string } }, supply: Supply): Promise<Uint8Array> {
  const { html } = job.source;
  tab.interception.supply(supply);
  await tab.emulate(job.media);
  await tab.session.send('Page.setDocumentContent', { frameId: tab.frameId, html });
  if (loads.test(html)) await settle(tab, supply);
  if (job.forms !== null) job.forms.found(await takeControls(tab, job.forms));
  if (job.onePage !== null) await fitOnePage(tab, job.onePage);
  return printedAndMeasured(tab, job, job.source.html.length);
}

/** Prints in a context of its own: the page is navigated to, its scripts run, and what the job waits for has to happen. */
export async function printScripted(tab: Tab, job: PrintJob, supply: Supply): Promise<Uint8Array> {
  const html = 'html' in job.source ? job.source.html : null;
  const url = 'url' in job.source ? job.source.url : supply.origin;
  tab.interception.supply(supply, html);
  listenToConsole(tab, supply);
  await tab.emulate(job.media);
  const loaded = settleScripts(tab, job.waitFor);
  const { errorText } = await tab.session.send('Page.navigate', { url });
  if (errorText !== undefined) throw new AppError('resource-failed', `${url} could not be loaded (${errorText}).`);
  await loaded();
  await settle(tab, supply);
  if (job.forms !== null) job.forms.found(await takeControls(tab, job.forms));
  if (job.onePage !== null) await fitOnePage(tab, job.onePage);
  return printedAndMeasured(tab, job, html?.length ?? streamAbove + 1);
}

/** Takes the warm page's supplies away and empties it, after its answer has left. */
export async function reset(tab: Tab): Promise<void> {
  tab.interception.supply(null);
  await tab.session.send('Page.setDocumentContent', { frameId: tab.frameId, html: '<!doctype html>' });
}

/** Empties the warm page and has the memory of what was on it given back, before anything else is printed. */
export async function empty(tab: Tab): Promise<void> {
  await reset(tab);
  await tab.session.send('HeapProfiler.collectGarbage');
}

/** In inches, as CDP takes it. */
function paperOf({ width, height, margin }: NonNullable<PrintJob['paper']>): Protocol.Page.PrintToPDFRequest {
  const inches = (points: number) => points / 72;
  return { paperWidth: inches(width), paperHeight: inches(height), marginTop: inches(margin.top), marginRight: inches(margin.right), marginBottom: inches(margin.bottom), marginLeft: inches(margin.left) };
}

async function printedAndMeasured(tab: Tab, job: PrintJob, size: number): Promise<Uint8Array> {
  const pdf = await toPdf(tab, job, size);
  if (job.measure !== null) job.measure.found(await measure(tab, job.measure, job.scripts));
  return pdf;
}

async function toPdf(tab: Tab, job: PrintJob, size: number): Promise<Uint8Array> {
  const stream = size > streamAbove;
  const options: Protocol.Page.PrintToPDFRequest = {
    preferCSSPageSize: true,
    printBackground: true,
    scale: job.scale,
    ...(job.paper === null ? {} : paperOf(job.paper)),
    generateTaggedPDF: job.tagged,
    generateDocumentOutline: job.outline,
    pageRanges: job.pages ?? `1-${job.maxPages + 1}`,
    transferMode: stream ? 'ReturnAsStream' : 'ReturnAsBase64',
  };
  const printed = await tab.session.send('Page.printToPDF', options).catch((cause: unknown) => {
    throw new AppError('render-failed', 'The browser could not print this content.', { cause });
  });
  return printed.stream === undefined ? Buffer.from(printed.data, 'base64') : readStream(tab.session, printed.stream);
}
