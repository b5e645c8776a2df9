import { expect } from 'chai';
import { inspect } from '../../support/inspect.ts';
import { wordsOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

/** Whatever names a kind of page is left to Chromium, and with it all that stands beside it. */
const leftToChromium = '@page nothing { margin: 0 }';
const text = {
  op: 'add_html',
  html:
    '<h1>Title</h1>' +
    '<p>Some words that fill the width of the page, and then go on for one line more, or for two.</p>'.repeat(30),
};

describe('Page rules of the request', () => {
  let service: Service;
  before(async () => (service = await sharedService()));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  async function laid(operations: object[], document: object): Promise<{ pages: object[]; words: object[] }> {
    const pdf = pdfOf(await service.render({ operations, document }));
    const pages = (await inspect(pdf)).pages.map(({ width, height }) => ({
      width: Math.round(width),
      height: Math.round(height),
    }));
    const words = await Promise.all(pages.slice(0, 2).map((_, page) => wordsOf(pdf, page + 1)));
    return { pages, words: words.flat().map(({ text: word, x, y }) => ({ word, x: Math.round(x), y: Math.round(y) })) };
  }

  for (const css of [
    '@page { size: A5; margin: 1cm }',
    '@page{size:A5 landscape;margin:10mm 20mm 15mm}',
    '@page { margin: 1in 0 } p { color: red } @page { margin-left: 30pt; margin-top: 0; }',
    '@page { SIZE: 400px 500px; Margin: 3pc }',
    '/* @page :first { } */ @page /* all */ { size: 12cm }',
    '@page { size: landscape letter }',
    '@media print { p { color: red } @page { size: A5 } } @page { margin: 1cm }',
    '@MEDIA Print{@page{margin:3cm}}',
    'p { background: url(data:image/svg+xml,%3Csvg%3E}) } p::after { content: "}" } @page { size: A5 }',
    '.md\\:x { color: red } @page { margin: 4cm }',
    'p::before { content: "@page { margin: 0 }" } @page { size: Legal }',
    // what is not understood, or wrong, is left to Chromium too
    '@page { margin: 10% }',
    '@page { size: A5 !important }',
    '@page { size: A5; margin: 1cm; margin: nonsense }',
    '@media screen { @page { margin: 0 } }',
    '@media print and (min-width: 1px) { @page { margin: 0 } }',
    '@media print { @supports (color: red) { @page { margin: 0 } } }',
    'p { @page { margin: 0 } }',
    'p { color: red }; @page { size: A5; margin: 1cm }',
    '@import "a.css" @page { size: A5 }',
    '@page "x" { size: A5 }',
    '@page { size: A5 "x" }',
    '@page { margin: 5.mm }',
    '@page { size: A4 landscape landscape }',
    '@page { size: A5 url(x) }',
    '@media print { b { color: red }; @page { size: A5 } }',
    'p { .a\\} @page { size: A5 }',
    '@layer x; @page { size: A5 }',
    '@page { margin: 1cm } @PAGE { margin: 3cm }',
    '@page { margin: 1cm } @p\\61ge { margin: 3cm }',
    '@page { margin: 400pt }',
    '@page :first { margin: 5cm } @page { margin: 1cm }',
    '@page { size: b5; @top-left { content: "x" } }',
    '@page { margin: -1cm }',
    '@page { margin: calc(1cm + 1mm) }',
    '} @page { margin: 1cm }',
  ]) {
    it(`lay pages out as Chromium does: ${css}`, async () => {
      const inHtml = (sheet: string) => [
        { op: 'add_html', html: `<html><head><style>${sheet}</style></head><body>${text.html}</body></html>` },
      ];
      expect(await laid([text], { css })).to.deep.equal(await laid([text], { css: `${css} ${leftToChromium}` }));
      expect(await laid(inHtml(css), {})).to.deep.equal(await laid(inHtml(`${css} ${leftToChromium}`), {}));
    });
  }

  it(
    'stand beside what the document says of its pages, of which headers and kinds of page are ' + 'reckoned with',
    async () => {
      for (const more of [{ header: { left: 'Head' } }, { size: 'A3' }, { singlePage: true }]) {
        expect(await laid([text], { css: '@page { size: A5; margin: 1cm }', ...more })).to.deep.equal(
          await laid([text], { css: `@page { size: A5; margin: 1cm } ${leftToChromium}`, ...more }),
        );
      }
      const kinds = [text, { op: 'add_page', size: 'A6' }, text];
      expect(await laid(kinds, { css: '@page { size: A5; margin: 1cm }' })).to.deep.equal(
        await laid(kinds, { css: `@page { size: A5; margin: 1cm } ${leftToChromium}` }),
      );
    },
  );

  it('are known where bookmarks lead and where content overflows', async () => {
    const wide = { op: 'add_html', html: '<div style="width: 500pt">wide</div>' };
    const answer = await service.render(
      { operations: [wide], document: { css: '@page { size: A5 }' } },
      { headers: { accept: 'application/json' } },
    );
    expect(
      (answer.json() as { report: { warnings: { code: string }[] } }).report.warnings.map(({ code }) => code),
    ).to.deep.equal(['overflow']);
    const fits = await service.render(
      { operations: [wide], document: { css: '@page { size: A4; margin: 1cm }' } },
      { headers: { accept: 'application/json' } },
    );
    expect((fits.json() as { report: { warnings: object[] } }).report.warnings).to.deep.equal([]);
  });
});
