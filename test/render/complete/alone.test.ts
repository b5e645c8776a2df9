import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openBareBrowser, type BareBrowser } from '../../../src/browser/bare-browser.ts';
import { wordBoxesOf } from '../../support/figures.ts';
import { infoOf, textOf, wordsOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { expectAlike } from './alike.ts';

const words = 'The quick brown fox jumps over the lazy dog. '.repeat(12);
const pixel =
  'data:image/png;base64,' +
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/**
 * Complete documents as people have them, each with something that a wrapper or a style sheet of another's would
 * change.
 */
const documents: Readonly<Record<string, string>> = {
  'the look of the browser':
    `<!doctype html><title>Plain</title><h1>Heading</h1><h2>Second</h2><p>${words}<a ` +
    'href="https://example.com">A link</a> <code>code</code> <b>bold</b> ' +
    '<small>small</small><ul><li>One<li>Two<ol><li>Three</ol></ul><table ' +
    `border><tr><th>Head<td>Cell</table><blockquote>Quote</blockquote><pre>\n\n two lines ` +
    `above\n</pre><hr><input value="text"> <button>Go</button> <select><option>First</select>`,
  'pictures that could not be loaded': `<!doctype html><p>${[
    'data:image/png;base64,AAAA',
    'http://127.0.0.1:9/x.png',
    '',
  ]
    .flatMap((src) =>
      ['', 'alt="Marlow Books"', 'alt=""', 'width="200" height="80"', 'width="20%" alt="Logo"'].map(
        (rest) => `A <img src="${src}" ${rest}> b<br>`,
      ),
    )
    .join('')}<object data="http://127.0.0.1:9/x.png">Instead</object><p>${words}`,
  'quirks mode':
    '<html><body><table><tr><td>A table in quirks mode has its own font size</table><p style="width:200">' + words,
  'limited quirks mode':
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
    '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html><body><table cellspacing="0"><tr><td><img ' +
    `src="${pixel}" width="40" height="40"></table>After`,
  'attributes of html and body':
    '<!doctype html><html class="print" style="--ink:#900" data-theme="dark"><head><style>html.print body.a4 ' +
    'h1{color:var(--ink);font-size:40px} html[data-theme=dark] ' +
    'body{background:#eef;padding:30px}</style></head><body class="a4" style="font-family:Georgia, serif" ' +
    `id="top"><h1>Styled</h1>${words}</body></html>`,
  'selectors of structure':
    '<!doctype html><style>body>h1{font-size:50px} h1:first-child{color:red} body>:last-child{border:4px solid} ' +
    ':nth-child(2){letter-spacing:3px} body:has(>h1+p) ' +
    `p{margin-left:50px}</style><h1>First</h1><p>${words}</p><p>${words}</p>`,
  'a style sheet in the body':
    '<!doctype html><body><p>One</p>' + '<style>p:nth-child(3){font-size:30px}</style><p>Third child</p></body>',
  'text before the head':
    `\ufeff<!-- a comment --> \n<!doctype html><html><head><title>T</title></head><body><h1>After a ` +
    'comment</h1></body></html>',
  'pages of its own':
    '<!doctype html><style>@page{size:A5 landscape;margin:10mm 30mm;@bottom-center{content:"Page " counter(page) ' +
    '" of " counter(pages)}} @page:first{margin-top:60mm;@top-left{content:"First"}} @page wide{size:A4 ' +
    `landscape} .wide{page:wide}</style><p>${words.repeat(3)}</p><div class="wide">On a wide page</div>`,
  'left and right pages':
    '<!doctype html><style>@page:left{margin-left:50mm} @page:right{margin-left:10mm} ' +
    'p{break-after:page}</style><p>One<p>Two<p>Three',
  'a page without room between the margins': '<!doctype html><style>@page{size:40mm}</style><h1>Label</h1><p>Text',
  'only an orientation': '<!doctype html><style>@page{size:landscape}</style><p>Turned',
  'fixed elements, columns and floats':
    '<!doctype ' +
    ('html><style>.f{position:fixed;bottom:0;right:0}.c{columns:2}.l{float:left;width:100px;' +
      'background:#ddd}</style><div ') +
    `class="f">Fixed</div><div class="l">Float</div><div class="c">${words.repeat(20)}</div>`,
  'counters, custom properties and layers':
    '<!doctype html><style>@layer a{h2{color:green}} body{counter-reset:s} ' +
    'h2::before{counter-increment:s;content:counter(s) ". "} :root{--x:12px} ' +
    'p{font-size:calc(var(--x)*2)}</style><h2>One</h2><p>Text</p><h2>Two</h2>',
  'a frame of its own':
    '<!doctype html><p>Before</p><iframe srcdoc="<p>Inside the frame</p>" width="300" ' +
    'height="80"></iframe><p>After</p>',
  'no head, no body': 'x'.replace('x', `<!doctype html><p>${words}<p>${words}`),
};

describe('A complete HTML document alone', () => {
  let service: Service;
  let bare: BareBrowser;
  before(async () => {
    service = await sharedService();
    bare = await openBareBrowser(['fonts']);
  });
  after(async () => {
    await bare.stop();
  });

  for (const [name, html] of Object.entries(documents)) {
    it(`is printed as its browser prints it: ${name}`, async () => {
      const printed = pdfOf(await service.render({ operations: [{ op: 'add_html', html }] }));
      await expectAlike(printed, await bare.print(html.replace('\ufeff', '')));
    });
  }

  it('is the same as the result of a template', async () => {
    const source = '<!doctype html><title>{{name}}</title><style>body>h1{color:red}</style><h1>{{name}}</h1>';
    const printed = pdfOf(
      await service.render({ operations: [{ op: 'add_template', source, data: { name: 'Ada' } }] }),
    );
    await expectAlike(printed, await bare.print(source.replaceAll('{{name}}', 'Ada')));
    expect((await infoOf(printed)).Title).to.equal('Ada');
  });

  it('gives the document its title, language and metadata, unless the request states them', async () => {
    const html =
      '<!doctype html><html lang="de"><title> Rechnung  7 </title><meta name="author" content="Ada"><meta ' +
      'name="Description" content="Fuer Mai"><meta name="keywords" content="mai, rechnung"><p>Text';
    const info = await infoOf(pdfOf(await service.render({ operations: [{ op: 'add_html', html }] })));
    expect([info.Title, info.Author, info.Subject, info.Keywords]).to.deep.equal([
      'Rechnung 7',
      'Ada',
      'Fuer Mai',
      'mai, rechnung',
    ]);
    const stated = await infoOf(
      pdfOf(
        await service.render({
          document: { title: 'Stated' },
          operations: [
            { op: 'add_html', html },
            { op: 'set_metadata', author: 'Grace' },
          ],
        }),
      ),
    );
    expect([stated.Title, stated.Author, stated.Subject]).to.deep.equal(['Stated', 'Grace', 'Fuer Mai']);
  });

  it('has the title that its scripts give it', async () => {
    const info = await infoOf(
      pdfOf(
        await service.render({
          operations: [
            {
              op: 'add_html',
              html: '<!doctype html><title>Old</title><p>x</p><script>document.title = "New: 7"</script>',
            },
          ],
        }),
      ),
    );
    expect(info.Title).to.equal('New: 7');
  });

  it('is laid out for the size, orientation and margin that the request states', async () => {
    const html = `<!doctype html><style>@page{size:A5;margin:5mm} @page:first{margin-top:50mm}</style><p>${words}`;
    const plain = html.replace(/<style>.*<\/style>/, '');
    const sized = pdfOf(
      await service.render({ document: { size: 'A3', margin: '30mm' }, operations: [{ op: 'add_html', html }] }),
    );
    await expectAlike(sized, await bare.print(plain, { width: 841.89, height: 1190.551, margin: 85.04 }));
    const turned = pdfOf(
      await service.render({ document: { orientation: 'landscape' }, operations: [{ op: 'add_html', html }] }),
    );
    expect((await infoOf(turned))['Page size']).to.match(/^595\.276 x 419\.528/);
  });

  it('turns the size that the request states where it says `landscape` or `portrait` alone', async () => {
    const sizeOf = async (css: string, document: object) => {
      const html = `<!doctype html><style>${css}</style><p>${words}`;
      const info = await infoOf(pdfOf(await service.render({ document, operations: [{ op: 'add_html', html }] })));
      return (info['Page size'] ?? '').replace(/ pts.*/, '');
    };
    const a3 = { size: 'A3' };
    expect(await sizeOf('@page { size: landscape }', a3)).to.equal('1190.55 x 841.89');
    expect(await sizeOf('@page { size: portrait }', { size: { width: 400, height: 300 } })).to.equal('300 x 400');
    expect(await sizeOf('@page { size: A5 } @page { size: landscape }', a3)).to.equal('1190.55 x 841.89');
    expect(await sizeOf('@page { size: landscape } @page { size: A5 }', a3)).to.equal('841.89 x 1190.55');
    expect(await sizeOf('@page { size: A5 landscape }', a3)).to.equal('841.89 x 1190.55');
    expect(await sizeOf('@page { size: landscape }', { ...a3, orientation: 'portrait' })).to.equal('841.89 x 1190.55');
    expect(await sizeOf('@page { size: A5 } @page { size: landscape }', {})).to.equal('841.89 x 595.276');
    const html = `<!doctype html><style>@page { size: landscape }</style><p>${words}`;
    const printed = pdfOf(await service.render({ document: a3, operations: [{ op: 'add_html', html }] }));
    await expectAlike(printed, await bare.print(html, { width: 841.89, height: 1190.551 }));
  });

  it('has the margins that the request states, and on the other sides its own', async () => {
    const html = `<!doctype html><style>@page { margin: 5mm } @page :first { margin-left: 40mm }</style>
      <p>${words.repeat(9)}`;
    const print = async (margin: unknown) =>
      pdfOf(await service.render({ document: { margin }, operations: [{ op: 'add_html', html }] }));
    const plain = html.replace('margin: 5mm }', 'margin: 50mm 5mm 5mm }');
    await expectAlike(await print({ top: '50mm' }), await bare.print(plain));
    const all = html.replace(/<style>.*<\/style>/, '');
    await expectAlike(await print(85.04), await bare.print(all, { margin: 85.04 }));
  });

  it('takes css of the request after its own styles, and no more elements for it', async () => {
    const html = '<!doctype html><body><style>p{color:blue}</style><p>Text</p><p>Last</p></body>';
    const css = 'p:nth-child(3){font-size:40px}';
    const printed = pdfOf(
      await service.render({
        document: { css: 'p{letter-spacing:2px}' },
        operations: [
          { op: 'set_style', css: 'p{color:green}' },
          { op: 'add_html', html, css },
        ],
      }),
    );
    await expectAlike(
      printed,
      await bare.print(html.replace('color:blue}', `color:blue} p{letter-spacing:2px} p{color:green} ${css}`)),
    );
  });

  it('has running headers, footers and a watermark in the margins that it has', async () => {
    const html =
      '<!doctype html><title>Report</title><style>@page{margin:35mm ' +
      `10mm}</style><h1>Chapter</h1><p>${words.repeat(30)}`;
    const printed = pdfOf(
      await service.render({
        document: { footer: { center: '{title} {page}/{pages}' } },
        operations: [
          { op: 'set_header', left: '{section}' },
          { op: 'add_watermark', text: 'DRAFT' },
          { op: 'add_html', html },
        ],
      }),
    );
    expect(await textOf(printed, 2))
      .to.match(/^Chapter\n/)
      .and.to.contain(`Report 2/${(await infoOf(printed)).Pages ?? ''}`);
    const [header] = (await wordsOf(printed, 2)).filter(({ text }) => text === 'Chapter');
    expect(header?.x).to.be.closeTo(28.3, 1);
  });

  it('has bookmarks at its beginning and its end without a page more', async () => {
    const html = `<!doctype html><h1>Chapter</h1><p>${words.repeat(40)}`;
    const printed = pdfOf(
      await service.render({
        operations: [
          { op: 'add_bookmark', title: 'Begins' },
          { op: 'add_html', html },
          { op: 'add_bookmark', title: 'Ends' },
        ],
      }),
    );
    expect((await infoOf(printed)).Pages).to.equal((await infoOf(await bare.print(html))).Pages);
  });

  it('can be a fragment, and a document can be content', async () => {
    const fragment = '<h1>Fragment</h1><p>Text';
    await expectAlike(
      pdfOf(await service.render({ operations: [{ op: 'add_html', html: fragment, as: 'document' }] })),
      await bare.print(`<!doctype html><html><body>${fragment}</body></html>`),
    );
    const html =
      '<!doctype html><html class="print" data-x="1"><style>.print.invoice[data-x] ' +
      'h1{font-size:50pt}</style><body class="invoice"><h1>Large</h1>';
    const content = pdfOf(
      await service.render({
        operations: [
          { op: 'add_text', text: 'Before' },
          { op: 'add_html', html, as: 'content' },
        ],
      }),
    );
    expect((await infoOf(content)).Pages).to.equal('1');
    const boxes = await wordBoxesOf(content, 1);
    const [large, before] = ['Large', 'Before'].map((text) => boxes.find((box) => box.text === text));
    const heightOf = (box: typeof large) => (box?.bottom ?? 0) - (box?.top ?? 0);
    expect(heightOf(large)).to.be.greaterThan(3 * heightOf(before));
  });

  it('conforms as composed documents do, and says which element keeps it from that', async () => {
    const html =
      '<!doctype html><html lang="en"><title>Report</title><body style="font-family:Arimo"><div ' +
      'class="box"><h1>Chapter</h1><h3 class="deep">Deep</h3></div><p>Text</p>';
    const refused = await service.render({
      output: { conformance: 'PDF/UA-1' },
      operations: [
        {
          op: 'add_html',
          html: `${html}<section id="pictures"><p>x</p><img src="${pixel}" width="40" height="40"></section>`,
        },
      ],
    });
    const found = refused
      .json()
      .findings.map(({ rule, selector, text }: { rule: string; selector: string; text: string }) => [
        rule,
        selector,
        text.slice(0, 10),
      ]);
    expect([refused.status, found]).to.deep.equal([
      422,
      [
        ['figure-text', '#pictures > img', 'data:image'],
        ['heading-levels', 'html > body > div > h3', 'Deep'],
      ],
    ]);
    const mended = html.replace(/h3/g, 'h2');
    for (const conformance of ['PDF/UA-1', 'PDF/A-2a', 'PDF/A-3a'])
      expect(
        (await service.render({ output: { conformance }, operations: [{ op: 'add_html', html: mended }] })).status,
      ).to.equal(200);
  });

  it('is laid out by paged.js where it brings that', async () => {
    const script = readFileSync('node_modules/pagedjs/dist/paged.polyfill.js').toString('base64');
    const html =
      '<!doctype html><title>Book</title><style>@page{size:A5;margin:20mm ' +
      '15mm;@bottom-center{content:counter(page)}} h1{break-before:page;string-set:t content(text)} ' +
      '@page{@top-left{content:string(t)}}</style><script ' +
      `src="paged.js"></script><h1>One</h1><p>${words.repeat(6)}</p><h1>Two</h1><p>${words}</p>`;
    const printed = pdfOf(
      await service.render({
        document: { assets: { 'paged.js': script } },
        operations: [{ op: 'add_html', html, waitFor: { selector: '.pagedjs_pages .pagedjs_page:nth-of-type(3)' } }],
      }),
    );
    expect((await infoOf(printed))['Page size']).to.match(/^419\.528 x 595\.276/);
    expect(await textOf(printed)).to.match(/One[\s\S]*Two\s+Two/);
  });

  it('stands in no other operation and at no position as a document', async () => {
    const answer = await service.render({
      operations: [{ op: 'add_html', html: '<!doctype html><p>x', as: 'document', position: { x: '1cm', y: '1cm' } }],
    });
    expect([answer.status, answer.json().errors[0].pointer]).to.deep.equal([400, '/operations/0/as']);
    expect(
      (
        await service.render({
          operations: [{ op: 'add_html', html: '<!doctype html><p>x', position: { x: '1cm', y: '1cm' } }],
        })
      ).status,
    ).to.equal(200);
  });
});
