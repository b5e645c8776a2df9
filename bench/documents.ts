/**
 * The three documents that are measured: a line, an invoice of 30 rows, a table of 1,000 rows. Each a body of
 * `POST /api/v1/render`.
 */

const item = (number: number) => [
  String(number),
  `Hexagon bolt M${(number % 20) + 4} x ${20 + (number % 9) * 5}, zinc plated`,
  String(1 + (number % 40)),
  ((number % 97) * 1.35 + 0.4).toFixed(2),
  ((1 + (number % 40)) * ((number % 97) * 1.35 + 0.4)).toFixed(2),
];

const table = (rows: number) => ({
  op: 'add_table',
  columns: [
    '#',
    'Article',
    { header: 'Quantity', align: 'right' },
    { header: 'Price', align: 'right' },
    { header: 'Amount', align: 'right' },
  ],
  rows: Array.from({ length: rows }, (_, index) => item(index + 1)),
});

/** A stock list of so many rows. */
export const stock = (rows: number) => ({
  document: { title: 'Stock list', lang: 'en' },
  operations: [{ op: 'add_heading', text: 'Stock list' }, table(rows)],
});

export const documents = {
  'one line': { operations: [{ op: 'add_text', text: 'The quick brown fox jumps over the lazy dog.' }] },
  'invoice of 30 rows': {
    document: { title: 'Invoice 2026-0417', lang: 'en' },
    operations: [
      { op: 'add_heading', text: 'Invoice 2026-0417' },
      { op: 'add_text', text: 'Northwind Fasteners Ltd, 12 Harbour Road, Bristol. Payable within 30 days.' },
      table(30),
      { op: 'add_text', text: 'Thank you for your order.' },
    ],
  },
  'table of 1,000 rows': stock(1000),
} as const;

const rowOf = (number: number) =>
  `<tr>${item(number)
    .map((cell) => `<td>${cell}</td>`)
    .join('')}</tr>`;
/** With a font, so that the raw page prints the same one: without it the service has the font of its style. */
const css =
  'body { font: 11pt/1.35 sans-serif; margin: 0 } table { width: 100%; border-collapse: collapse } ' +
  'td { border-bottom: 1pt solid #ccc; padding: 2pt }';
const htmlBody = (html: string) => ({ operations: [{ op: 'add_html', html, css }] });
const htmlTable = (rows: number) =>
  '<table><thead><tr><th>#</th><th>Article</th><th>Quantity</th><th>Price</th><th>Amount</th></tr></thead><tbody>' +
  `${Array.from({ length: rows }, (_, index) => rowOf(index + 1)).join('')}</tbody></table>`;

/** The same documents as a user's own HTML. */
export const htmlDocuments = {
  'one line': htmlBody('<p>The quick brown fox jumps over the lazy dog.</p>'),
  'invoice of 30 rows': htmlBody(`<h1>Invoice 2026-0417</h1>${htmlTable(30)}<p>Thank you for your order.</p>`),
  'table of 1,000 rows': htmlBody(`<h1>Stock list</h1>${htmlTable(1000)}`),
};

/** The HTML of such a request as a page of its own. */
export const pageOf = ({ operations: [first] }: ReturnType<typeof htmlBody>): string =>
  `<!doctype html><html lang="en"><head><title>Bench</title><style>${first?.css}</style></head>` +
  `<body>${first?.html}</body></html>`;
