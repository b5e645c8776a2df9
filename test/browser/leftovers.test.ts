import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { findChromium } from '../../src/browser/launch/find-chromium.ts';
import { baseAddress } from '../../src/browser/network/network.ts';
import { type Supply } from '../../src/browser/network/supply.ts';
import type { Measured } from '../../src/browser/page/measure/measure.ts';
import { leavesNoState } from '../../src/browser/page/leaves-no-state.ts';
import type { PrintJob } from '../../src/browser/print-job.ts';
import { openRunFolder, type RunFolder } from '../../src/browser/launch/run-folder.ts';
import { Worker } from '../../src/browser/worker.ts';
import { popplerRaster } from '../support/raster.ts';
import { startService, pdfOf, type OwnService } from '../support/service.ts';

const font = `data:font/ttf;base64,${readFileSync('fonts/tinos/Tinos-Regular.ttf').toString('base64')}`;
const picture =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" ' +
  'height="20" fill="green"/></svg>';

/** Documents that leave something behind in a browser that only writes its document anew, by what it is. */
const states: Readonly<Record<string, string>> = {
  'a colour scheme':
    '<!doctype html><meta name="color-scheme" content="dark"><style>:root{color-scheme:dark}</style><p>x',
  'a viewport':
    '<!doctype html><meta name="viewport" ' +
    'content="width=300,initial-scale=3"><style>@viewport{width:300px}</style><p>x',
  'a base address': '<!doctype html><base href="https://elsewhere.invalid/" target="_blank"><p>x',
  'a policy':
    "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'none'; " +
    "style-src 'none'; font-src 'none'\"><p>x",
  'a referrer policy, a language and a preferred style sheet':
    '<!doctype html><meta name="referrer" content="unsafe-url"><meta http-equiv="content-language" ' +
    'content="ar"><meta http-equiv="default-style" content="other"><style ' +
    'title="other">p{color:red}</style><style title="third">p{color:blue}</style><p>x',
  'quirks mode': '<p>x<table><tr><td>y</table>',
  'fonts of a family that exists':
    '<!doctype ' +
    (`html><style>@font-face{font-family:Inter;src:url(${font})}@font-face{font-family:Arimo;` +
      `src:url(${font})}@font-face{font-family:sans-serif;src:url(${font})}*{font-family:Inter,Arimo}</style><p>` +
      'x<b>y</b>'),
  'a font that has no source':
    '<!doctype html><style>@font-face{font-family:Inter;src:url(none.ttf)}@font-palette-values ' +
    '--p{font-family:Inter}@font-feature-values Inter{@styleset{a:1}}</style><p style="font-family:Inter">x',
  'layers, properties and counter styles':
    '<!doctype html><style>@layer base,other;@layer base{p{color:red!important}}@property ' +
    '--ink{syntax:"<color>";inherits:true;initial-value:red}@counter-style ' +
    'decimal{system:cyclic;symbols:"x"}@counter-style mine{system:cyclic;symbols:"y"}@position-try ' +
    '--a{inset:0}@view-transition{navigation:auto}@keyframes k{to{color:red}}</style><ol><li>x</ol>',
  'page rules':
    '<!doctype html><style>@page{size:A6 landscape;margin:1mm;@top-left{content:"left"}}@page ' +
    (':first{margin:50mm}html{zoom:3;writing-mode:vertical-rl;direction:rtl;font-size:40px}body{margin:0;' +
      'counter-reset:page ') +
    '50 item 7}</style><p>x',
  'colours of the body':
    '<!doctype html><body link="red" vlink="red" alink="red" text="red" bgcolor="yellow" background="x.png" ' +
    'onload="1"><a href="#x">x</a>',
  'focus and selection':
    '<!doctype html><input autofocus value="x"><textarea autofocus></textarea><div contenteditable autofocus ' +
    'tabindex="1">x</div>',
  'a top layer':
    '<!doctype html><dialog open>x</dialog><div popover="auto">y</div><details open ' +
    'name="a"><summary>s</summary>z</details>',
  frames:
    '<!doctype html><iframe name="a" srcdoc="<meta name=color-scheme content=dark><p autofocus ' +
    'tabindex=0>x"></iframe><iframe src="about:blank"></iframe><object ' +
    'data="about:blank"></object><frameset></frameset>',
  'a refresh and a title':
    '<!doctype html><html lang="ar" dir="rtl"><title>secret title</title><meta http-equiv="refresh" ' +
    'content="0;url=about:blank"><p>x',
  'a fragment':
    '<!doctype html><style>:target{color:red}</style><meta http-equiv="refresh" content="0;url=#t"><p id="t">x',
  'form values':
    '<!doctype html><form><input name="q" value="kept"><input type="checkbox" checked><select><option>1<option ' +
    'selected>2</select></form>',
  'elements that swallow what follows':
    '<!doctype html><template ' +
    ('shadowrootmode="open"><slot></slot></template><svg><style>*{color:red}</style><foreignObject><p>' +
      'x</foreignObject></svg><math><mi>x</mi></math><plaintext>'),
  'styles for every element':
    '<!doctype ' +
    ('html><style>*,:root,::before,::after,::marker,::selection,::backdrop{color:red!important;' +
      'background:yellow!important;font:40px ') +
    'serif!important;color-scheme:dark!important;page:other;counter-increment:item ' +
    '3;view-transition-name:x;anchor-name:--a;position-anchor:--a;container:a/size}</style><p>x',
  'text and tables with styles, which are only removed':
    '<!DOCTYPE html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><title>Other</title><style>@layer ' +
    'base,other;@layer base{p{color:red!important}}@page{size:A6 landscape;margin:1mm}html{font-size:40px;' +
    'writing-mode:vertical-rl;overflow:hidden;scroll-behavior:smooth;counter-reset:item 7}*,::before{color:red' +
    '!important;background:yellow!important;counter-increment:item 3;quotes:"a" "b"}:root{--ink:red}body{zoom:3;' +
    'margin:0;column-count:3}@media (min-width:1px){p{color:lime!important}}</style></head><body ' +
    'class="a" id="end" style="background:yellow"><h1 id="x">x</h1><p lang="he">y</p><ol start="5" reversed><li ' +
    'value="9">z</li></ol><table border="3"><tr><td>y</td></tr></table><q>x</q></body></html>',
  'boxes that are wider than their page, and cut off, which are only removed':
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Other</title><style>p{width:900px}div{height:' +
    '20px;overflow:hidden}</style></head><body><section class="colophon-sheet" style="page:wide"><p>wider than the ' +
    'page</p></section><section class="colophon-sheet"><div>cut<p>off</p><p>here</p></div></section></body></html>',
  'animations and scrolling':
    '<!doctype html><style>html{scroll-behavior:smooth;overflow:hidden;scrollbar-gutter:stable}@keyframes ' +
    'k{from{color:red}to{color:blue}}p{animation:k 100s infinite;transition:all 100s}</style><svg><animate ' +
    'attributeName="x" dur="100s"/></svg><p>x',
};

/** A document in which each of these would show. */
const reference = `<!doctype html><html
lang="en"><head><title>Reference</title><style>@page{size:A4;margin:20mm}@media
(min-width:400px){h1{letter-spacing:1px}}i{width:20vw;display:inline-block;background:silver}@supports
(color:red){b{color:currentColor}}@media
(prefers-color-scheme:dark){p{color:lime}}ol{counter-reset:item}li::before{content:counter(item) " "
counter(page)}dd{list-style:mine;display:list-item}p{color:var(--ink,navy)}</style></head>
<body><h1>Heading</h1><p>Text in <a href="#end">a link</a>, <a href="https://example.com/">another</a> and
<b>bold</b> <i>width</i>.</p><p style="color:purple;font-family:Inter">Inter</p><p
style="font-family:Arimo">Arimo</p><p style="font-family:sans-serif">sans</p>
<ol><li>one<li>two</ol><dl><dd>three</dl><input value="field" name="q"><textarea>area</textarea><input
type="checkbox"><select><option>1<option>2</select><button>button</button><table><tr><td>cell</table><img alt=""
src='${picture}'><details name="a"><summary>closed</summary>hidden</details><dialog>hidden</dialog><div
style="background:Canvas;color:CanvasText;border:1px solid LinkText">system</div><p id="end">end</p></body></html>`;

/** A job, whose page is measured where `found` is given. */
const job = (html: string, found?: (measured: Measured) => void) =>
  ({
    source: { html },
    scripts: false,
    waitFor: [],
    clock: null,
    media: 'print',
    brokenPictures: 'alternative-text',
    scale: 1,
    tagged: true,
    outline: true,
    pages: null,
    maxPages: 100,
    paper: null,
    destinations: null,
    forms: null,
    onePage: null,
    measure: found === undefined ? null : { width: 400, widths: { wide: 700 }, isNeeded: () => true, found },
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

/** The file without what says when it was made. */
const timeless = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/\(D:[^)]*\)/g, '()')
    .replaceAll(/node\d{8}/g, 'node');

describe('A page of the browser', () => {
  let folder: RunFolder;
  let worker: Worker;
  before(async () => {
    folder = await openRunFolder(['fonts']);
    worker = await Worker.start(
      { executable: findChromium(null), sandbox: true, folder: folder.browser(), fontsConf: folder.fontsConf },
      { prints: 1000, residentBytes: 1e9, scriptTimeoutMs: 10_000 },
    );
  });
  after(async () => {
    await worker.kill();
    await folder.remove();
  });

  const print = async (html: string, found?: (measured: Measured) => void): Promise<Uint8Array> => {
    const pdf = await worker.print(job(html, found), supply(), AbortSignal.timeout(30_000));
    await worker.recover();
    return pdf;
  };

  for (const [name, html] of Object.entries(states)) {
    it(`has nothing left of ${name} when the next document is printed`, async () => {
      const ignore = () => undefined;
      const measurements: Measured[] = [];
      const before = await print(reference, (measured) => measurements.push(measured));
      const { gray } = await popplerRaster(before, 60);
      for (let time = 0; time < 3; time += 1) {
        await print(html, time === 0 ? undefined : ignore);
        if (name.endsWith('which are only removed')) expect(leavesNoState(job(html, ignore))).to.equal(true);
        expect(worker.fit, 'the page can be used again').to.equal(true);
        const after = await print(reference, time === 1 ? undefined : (measured) => measurements.push(measured));
        expect((await popplerRaster(after, 60)).gray).to.deep.equal(gray);
        expect(timeless(after)).to.equal(timeless(before));
      }
      expect(measurements.slice(1)).to.deep.equal([measurements[0], measurements[0]]);
    });
  }
});

describe('A request', () => {
  let service: OwnService;
  before(async () => (service = await startService({ SERVICE_WORKER_COUNT: '1' })));
  after(() => service.stop());

  const hidden =
    '<meta name="color-scheme" content="dark"><base href="https://elsewhere.invalid/"><meta ' +
    'http-equiv="Content-Security-Policy" content="img-src \'none\'">';
  const requests: Readonly<Record<string, string>> = {
    'markup that is read otherwise the second time': `<form><math><mtext></form><form><mglyph><style></math>${hidden}`,
    'a whole document':
      '<!doctype html><html lang="ar" ' +
      (`dir="rtl"><head>${hidden}<style>:root{color-scheme:dark}@font-face{font-family:Inter;` +
        `src:url(${font})}</style></head><body `) +
      'link="red" bgcolor="yellow"><input autofocus><p>x',
    'a field with the focus': '<input autofocus value="x"><dialog open>x</dialog>',
  };
  for (const [name, html] of Object.entries(requests)) {
    it(`with ${name} changes nothing of the next one`, async () => {
      const line = {
        operations: [
          {
            op: 'add_html',
            html:
              `<p>A <a href="#x">link</a> <img alt="" src='${picture}'></p><input autofocus value="x"><p ` +
              'id="x">end',
          },
        ],
        output: { deterministic: true },
      };
      const before = pdfOf(await service.render(line));
      for (let time = 0; time < 3; time += 1) {
        pdfOf(await service.render({ operations: [{ op: 'add_html', html, javascript: 'off' }] }));
        expect(pdfOf(await service.render(line)).equals(before)).to.equal(true);
      }
    });
  }
});
