import type { Supply } from './supply.ts';
import type { CDPSession, Protocol } from 'puppeteer';
import { assetNames, isShared, origin } from './asset-address.ts';
import { EgressError, maxRemoteBytes } from './egress.ts';
import { endless } from './endless.ts';
import { navigationBlocked } from './navigation-blocked.ts';

export { baseAddress } from './asset-address.ts';

/**
 * Policy of a page without scripts. The sandbox prevents automatic features (HTML, 7.1.5): refreshes to other
 * addresses, and autofocus, whose frame comes before or after the print by chance. Pictures, styles and fonts of any
 * URL pass to the interception below, which decides, and can report what it refused.
 */
const policy =
  "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline' data: https: http:; img-src data: " +
  "blob: https: http:; font-src data: https: http:; media-src 'none'; frame-src 'none'; form-action 'none'; " +
  "object-src 'none'";
/** The same for a page with scripts, which may fetch the request's assets and allowed hosts. */
const policyWithScripts =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob: https: http:; connect-src data: " +
  "blob: https: http:; style-src 'unsafe-inline' data: blob: https: http:; img-src data: blob: https: http:; " +
  "font-src data: blob: https: http:; worker-src blob:; object-src 'none'; frame-src 'none'";

/** A served resource: its name for people, and its address as of `Supply.warn`. */
interface Served {
  readonly shown: string;
  readonly address: string;
}

/** Answers every request of a page: from the print's own files, through the egress, or not at all. */
export class Interception {
  readonly #session: CDPSession;
  #supply: Supply | null = null;
  #page: string | null = null;
  #address = '';
  #requested = false;
  /** The navigation to the page with scripts. */
  #arrival: { readonly frameId: string; readonly networkId: string | undefined } | null = null;
  /** True where the page itself came over HTTPS from another host. */
  #isSecure = false;
  #budget = { leftBytes: maxRemoteBytes };
  /** Served resources, by address. */
  #served = new Map<string, Served>();
  readonly #unanswered = new Set<Promise<void>>();

  constructor(session: CDPSession) {
    this.#session = session;
    session.on('Fetch.requestPaused', (event) => {
      const answer = this.#answer(event)
        .catch(() => undefined)
        .finally(() => this.#unanswered.delete(answer)); // the page may already be gone
      if (!endless.has(event.resourceType)) this.#unanswered.add(answer);
    });
  }

  async enable(): Promise<void> {
    await this.#session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  }

  /** Answers requests for this print from now on; `page` is the answer to a navigation to its base address. */
  supply(supply: Supply | null, page: string | null = null): void {
    this.#supply = supply;
    this.#page = page;
    this.#requested = false;
    this.#arrival = null;
    this.#isSecure = false;
    this.#budget = { leftBytes: maxRemoteBytes };
    this.#served = new Map();
  }

  /** Address of the empty document that the page navigates to; assets of a print load from below it, too. */
  set address(address: string) {
    this.#address = address;
  }

  get address(): string {
    return this.#address;
  }

  /** True where the page has made requests since its supply was set, apart from the document itself. */
  get requested(): boolean {
    return this.#requested;
  }

  /**
   * For warnings, the resource that was served at this address; `undefined` where none was served, which has
   * its own warning.
   */
  served(address: string): Served | undefined {
    return this.#served.get(address);
  }

  /** True while a request of the page has not been answered. */
  get busy(): boolean {
    return this.#unanswered.size > 0;
  }

  /** Resolves when all requests of the page have been answered. */
  async answered(): Promise<void> {
    while (this.#unanswered.size > 0) await Promise.all(this.#unanswered);
  }

  async #answer(event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, request, resourceType } = event;
    const supply = this.#supply;
    if (request.url === this.#address && resourceType === 'Document')
      return this.#fulfil(requestId, 200, pageHeaders(policy), Buffer.from('<!doctype html>'));
    if (supply === null) return this.#refuse(requestId);
    if (this.#leaves(event, supply)) {
      supply.warn('navigation-blocked', navigationBlocked(request.url, supply));
      // an answer without content replaces no page (HTML, 7.4.5)
      return this.#fulfil(requestId, 204, [], new Uint8Array());
    }
    if (request.url !== supply.base || resourceType !== 'Document') this.#requested = true;
    if (request.url.startsWith(origin))
      return this.#own(
        event,
        supply,
        [supply.base, this.#address].filter((address) => address !== ''),
      );
    if (resourceType === 'Document' && event.frameId === this.#arrival?.frameId)
      this.#isSecure = request.url.startsWith('https:');
    else if (this.#isSecure && request.url.startsWith('http:')) return this.#mixed(event, supply);
    if (supply.egress.allows(request.url)) return this.#remote(event, supply);
    supply.warn('resource-blocked', `${shown(request.url)} was not loaded: its host is not allowed.`, request.url);
    return this.#refuse(requestId);
  }

  /** True for a navigation of the loaded page itself. Redirects on the way to it belong to the same navigation. */
  #leaves({ frameId, networkId, resourceType }: Protocol.Fetch.RequestPausedEvent, supply: Supply): boolean {
    if (resourceType !== 'Document' || (this.#page === null && supply.remote === null)) return false;
    this.#arrival ??= { frameId, networkId };
    return frameId === this.#arrival.frameId && networkId !== this.#arrival.networkId;
  }

  /**
   * A request in clear text of a page that came over HTTPS: pictures and media are requested over HTTPS, and everything
   * else is blocked (W3C, Mixed Content, 4).
   */
  async #mixed({ requestId, request, resourceType }: Protocol.Fetch.RequestPausedEvent, supply: Supply): Promise<void> {
    if (resourceType === 'Image' || resourceType === 'Media') {
      const location = request.url.replace(/^http:/, 'https:');
      return this.#fulfil(requestId, 307, [{ name: 'location', value: location }], new Uint8Array());
    }
    const reason = 'its page came over HTTPS, and it would come in clear text';
    supply.warn('resource-blocked', `${shown(request.url)} was not loaded: ${reason}.`, request.url);
    return this.#refuse(requestId);
  }

  async #own(
    { requestId, request, resourceType }: Protocol.Fetch.RequestPausedEvent,
    supply: Supply,
    bases: readonly string[],
  ): Promise<void> {
    if (request.url === supply.base && resourceType === 'Document' && this.#page !== null) {
      return this.#fulfil(requestId, 200, pageHeaders(policyWithScripts), Buffer.from(this.#page, 'utf8'));
    }
    const names = assetNames(request.url, bases, supply.folder);
    const name = names.find((one) => supply.files.has(one)) ?? names[0] ?? '';
    const file = supply.files.get(name);
    // For the next document a shared address may mean another file.
    const headers = isShared(request.url, bases) ? [{ name: 'cache-control', value: 'no-store' }] : [];
    if (file !== undefined) this.#served.set(request.url, { shown: `\`${name}\``, address: name });
    if (file !== undefined)
      return this.#fulfil(
        requestId,
        200,
        [
          ...headers,
          { name: 'content-type', value: file.contentType },
          { name: 'access-control-allow-origin', value: '*' },
        ],
        file.data,
      );
    supply.warn('resource-failed', `\`${name}\` is not among the assets of this request.`, name);
    return this.#fulfil(requestId, 404, headers, new Uint8Array());
  }

  async #remote({ requestId, request }: Protocol.Fetch.RequestPausedEvent, supply: Supply): Promise<void> {
    const own =
      supply.remote !== null && new URL(request.url).origin === supply.remote.origin ? supply.remote.headers : {};
    try {
      const { url, method, headers } = request;
      const body =
        request.postDataEntries?.map(({ bytes = '' }) => Buffer.from(bytes, 'base64').toString('utf8')).join('') ??
        null;
      const fetched = await supply.egress.fetch(
        { url, method, headers: { ...headers, ...own }, body },
        supply.signal,
        this.#budget,
      );
      if (fetched.status >= 400) supply.warn('resource-failed', `${shown(url)} answered ${fetched.status}.`, url);
      else this.#served.set(url, { shown: shown(url), address: url });
      await this.#fulfil(requestId, fetched.status, fetched.headers, fetched.body);
    } catch (error) {
      supply.warn(
        'resource-failed',
        `${shown(request.url)} could not be loaded: ` +
          `${error instanceof EgressError ? error.message : 'the page was closed'}.`,
        request.url,
      );
      await this.#refuse(requestId);
    }
  }

  async #fulfil(
    requestId: string,
    responseCode: number,
    responseHeaders: readonly { name: string; value: string }[],
    body: Uint8Array,
  ): Promise<void> {
    await this.#session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode,
      responseHeaders: [...responseHeaders],
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
    });
  }

  async #refuse(requestId: string): Promise<void> {
    await this.#session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }
}

function pageHeaders(contentSecurityPolicy: string): { name: string; value: string }[] {
  return [
    { name: 'content-type', value: 'text/html; charset=utf-8' },
    { name: 'content-security-policy', value: contentSecurityPolicy },
    { name: 'referrer-policy', value: 'no-referrer' },
  ];
}

/** A URL for a warning: one line, without query and user. */
function shown(url: string): string {
  if (!URL.canParse(url)) return 'A resource';
  const { protocol, host, pathname } = new URL(url);
  const text = host === '' ? `${protocol}${pathname}` : `${protocol}//${host}${pathname}`;
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
