import type { BrowserContext, CDPSession, Page } from 'puppeteer';
import { AppError } from '../problems.ts';
import { home, Interception } from './network.ts';

/** One page of a browser as printing sees it: its session, its frame and the interception of its requests. */
export interface Tab {
  readonly session: CDPSession;
  readonly frameId: string;
  readonly interception: Interception;
  /** Sets the CSS media type of the page, where it is not that already. */
  emulate(media: 'print' | 'screen'): Promise<void>;
  /** Rejects (never resolves) when the page crashes, whatever command hangs on it. */
  readonly crashed: Promise<never>;
  /** True once its frame has gone somewhere by itself: the page is not to be used again. */
  readonly strayed: () => boolean;
  close(): Promise<void>;
}

/** The warm page: scripts never run in it, and it stays at one invalid address under a strict policy. */
export async function openWarmTab(page: Page): Promise<Tab> {
  const tab = await openTab(page, async () => page.close());
  await tab.session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await tab.session.send('Page.navigate', { url: home });
  return watched(tab);
}

/** A page in a context of its own for content that runs scripts: used once, then thrown away with everything it kept. */
export async function openScriptTab(context: BrowserContext): Promise<Tab> {
  const tab = await openTab(await context.newPage(), () => context.close());
  await tab.session.send('Page.setLifecycleEventsEnabled', { enabled: true });
  await tab.session.send('Runtime.enable');
  tab.session.on('Page.javascriptDialogOpening', () => void tab.session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined)); // nobody is there to answer
  return { ...tab, strayed: () => true };
}

type Open = Omit<Tab, 'strayed'>;

async function openTab(page: Page, close: () => Promise<void>): Promise<Open> {
  const session = await page.createCDPSession();
  const interception = new Interception(session);
  await Promise.all([session.send('Page.enable'), session.send('Inspector.enable'), session.send('Network.setCacheDisabled', { cacheDisabled: true }), interception.enable()]);
  const { frameTree } = await session.send('Page.getFrameTree');
  const crashed = new Promise<never>((_, reject) => {
    const fail = (cause: string) => reject(new AppError('render-failed', 'The page crashed while it was printed. It probably needs more memory than one request may use.', { cause: new Error(cause) }));
    session.on('Inspector.targetCrashed', () => fail('target crashed'));
  });
  crashed.catch(() => undefined); // it may crash while nobody waits
  let current: 'print' | 'screen' | null = null;
  const emulate = async (media: 'print' | 'screen') => {
    if (media !== current) await session.send('Emulation.setEmulatedMedia', { media });
    current = media;
  };
  return { session, frameId: frameTree.frame.id, interception, emulate, crashed, close };
}

/** From now on a navigation that the service did not ask for (a `<meta http-equiv="refresh">`) marks the page. */
function watched(tab: Open): Tab {
  let strayed = false;
  tab.session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === tab.frameId && frame.url !== home) strayed = true;
  });
  return { ...tab, strayed: () => strayed };
}
