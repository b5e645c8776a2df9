import { expect } from 'chai';
import { openBareBrowser, type BareBrowser } from '../../../src/browser/bare-browser.ts';
import { wordBoxesOf } from '../../support/figures.ts';
import { coloursOf } from '../../support/ink.ts';
import { infoOf } from '../../support/pdf.ts';
import { picturesOf } from '../../support/pictures.ts';
import { type Answered, pdfOf, startService, type OwnService } from '../../support/service.ts';
import { expectAlike, expectSamePictures } from './alike.ts';

const words = 'The quick brown fox jumps over the lazy dog. '.repeat(6);
/** The colour of links in browsers, and that of the service. */
const [browserBlue, houseBlue] = ['0,0,238', '28,79,130'];

describe('The style of HTML', () => {
  let service: OwnService;
  let bare: BareBrowser;
  before(async () => {
    // Of its own: browsers that have printed hundreds of other documents may embed a font in two subsets (docs/faq.md).
    service = await startService();
    bare = await openBareBrowser(['fonts']);
  });
  after(async () => {
    await bare.stop();
    await service.stop();
  });

  const send = (operations: readonly object[], document: object = {}): Promise<Answered> =>
    service.render({ operations, document, output: { deterministic: true } });
  const print = async (operations: readonly object[], document: object = {}): Promise<Buffer> =>
    pdfOf(await send(operations, document));
  /** How tall a word of a page is, in points. */
  const heightOf = async (pdf: Uint8Array, text: string, page = 1): Promise<number> => {
    const box = (await wordBoxesOf(pdf, page)).find((word) => word.text === text);
    return box === undefined ? 0 : box.bottom - box.top;
  };

  describe('that the request adds', () => {
    const plain = `<!doctype html><title>T</title><style>p { color: green }</style><h1>Heading</h1><p>${words}`;
    const css = 'p { color: red; font-size: 30px }';
    const styled = plain.replace('</style>', `${css}</style>`);

    it('as `css` of a complete document holds for that one alone', async () => {
      const others = [
        { op: 'add_html', html: plain },
        { op: 'add_text', text: words },
      ];
      const pdf = await print([{ op: 'add_html', html: plain, css }, ...others]);
      const pages = await picturesOf(pdf);
      expectSamePictures(pages.slice(0, 1), await picturesOf(await bare.print(styled)), {
        shades: 40,
        share: 1 / 2000,
      });
      expectSamePictures(pages.slice(1), await picturesOf(await print(others)));
    });

    it('reaches a document that is alone, from `set_style` and `document.css`', async () => {
      const operations = [
        { op: 'add_html', html: plain },
        { op: 'set_style', css },
      ];
      await expectAlike(await print(operations), await bare.print(styled));
      await expectAlike(await print([{ op: 'add_html', html: plain }], { css }), await bare.print(styled));
    });

    it('reaches no complete document beside other content, from wherever it comes', async () => {
      const operations = [
        { op: 'set_style', css: 'p { font-style: italic }' },
        { op: 'add_html', html: plain },
        { op: 'add_text', text: 'x' },
      ];
      const more = [
        { op: 'add_html', html: '<p>Fragment', css: '* { letter-spacing: 3px }' },
        { op: 'add_html', html: plain, css: 'h1 { color: red }' },
      ];
      const [first] = await picturesOf(await print([...operations, ...more], { css }));
      expectSamePictures(first === undefined ? [] : [first], await picturesOf(await bare.print(plain)), {
        shades: 40,
        share: 1 / 2000,
      });
    });

    it('comes after the styles in the body, and stays within its element', async () => {
      const html = '<!doctype html><body><p>One</p><style>p { color: green }</style><p>Two</p></body>';
      const ends = 'p::after { content: "</style><h1>out</h1>" }';
      await expectAlike(
        await print([{ op: 'add_html', html, css: `${css} ${ends}` }]),
        await bare.print(html.replace('</style>', `${css} p::after { content: "<\\/style><h1>out<\\/h1>" }</style>`)),
      );
    });

    it('is none of `set_font`, of headings and of other operations that add nothing', async () => {
      const around = [
        { op: 'set_font', family: 'Cousine', size: 20, color: '#ff0000' },
        { op: 'set_metadata', author: 'Ada' },
        { op: 'add_attachment', name: 'a.txt', data: Buffer.from('x').toString('base64') },
      ];
      const html = plain.replace('<h1>', '<section class="colophon-sheet"><h1 class="heading colophon-font1">');
      await expectAlike(await print([...around, { op: 'add_html', html }]), await bare.print(html));
    });
  });

  describe('of content in the flow', () => {
    const rich = `<h1>Heading</h1><h2>Second</h2><p>${words}<a href="https://example.com/">A link</a>
      <code>code</code> <small>small</small></p>
      <ul><li>One<li>Two<ol><li>Three</ol></ul><table border><tr><th>Head<td>Cell</table><table><tr><th>A<td>B</table>
      <blockquote>Quote</blockquote><pre>pre</pre><hr><dl><dt>Term<dd>Meaning</dl>
      <fieldset><legend>Legend</legend><button>Go</button></fieldset>`;

    it('is that of browsers with `none`: fonts, sizes, links, lists and tables', async () => {
      const pdf = await print([{ op: 'add_html', html: rich }], { style: 'none' });
      // Margins of composed pages are whole pixels: the content begins at the next one.
      await expectAlike(
        pdf,
        await bare.print(`<!doctype html><html lang="en"><body>${rich}</body></html>`, { margin: 57 }),
      );
      expect(await coloursOf(pdf))
        .to.include(browserBlue)
        .and.to.not.include(houseBlue);
    });

    it('is that of the service with `house`, and where nothing is stated', async () => {
      const pdf = await print([{ op: 'add_html', html: rich }], { style: 'house' });
      expect(pdf.equals(await print([{ op: 'add_html', html: rich }]))).to.equal(true);
      expect(await coloursOf(pdf))
        .to.include(houseBlue)
        .and.to.not.include(browserBlue);
      const none = await print([{ op: 'add_html', html: rich }], { style: 'none' });
      expect((await heightOf(pdf, 'quick')) / (await heightOf(none, 'quick'))).to.be.within(0.7, 1.1);
    });

    it('is that of browsers for operations, too, which do what they are for all the same', async () => {
      const operations = [
        { op: 'add_text', text: 'Line one\nLine two' },
        { op: 'add_markdown', markdown: `${words} [link](https://example.com/)` },
        { op: 'add_table', columns: ['Item', 'Sum'], rows: [['Bolt', '4']] },
      ];
      const pdf = await print(operations, { style: 'none' });
      expect(await coloursOf(pdf)).to.include(browserBlue);
      const boxes = await wordBoxesOf(pdf, 1);
      const topOf = (text: string) => boxes.find((box) => box.text === text)?.top ?? 0;
      expect(topOf('two') - topOf('one'), 'lines of a text').to.be.greaterThan(8);
      const reference = await bare.print(`<!doctype html><p>${words}`);
      expect(await heightOf(pdf, 'quick')).to.be.closeTo(await heightOf(reference, 'quick'), 0.01);
    });

    for (const style of ['house', 'none']) {
      it(`is no matter to complete documents: ${style}`, async () => {
        const html = `<!doctype html><html><body>${rich}</body></html>`;
        await expectAlike(await print([{ op: 'add_html', html }], { style }), await bare.print(html));
        const beside = await picturesOf(
          await print(
            [
              { op: 'add_html', html },
              { op: 'add_text', text: 'Text' },
            ],
            { style },
          ),
        );
        expectSamePictures(beside.slice(0, 1), await picturesOf(await bare.print(html)), {
          shades: 40,
          share: 1 / 2000,
        });
      });
    }
  });

  describe('by `as`', () => {
    const complete = `<!doctype html><html class="print" data-x="1"><head><title>{{name}}</title>
      <style>.print.invoice[data-x] h1 { font-size: 50pt }
      .invoice { border-left: 5px solid red }</style></head>
      <body class="invoice" id="top" style="--ink: #00ff00"><h1>Large</h1><p>{{name}}</p>
      <hr style="background:var(--ink);border:0;height:9px"></body></html>`;
    const filled = complete.replaceAll('{{name}}', 'Ada');
    const fragment = '<h1>Large</h1><p>{{name}} <a href="https://example.com/">link</a>';
    /** The same HTML by each of the two operations. */
    const ways: Readonly<Record<string, (source: string, more?: object) => object>> = {
      add_html: (source, more = {}) => ({ op: 'add_html', html: source.replaceAll('{{name}}', 'Ada'), ...more }),
      add_template: (source, more = {}) => ({ op: 'add_template', source, data: { name: 'Ada' }, ...more }),
    };
    for (const [op, add] of Object.entries(ways)) {
      it(`of ${op} is \`document\` for a complete document and \`content\` for a fragment, unless stated`, async () => {
        await expectAlike(await print([add(complete)]), await bare.print(filled));
        expect((await print([add(complete)])).equals(await print([add(complete, { as: 'document' })]))).to.equal(true);
        expect((await print([add(fragment)])).equals(await print([add(fragment, { as: 'content' })]))).to.equal(true);
        expect(await coloursOf(await print([add(fragment)]))).to.include(houseBlue);
      });

      it(`of ${op} makes a fragment the body of a document`, async () => {
        const html = fragment.replaceAll('{{name}}', 'Ada');
        await expectAlike(
          await print([add(fragment, { as: 'document' })]),
          await bare.print(`<!doctype html><html><body>${html}</body></html>`),
        );
        const beside = await print([{ op: 'add_text', text: 'Before' }, add(fragment, { as: 'document' })]);
        expect((await infoOf(beside)).Pages).to.equal('2');
      });

      it(`of ${op} takes a document into the flow, with its styles and attributes`, async () => {
        const pdf = await print([
          { op: 'add_text', text: 'Before' },
          add(complete, { as: 'content' }),
          { op: 'add_text', text: 'After' },
        ]);
        expect((await infoOf(pdf)).Pages).to.equal('1');
        expect(await heightOf(pdf, 'Large')).to.be.greaterThan(45);
        expect(await heightOf(pdf, 'Ada')).to.be.closeTo(await heightOf(pdf, 'Before'), 0.01);
        expect(await coloursOf(pdf))
          .to.include('255,0,0')
          .and.to.include('0,255,0');
      });

      it(`of ${op} is refused where it is neither, and where a document can not stand`, async () => {
        const refused = async (operation: object, pointer: string) => {
          const answer = await send([operation]);
          expect([answer.status, answer.json().errors[0].pointer]).to.deep.equal([400, pointer]);
        };
        await refused(add(complete, { as: 'page' }), '/operations/0/as');
        await refused(
          { op: 'add_columns', columns: [[add(complete, { as: 'document' })]] },
          '/operations/0/columns/0/0/as',
        );
      });
    }

    it('takes for a document what begins with `<!doctype` or `<html`, and nothing else', async () => {
      const isDocument = async (html: string) =>
        (
          await infoOf(
            await print([
              { op: 'add_text', text: 'Before' },
              { op: 'add_html', html },
            ]),
          )
        ).Pages === '2';
      const befores = ['', ' \n\t', '\ufeff', '<!-- a --> <!----><!-- <p> -->\n'].map(
        (before) => `${before}<!DOCTYPE html>`,
      );
      for (const start of [...befores, '<!Doctype html>', '<HTML>', '<html\nlang="en">'])
        expect(await isDocument(`${start}<p>x`), start).to.equal(true);
      for (const html of [
        '<html-view>x</html-view>',
        '<!doctypes>x',
        'x<html>y',
        '<body>x</body>',
        '<head></head>x',
        '<p>&lt;html>',
      ])
        expect(await isDocument(html), html).to.equal(false);
    });
  });
});
