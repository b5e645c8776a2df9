import type { MeasureWish, PrintJob } from './print-job.ts';
import type { Protocol } from 'puppeteer';
import { AppError } from '../problems.ts';
import { PrintFailed } from './launch/browser-gone.ts';
import { measure, measureLooks } from './page/measure/measure.ts';
import { takeControls } from './page/controls.ts';
import { readStream } from './read-stream.ts';
import type { Supply } from './network/supply.ts';
import { clearDocument, goHome, type Tab } from './tab.ts';
import { makeDestinations } from './page/destinations.ts';
import { whileLayingOut } from './page/force-layout.ts';
import { fitOnePage, listenToConsole, loadOf, settle } from './page/settle.ts';
import { finishMotion, mayMove } from './clock/finish-motion.ts';
import { giveClock, runClock } from './clock/run-clock.ts';
import { leavesNoState } from './page/leaves-no-state.ts';
import { inTimeOf, meet } from './page/waits.ts';
import { LateRequests } from './page/late-requests.ts';
import { hasOtherScripts } from './page/script-families.ts';
import { hasCarry, layCarry, readCarry } from './page/typeset/carry/carry.ts';
import { hasGroups, repeatGroups } from './page/repeat-groups.ts';
import { readStrings } from './page/typeset/strings.ts';
import { setReferences } from './page/typeset/references/references.ts';
import { hyphenate } from './page/typeset/hyphenate.ts';
import { setScriptFonts } from './page/script-fonts.ts';
import { listenToNavigation } from './page/stay.ts';
import { whileAnswering, whilePrinting } from './launch/watchdog.ts';
import { layFootnotes } from './page/typeset/footnotes.ts';
import { untraced } from './page/untraced.ts';
import { writeDocument } from './page/write-document.ts';

/** HTML with more characters is printed to a stream and not into one message. */
const streamAbove = 2_000_000;

/**
 * Markup that loads something (pictures, fonts, style sheets, frames), or that may hide such markup: an escape, or a
 * character reference other than the one that the service itself writes.
 */
const loads =
  /<(?:img|image|picture|svg|input|link|object|embed|video|audio|iframe)\b|background=|url\(|@import|image-set\(|\\|&#(?!39;)/i;

/** Maximum number of prints of a page that makes more requests while it is printed. */
const maxPrints = 4;

/** Prints on a warm page: no scripts, no navigation, two round trips; more where there are resources to load. */
export async function printWarm(
  tab: Tab,
  job: PrintJob & { source: { html: string } },
  supply: Supply,
): Promise<Uint8Array> {
  const { html } = job.source;
  tab.interception.supply(supply);
  await tab.emulate(job.media);
  const writeAndLoad = async () => {
    const loaded = tab.loaded();
    await writeDocument(tab, html);
    await loaded;
    const mayLoad = tab.interception.requested || loads.test(html);
    if (mayLoad) await settle(tab, job, supply);
    return mayLoad;
  };
  const mayLoad = await (loads.test(html) ? whileLayingOut(tab, writeAndLoad) : writeAndLoad());
  if (job.clock !== null && mayMove(html, supply)) await finishMotion(tab, job.waitFor, supply);
  if (hasOtherScripts(html)) await setScriptFonts(tab, false);
  await showReferences(tab, job);
  if (job.hyphens !== undefined) await hyphenate(tab, job.hyphens);
  await layPages(tab, job, html);
  if (job.destinations !== null) await makeDestinations(tab, job.destinations);
  if (job.strings != null) job.strings.found(await readStrings(tab, job.strings));
  if (job.forms !== null) job.forms.found(await takeControls(tab, job.forms));
  if (job.onePage !== null) await fitOnePage(tab, job.onePage);
  return printedAndMeasured(tab, job, supply, { characters: html.length, mayLoad });
}

/**
 * Prints in a context of its own: navigates to the page, runs its scripts, and waits for the conditions of the job. A
 * script that does not return within `scriptTimeoutMs` ends the print.
 */
export async function printScripted(
  tab: Tab,
  job: PrintJob,
  supply: Supply,
  scriptTimeoutMs: number,
): Promise<Uint8Array> {
  const limit = { timeoutMs: scriptTimeoutMs, pointer: job.scriptsFrom };
  await whileAnswering(tab, limit, () => openScripted(tab, job, supply));
  const characters = 'html' in job.source ? job.source.html.length : streamAbove + 1;
  return whilePrinting(tab, limit, () => printedAndMeasured(tab, job, supply, { characters, mayLoad: true }));
}

async function showReferences(tab: Tab, { references }: PrintJob): Promise<void> {
  if (references !== undefined) references.found(await setReferences(tab, references));
}

/** Groups, sums and notes, which decide where pages end. */
async function layPages(tab: Tab, { groups, carry, footnotes, onePage }: PrintJob, html: string): Promise<void> {
  if (groups !== undefined && onePage === null && hasGroups(html)) await repeatGroups(tab, groups);
  const carried = carry !== undefined && onePage === null && hasCarry(html) ? carry : null;
  if (footnotes !== undefined) {
    const sums = carried === null ? null : await readCarry(tab, carried);
    footnotes.found(await layFootnotes(tab, footnotes.wish, sums));
  } else if (carried !== null) await layCarry(tab, carried);
}

async function openScripted(tab: Tab, job: PrintJob, supply: Supply): Promise<void> {
  const html = 'html' in job.source ? job.source.html : null;
  const url = 'url' in job.source ? job.source.url : supply.base;
  tab.interception.supply(supply, html);
  listenToConsole(tab, supply);
  listenToNavigation(tab, supply);
  await tab.emulate(job.media);
  if (job.clock !== null) await giveClock(tab, job.clock);
  await inTimeOf(job.waitFor, async () => {
    const loaded = loadOf(tab, job.waitFor);
    const { errorText } = await tab.session.send('Page.navigate', { url });
    if (errorText !== undefined)
      throw html === null
        ? new AppError('resource-failed', `${url} could not be loaded (${errorText}).`)
        : new PrintFailed(`the page did not open (${errorText})`); // its own address is answered here
    await loaded();
    await (job.clock === null ? meet(tab, job.waitFor) : runClock(tab, job.waitFor, supply));
    await settle(tab, job, supply);
  });
  await setScriptFonts(tab, true);
  await showReferences(tab, job);
  if (job.hyphens !== undefined) await hyphenate(tab, job.hyphens);
  await layPages(tab, job, html ?? '');
  if (job.destinations !== null) await makeDestinations(tab, job.destinations);
  if (job.strings != null) job.strings.found(await readStrings(tab, job.strings));
  if (job.forms !== null) job.forms.found(await takeControls(tab, job.forms));
  if (job.onePage !== null) await fitOnePage(tab, job.onePage);
}

/**
 * True where the next document may be written over `printed`: it leaves no state, and requested nothing. `printed` is
 * `null` where that is not known.
 */
export function mayBeOverwritten({ interception }: Tab, printed: PrintJob | null): boolean {
  return printed !== null && !interception.requested && leavesNoState(printed);
}

/**
 * Removes the warm page's supply and what `printed` left in the page, after the answer was sent. A document that may be
 * overwritten is only removed: a new document costs the browser three times as much as the print of a line of text.
 */
export async function reset(tab: Tab, printed: PrintJob | null = null): Promise<void> {
  const isClean = mayBeOverwritten(tab, printed);
  tab.interception.supply(null);
  await (isClean ? clearDocument(tab) : goHome(tab));
}

/** Empties the warm page and frees the memory of its content before the next print. */
export async function empty(tab: Tab): Promise<void> {
  await reset(tab);
  await collectGarbage(tab);
}

export async function collectGarbage({ session }: Pick<Tab, 'session'>): Promise<void> {
  await session.send('HeapProfiler.collectGarbage');
}

/** Lengths in inches, the unit of CDP. */
function paperOf({ width, height, margin }: NonNullable<PrintJob['paper']>): Protocol.Page.PrintToPDFRequest {
  const inches = (points: number) => points / 72;
  return {
    paperWidth: inches(width),
    paperHeight: inches(height),
    marginTop: inches(margin.top),
    marginRight: inches(margin.right),
    marginBottom: inches(margin.bottom),
    marginLeft: inches(margin.left),
  };
}

/** The file of a job that only measures. */
const nothing = new Uint8Array();

/** The properties of a page that are known before its print. */
interface PageContent {
  /** Number of characters of its HTML. */
  readonly characters: number;
  /** False where it certainly loads no resources. */
  readonly mayLoad: boolean;
}

async function printedAndMeasured(tab: Tab, job: PrintJob, supply: Supply, content: PageContent): Promise<Uint8Array> {
  if (job.looks !== undefined) {
    job.looks.found(await measureLooks(tab, job.looks));
    return nothing;
  }
  const pdf = await printSettled(tab, job, supply, content);
  if (job.measure !== null && isMeasured(job, job.measure, pdf))
    job.measure.found(await measure(tab, job.measure, job.scripts));
  return pdf;
}

function isMeasured(job: PrintJob, { isNeeded }: MeasureWish, pdf: Uint8Array): boolean {
  return !('html' in job.source) || !leavesNoState(job) || isNeeded(job.source.html, pdf);
}

/**
 * Prints, and prints again where the layout for paper requested more than that for the screen (`@media print and
 * (width)`, `content-visibility`), because the print does not wait for these requests.
 */
async function printSettled(
  tab: Tab,
  job: PrintJob,
  supply: Supply,
  { characters, mayLoad }: PageContent,
): Promise<Uint8Array> {
  if (!mayLoad) return toPdf(tab, job, characters);
  const late = await LateRequests.watch(tab);
  for (let prints = 1, before = 0; ; prints += 1) {
    const pdf = await toPdf(tab, job, characters);
    const count = await late.count();
    if (count === before || prints === maxPrints) {
      await late.stop();
      return pdf;
    }
    before = count;
    await late.arrival();
    await settle(tab, job, supply);
  }
}

async function toPdf(tab: Tab, job: PrintJob, characters: number): Promise<Uint8Array> {
  const stream = characters > streamAbove;
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
  const printed = await untraced(() => tab.session.send('Page.printToPDF', options)).catch((cause: unknown) => {
    throw new PrintFailed('the browser could not print', { cause });
  });
  return printed.stream === undefined ? Buffer.from(printed.data, 'base64') : readStream(tab.session, printed.stream);
}
