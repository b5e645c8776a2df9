import type { CDPSession, Page } from 'puppeteer';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../src/browser/launch/find-chromium.ts';
import { launch } from '../src/browser/launch/launch.ts';
import { openRunFolder } from '../src/browser/launch/run-folder.ts';

/**
 * The yardstick: `Page.setDocumentContent` and `Page.printToPDF` on warm pages of browsers started with the service's
 * own flags, and nothing else.
 */
export interface Raw {
  print(html: string, worker: number): Promise<number>;
  stop(): Promise<void>;
}

export async function openRaw(workers: number, fonts: string): Promise<Raw> {
  const folder = await openRunFolder([fonts]);
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
  const pages = await Promise.all(started.map(async ({ browser }) => openPage((await browser.pages())[0]!)));
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

async function openPage(page: Page): Promise<{ session: CDPSession; frameId: string }> {
  const session = await page.createCDPSession();
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  return { session, frameId: frameTree.frame.id };
}
