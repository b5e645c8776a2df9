import { endless } from '../network/endless.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Protocol } from 'puppeteer';
import type { Tab } from '../tab.ts';

/** Maximum time in which an answer travels from the interception into the page. Milliseconds. */
const arrivalTimeoutMs = 2000;
const pollMs = 5;

/**
 * Counts the requests that a page makes while it is printed, as its renderer reports them (CDP Network). These reports
 * come in order with the renderer's answers to commands. Reports of paused requests take another way through the
 * browser, and may come after the print.
 */
export class LateRequests {
  readonly #tab: Tab;
  readonly #open = new Set<string>();
  #count = 0;

  private constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** Listens from the print on, not earlier: a report contains the whole of a `data:` address. */
  static async watch(tab: Tab): Promise<LateRequests> {
    const late = new LateRequests(tab);
    tab.session.on('Network.requestWillBeSent', late.#started);
    tab.session.on('Network.loadingFinished', late.#ended);
    tab.session.on('Network.loadingFailed', late.#ended);
    // Without the cache a page makes all of its requests, whatever an earlier page of the same browser has loaded.
    await Promise.all([
      tab.session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }),
      tab.session.send('Network.setCacheDisabled', { cacheDisabled: true }),
    ]);
    return late;
  }

  async stop(): Promise<void> {
    this.#tab.session.off('Network.requestWillBeSent', this.#started);
    this.#tab.session.off('Network.loadingFinished', this.#ended);
    this.#tab.session.off('Network.loadingFailed', this.#ended);
    await this.#tab.session.send('Network.disable');
  }

  /** Number of requests. A round trip through the page brings all of its reports. */
  async count(): Promise<number> {
    await this.#tab.session.send('Runtime.evaluate', { expression: '0' });
    return this.#count;
  }

  /** Waits until requested resources are in the page, or were refused. */
  async arrival(): Promise<void> {
    for (let end = Date.now() + arrivalTimeoutMs; this.#open.size > 0 && Date.now() < end;) {
      if (this.#tab.interception.busy) {
        await this.#tab.interception.answered();
        end = Date.now() + arrivalTimeoutMs;
      }
      await sleep(pollMs);
    }
  }

  /** True while a requested resource is on its way. */
  get open(): boolean {
    return this.#open.size > 0 || this.#tab.interception.busy;
  }

  readonly #started = ({ requestId, type }: Protocol.Network.RequestWillBeSentEvent): void => {
    if (endless.has(type ?? 'Other')) return;
    this.#count += 1;
    this.#open.add(requestId);
  };

  readonly #ended = ({ requestId }: { readonly requestId: string }): void => {
    this.#open.delete(requestId);
  };
}
