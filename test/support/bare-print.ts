import type { CDPSession } from 'puppeteer';
import { findChromium } from '../../src/browser/find-chromium.ts';
import { launch } from '../../src/browser/launch.ts';
import { openRunFolder } from '../../src/browser/run-folder.ts';

/** A browser with the fonts of the service and nothing else of it. */
export interface BareBrowser {
  /** HTML as the browser prints it by itself: A4 with 20 mm, unless the document says otherwise; scripts do not run. */
  print(html: string, paper?: BarePaper): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Points. */
interface BarePaper {
  readonly width?: number;
  readonly height?: number;
  readonly margin?: number;
}

const inches = (points: number) => points / 72;

export async function openBareBrowser(): Promise<BareBrowser> {
  const folder = await openRunFolder(['fonts']);
  const launched = await launch({ executable: findChromium(null), sandbox: true, folder: folder.browser(), fontsConf: folder.fontsConf });
  return {
    async print(html, { width = 595.276, height = 841.89, margin = 56.69 } = {}) {
      const page = await launched.browser.newPage();
      const session: CDPSession = await page.createCDPSession();
      try {
        await session.send('Page.enable');
        await session.send('Emulation.setScriptExecutionDisabled', { value: true });
        await session.send('Emulation.setEmulatedMedia', { media: 'print' });
        const { frameTree } = await session.send('Page.getFrameTree');
        await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
        await session.send('Runtime.evaluate', { expression: 'Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => 0))])', awaitPromise: true });
        const side = inches(margin);
        const { data } = await session.send('Page.printToPDF', { paperWidth: inches(width), paperHeight: inches(height), marginTop: side, marginRight: side, marginBottom: side, marginLeft: side, preferCSSPageSize: true, printBackground: true, generateTaggedPDF: true });
        return Buffer.from(data, 'base64');
      } finally {
        await page.close();
      }
    },
    async stop() {
      await launched.kill();
      await folder.remove();
    },
  };
}
