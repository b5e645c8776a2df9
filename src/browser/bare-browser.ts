import type { CDPSession, Page } from 'puppeteer';
import { findChromium } from './launch/find-chromium.ts';
import { launch } from './launch/launch.ts';
import { openRunFolder } from './launch/run-folder.ts';

/** A browser with the fonts of the service and nothing else of it, to compare prints of the service with. */
export interface BareBrowser {
  /**
   * Prints HTML as the browser does: A4 with margins of 20 mm, unless the document sets its pages; scripts do not run.
   */
  print(html: string, paper?: BarePaper): Promise<Buffer>;
  /** Prints a document among files as the browser does, on the same paper; scripts run. */
  printFiles(site: BareSite): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Points. */
interface BarePaper {
  readonly width?: number;
  readonly height?: number;
  readonly margin?: number;
}

/** A document and the files that it loads, by their paths from one root. */
export interface BareSite {
  /** The path of the document. */
  readonly page: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** A JavaScript expression that is true once the scripts of the document are done. */
  readonly until?: string | undefined;
}

const inches = (points: number) => points / 72;
/** Origin of the files; only the interception answers there. */
const root = 'https://bare.invalid/';
const types: readonly (readonly [ending: RegExp, type: string])[] = [
  [/\.html?$/, 'text/html; charset=utf-8'],
  [/\.css$/, 'text/css; charset=utf-8'],
  [/\.js$/, 'text/javascript; charset=utf-8'],
  [/\.svg$/, 'image/svg+xml'],
];
const typeOf = (path: string) => types.find(([ending]) => ending.test(path))?.[1] ?? 'application/octet-stream';
const resources = `Promise.all([document.fonts.ready,
  ...[...document.images].map((image) => image.decode().catch(() => 0))])`;

/** Starts a browser with the fonts of these folders. */
export async function openBareBrowser(fontFolders: readonly string[]): Promise<BareBrowser> {
  const folder = await openRunFolder(fontFolders);
  const { fontsConf } = folder;
  const launched = await launch({
    executable: findChromium(null),
    sandbox: true,
    folder: folder.browser(),
    fontsConf,
    puppeteerPages: true,
  });

  async function onPage<T>(work: (page: Page, session: CDPSession) => Promise<T>): Promise<T> {
    const page = await launched.browser.newPage();
    try {
      const session = await page.createCDPSession();
      await session.send('Page.enable');
      await session.send('Emulation.setEmulatedMedia', { media: 'print' });
      return await work(page, session);
    } finally {
      await page.close();
    }
  }

  return {
    print: (html, paper = {}) =>
      onPage(async (_page, session) => {
        await session.send('Emulation.setScriptExecutionDisabled', { value: true });
        const { frameTree } = await session.send('Page.getFrameTree');
        await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
        return pdfOf(session, paper);
      }),
    printFiles: ({ page: path, files, until }) =>
      onPage(async (page, session) => {
        await serve(page, files);
        await page.goto(new URL(path, root).href, { waitUntil: 'load' });
        if (until !== undefined) await page.waitForFunction(until);
        return pdfOf(session, {});
      }),
    async stop() {
      await launched.kill();
      await folder.remove();
    },
  };
}

/** Answers the page's requests with the files, and fails all others. */
async function serve(page: Page, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const path = decodeURIComponent(new URL(request.url()).pathname.slice(1));
    const body = request.url().startsWith(root) ? files.get(path) : undefined;
    const answer = body === undefined ? { status: 404, body: '' } : { status: 200, contentType: typeOf(path), body };
    // the page is closed
    void (request.url().startsWith('data:') ? request.continue() : request.respond(answer)).catch(() => undefined);
  });
}

/** Prints the page on paper once its pictures and fonts are there. */
async function pdfOf(session: CDPSession, paper: BarePaper): Promise<Buffer> {
  const { width = 595.276, height = 841.89, margin = 56.69 } = paper;
  await session.send('Runtime.evaluate', { expression: resources, awaitPromise: true });
  const side = inches(margin);
  const { data } = await session.send('Page.printToPDF', {
    paperWidth: inches(width),
    paperHeight: inches(height),
    marginTop: side,
    marginRight: side,
    marginBottom: side,
    marginLeft: side,
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: false, // element names differ from print to print
  });
  return Buffer.from(data, 'base64');
}
