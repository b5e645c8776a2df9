import type { CDPSession } from 'puppeteer';
import { AppError } from '../problems.ts';
import { BrowserGone, PrintFailed } from './launch/browser-gone.ts';
import { IdleClear } from './idle-clear.ts';
import { loadProtocol } from './launch/protocol.ts';
import { launch, type LaunchedBrowser, type LaunchOptions } from './launch/launch.ts';
import { firstPrint, noSupply } from './first-print.ts';
import { crashOfAny, inTime, neverOpened, onAbort, silence } from './liveness.ts';
import { type Supply } from './network/supply.ts';
import { collectGarbage, mayBeOverwritten, empty, printScripted, printWarm, reset } from './print.ts';
import { type PrintJob } from './print-job.ts';
import { groupState, limitGrowth, pidsWith } from './launch/process-group.ts';
import { outgrown, type Watched } from './memory-watch.ts';
import { openScriptTab, openWarmTab, type Tab } from './tab.ts';
import type { WorkerLimits } from './worker-limits.ts';

/** Characters of HTML after which memory is measured: those of one print, or of several. */
const heavy = { print: 100_000, prints: 400_000 } as const;
/** Maximum share of its memory that a browser may use when a print begins: after 1,000 rows it has more. */
const restingShare = 1 / 8;

/** Minimum milliseconds between two measurements of a browser's memory after a print. */
const lookEveryMs = 2000;

/** Why the listeners of a print end. Without a reason, `abort` would make an error with a stack trace for each print. */
const printEnded = 'the print has ended';

/** Prints after which the warm page gets a new document in any case. */
const printsPerDocument = 50;

/** Milliseconds until the page for scripts is opened: the first documents have the CPUs to themselves. */
const scriptedAfterMs = 500;

/**
 * Time limits in milliseconds: to start a browser and print once; to give the warm page a new document; to open a page
 * for scripts; to close one.
 */
const patience = { start: 20_000, recover: 30_000, open: 10_000, close: 5000 };

/** One browser with a warm page, and a fresh context for content with scripts. It serves one request at a time. */
export class Worker {
  readonly #launched: LaunchedBrowser;
  readonly #session: CDPSession;
  readonly #limits: WorkerLimits;
  readonly #watched: Watched;
  readonly #warm: Tab;
  readonly #gone: Promise<never>;
  /** Resolves when the browser has ended, for any reason. */
  readonly gone: Promise<void>;
  #scripted: Promise<Tab> | null = null;
  #prints = 0;
  /** Printed since memory was last measured. */
  #characters = 0;
  /** When the memory of the browser was last measured between prints (performance.now()). */
  #lookedAt = performance.now();
  /** The last document on the warm page; `null` where there was none, or its print failed. */
  #printed: PrintJob | null = null;
  readonly #idleClear = new IdleClear({
    clear: () => this.#recovering(reset(this.#warm, this.#printed)),
    collectGarbage: () => this.#recovering(collectGarbage(this.#warm)),
    failed: () => this.kill('its page does not clear'),
  });
  #state: 'fit' | 'spent' | 'dead' = 'fit';
  #reason = 'its process has ended';

  private constructor(launched: LaunchedBrowser, session: CDPSession, warm: Tab, limits: WorkerLimits) {
    this.#launched = launched;
    this.#session = session;
    this.#warm = warm;
    this.#limits = limits;
    this.#watched = { pid: launched.pid, maxResidentBytes: limits.residentBytes, kill: (reason) => this.kill(reason) };
    this.#gone = new Promise((_, reject) => {
      launched.browser.on('disconnected', () => {
        this.#state = 'dead';
        reject(new BrowserGone(`the browser is gone: ${this.#reason}`));
      });
    });
    this.gone = this.#gone.catch(() => undefined); // it may end when no command waits
    warm.crashed.catch(() => this.kill('its page has crashed')); // a print in progress has already been rejected
  }

  /**
   * Starts the browser, opens the warm page and prints on it once, so that every worker has shown that it can print.
   */
  static async start(options: LaunchOptions, limits: WorkerLimits): Promise<Worker> {
    const launched = await launch(options);
    try {
      const session = await inTime(launched.browser.target().createCDPSession(), patience.start);
      return await inTime(Promise.race([Worker.#open(launched, session, limits), crashOfAny(session)]), patience.start);
    } catch (error) {
      await launched.kill();
      throw error;
    }
  }

  static async #open(launched: LaunchedBrowser, session: CDPSession, limits: WorkerLimits): Promise<Worker> {
    await session.send('Target.setDiscoverTargets', { discover: true });
    const [startedEarly = []] = pidsWith(launched.pid, '--type=zygote');
    const { targetInfos } = await session.send('Target.getTargets');
    const warm = await openWarmTab(session);
    for (const { targetId, type } of targetInfos)
      // a page that the browser has opened by itself
      if (type === 'page') await session.send('Target.closeTarget', { targetId });
    const worker = new Worker(launched, session, warm, limits);
    await worker.print(firstPrint, noSupply(), AbortSignal.timeout(20_000));
    await worker.#recovering(reset(worker.#warm, worker.#printed));
    const [seen = [], renderers = []] = pidsWith(launched.pid, '--type=zygote', '--type=renderer');
    const zygotes = seen.filter((pid) => startedEarly.includes(pid)); // just after its fork a renderer looks like one
    void silence({ session, zygotes }).then((reason) => worker.kill(reason));
    // A higher limit than that of the watch, which sums up all processes and reports why it ends a print.
    await limitGrowth([...zygotes, ...renderers], limits.residentBytes * 1.5);
    setTimeout(() => {
      if (worker.fit) worker.#scripted ??= worker.#openScripted();
    }, scriptedAfterMs).unref();
    return worker;
  }

  get fit(): boolean {
    return this.#state === 'fit';
  }

  /** True where another browser is to take its place, once that has started. */
  get worn(): boolean {
    return this.#prints >= this.#limits.prints;
  }

  get version(): Promise<string> {
    return this.#launched.browser.version();
  }

  /** Prints. When `signal` aborts, the whole browser is killed, because nothing less stops every page. */
  async print(job: PrintJob, supply: Supply, signal: AbortSignal): Promise<Uint8Array> {
    const clearing = this.#idleClear.cancel();
    if (clearing !== null) await clearing;
    signal.throwIfAborted();
    this.#prints += 1;
    this.#printed = null;
    const used = job.scripts || 'url' in job.source ? (this.#scripted ??= this.#openScripted()) : null;
    const ended = new AbortController();
    // A race with a promise that never settles holds its result for as long
    // (https://github.com/nodejs/node/issues/17469), so the file is not the result.
    const printed: { pdf: Uint8Array | null } = { pdf: null };
    const print = async (): Promise<void> => {
      if (used)
        printed.pdf = await inTime(used, patience.open)
          .catch(neverOpened)
          .then((tab) => Promise.race([printScripted(tab, job, supply, this.#limits.scriptTimeoutMs), tab.crashed]));
      else printed.pdf = await this.#printWarm(job as PrintJob & { source: { html: string } }, supply);
    };
    try {
      await Promise.race([
        print(),
        this.#warm.crashed,
        this.#gone,
        onAbort(signal, ended.signal, () => this.kill('its request has ended')),
        outgrown(this.#watched, ended.signal),
      ]);
      if (printed.pdf === null) throw new Error('a print ended without a file');
      if (used === null) this.#printed = job;
      return printed.pdf;
    } catch (error) {
      // A problem of a page with scripts ends with that page.
      if (this.#state === 'fit' && !(used !== null && error instanceof AppError && !signal.aborted))
        this.#state = 'spent';
      if (signal.aborted) throw signal.reason;
      const { ProtocolError } = await loadProtocol(); // loaded long before, by `launch`
      throw error instanceof ProtocolError
        ? new PrintFailed('the browser did not do what it is to do', { cause: error })
        : error;
    } finally {
      ended.abort(printEnded);
      const characters = 'html' in job.source ? job.source.html.length : 0;
      this.#characters += characters < heavy.print ? characters : heavy.prints;
      if (used) this.#replaceScripted(used);
      else this.#idleClear.count(characters);
    }
  }

  async #printWarm(job: PrintJob & { source: { html: string } }, supply: Supply): Promise<Uint8Array> {
    if (this.#isFull()) await empty(this.#warm);
    return printWarm(this.#warm, job, supply);
  }

  /**
   * Empties the page after the answer, and checks whether the worker can print again. A document that the next one may
   * overwrite goes when the page is idle.
   */
  async recover(): Promise<void> {
    if (this.#state !== 'fit') return;
    const printed = this.#prints % printsPerDocument === 0 ? null : this.#printed;
    const isFull = this.#isFull();
    const isOverwritten = !isFull && mayBeOverwritten(this.#warm, printed);
    if (isOverwritten) this.#warm.interception.supply(null);
    else await this.#recovering(isFull ? empty(this.#warm) : reset(this.#warm, printed));
    this.#idleClear.schedule(!isOverwritten);
    if (this.#warm.strayed()) this.#state = 'spent';
    else if (performance.now() - this.#lookedAt > lookEveryMs) {
      this.#lookedAt = performance.now();
      if (this.#residentBytes() > this.#limits.residentBytes) this.#state = 'spent';
    }
  }

  async #recovering(work: Promise<void>): Promise<void> {
    await inTime(Promise.race([work, this.#warm.crashed, this.#gone]), patience.recover);
  }

  /** Ends the browser. A print in progress reports `reason`. */
  async kill(reason = 'it is not used any more'): Promise<void> {
    void this.#idleClear.cancel();
    if (this.#state !== 'dead') this.#reason = reason; // the first reason: what follows is its consequence
    this.#state = 'dead';
    await this.#launched.kill();
  }

  /**
   * True where much memory is in use after many characters. Chromium collects garbage only when it is idle, so prints in
   * a row on one page add up.
   */
  #isFull(): boolean {
    if (this.#characters < heavy.prints) return false;
    this.#characters = 0;
    return this.#residentBytes() > this.#limits.residentBytes * restingShare;
  }

  #openScripted(): Promise<Tab> {
    const tab = openScriptTab(this.#session);
    const replace = () => {
      if (this.#scripted === tab && this.#state === 'fit') this.#scripted = this.#openScripted();
    };
    tab.then(
      ({ crashed }) => crashed.catch(replace),
      () => undefined,
    ); // the request that needs it reports the error
    return tab;
  }

  #replaceScripted(used: Promise<Tab>): void {
    if (this.#state !== 'fit') return;
    const spend = () => {
      if (this.#state === 'fit') this.#state = 'spent';
    };
    // the browser may be gone, or the page may not end
    used.then((tab) => inTime(tab.close(), patience.close)).catch(spend);
    this.#scripted = this.#openScripted();
  }

  #residentBytes(): number {
    return groupState(this.#launched.pid).residentBytes;
  }
}
