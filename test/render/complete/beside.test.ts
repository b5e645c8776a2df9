import { expect } from 'chai';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { openBareBrowser, type BareBrowser } from '../../../src/browser/bare-browser.ts';
import { inspect } from '../../support/inspect.ts';
import { checkSyntax, infoOf, linksOf, structureOf, textOf, wordsOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { expectAlike } from './alike.ts';

const first = `<!doctype html><html lang="en"><head><title>Cover</title><style>* { color: darkred } html {
background: #eee } :root { --ink: red } body { counter-reset: equation 7; font: 20px Tinos }
  h1:not([class]) { letter-spacing: 4px } body > :last-child { border-bottom: 3px solid } @layer base { p {
  font-size: 50px } } @property --fit { syntax: "<number>"; inherits: true; initial-value: 9 }
  @font-face { font-family: Inter; src: local("Tinos") } .table, .text, .colophon-sheet { display: none !important
  }</style></head>
  <body><h1>First document</h1><p>See <a href="#ours">ours</a> and <a href="#second">the second</a>.</p><h2
  id="part-one">Part one</h2></body></html>`;
const second =
  '<!doctype html><html lang="en"><title>B</title><style>@page { size: A5; margin: 10mm }</style><h1 ' +
  'id="second">Second document</h1><p>Back to <a href="#part-one">part one</a>.';

const operations = [
  { op: 'add_heading', text: 'Start' },
  { op: 'add_toc', title: 'Contents' },
  { op: 'add_text', text: 'Our own text.' },
  { op: 'add_table', columns: ['Item', 'Sum'], rows: [['Bolt', '4']] },
];

describe('Complete HTML documents beside other content', () => {
  let service: Service;
  let bare: BareBrowser;
  let whole: Buffer;
  before(async () => {
    service = await sharedService();
    bare = await openBareBrowser(['fonts']);
    whole = pdfOf(
      await service.render({
        operations: [
          ...operations,
          { op: 'add_html', html: first },
          { op: 'add_heading', text: 'Between', id: 'ours' },
          { op: 'add_html', html: second },
          { op: 'add_text', text: 'The end.' },
        ],
        document: { footer: { right: '{page} of {pages}' } },
      }),
    );
  });
  after(async () => {
    await bare.stop();
  });

  it('keep their look, on pages of their own, and change nothing of what stands around them', async () => {
    expect((await infoOf(whole)).Pages).to.equal('5');
    const plain = pdfOf(
      await service.render({
        operations: [...operations, { op: 'add_page' }, { op: 'add_heading', text: 'Between', id: 'ours' }],
      }),
    );
    const own = (words: readonly { text: string; x: number; y: number }[]) =>
      words.filter(({ y }) => y < 780).map(({ text, x, y }) => `${text} ${x.toFixed(0)} ${y.toFixed(0)}`);
    expect(own(await wordsOf(whole, 3))).to.deep.equal(own(await wordsOf(plain, 2)));
    const table = (words: readonly { text: string; x: number }[]) =>
      words.filter(({ text }) => /Bolt|Item|own/.test(text)).map(({ text, x }) => `${text} ${x.toFixed(0)}`);
    expect(table(await wordsOf(whole, 1))).to.deep.equal(table(await wordsOf(plain, 1)));
    for (const [page, html] of [
      [2, first],
      [4, second],
    ] as const) {
      const alone = pdfOf(await service.render({ operations: [{ op: 'add_html', html }] }));
      await expectAlike(alone, await bare.print(html));
      const footless = (words: readonly { text: string; x: number; y: number }[]) =>
        words
          .filter(({ text }) => !/^(?:of|\d)$/.test(text))
          .map(({ text, x, y }) => `${text} ${x.toFixed(0)} ${y.toFixed(0)}`);
      expect(footless(await wordsOf(whole, page))).to.deep.equal(footless(await wordsOf(alone, 1)));
    }
  });

  it('are one document: outline, table of contents, links, page numbers and tags', async () => {
    const contents = (await textOf(whole, 1)).replace(/\s+/g, ' ');
    expect(contents).to.match(/Start 1 .*First document 2 Part one 2 .*Between 3 .*Second document 4/);
    expect(await textOf(whole, 4)).to.contain('4 of 5');
    const links = await linksOf(whole);
    expect(links, 'links that lead out of the document').to.not.contain('colophon.invalid');
    const structure = await structureOf(whole);
    expect(structure.match(/^Document/gm)).to.have.length(1);
    await checkSyntax(whole);
  });

  it('lead to each other by links, whichever part of the document these are in', async () => {
    const document = await PDFDocument.load(whole, { updateMetadata: false });
    const { destinations } = await inspect(await document.save({ useObjectStreams: false }));
    const pages = document.getPages();
    const targets = pages.map(({ node }) => {
      const annotations =
        node
          .Annots()
          ?.asArray()
          .map((one) => document.context.lookup(one, PDFDict)) ?? [];
      return annotations.map((link) => {
        const target = link.lookup(PDFName.of('Dest'));
        if (target instanceof PDFArray) return pages.findIndex(({ ref }) => ref === target.get(0)) + 1;
        const isName = target instanceof PDFName || target instanceof PDFString || target instanceof PDFHexString;
        return isName ? (destinations[target.decodeText()] ?? -1) + 1 : 0;
      });
    });
    expect(targets).to.deep.equal([[1, 2, 2, 3, 4], [3, 4], [], [2], []]);
  });
});
