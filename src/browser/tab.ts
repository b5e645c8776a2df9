import type { CDPSession, Protocol } from 'puppeteer';
import { PageCrashed } from './launch/browser-gone.ts';
import { baseAddress, Interception } from './network/network.ts';
import { stayScript } from './page/stay-script.ts';

/** One page of a browser: its session, its frame and the interception of its requests. */
export interface Tab {
  readonly session: CDPSession;
  readonly frameId: string;
  readonly interception: Interception;
  /** Sets the CSS media type of the page, unless it is already set. */
  emulate(media: 'print' | 'screen'): Promise<void>;
  /**
   * Resolves at the next `load` event of the page (HTML, 8.2.3), when style sheets with their imports, pictures, fonts
   * and frames that delay it are loaded. Call it before the document is set: without resources the event comes before
   * the answer to that command.
   */
  loaded(): Promise<void>;
  /** Rejects with PageCrashed when the page crashes during any command; never resolves. */
  readonly crashed: Promise<never>;
  /** True once its frame has navigated by itself: the page must not be used again. */
  readonly strayed: () => boolean;
  close(): Promise<void>;
}

/**
 * The warm page: it never runs scripts, and stays at one invalid address under a strict policy. The browser draws no
 * frames of it (`enableBeginFrameControl`), because nobody sees it: without that, the layout for the screen and its
 * pixels are a tenth of the cost of a print.
 */
export async function openWarmTab(browser: CDPSession): Promise<Tab> {
  const close = (targetId: string) => browser.send('Target.closeTarget', { targetId });
  const tab = await openTab(browser, { enableBeginFrameControl: true }, close);
  await tab.session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await goHome(tab);
  return watched(tab);
}

/**
 * Opens a new document in the page, at its own address. A document that is only rewritten (`Page.setDocumentContent`
 * opens and closes it; HTML, 8.4) inherits state of the previous one: policies, colour scheme, viewport, link colours,
 * autofocus.
 */
export async function goHome(tab: Pick<Tab, 'session' | 'loaded' | 'interception'>): Promise<void> {
  const loaded = tab.loaded();
  const url = baseAddress();
  tab.interception.address = url;
  const { errorText } = await tab.session.send('Page.navigate', { url });
  if (errorText !== undefined) throw new Error(`the page could not be renewed (${errorText})`);
  await loaded;
}

/**
 * Empties the page and leaves its document and address in place. Only after a document that leaves no state behind, see
 * `leavesNoState`.
 */
export async function clearDocument(tab: Pick<Tab, 'session' | 'loaded' | 'frameId'>): Promise<void> {
  const loaded = tab.loaded();
  await tab.session.send('Page.setDocumentContent', { frameId: tab.frameId, html: '<!doctype html>' });
  await loaded;
}

/** A page in a context of its own for content with scripts: used once, then closed with all of its storage. */
export async function openScriptTab(browser: CDPSession): Promise<Tab> {
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  const close = () => browser.send('Target.disposeBrowserContext', { browserContextId });
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
  const tab = await openTab(browser, { browserContextId }, close);
  await tab.session.send('Page.setLifecycleEventsEnabled', { enabled: true });
  await tab.session.send('Runtime.enable');
  await tab.session.send('Page.addScriptToEvaluateOnNewDocument', { source: stayScript });
  tab.session.on(
    'Page.javascriptDialogOpening',
    () => void tab.session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined),
  ); // a dialog would wait for an answer
  return { ...tab, strayed: () => true };
}

type Open = Omit<Tab, 'strayed'>;

/** `browser` is the session that reports crashes of pages (CDP `Target.setDiscoverTargets`). */
async function openTab(
  browser: CDPSession,
  target: Omit<Protocol.Target.CreateTargetRequest, 'url'>,
  close: (targetId: string) => Promise<unknown>,
): Promise<Open> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', ...target });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = browser.connection()?.session(sessionId);
  if (!session) throw new Error('the browser is gone');
  const interception = new Interception(session);
  await Promise.all([session.send('Page.enable'), interception.enable()]);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { crashed, forget } = crashOf(targetId, browser);
  const loaded = () => new Promise<void>((resolve) => void session.once('Page.loadEventFired', () => resolve()));
  let current: 'print' | 'screen' | null = null;
  const emulate = async (media: 'print' | 'screen') => {
    if (media !== current) await session.send('Emulation.setEmulatedMedia', { media });
    current = media;
  };
  return {
    session,
    frameId: frameTree.frame.id,
    interception,
    emulate,
    loaded,
    crashed,
    close: async () => {
      await close(targetId).finally(forget);
    },
  };
}

/** Rejects when the page crashes, for as long as it is in use. */
function crashOf(id: string, browser: CDPSession): { readonly crashed: Promise<never>; readonly forget: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined); // it may crash when no command waits
  const listener = ({ targetId, status }: Protocol.Target.TargetCrashedEvent) => {
    if (targetId === id) reject(new PageCrashed(status === 'crashed' || status === 'oom' ? 'crashed' : 'killed'));
  };
  browser.on('Target.targetCrashed', listener);
  return { crashed: promise, forget: () => void browser.off('Target.targetCrashed', listener) };
}

/** Marks the page at its next navigation that the service did not start (a `<meta http-equiv="refresh">`). */
function watched(tab: Open): Tab {
  let strayed = false;
  tab.session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === tab.frameId && frame.url !== tab.interception.address) strayed = true;
  });
  return { ...tab, strayed: () => strayed };
}
