import type { Browser, CDPSession } from 'puppeteer';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../src/browser/launch/find-chromium.ts';
import { launch } from '../src/browser/launch/launch.ts';
import { openRunFolder } from '../src/browser/launch/run-folder.ts';
import { fontCaches } from '../src/app/package-files.ts';

/**
 * The yardstick: `Page.setDocumentContent` and `Page.printToPDF` on warm pages of browsers started with the service's
 * own flags, and nothing else.
 */
export interface Raw {
  print(html: string, worker: number): Promise<number>;
  stop(): Promise<void>;
}

export async function openRaw(workers: number, fonts: string): Promise<Raw> {
  const folder = await openRunFolder([fonts], fontCaches);
  const base = await mkdtemp(join(tmpdir(), 'bench-'));
  const started = await Promise.all(
    Array.from({ length: workers }, async (_, index) =>
      launch({
        executable: findChromium(null),
        sandbox: true,
        folder: join(base.replace(/bench-.*/, ''), `bench-browser-${process.pid}-${index}`),
        fontsConf: folder.fontsConf,
      }),
    ),
  );
  const pages = await Promise.all(started.map(({ browser }) => openPage(browser)));
  return {
    async print(html, worker) {
      const { session, frameId } = pages[worker % pages.length]!;
      await session.send('Page.setDocumentContent', { frameId, html });
      const { data } = await session.send('Page.printToPDF', {
        preferCSSPageSize: true,
        printBackground: true,
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      });
      return Buffer.from(data, 'base64').length;
    },
    async stop() {
      await Promise.all(started.map((launched) => launched.kill()));
      await folder.remove();
    },
  };
}

/** A page of a browser, with one session, as any client of the protocol has it. */
async function openPage(browser: Browser): Promise<{ session: CDPSession; frameId: string }> {
  const root = await browser.target().createCDPSession();
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const session = root.connection()?.session(sessionId);
  if (!session) throw new Error('the browser is gone');
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  return { session, frameId: frameTree.frame.id };
}
