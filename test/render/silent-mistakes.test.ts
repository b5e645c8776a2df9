import { expect } from 'chai';
import { textOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

interface Reported {
  readonly code: string;
  readonly message: string;
  readonly pointer?: string;
}

describe('What is certainly a mistake in a document', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const warningsOf = async (body: object): Promise<Reported[]> => {
    const answer = await service.render(body, { headers: { accept: 'application/json' } });
    expect(answer.status, answer.body.toString('utf8').slice(0, 300)).to.equal(200);
    return answer.json().report.warnings;
  };
  const html = (text: string, more: object = {}) => ({ operations: [{ op: 'add_html', html: text, ...more }] });

  it('is an unknown placeholder of a header or footer, which names the one that is near', async () => {
    const found = await warningsOf({
      document: { footer: { center: '{pgae} of {pages}' } },
      operations: [
        { op: 'set_header', html: '<style>b{color:red}</style><b>{titel}</b>' },
        { op: 'add_text', text: 'x' },
      ],
    });
    expect(found.map(({ code, message }) => `${code} ${message}`)).to.deep.equal([
      'placeholder-unknown A footer has `{pgae}`, which is no placeholder and is printed unchanged. Is ' +
        '`{page}` meant?',
      'placeholder-unknown A header has `{titel}`, which is no placeholder and is printed unchanged. Is ' +
        '`{title}` meant?',
    ]);
  });

  it('is a link to an id that nothing has, whatever made the link', async () => {
    const operations = [
      { op: 'add_heading', text: 'There', id: 'there' },
      {
        op: 'add_html',
        html: '<a href="#there">a</a><a href="#nowhere">b</a><a href="#top">c</a><p id="caf%C3%A9">x</p>',
      },
      { op: 'add_markdown', markdown: '[see](#missing) [fine](#there)' },
      {
        op: 'add_html',
        html: '<!doctype html><p id="own"><a href="#own">a</a><a href="#there">b</a><a href="#gone">c</a>',
      },
    ];
    const found = (await warningsOf({ operations })).filter(({ code }) => code === 'link-broken');
    expect(found.map(({ message }) => /`#(\w+)`/.exec(message)?.[1])).to.deep.equal(['nowhere', 'missing', 'gone']);
  });

  it('is an element that is not printed: one warning for a kind of element', async () => {
    for (const start of ['', '<!doctype html>']) {
      const found = await warningsOf(
        html(
          `${start}<p>x<iframe src="https://example.com"></iframe><iframe ` +
            'srcdoc="<p>in"></iframe><video></video><video></video><object data="a.pdf"></object><embed ' +
            'src="a.swf"><audio></audio>',
        ),
      );
      expect(
        found.filter(({ code }) => code === 'element-unsupported').map(({ message }) => /`(\w+)`/.exec(message)?.[1]),
      ).to.have.members(['iframe', 'video', 'object', 'embed', 'audio']);
      expect(found.find(({ message }) => message.includes('`video`'))).to.include({ pointer: '/operations/0/html' });
    }
  });

  it('is a file: address, wherever it stands', async () => {
    for (const part of [
      '<link rel="stylesheet" href="file:///a.css">',
      '<style>p{background:url(file:///a.png)}</style>',
      '<img srcset="file:///a.png 2x" src="">',
      '<img src="file:///a.png">',
      '<p style="background:url(\'file:///a.png\')">',
      '<script src="file:///a.js"></script>',
    ]) {
      const found = await warningsOf(html(`<p>x</p>${part}`));
      expect(
        found.map(({ code }) => code),
        part,
      ).to.include('resource-blocked');
    }
  });

  it('is a name in a template that the data does not have, but no name in a condition', async () => {
    const source =
      '<p>{{custmer.name}} {{customer.name}} {{#if note}}{{note}}{{/if}}{{#each ' +
      'lines}}{{text}}{{missing}}{{@index}}{{../total}}{{/each}}{{money total ' +
      'currency="EUR"}}{{empty}}</p>\n<p>{{#with customer}}{{name}}{{town}}{{/with}}</p>';
    const found = (
      await warningsOf({
        operations: [
          {
            op: 'add_template',
            source,
            data: { customer: { name: 'Ada' }, lines: [{ text: 'a' }, { text: 'b' }], total: 3, empty: null },
          },
        ],
      })
    ).filter(({ code }) => code === 'variable-unknown');
    expect(found.map(({ message }) => /line (\d).*has no `([\w.]+)`/.exec(message)?.slice(1).join(' '))).to.deep.equal([
      '1 custmer.name',
      '1 missing',
      '2 town',
    ]);
    expect(found[0]?.message).to.match(/Is `customer` meant\?$/);
  });

  it('is a column whose values the rows spell otherwise, and none that is to be filled in by hand', async () => {
    const table = (columns: unknown[], rows: unknown[]) => ({ operations: [{ op: 'add_table', columns, rows }] });
    const rows = [{ item: 'Bolt', prce: 1 }, { item: 'Nut' }];
    expect(await warningsOf(table(['item', { key: 'price', header: 'Price' }, 'signature'], rows))).to.deep.equal([
      {
        code: 'variable-unknown',
        message: "No row has a value for the column 'price', which stays empty. Is `prce` meant?",
        pointer: '/operations/0/columns/1',
      },
    ]);
    expect(await warningsOf(table(['item', 'price'], [...rows, { price: null }]))).to.deep.equal([]);
    expect(await warningsOf(table(['item', 'items'], rows))).to.deep.equal([]);
    expect(await warningsOf(table(['item', 'price'], [...rows, ['Washer', 3]]))).to.deep.equal([]);
  });

  const ignored: Readonly<Record<string, RegExp>> = {
    'p { colr: red }': /`colr`; `color` is the nearest/,
    '.n { footnote-policy: line }': /`footnote-policy`/,
    'h1 { position: running(head) }': /`position: running\(\)`/,
    '@page wide { marks: crop }': /`bleed` and `marks`. They have an effect in an `@page` for all pages/,
    'p { bleed: 3mm }': /`bleed` and `marks`/,
    'p { content: string(chapter) }': /`string\(\)`/,
    '@page { @top-left { content: leader(".") } }': /`leader\(\)` in margin boxes/,
    '@page { size: A6 }': /page size `a6`/,
    'p { color red }': /can not be read: "color red"/,
    '@pgae { size: A5 }': /`@pgae`/,
    'p { color: red } } h1 { color: blue }': /`}` too many/,
    'h1 { color: redd }': /no colour `redd`; did you mean `red`/,
    'h1 { width: 10 }': /`10` without a unit/,
    'h1 { margin: 3 px }': /space between `3` and its unit `px`/,
    '.a:hoover { color: red }': /no `:hoover`/,
  };
  for (const [css, message] of Object.entries(ignored)) {
    it(`is CSS without effect: ${css}`, async () => {
      for (const body of [
        html(`<!doctype html><style>${css}</style><p>x`),
        html(`<style>${css}</style><p>x`),
        html('<p>x', { css }),
        { ...html('<p>x'), document: { css } },
      ]) {
        const found = (await warningsOf(body)).filter(({ code }) => code === 'css-ignored');
        expect(found.map((warning) => warning.message).join('\n')).to.match(message);
      }
    });
  }

  it('is a brace that is not closed, and an unknown property in an attribute', async () => {
    for (const body of [html('<p>x', { css: 'h1 { color: red ' }), html('<p style="colr:red">x')]) {
      const found = await warningsOf(body);
      expect(found.map(({ code, message }) => `${code} ${message}`).join()).to.match(
        /^css-ignored .*(?:is not closed|`colr`)/,
      );
    }
  });

  it('is an @page in a fragment, and none in a complete document', async () => {
    expect((await warningsOf(html('<style>@page{size:A5}</style><p>x'))).map(({ code }) => code)).to.deep.equal([
      'css-ignored',
    ]);
    expect(await warningsOf(html('<!doctype html><style>@page{size:A5}</style><p>x'))).to.deep.equal([]);
  });

  it('is no CSS that browsers read, and none that is meant for others', async () => {
    const css =
      '.a{&:hover{color:red} .b &{top:0} @media print{left:0}} @layer x{p{inset:0}} @property ' +
      '--x{syntax:"*";inherits:false} @container (width>1px){p{zoom:1}} @supports (a:b){x{top:0}} ' +
      'p{*zoom:1;_height:1px;-ms-filter:"x";-webkit-box-orient:vertical;filter:alpha(opacity=50)} ' +
      '@font-face{font-family:x;src:local("Inter");font-display:swap} @page :first{@top-left{content:"x"}} ' +
      '.m{margin:0 auto;width:min(1px,2%);content:"}{";background:url(a{.png)}/*{*/a[x="{"]:hover{color:CanvasText} ' +
      '.c:has(>b):is(c,d){color:color-mix(in srgb,red,blue)} @starting-style{p{opacity:0}} :root{--any:{}}';
    expect(await warningsOf(html(`<!doctype html><style>${css}</style><p>x`))).to.deep.equal([]);
  });

  it('is counted for a PDF, and is an error for a request that asks for it', async () => {
    const body = { ...html('<p>x<video></video><a href="#no">y</a>'), document: { footer: { left: '{no}' } } };
    const answer = await service.render(body);
    expect(await textOf(pdfOf(answer))).to.contain('{no}');
    expect(answer.headers.get('document-warnings')).to.equal('3');
    for (const code of ['element-unsupported', 'link-broken', 'placeholder-unknown']) {
      const refused = await service.render({ ...body, output: { failOn: [code] } });
      expect([refused.status, refused.json().type]).to.deep.equal([422, `https://colophon.dev/problems/${code}`]);
    }
  });
});
