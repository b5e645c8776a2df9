import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../problems.ts';
import { launch, type LaunchedBrowser, type LaunchOptions } from './launch.ts';
import type { Supply } from './network.ts';
import { empty, printScripted, printWarm, reset, type PrintJob } from './print.ts';
import { residentBytes } from './process-group.ts';
import { openScriptTab, openWarmTab, type Tab } from './tab.ts';

export interface WorkerLimits {
  /** Prints after which a worker is replaced. */
  readonly prints: number;
  /** Resident bytes of its browser above which a print is stopped, and a quiet worker replaced. */
  readonly residentBytes: number;
}

/** Characters of HTML that leave enough behind to look at the memory before the next print. */
const heavy = 400_000;
/** The share of its memory that a browser may hold when a print begins. */
const restingShare = 1 / 4;

/** Milliseconds in which a browser that runs has opened its pages and printed on one, and in which it has emptied a page. */
const patience = { start: 45_000, recover: 30_000 };

/** The browser itself went away (killed, crashed), through no fault that can be told from the request. */
export class BrowserGone extends Error {}

/**
 * A worker: one browser with one warm page, and a fresh context kept ready for content with scripts.
 * It serves one request at a time; its death harms that one alone.
 */
export class Worker {
  readonly #launched: LaunchedBrowser;
  readonly #limits: WorkerLimits;
  readonly #warm: Tab;
  readonly #gone: Promise<never>;
  /** Resolves when the browser has ended, for whatever reason. */
  readonly gone: Promise<void>;
  #scripted: Promise<Tab>;
  #prints = 0;
  /** What was printed since the memory was looked at may have left much behind. */
  #laden = false;
  #state: 'fit' | 'spent' | 'dead' = 'fit';

  private constructor(launched: LaunchedBrowser, warm: Tab, limits: WorkerLimits) {
    this.#launched = launched;
    this.#warm = warm;
    this.#limits = limits;
    this.#scripted = this.#openScripted();
    this.#gone = new Promise((_, reject) => {
      launched.browser.on('disconnected', () => {
        this.#state = 'dead';
        reject(new BrowserGone('the browser is gone'));
      });
    });
    this.gone = this.#gone.catch(() => undefined); // it may go while nobody waits
  }

  /** Starts the browser, opens the warm page and prints on it once: a worker that exists is one that has printed. */
  static async start(options: LaunchOptions, limits: WorkerLimits): Promise<Worker> {
    const launched = await launch(options);
    try {
      return await inTime(Worker.#open(launched, limits), patience.start);
    } catch (error) {
      await launched.kill();
      throw error;
    }
  }

  static async #open(launched: LaunchedBrowser, limits: WorkerLimits): Promise<Worker> {
    const [page] = await launched.browser.pages();
    if (page === undefined) throw new Error('the browser opened no page');
    const worker = new Worker(launched, await openWarmTab(page), limits);
    await worker.print(firstPrint, nothing(), AbortSignal.timeout(20_000));
    await worker.recover();
    return worker;
  }

  get fit(): boolean {
    return this.#state === 'fit';
  }

  get version(): Promise<string> {
    return this.#launched.browser.version();
  }

  /** Prints. When `signal` aborts, the whole browser is killed: that is the one thing that stops every page. */
  async print(job: PrintJob, supply: Supply, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    this.#prints += 1;
    const used = job.scripts || 'url' in job.source ? this.#scripted : null;
    const ended = new AbortController();
    // A race with a promise that never ends holds its outcome for as long (https://github.com/nodejs/node/issues/17469): the file is none of it.
    const printed: { pdf: Uint8Array | null } = { pdf: null };
    const print = async (): Promise<void> => {
      if (used) printed.pdf = await used.then((tab) => Promise.race([printScripted(tab, job, supply), tab.crashed]));
      else printed.pdf = await this.#relieve().then(() => printWarm(this.#warm, job as PrintJob & { source: { html: string } }, supply));
    };
    try {
      await Promise.race([print(), this.#warm.crashed, this.#gone, this.#aborted(signal, ended.signal), this.#outgrown(ended.signal)]);
      if (printed.pdf === null) throw new Error('a print ended without a file');
      return printed.pdf;
    } catch (error) {
      this.#state = this.#state === 'dead' ? 'dead' : 'spent';
      if (signal.aborted) throw signal.reason;
      throw error;
    } finally {
      ended.abort();
      if (used) this.#replaceScripted(used);
      this.#laden ||= 'html' in job.source && job.source.html.length > heavy;
    }
  }

  /** After the answer: empties the page, and finds out whether the worker is still good for another request. */
  async recover(): Promise<void> {
    if (this.#state !== 'fit') return;
    await inTime(Promise.race([reset(this.#warm).then(() => this.#relieve()), this.#warm.crashed, this.#gone]), patience.recover);
    if (this.#warm.strayed() || this.#prints >= this.#limits.prints) this.#state = 'spent';
    else if (this.#prints % 20 === 0 && (await residentBytes(this.#launched.pid)) > this.#limits.residentBytes) this.#state = 'spent';
  }

  async kill(): Promise<void> {
    this.#state = 'dead';
    await this.#launched.kill();
  }

  /** One print after another on a page adds up, because Chromium collects garbage when it has nothing to do: here it has to before the next, where there is much. */
  async #relieve(): Promise<void> {
    if (!this.#laden) return;
    this.#laden = false;
    if ((await residentBytes(this.#launched.pid)) > this.#limits.residentBytes * restingShare) await empty(this.#warm);
  }

  #openScripted(): Promise<Tab> {
    const tab = this.#launched.browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } }).then(openScriptTab);
    tab.catch(() => undefined); // told to the request that needs it
    return tab;
  }

  #replaceScripted(used: Promise<Tab>): void {
    if (this.#state !== 'fit') return;
    used.then((tab) => tab.close()).catch(() => undefined); // the browser may be gone
    this.#scripted = this.#openScripted();
  }

  #aborted(signal: AbortSignal, ended: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
        void this.kill();
      }, { once: true, signal: ended });
    });
  }

  /** V8's limit does not hold the DOM's memory: looks twice a second at what the browser really uses. */
  async #outgrown(ended: AbortSignal): Promise<never> {
    for (;;) {
      await sleep(500, undefined, { signal: ended, ref: false }).catch(() => new Promise<never>(() => undefined));
      if ((await residentBytes(this.#launched.pid)) < this.#limits.residentBytes) continue;
      void this.kill();
      throw new AppError('limit-exceeded', 'The page needs more memory than one request may use.');
    }
  }
}

/** Rejects where a browser does not answer for so many milliseconds: no command to one has a time limit of its own. */
async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const ended = new AbortController();
  const late = async (): Promise<never> => {
    await sleep(milliseconds, undefined, { signal: ended.signal, ref: false }).catch(() => new Promise<never>(() => undefined));
    throw new Error(`the browser did not answer within ${milliseconds / 1000} s`);
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    ended.abort();
  }
}

const firstPrint: PrintJob = {
  source: { html: '<!doctype html><title>Ready</title><style>@page{size:A4}</style><p>Ready</p>' },
  scripts: false,
  waitFor: [],
  media: 'print',
  scale: 1,
  tagged: true,
  outline: true,
  pages: null,
  maxPages: 1,
  paper: null,
  forms: null,
  onePage: null,
  measure: null,
};

function nothing(): Supply {
  return { origin: 'https://ready.invalid/', files: new Map(), egress: { allows: () => false, fetch: () => Promise.reject(new Error('no egress')) }, remote: null, signal: AbortSignal.timeout(20_000), warn: () => undefined };
}
