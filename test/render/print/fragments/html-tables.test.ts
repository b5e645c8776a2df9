import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from '../../../support/inspect.ts';
import { inOneGo } from '../../../support/in-one-go.ts';
import { checkSyntax, pageTreeOf, structureOf, wordBoxesOf } from '../../../support/pdf.ts';
import { run } from '../../../support/programs.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const rows = (
  count: number,
  cells = (index: number) => [
    `A${1000 + index}`,
    `Article number ${index} ${'with a long name '.repeat(index % 23 === 0 ? 9 : 1)}`,
    String(index % 97),
    (index * 1.37).toFixed(2),
  ],
) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<tr>${cells(index)
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  ).join('\n');
const head = '<thead><tr><th>No</th><th>Name</th><th>Count</th><th>Price</th></tr></thead>';
const table = ({ attributes = '', content = `${head}<tbody>${rows(230)}</tbody>` } = {}) =>
  `<table${attributes}>${content}</table>`;
const page = (html: string) => `<h1>Stock</h1><p>All of it.</p>${html}<p>End of it.</p><p>Very much so.</p>`;

interface Given {
  readonly operation: object;
  readonly css?: string;
}

const html = (content: string, css = ''): Given => ({ operation: { op: 'add_html', html: content }, css });

/** Documents whose table begins in one part and ends in another. */
const documents: Readonly<Record<string, Given | (() => Promise<Given>)>> = {
  'with no look of its own': html(page(table())),
  'with borders of its own': html(page(table({ attributes: ' border="1" cellpadding="3"' }))),
  'whose cells share their borders, and whose rows and neighbours are counted': html(
    page(table({ attributes: ' class="t" style="margin: 12px 0"' })),
    '.t { border-collapse: collapse; width: 100%; border: 2px solid red } .t td, .t th { border: 1px solid ' +
      '#999; padding: 4px } .t tr:nth-child(even) { background: #ddd } td:first-child { color: red } ' +
      'tr:first-child td { font-size: 2em } h1 + p { font-style: italic } p + p { text-indent: 3em } tbody ' +
      'tr:last-child { font-size: 2em } .t:last-child { margin-left: 3em }',
  ),
  'within elements with margins, borders and padding, and with a style sheet in it': html(
    '<style>.page { padding: 20px; border: 2px solid green; margin: 10px } .page p + p { font-size: 1.5em ' +
      '}</style><main ' +
      (`class="page"><article><section>${page(`<div class="box"><div>${table()}</div></div>`)}</section>` +
        `<section>${'<p>More.</p>'.repeat(400)}</section></article></main>`),
    '.box { padding: 5px; border: 1px dotted blue } .box div { margin: 9px } section + section { margin-top: 50px }',
  ),
  'of many bodies': html(
    page(
      table({
        content:
          head +
          Array.from(
            { length: 5 },
            (_, body) => `<tbody><tr class="group"><th colspan="4">Group ${body}</th></tr>${rows(40)}</tbody>`,
          ).join('\n'),
      }),
    ),
    'tbody + tbody tr:first-child th { border-top: 3px solid red; padding-top: 9px } tr:nth-child(3n+1) { ' +
      'background: #ddd; font-weight: bold } tr.group + tr { font-style: italic } tbody:last-of-type { color: ' +
      'green }',
  ),
  'of many bodies of two rows': html(
    page(
      table({
        content:
          head + Array.from({ length: 120 }, (_, body) => `<tbody class="b${body % 3}">${rows(2)}</tbody>`).join(''),
      }),
    ),
    'table { border-collapse: collapse } tbody { border-top: 4px solid red } tr { border-bottom: 1px solid ' +
      '#ddd } tr:nth-child(even) { background: #ddd }',
  ),
  'with cells over several rows': html(
    page(
      table({
        attributes: ' border="1"',
        content: `${head}<tbody>${Array.from(
          { length: 60 },
          (_, group) =>
            '<tr><td rowspan="3">Group ' +
            `${group}</td><td>a${group}</td><td>1</td><td>2</td></tr><tr><td>b${group}</td><td ` +
            `colspan="2">1</td></tr><tr><td>c${group}</td><td>1</td><td>2</td></tr>`,
        ).join('')}</tbody>`,
      }),
    ),
  ),
  'without a head': html(page(table({ content: `<tbody>${rows(230)}</tbody>` }))),
  'whose head and foot stand once': html(
    page(
      table({
        content: `${head}<tbody>${rows(230)}</tbody><tfoot><tr><td>Sum</td><td></td><td></td><td>9</td></tr></tfoot>`,
      }),
    ),
    'thead, tfoot { display: table-row-group }',
  ),
  'whose foot stands on every page': html(
    page(
      table({
        content: `${head}<tbody>${rows(230)}</tbody><tfoot><tr><td>Foot</td><td></td><td></td><td>9</td></tr></tfoot>`,
      }),
    ),
  ),
  'whose rows go over pages': html(
    page(
      table({
        attributes: ' border="1"',
        content:
          `${head}<tbody>` +
          (rows(140, (index) => [
            `A${index}`,
            `Article with text that goes over several lines ${'and on '.repeat((index * 7) % 40)}`,
            String(index % 97),
            '1',
          ]) +
            '</tbody>'),
      }),
    ),
  ),
  'whose rows have ids': html(
    `${page(
      table({
        content: `${head}<tbody>${rows(260, (index) => [
          `A${index}`,
          'Even ' +
            (index > 90 && index % 41 === 0
              ? 'long text which takes two lines or even three lines in this cell because it is rather long and ' +
                'goes on for a bit'
              : ''),
          String(index % 97),
          '1',
        ]).replaceAll(/<tr>(?=<td>A(\d+))/g, '<tr id="row-$1">')}</tbody>`,
      }),
    )}<p><a ` + 'href="#row-200">up</a></p>',
    '#row-7 { color: red }',
  ),
  'whose rows are even but for some': html(
    page(
      table({
        content: `${head}<tbody>${rows(260, (index) => [
          `A${index}`,
          'Even ' +
            (index > 90 && index % 41 === 0
              ? 'long text which takes two lines or even three lines in this cell because it is rather long ' +
                'and goes on for a ' +
                'bit'
              : ''),
          String(index % 97),
          '1',
        ])}</tbody>`,
      }),
    ),
  ),
  'from right to left': html(`<div dir="rtl">${page(table({ attributes: ' border="1"' }))}</div>`),
  'on pages that a style sheet in it sets': html(
    `<style>@page { size: A5 landscape; margin: 1cm 2cm } table { width: 100% }</style>${page(table())}`,
  ),
  'with a style sheet that has rules for whatever there may be': html(
    '<div class="container"><h1 class="title">Stock</h1><p class="lead">All of ' +
      (`it.</p><h2>Bolts</h2><p>Some.</p>${table({ attributes: ' class="table striped"' })}<h2>Nuts</h2>` +
        `${'<p>More.</p><h2>Other</h2><p>And more.</p>'.repeat(70)}</div>`),
    '*, ::before, ::after { box-sizing: border-box } legend { float: left } legend + * { clear: left } ' +
      '.dropdown, .navbar > .menu { position: absolute } .col-6 { float: left } .row::after { content: ""; ' +
      'clear: both; position: static } :where(nav li)::before { float: left; content: "" } [role=group] > ' +
      ':not(:first-child) { margin-left: 9em } [type=checkbox]:checked + label::before { content: counter(x); ' +
      'position: absolute } .btn-group > .btn:nth-child(n+3) { color: red } .container { padding: 0 12px } ' +
      '.table { width: 100%; caption-side: bottom } .table > :not(caption) > * > * { padding: 4px; ' +
      'border-bottom: 1px solid #ccc } .striped > tbody > tr:nth-of-type(odd) > * { background: #eee } :where(p, ' +
      'table, ul) ~ :is(h1, h2) { margin-top: 30px } .container > :not([hidden]) ~ p:not([hidden]) { ' +
      'padding-left: 3px } @media print { .navbar { display: none } @page { size: A5 } } @supports (position: ' +
      'sticky) { .top { position: sticky } }',
  ),
  'whose head has a wider line, which rows share': html(
    page(
      table({
        attributes: ' class="t"',
        content:
          `${head}<tbody>` +
          (rows(230, (index) => [`A${index}`, `Article ${index} ${'and on '.repeat((index * 7) % 30)}`, '1', '2']) +
            '</tbody>'),
      }),
    ),
    '.t { border-collapse: collapse; border: 5px solid green } td { border-bottom: 1px solid #ddd; padding: ' +
      '5px } th { border-bottom: 3px solid #333; padding: 5px }',
  ),
  'whose rows are apart, with lines that cells over several rows share': html(
    page(
      table({
        attributes: ' border="1" class="t"',
        content: `${head}<tbody>${Array.from(
          { length: 120 },
          (_, group) =>
            `<tr class="odd" id="g${group}"><td rowspan="2">Group ` +
            `${group}<table><tbody><tr><td>in</td><td>it</td></tr></tbody></table></td><td><input ` +
            `name="a${group}">a</td><td>1</td><td></td></tr><tr><td>b</td><td colspan="2">1</td></tr>`,
        ).join('')}</tbody>`,
      }),
    ),
    '.t { border-spacing: 6px 9px; padding: 12px; border: 7px solid navy; background: #efe } .odd td { ' +
      'border-bottom: 4px solid red } .odd + tr td { border-top: 3px solid blue } td:empty { background: #cdf }',
  ),
  'in a form': html(`<form>${page(table({ attributes: ' border="1"' }))}</form>`),
  'in Markdown': {
    operation: {
      op: 'add_markdown',
      markdown:
        `# Stock\n\nText.\n\n| No | Name | Count ` +
        (`|\n|---|---|--:|` +
          (`\n` +
            Array.from(
              { length: 260 },
              (_, index) => `| A${index} | Article **number** ${index} | ${index % 97} |`,
            ).join('\n') +
            `\n\nThe `)) +
        `end.\n`,
    },
  },
  'by a helper of a template': {
    operation: {
      op: 'add_template',
      source: '<h1>Stock</h1>{{{table columns=columns rows=rows zebra=true}}}<p>The end.</p>',
      data: {
        columns: ['No', 'Name', 'Count'],
        rows: Array.from({ length: 260 }, (_, index) => [`A${index}`, `Article ${index}`, index % 97]),
      },
    },
  },
  'in a template of the service': async () => {
    const file = new URL('../../../../templates/statement/sample.json', import.meta.url);
    const sample = JSON.parse(await readFile(file, 'utf8')) as { operations: { data?: object }[] };
    return {
      operation: {
        op: 'add_template',
        name: 'statement',
        data: {
          ...sample.operations.find(({ data }) => data !== undefined)?.data,
          currency: 'EUR',
          entries: Array.from({ length: 260 }, (_, index) => ({
            date: '2026-01-01',
            text: `Entry ${index}`,
            amount: index % 2 === 0 ? -12.5 : 20,
          })),
        },
      },
    };
  },
  'of the operation, in groups of two': {
    operation: {
      op: 'add_table',
      zebra: true,
      groupBy: 'Group',
      columns: ['Group', 'Name', 'Count'],
      rows: Array.from({ length: 240 }, (_, index) => [
        `Group ${Math.floor(index / 2)}`,
        `Article ${index}`,
        index % 97,
      ]),
    },
  },
  'of the operation, in groups with subtotals that are wider than what they sum up': {
    operation: {
      op: 'add_table',
      zebra: true,
      groupBy: 'Group',
      columns: ['Group', 'Name', { header: 'Count', footer: 'sum' }, { header: 'Price', footer: 'avg' }],
      rows: Array.from({ length: 240 }, (_, index) => [
        'Group ' +
          `${Math.floor(index / 3)}${
            index % 99 === 9
              ? (
                  ' has a name that goes on and on and on, as if nothing else were of any interest to those ' +
                  'who read it, and ' +
                  'then some more of the same'
                ).repeat(2)
              : ''
          }`,
        `Article ${index}`,
        index * 1000,
        index,
      ]),
    },
    css: '.table tr.subtotal td { padding-left: 40px }',
  },
  'of the operation, with lines that are shared': {
    operation: {
      op: 'add_table',
      columns: ['No', 'Name', 'Count'],
      rows: Array.from({ length: 240 }, (_, index) => [index, `Article ${index}`, index % 97]),
    },
    css:
      '.table { border-collapse: collapse; border: 4px solid navy } .table thead th { border-bottom: 5px solid ' +
      'red } .table td { border: 1px solid #ccc }',
  },
  'of the operation, wider than its page, which is printed smaller': {
    operation: {
      op: 'add_table',
      columns: Array.from({ length: 14 }, (_, column) => `Quantity${column}`),
      rows: Array.from({ length: 230 }, (_, index) =>
        Array.from({ length: 14 }, (_cell, column) => (column % 3 === 0 ? index * column : `value ${index % 40}`)),
      ),
    },
  },
  'of the operation, whose rows the request counts': {
    operation: {
      op: 'add_table',
      zebra: true,
      columns: ['No', 'Name', 'Count'],
      rows: Array.from({ length: 240 }, (_, index) => [index, `Article ${index}`, index % 97]),
    },
    css: '.table tr:nth-child(3n) { font-style: italic } td:first-child { color: red }',
  },
};

const small = '@page { size: 105mm 148mm; margin: 1cm }';
const three = '<thead><tr><th>No</th><th>Name</th><th>Price</th></tr></thead>';
const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`).join('<br>');
const ofRows = (count: number, row: (index: number) => string, attributes = '') =>
  `<table${attributes}>${three}<tbody>` +
  `${Array.from({ length: count }, (_, index) => row(index)).join('')}</tbody></table>`;

const paragraphs = (count: number, between: (index: number) => string = () => '') =>
  Array.from(
    { length: count },
    (_, index) => `${between(index)}<p>Paragraph ${index} ${'with words '.repeat(index % 31)}</p>`,
  ).join('');
const boxed = (css: string) => html(`<div class="page">${paragraphs(380)}</div>`, css);

/** What is not cut, or not everywhere: it would be another document, or lose something. */
const others: Readonly<Record<string, Given>> = {
  'rows that go over pages behind others that begin them': html(
    '<table><tbody>' +
      (Array.from(
        { length: 40 },
        (_, index) =>
          `<tr class="u"><td>${lines(`A${index}`, 17)}</td></tr><tr><td>${lines(`B${index}`, 27)}</td></tr>`,
      ).join('') +
        '</tbody>') +
      '</table>',
    `${small} .u { break-before: page }`,
  ),
  'rows that would fit on one page, and go over two': html(
    '<table><tbody>' +
      (Array.from(
        { length: 100 },
        (_, index) => `<tr class="u"><td>${lines(`A${index}`, 8)}</td></tr><tr><td>${lines(`B${index}`, 14)}</td></tr>`,
      ).join('') +
        '</tbody>') +
      '</table>',
    `${small} .u { break-before: page }`,
  ),
  'ids that style sheets look for': html(
    Array.from(
      { length: 620 },
      (_, index) => `<p id="f:${index}">Paragraph ${index} ${'with words '.repeat(6)}</p>`,
    ).join(''),
    Array.from({ length: 88 }, (_, index) => `#f\\:${index * 7} { padding-bottom: 90px }`).join(' '),
  ),
  'rows and cells with ids that style sheets look for': html(
    ofRows(
      200,
      (index) =>
        `<tr id="t:${index}"><td id="t:${index}:a">A${index}</td><td id="t:${index}:b">N</td><td ` +
        `id="t:${index}:c">3</td></tr>`,
    ),
    Array.from({ length: 28 }, (_, index) => `#t\\:${index * 7} td { padding-bottom: 90px }`).join(' '),
  ),
  'attributes with ids that style sheets look for': html(
    Array.from(
      { length: 620 },
      (_, index) => `<p id="p${index}">Paragraph ${index} ${'with words '.repeat(6)}</p>`,
    ).join(''),
    '[ ID^="p"] { margin-bottom: 60px }',
  ),
  'cells over high rows, all with ids': html(
    ofRows(
      240,
      (index) =>
        `<tr id="r${index}">${index % 4 === 0 ? `<td id="a${index}" rowspan="4">G${index}</td>` : ''}<td ` +
        `id="b${index}">N${index}</td><td id="c${index}">3</td></tr>`,
      ' border="1"',
    ),
    `${small} td { height: 55mm }`,
  ),
  'cells over several rows in tables in cells': html(
    ofRows(
      160,
      (index) =>
        `<tr><td>A${index}</td><td>` +
        ((index % 50 === 7
          ? '<table><tbody><tr><td rowspan="2">q</td><td>r</td></tr><tr><td>s</td></tr></tbody></table>'
          : 'N') +
          '</td>') +
        '<td>3</td></tr>',
      ' border="1" width="100%"',
    ),
  ),
  'a direction that follows from the text': html(`<div dir="auto"><p>שלום עולם</p>${paragraphs(380)}</div>`),
  'a style that is left open': html(
    ofRows(200, (index) => `<tr style="color: red; /* x"><td>A${index}</td><td>N</td><td>3</td></tr>`),
  ),
  'rows that are not there, and what is no row, between others': html(
    ofRows(
      260,
      (index) =>
        (index % 19 === 0
          ? '<tr id="s" hidden></tr><template><p>x</p></template>'
          : index % 19 === 9
            ? '<input type="hidden" name="x">'
            : '') +
        '<tr>' +
        `<td>A${index}</td><td>N</td><td>3</td></tr>`,
    ),
    small,
  ),
  'long texts in rows of the operation that others reach into': {
    operation: {
      op: 'add_table',
      columns: ['a', 'b', 'c'],
      rows: Array.from({ length: 240 }, (_, index) =>
        index % 4 === 0
          ? [{ text: 'G', rowspan: 2 }, 'x', 1]
          : index % 4 === 1
            ? [
                index === 181
                  ? 'a long text that goes on and on, and makes its column as wide as it can be'
                  : 'longer text here',
                2,
              ]
            : ['p', 'q', 3],
      ),
    },
  },
  'a row of the operation that is higher than a page': {
    operation: {
      op: 'add_table',
      columns: ['a', 'b', 'c'],
      rows: Array.from({ length: 240 }, (_, index) => ['x', index === 181 ? 'long text '.repeat(1500) : 'y', 1]),
    },
  },
  'a caption below the table': html(
    page(table({ content: `<caption>Below it</caption>${head}<tbody>${rows(230)}</tbody>` })),
    'caption { caption-side: bottom }',
  ),
  'what a style sheet puts before an element that would be cut': html(
    `<article class="card">${page(table())}</article>`,
    '.card::before, table:before { content: "CONFIDENTIAL" }',
  ),
  'a style sheet within the table': html(
    page(table({ content: `<style>td { color: red; padding-top: 9px }</style>${head}<tbody>${rows(230)}</tbody>` })),
  ),
  'a column that is not shown': html(
    page(
      table({
        content:
          '<colgroup><col><col style="visibility: ' +
          `collapse"><col><col></colgroup>${head}<tbody>${rows(200)}</tbody>`,
      }),
    ),
  ),
  'lines, widths and bodies of a look of their own in cells': html(
    page(
      table({
        content:
          `${head}<tbody>` +
          (rows(200, (index) => [`A${index}`, index % 2 === 0 ? 'short' : `one<br>two<br>three${index}`, '1', '2']) +
            '</tbody>') +
          '<tbody ' +
          ('class="big">' +
            (rows(200, (index) => [
              `A${index}`,
              `text ${index}`,
              '1',
              index === 100 ? '<div style="min-width: 300px">q</div>' : '2',
            ]) +
              '</tbody>')),
      }),
    ),
    '.big td { font-size: 24px }',
  ),
  'rows that are told by those before them': html(
    page(
      table({
        content:
          `${head}<tbody>` + rows(230).replaceAll(/<tr>(?=<td>A1\d\d[147])/g, '<tr class="a" data-g="1">') + '</tbody>',
      }),
    ),
    'tr.a + tr + tr td { padding-left: 20px } tr[data-g] + tr td { padding-top: 9px }',
  ),
  'a body with margins, padding and a border': html(
    page(table()),
    'body { margin: 40px 10px; padding: 30px; border-top: 3px solid red }',
  ),
  'an element that is zoomed': boxed('.page { zoom: .8 }'),
  'an element that is as high as it is said to be': boxed('.page { min-height: 14000px }'),
  'a height of the page that is another': boxed('.page { --content-height: 300px }'),
  'an element as wide as its widest line': boxed('.page { width: fit-content; margin: 0 auto; text-align: right }'),
  'an element painted as one': boxed('.page { background: linear-gradient(red, blue) }'),
  'paragraphs that are told by those before them': boxed(
    'p + p { position: relative; padding-left: 40px } p:first-child { font-size: 2em }',
  ),
  'what another element says of all': html(
    `${paragraphs(380)}<p class="last">The last.</p>`,
    'body:has(.last) p { padding-left: 30px }',
  ),
  'a table told by the heading before it': html(
    '<h1>Stock</h1><p>All of ' +
      ('it.</p>' +
        table({ content: `${head}<tbody>${rows(230, (index) => [`A${index}`, `text ${index}`, '1', '2'])}</tbody>` })),
    'h1 ~ table td { padding: 0 24px } p + table { font-size: 18px } table ~ table td, table ~ table { color: ' +
      'red; padding: 9px }',
  ),
  'elements told by those somewhere before them': html(
    '<!-- <h3>not there</h3> --><div ' +
      (`class="divide"><h2>First</h2>${table({ content: `${head}<tbody>${rows(150)}</tbody>` })}<h2>Second</h2>` +
        `${paragraphs(300)}</div>`),
    'table { border-collapse: collapse } .divide > :not([hidden]) ~ :not([hidden]) { border-top: 4px solid red ' +
      '} h3 ~ *, h3 ~ div p { margin-left: 30px } table ~ p { padding-left: 20px } h2 ~ h2 { font-size: 40px }',
  ),
  'an element painted as one, told by the heading before it': html(
    `<h1>Stock</h1><article>${paragraphs(380)}</article>`,
    'h1 ~ article { background: linear-gradient(red, blue) }',
  ),
  'columns that the style sheet would show': html(
    page(table()),
    'colgroup { position: fixed } col { background: yellow; width: 300px }',
  ),
  'a style sheet in a comment': html(`<!-- <style>p { padding-left: 60px }</style> -->${paragraphs(380)}`),
  'style sheets between paragraphs': html(
    paragraphs(380, (index) =>
      index === 3
        ? '<style>p { padding-left: 10px }</style>'
        : index === 250
          ? '<style>p { padding-left: 40px }</style>'
          : '',
    ),
  ),
  'texts between elements that are cut': html(
    `<div><section>${paragraphs(250)}</section>trailing <b>text</b><section>${paragraphs(250)}</section> end</div>`,
  ),
  'a style sheet with quotes in quotes': html(
    paragraphs(380, (index) => (index % 40 === 0 ? '<p class="x">floats</p>' : '')),
    'q::before { content: "\\"" } .x { float: left } q::after { content: "\\"" }',
  ),
};

interface Word {
  readonly text: string;
  readonly box: readonly number[];
}

describe('Long HTML', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 3000 })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const pdf = async ({ operation, css = '' }: Given, more = { css: '' }) =>
    pdfOf(
      await service.render({
        operations: [operation, { op: 'add_text', text: 'Behind it.' }],
        document: { lang: 'en', css: `${css}${more.css}` },
        output: { deterministic: true },
      }),
    );

  for (const [name, document] of Object.entries({
    ...documents,
    ...Object.fromEntries(Object.entries(others).map(([what, given]) => [`with ${what}`, given])),
  })) {
    it(`${name} is word for word where one print has it`, async () => {
      const given = typeof document === 'function' ? await document() : document;
      const [inParts, whole] = await Promise.all([pdf(given), pdf(given, inOneGo)]);
      if (name in documents) expect(await pageTreeOf(inParts), 'parts').not.to.equal(await pageTreeOf(whole));
      const [own = [], wanted = []] = await Promise.all([inParts, whole].map(wordsOf));
      expect(own.map(textsOf)).to.deep.equal(wanted.map(textsOf));
      expect(
        wanted.flatMap((words, index) =>
          words.filter((word, at) => !isAt(own[index]?.[at], word)).map(({ text }) => `'${text}' on page ${index + 1}`),
        ),
        'words at other places',
      ).to.deep.equal([]);
      if (!(name in documents)) return;
      const [seen = [], asWanted = []] = await Promise.all([inParts, whole].map(painted));
      expect(seen).to.have.length(asWanted.length);
      expect(
        seen.flatMap((pixels, index) => (differing(pixels, asWanted[index]) > aLine ? [index + 1] : [])),
        'pages that look otherwise',
      ).to.deep.equal([]);
    });
  }

  it('has all rows in its structure, whatever its head looks like', async () => {
    const heads = [
      '<thead><!-- <tr><th>old</th></tr> --><tr><th>No</th><th>Name</th></tr></thead>',
      '<thead><tr><th>No</th><th>Name</th></tr><tr hidden><th>x</th><th>y</th></tr></thead>',
    ];
    for (const own of heads) {
      const structure = await structureOf(
        await pdf(
          html(
            `<table>${own}<tbody>` +
              (Array.from({ length: 240 }, (_, index) => `<tr><td>row ${index}.</td><td>N</td></tr>`).join('') +
                '</tbody>') +
              '</table>',
          ),
        ),
      );
      expect(structure.match(/"row \d+\."/g)).to.deep.equal(
        Array.from({ length: 240 }, (_, index) => `"row ${index}."`),
      );
    }
  });

  it('has the outline of one print, whatever headings its cells and its caption have', async () => {
    const given = html(
      `<h1>List</h1><table><caption><h2>Caption</h2></caption>${three}<tbody>` +
        `${Array.from(
          { length: 280 },
          (_, index) =>
            '<tr><td>' +
            ((index % 12 === 0 ? `<!-- <h4> --><h${2 + (index % 3)}>H${index}</h${2 + (index % 3)}>` : `A${index}`) +
              '</td>') +
            '<td>N</td><td>3</td></tr>',
        ).join('')}</tbody>` +
        '</table>',
    );
    expect((await inspect(await pdf(given))).outline).to.deep.equal((await inspect(await pdf(given, inOneGo))).outline);
  });

  it('is one table in one structure, with what is around it, and says its head once', async () => {
    const out = await pdf(
      html(
        '<article><h1>Stock</h1><section><p>All of ' +
          ('it.</p>' +
            `${table({
              content:
                '<thead><tr><th>No</th><td>Name</td><th>Count</th><th>Price</th></tr></thead><tbody>' +
                (`${rows(200, (index) => [`row ${index}.`, 'Nut', '1', '2'])}</tbody><tfoot><tr><th>Sum</th><td>` +
                  '</td><td></td>') +
                '<td>9</td></tr></tfoot>',
            })}<p>` +
            'End ') +
          `of it.</p></section>${'<p>More.</p>'.repeat(200)}</article>`,
      ),
    );
    const structure = await structureOf(out);
    expect(structure.match(/^ *Art\b/gm)).to.have.length(1);
    expect(structure.match(/^ *Table\b/gm)).to.have.length(1);
    expect(structure.match(/"(?:No|Name|Count|Price|Sum)"/g)).to.deep.equal([
      '"No"',
      '"Name"',
      '"Count"',
      '"Price"',
      '"Sum"',
    ]);
    expect(structure.match(/"row \d+\."|"End of it\."/g)).to.deep.equal([
      ...Array.from({ length: 200 }, (_, index) => `"row ${index}."`),
      '"End of it."',
    ]);
    expect(structure.match(/^ {6}P\b/gm)).to.have.length(200);
    const ids = new Set(Array.from(structure.matchAll(/TH <(node\d+)>/g), ([, id]) => id));
    expect(Array.from(structure.matchAll(/\((node\d+)\)/g), ([, id]) => id).filter((id) => !ids.has(id))).to.deep.equal(
      [],
    );
    await checkSyntax(out);
  });
});

/** Pixels that may be rounded otherwise, and by how much: the shortest line has more. */
const aLine = 10;
const aShade = 64;
const differing = (a: Buffer, b = a) =>
  a.reduce((sum, pixel, at) => sum + (Math.abs(pixel - (b[at] ?? 0)) > aShade ? 1 : 0), 0);

const textsOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');
/** Whether a word is where another is, to a tenth of a point. */
const isAt = (word: Word | undefined, other: Word) =>
  other.box.every((edge, side) => Math.abs(edge - (word?.box[side] ?? NaN)) <= 0.1);

/** What each page looks like. */
async function painted(pdf: Buffer): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-test-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    await run('pdftoppm', ['-q', '-gray', '-r', '40', file, join(folder, 'page')]);
    return await Promise.all(
      (await readdir(folder))
        .filter((name) => name.endsWith('.pgm'))
        .sort()
        .map((name) => readFile(join(folder, name))),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The words of each page with their edges, in points. */
async function wordsOf(pdf: Buffer): Promise<Word[][]> {
  const edges = /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g;
  return (await wordBoxesOf(pdf))
    .split('<page')
    .slice(1)
    .map((one) =>
      Array.from(one.matchAll(edges), ([, x1, y1, x2, y2, word = '']) => ({
        text: word,
        box: [x1, y1, x2, y2].map(Number),
      })),
    );
}
