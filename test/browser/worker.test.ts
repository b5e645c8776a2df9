import { expect } from 'chai';
import { findChromium } from '../../src/browser/launch/find-chromium.ts';
import { launch } from '../../src/browser/launch/launch.ts';
import { baseAddress } from '../../src/browser/network/network.ts';
import { type Supply } from '../../src/browser/network/supply.ts';
import { printWarm, reset, empty } from '../../src/browser/print.ts';
import { type PrintJob } from '../../src/browser/print-job.ts';
import { groupState } from '../../src/browser/launch/process-group.ts';
import { openRunFolder, type RunFolder } from '../../src/browser/launch/run-folder.ts';
import { openWarmTab, type Tab } from '../../src/browser/tab.ts';
import { Worker } from '../../src/browser/worker.ts';
import { textOf } from '../support/pdf.ts';

const megabyte = 1024 * 1024;
const job = (html: string) =>
  ({
    source: { html },
    scripts: false,
    waitFor: [],
    clock: null,
    media: 'print',
    brokenPictures: 'alternative-text',
    scale: 1,
    tagged: true,
    outline: false,
    pages: null,
    maxPages: 1000,
    paper: null,
    destinations: null,
    forms: null,
    onePage: null,
    measure: null,
  }) satisfies PrintJob;
const supply = (): Supply => ({
  base: baseAddress(),
  files: new Map(),
  folder: '',
  egress: { allows: () => false, fetch: () => Promise.reject(new Error('no egress')) },
  remote: null,
  signal: AbortSignal.timeout(60_000),
  warn: () => undefined,
});
const long = job(
  `<!doctype html><style>@page{size:A4}</style>${'<p>A <b>paragraph</b> of <i>some</i> words.</p>'.repeat(12_000)}`,
);
const short = job('<!doctype html><p>x');

describe('A browser', function () {
  // Documents of many pages: how long they take is no matter of these tests.
  this.timeout(180_000);
  let folder: RunFolder;
  before(async () => (folder = await openRunFolder(['fonts'])));
  after(() => folder.remove());

  /** Runs a test on the warm page of a browser of its own. */
  const onWarmPage = async (test: (tab: Tab, pid: number) => Promise<void>): Promise<void> => {
    const launched = await launch({
      executable: findChromium(null),
      sandbox: true,
      folder: folder.browser(),
      fontsConf: folder.fontsConf,
    });
    try {
      await test(await openWarmTab(await launched.browser.target().createCDPSession()), launched.pid);
    } finally {
      await launched.kill();
    }
  };

  it('gives back the memory of what it printed before it prints again', async () => {
    await onWarmPage(async (tab, pid) => {
      await printWarm(tab, short, supply());
      await reset(tab);
      const rest = groupState(pid).residentBytes;
      await printWarm(tab, long, supply());
      const laden = groupState(pid).residentBytes;
      await empty(tab);
      const emptied = groupState(pid).residentBytes;
      expect(laden - rest).to.be.greaterThan(30 * megabyte);
      expect(emptied - rest).to.be.lessThan((laden - rest) / 3);
    });
  });

  it('only removes a document that leaves no state, and gives the page a new one after any other', async () => {
    await onWarmPage(async (tab) => {
      const addressAfter = async (printed: ReturnType<typeof job>): Promise<string> => {
        await printWarm(tab, printed, supply());
        await reset(tab, printed);
        const body = await tab.session.send('Runtime.evaluate', { expression: 'document.documentElement.outerHTML' });
        expect(body.result.value).to.equal('<html><head></head><body></body></html>');
        return tab.interception.address;
      };
      const first = await addressAfter(job('<!doctype html><p>x</p>'));
      expect(await addressAfter(job('<!doctype html><table><tr><td>y</td></tr></table>'))).to.equal(first);
      const second = await addressAfter(job('<!doctype html><meta name="color-scheme" content="dark"><p>x</p>'));
      expect(second).not.to.equal(first);
      expect(await addressAfter(job('<!doctype html><img alt="" src="a.png">'))).not.to.equal(second);
    });
  });

  it('measures a page of text only where that is needed, and any other page in any case', async () => {
    await onWarmPage(async (tab) => {
      const measured = async (html: string, isNeeded: boolean): Promise<boolean> => {
        let wasMeasured = false;
        const found = () => (wasMeasured = true);
        await printWarm(
          tab,
          { ...job(html), measure: { width: 400, widths: {}, isNeeded: () => isNeeded, found } },
          supply(),
        );
        return wasMeasured;
      };
      expect(await measured('<!doctype html><p>x</p>', false)).to.equal(false);
      expect(await measured('<!doctype html><p>x</p>', true)).to.equal(true);
      expect(await measured('<!doctype html><img alt="x" src="a.png">', false)).to.equal(true);
    });
  });

  it('prints HTML of megabytes whole, whatever stands where its pieces are cut', async () => {
    const worker = await Worker.start(
      { executable: findChromium(null), sandbox: true, folder: folder.browser(), fontsConf: folder.fontsConf },
      { prints: 1000, residentBytes: 1000 * megabyte, scriptTimeoutMs: 10_000 },
    );
    const content = 'first 😀 &amp;amp; <b style="color: red">bold</b> <pre>one\r\ntwo</pre> last';
    const print = (html: string): Promise<Uint8Array> => worker.print(job(html), supply(), AbortSignal.timeout(60_000));
    try {
      const whole = await textOf(await print(`<!doctype html><meta charset="utf-8">${content}`));
      expect(whole).to.match(/first.*&amp; bold\s+one\s+two\s+last/);
      for (const cut of ['\uDE00', 'mp;amp', 'tyle=', 'olor', '>bold', '\ntwo', 'e>one']) {
        const start = '<!doctype html><meta charset="utf-8"><!--';
        const padding = 'x'.repeat(500_000 - start.length - 3 - content.indexOf(cut));
        const html = `${start}${padding}-->${content}<!--${'y'.repeat(600_000)}-->`;
        expect(html.slice(500_000).startsWith(cut)).to.equal(true);
        await worker.recover();
        expect(await textOf(await print(html)), cut).to.equal(whole);
      }
    } finally {
      await worker.kill();
    }
  });

  it('prints one long document after another within its memory, and stops one that needs more', async () => {
    const options = () => ({
      executable: findChromium(null),
      sandbox: true,
      folder: folder.browser(),
      fontsConf: folder.fontsConf,
    });
    const worker = await Worker.start(options(), {
      prints: 1000,
      residentBytes: 1000 * megabyte,
      scriptTimeoutMs: 10_000,
    });
    try {
      for (let print = 0; print < 2; print += 1)
        expect((await worker.print(long, supply(), AbortSignal.timeout(60_000))).length).to.be.greaterThan(100_000);
    } finally {
      await worker.kill();
    }
    const small = await Worker.start(options(), {
      prints: 1000,
      residentBytes: 130 * megabyte,
      scriptTimeoutMs: 10_000,
    });
    try {
      const much = job(long.source.html.repeat(8));
      const refused = await small.print(much, supply(), AbortSignal.timeout(60_000)).then(
        () => null,
        (error: unknown) => error as { slug?: string; message: string },
      );
      expect(refused?.message).to.match(/more memory than one request may use/);
    } finally {
      await small.kill();
    }
  });

  it('is stopped by an abort at whatever moment of a print with scripts', async () => {
    for (const turns of [0, 1, 3, 20]) {
      const worker = await Worker.start(
        { executable: findChromium(null), sandbox: true, folder: folder.browser(), fontsConf: folder.fontsConf },
        { prints: 1000, residentBytes: 1000 * megabyte, scriptTimeoutMs: 10_000 },
      );
      const aborted = new AbortController();
      const printing = worker
        .print({ ...job('<!doctype html><p>x<script>for (;;);</script>'), scripts: true }, supply(), aborted.signal)
        .then(
          () => null,
          (error: unknown) => error,
        );
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      aborted.abort(new Error('enough'));
      expect(await printing).to.have.property('message', 'enough');
      expect(worker.fit).to.equal(false);
      await worker.gone;
    }
  });
});
