import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { openBareBrowser, type BareBrowser } from '../../../src/browser/bare-browser.ts';
import { checkSyntax, rowsOfFonts, textOf } from '../../support/pdf.ts';
import { picturesOf, type Picture } from '../../support/pictures.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { expectAlike, expectSamePictures } from './alike.ts';

const fontOf = (path: string) => `data:font/ttf;base64,${readFileSync(`fonts/${path}.ttf`).toString('base64')}`;

/** What makes one hostile style sheet differ from another. */
interface Hostility {
  readonly font: string;
  readonly colour: string;
  readonly pixels: number;
  readonly counter: number;
}

const red: Hostility = { font: fontOf('tinos/Tinos-Regular'), colour: 'darkred', pixels: 4, counter: 40 };
const blue: Hostility = { font: fontOf('cousine/Cousine-Regular'), colour: 'navy', pixels: 2, counter: 700 };
const green: Hostility = { font: fontOf('gelasio/Gelasio-Regular'), colour: 'green', pixels: 1, counter: 5 };

/** Styles that would change every document and every operation that they reached. */
const hostileCss = ({ font, colour, pixels, counter }: Hostility) => `
  @layer base, theme; @layer theme { p { text-indent: ${pixels * 9}px !important } }
  @layer base { td { color: ${colour} !important } }
  @property --size { syntax: "<length>"; inherits: true; initial-value: ${pixels * 20}px }
  @font-face { font-family: Brand; src: url(${font}) } @font-face { font-family: Inter; src: url(${font}) }
  @counter-style decimal { system: cyclic; symbols: "${colour.charAt(0)}" }
  @keyframes appear { from { opacity: 0 } to { opacity: 1; border-left: ${pixels * 5}px solid ${colour} } }
  * { letter-spacing: ${pixels}px !important; text-decoration-color: ${colour} !important }
  html { background: #f4f4ff; font-size: ${18 + pixels}px !important }
  :root { --bar: ${pixels * 30}px; --ink: ${colour}; --accent: ${colour} }
  body { font-family: Brand; counter-reset: item ${counter} equation ${counter} page ${counter};
     background: #fff4f4; padding: ${pixels}px }
  p::before { counter-increment: item ${pixels}; content: counter(item) " " }
  .colophon-sheet, .colophon-html, .text, .table, .heading, table, h1, h2 { outline: 2px solid ${colour} !important;
    color: ${colour} !important }
  a, a:link { color: ${colour} !important; font-weight: bold }`;

/** Shows what any of these styles would change. */
const everything = (
  name: string,
) => `<h1>${name}</h1><p>Text of ${name} with <a href="https://example.com/">a link</a>.</p><p class="text">Second</p>
  <div style="width:var(--bar,15px);height:10px;background:var(--ink,gray)"></div>
  <div style="width:var(--size,25px);height:10px;background:gray"></div>
  <p style="font-family:Brand,Inter">Brand of ${name}</p><ol><li>One<li>Two</ol>
  <div style="animation:appear 0s both">Appears</div>
  <table class="table" border><tr><td>Cell<td style="counter-increment:item">x</table>`;

const completeOf = (name: string, head: string) =>
  `<!doctype html><html lang="en" class="colophon-sheet"><head><title>${name}</title>${head}</head>
  <body class="colophon-html">${everything(name)}</body></html>`;
const pageRules = `@page { size: A5; margin: 12mm; @bottom-center { content: "own " counter(page) } }
  @page :first { margin-top: 40mm }`;
const html = {
  red: completeOf('Red', `<style>${hostileCss(red)} ${pageRules} @page { background: #efe }</style>`),
  blue: completeOf('Blue', `<style>${hostileCss(blue)} @page { margin: 30mm }</style>`),
  innocent: completeOf('Innocent', ''),
};
const operations = {
  red: [{ op: 'add_html', html: html.red }],
  blue: [{ op: 'add_html', html: html.blue }],
  innocent: [{ op: 'add_html', html: html.innocent }],
  fragment: [{ op: 'add_html', html: `<style>${hostileCss(green)}</style>${everything('Fragment')}` }],
  ours: [
    { op: 'add_heading', text: 'Ours' },
    { op: 'add_text', text: 'Our own text.' },
    { op: 'add_table', columns: ['Item', 'Sum'], rows: [['Bolt', '4']] },
    { op: 'add_markdown', markdown: 'Markdown with [a link](https://example.com/)\n\n1. One\n2. Two' },
    { op: 'add_math', tex: 'E = mc^2 \\tag{1}' },
    { op: 'add_html', html: everything('Innocent fragment') },
  ],
} as const;
type Name = keyof typeof operations;

const orders: readonly (readonly Name[])[] = [
  ['red', 'fragment', 'blue', 'innocent', 'ours'],
  ['ours', 'blue', 'innocent', 'red', 'fragment'],
  ['fragment', 'red', 'ours', 'innocent', 'blue', 'red'],
];

describe('Hostile styles', () => {
  let service: Service;
  let bare: BareBrowser;
  const alone = new Map<Name, readonly Picture[]>();
  before(async () => {
    service = await sharedService();
    bare = await openBareBrowser(['fonts']);
    for (const name of Object.keys(operations) as Name[])
      alone.set(name, await picturesOf(await print(operations[name])));
  });
  after(async () => {
    await bare.stop();
  });

  const print = async (steps: readonly object[], document: object = {}): Promise<Buffer> =>
    pdfOf(await service.render({ operations: steps, document }));

  it('change the document that has them as they do in a browser', async () => {
    for (const name of ['red', 'blue', 'innocent'] as const)
      await expectAlike(await print(operations[name]), await bare.print(html[name]));
    expect(
      new Set([...alone.values()].map(([page]) => Buffer.from(page?.rgb ?? []).toString('base64'))).size,
      'looks',
    ).to.equal(alone.size);
  });

  for (const order of orders) {
    it(`change nothing of what stands around them: ${order.join(', ')}`, async () => {
      const pdf = await print(order.flatMap((name) => operations[name]));
      expectSamePictures(
        await picturesOf(pdf),
        order.flatMap((name) => alone.get(name) ?? []),
      );
      await checkSyntax(pdf);
    });
  }

  it('of several documents with one family have a font each', async () => {
    const names = (await rowsOfFonts(await print([...operations.red, ...operations.blue, ...operations.fragment]))).map(
      ({ name }) => name,
    );
    for (const name of ['Tinos', 'Cousine', 'Gelasio'])
      expect(
        names.filter((font) => font.startsWith(name)),
        name,
      ).to.have.length.at.least(1);
  });

  it('in `css` of content, `set_style` and `document.css` do not reach complete documents beside it', async () => {
    const css = hostileCss(green);
    const steps = [
      ...operations.innocent,
      { op: 'set_style', css },
      { op: 'add_html', html: everything('Fragment'), css },
      ...operations.blue,
    ];
    const pages = await picturesOf(await print(steps, { css: `${css} @page { margin: 50mm }` }));
    expectSamePictures(pages.slice(0, 1), alone.get('innocent') ?? []);
    expectSamePictures(pages.slice(-1), alone.get('blue') ?? []);
  });

  it('of complete documents do not reach running headers and footers, watermarks and tables of contents', async () => {
    const around = (name: 'red' | 'innocent') => [
      { op: 'set_header', left: 'Header {section}', right: '{page}/{pages}' },
      { op: 'set_footer', html: '<p class="text">Footer</p>' },
      { op: 'add_watermark', text: 'DRAFT' },
      { op: 'add_toc', title: 'Contents' },
      ...operations.ours,
      { op: 'add_html', html: html[name].replaceAll('>Red<', '>Same<').replaceAll('>Innocent<', '>Same<') },
    ];
    const [hostile, innocent] = [await print(around('red')), await print(around('innocent'))];
    const [page] = await picturesOf(hostile);
    expectSamePictures(page === undefined ? [] : [page], (await picturesOf(innocent)).slice(0, 1));
    expect(await textOf(hostile, 1)).to.match(/Header[^]*1\/2[^]*Contents[^]*Same\s+2[^]*Footer/);
  });

  it('leave nothing behind for the next request', async () => {
    const steps = [...operations.innocent, ...operations.ours];
    const expected = [...(alone.get('innocent') ?? []), ...(alone.get('ours') ?? [])];
    await Promise.all(
      Array.from({ length: 4 }, () => print([...operations.red, ...operations.fragment, ...operations.blue])),
    );
    for (let time = 0; time < 2; time += 1) expectSamePictures(await picturesOf(await print(steps)), expected);
  });
});
