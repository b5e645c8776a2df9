import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { checkSyntax, infoOf, structureOf, textOf, wordsOf } from '../support/pdf.ts';
import { type Json, pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const folder = new URL('../../templates/', import.meta.url);

/** What has to stand in each sample, and on how many pages it stands. */
const samples: Readonly<Record<string, { readonly pages: number; readonly texts: readonly string[] }>> = {
  'certificate/sample.json': {
    pages: 1,
    texts: ['Certificate of Competence', 'Dr Marguerite Oyelaran-Whitfield', '21 March 2026', 'IAR-2026-0417'],
  },
  'certificate/sample.ar.json': { pages: 1, texts: ['CAL-2026-118', '٧٢'] },
  'contract/sample.json': {
    pages: 3,
    texts: [
      'HC-2026-031',
      'the “Provider”',
      '5.2',
      'deletes the Client',
      'Magnus Drever, Chair of the board',
      'Signed in 2 copies',
    ],
  },
  'contract/sample.de.json': {
    pages: 2,
    texts: ['Zwischen', 'nachfolgend „Auftraggeberin“', '3.2', 'Unterzeichnet in 2 Ausfertigungen'],
  },
  'data-sheet/sample.json': {
    pages: 2,
    texts: ['PT-16G', 'Process connection', '€219.90', 'As of 1 September 2026', 'Limit'],
  },
  'form/sample.json': {
    pages: 2,
    texts: ['Application for a', 'Date of birth', 'Up to three vehicles', 'Place, date'],
  },
  'form/sample.fr.json': { pages: 1, texts: ['Inscription à la', 'JJMMAAAA', 'Lieu et date'] },
  'invoice/sample.json': {
    pages: 2,
    texts: [
      '2026-1184',
      '€1,211.00',
      'VAT 19% on €7,340.49',
      '€1,394.69',
      '€9,003.17',
      '−€2,000.00',
      '€7,003.17',
      'DE89 3704 0044 0532 0130 00',
    ],
  },
  'invoice/sample.de.json': {
    pages: 1,
    texts: ['Rechnung', '835,62 €', 'Zu zahlen', 'Verwendungszweck', '05.11.2026'],
  },
  'invoice/sample.ar.json': {
    pages: 1,
    texts: ['INV-2026-0457', '11,144.85', '3,645.00', 'AE07 0331 2345 6789 0123 456'],
  },
  'letter/sample.json': {
    pages: 1,
    texts: ['Ms Adaeze Thornbury', '9 November 2026', 'Enclosures', 'Calder & Wick, site office'],
  },
  'letter/sample.he.json': { pages: 1, texts: ['מוזיאון הים התיכון', '2026-114', 'מצורפים'] },
  'packing-slip/sample.json': { pages: 2, texts: ['DN-26-55081', 'A-04-2', 'HO-4412-L', '50.5 kg', 'NL 4471 0098 23'] },
  'packing-slip/sample.de.json': { pages: 1, texts: ['Lieferschein', 'LS-26-7741', '28,4 kg'] },
  'quote/sample.json': { pages: 2, texts: ['Q-26-0318', '£11,504.50', '£41,226.84', 'We accept quotation Q-26-0318'] },
  'quote/sample.fr.json': { pages: 2, texts: ['Devis', 'TVA 20 % sur', '29 632,12 €', 'Bon pour accord'] },
  'receipt/sample.json': { pages: 1, texts: ['0417-20886', '14/10/2026, 16:42', '£45.45', 'Change', '£4.55'] },
  'receipt/sample.ja.json': { pages: 1, texts: ['領収書', '3,460', 'お釣り', '1,540'] },
  'report/sample.json': {
    pages: 9,
    texts: [
      'Which depots can go',
      'Prepared for',
      '16 November 2026',
      'All 48 depots',
      'piotr.lindqvist@tallisquay.example',
    ],
  },
  'statement/sample.json': {
    pages: 1,
    texts: ['Opening balance', '€4,182.50', '2,615.75', 'Closing balance', '€3,883.60'],
  },
  'statement/sample.he.json': { pages: 1, texts: ['דף חשבון', '9,309.20', 'יתרת סגירה'] },
  'summary/sample.json': {
    pages: 8,
    texts: ['Night trains pay', 'Passengers', 'A second train', '23%', 'A passenger in our September survey'],
  },
  'summary/sample.ja.json': { pages: 4, texts: ['図書館利用調査の結果', '38.6', '2026年10月22日'] },
};

const plain = (text: string) =>
  text
    .replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/ +/g, ' ');

describe('The bundled templates, through the front door', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const requestOf = async (path: string): Promise<Json> => JSON.parse(await readFile(new URL(path, folder), 'utf8'));
  const dataOf = (request: Json) => request.operations.find(({ op }: { op: string }) => op === 'add_template').data;
  const rendered = async (request: Json) => pdfOf(await service.render(request));

  it('are listed with what they are', async () => {
    const { templates } = (await service.request('GET', '/api/v1/capabilities')).json();
    expect(templates).to.have.length(12);
    for (const { name, description } of templates) expect(description, name).to.match(/\.$/);
  });

  it('have no sample that is not tried here', async () => {
    const files = (await readdir(folder, { recursive: true })).filter((file) => /\/sample[^/]*\.json$/.test(file));
    expect(files.sort()).to.deep.equal(Object.keys(samples).sort());
  });

  for (const [path, { pages, texts }] of Object.entries(samples)) {
    it(
      `print ${path} on ${pages} ${pages === 1 ? 'page' : 'pages'}, without a warning, tagged, ` + 'in its language',
      async () => {
        const request = await requestOf(path);
        const answer = await service.render({
          ...request,
          output: { ...request.output, failOn: ['resource', 'console'] },
        });
        const pdf = pdfOf(answer);
        expect(answer.headers.get('document-pages')).to.equal(String(pages));
        const text = plain(await textOf(pdf));
        for (const wanted of texts) expect(text).to.contain(wanted);
        expect((await infoOf(pdf)).Tagged).to.equal('yes');
        await checkSyntax(pdf);
      },
    );
  }

  it('have one heading of the first level, and header cells in their tables', async () => {
    for (const path of [
      'invoice/sample.json',
      'quote/sample.fr.json',
      'statement/sample.json',
      'contract/sample.json',
      'data-sheet/sample.json',
      'letter/sample.json',
    ]) {
      const structure = await structureOf(await rendered(await requestOf(path)));
      expect(structure.match(/^\s*H1\b/gm), path).to.have.length(1);
      if (/\bTable\b/.test(structure)) expect(structure, path).to.match(/\bTH\b/);
    }
  });

  for (const [path, start, end] of [
    ['invoice/sample.ar.json', '100888888800003', 'INV-2026-0457'],
    ['statement/sample.he.json', '2161401', '40917'],
  ] as const) {
    it(`run from right to left in ${path}`, async () => {
      const words = await wordsOf(await rendered(await requestOf(path)), 1);
      const at = (text: string) => words.find((word) => word.text.includes(text))?.x ?? Number.NaN;
      expect(at(start)).to.be.greaterThan(300);
      expect(at(end)).to.be.lessThan(200);
    });
  }

  for (const name of ['invoice', 'quote', 'statement', 'packing-slip']) {
    it(`set ${name} with 1 and with 200 lines, the header on every page of them`, async () => {
      const request = await requestOf(`${name}/sample.json`);
      const data = dataOf(request);
      const key = 'entries' in data ? 'entries' : 'lines';
      const all = data[key];
      data[key] = [all[0]];
      expect(Number((await service.render(request)).headers.get('document-pages'))).to.be.at.most(2);
      data[key] = Array.from({ length: 200 }, (_, index) => ({
        ...all[index % all.length],
        [key === 'lines' ? 'description' : 'text']: `Line ${index + 1}.`,
      }));
      const pdf = await rendered(request);
      const pages = Number((await infoOf(pdf)).Pages);
      let lines = 0;
      for (let page = 1; page <= pages; page += 1) {
        const text = await textOf(pdf, page);
        const here = text.match(/Line \d+\./g)?.length ?? 0;
        if (here > 0) expect(text, `page ${page}`).to.match(/Description|Article/);
        lines += here;
      }
      expect(lines).to.equal(200);
    });
  }

  it('do with what they need and no more', async () => {
    const minimal: Record<string, object> = {
      certificate: { issuer: 'I', recipient: 'R', text: 'T', date: '2026-01-01' },
      contract: { title: 'T', parties: [{ name: 'A' }, { name: 'B' }], clauses: [{ title: 'C', paragraphs: ['P'] }] },
      'data-sheet': { title: 'T', maker: { name: 'M' } },
      form: { issuer: { name: 'I' }, title: 'T', sections: [{ title: 'S', fields: [{ name: 'f', label: 'F' }] }] },
      invoice: {
        currency: 'EUR',
        seller: { name: 'S' },
        buyer: { name: 'B' },
        lines: [{ description: 'D', price: 1 }],
      },
      letter: { sender: { name: 'S' }, recipient: 'R', date: '2026-01-01', subject: 'S', body: 'B', closing: 'C' },
      'packing-slip': { seller: { name: 'S' }, recipient: { name: 'R' }, lines: [{ description: 'D', quantity: 1 }] },
      quote: { currency: 'EUR', seller: { name: 'S' }, buyer: { name: 'B' }, lines: [{ description: 'D', price: 1 }] },
      receipt: {
        currency: 'EUR',
        seller: { name: 'S' },
        sold: '2026-01-01T10:00:00Z',
        lines: [{ description: 'D', price: 1 }],
      },
      report: { title: 'T', author: { name: 'A' }, sections: [{ title: 'S', blocks: [{ type: 'text', text: 'x' }] }] },
      statement: {
        currency: 'EUR',
        seller: { name: 'S' },
        holder: { name: 'H' },
        from: '2026-01-01',
        to: '2026-01-31',
        entries: [{ date: '2026-01-02', text: 'T', amount: 1 }],
      },
      summary: {
        slides: [
          { kind: 'title', title: 'T' },
          { title: 'X', text: 'Y' },
        ],
      },
    };
    for (const [name, data] of Object.entries(minimal)) {
      const out = plain(await textOf(await rendered({ operations: [{ op: 'add_template', name, data }] })));
      expect(out, name).not.to.match(/undefined|NaN|\[object|Invalid/);
    }
  });

  it('say it in another language by labels of the data', async () => {
    const request = await requestOf('invoice/sample.json');
    Object.assign(dataOf(request), { labels: { title: 'Factura', due: 'Total a pagar' } });
    expect(await textOf(await rendered(request)))
      .to.contain('Factura')
      .and.contain('Total a pagar')
      .and.not.contain('Amount due');
  });
});

describe('A hostile template, through the front door', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const slug = async (source: string, data: object = {}) => {
    const answer = await service.render({ operations: [{ op: 'add_template', source, data }] });
    return answer.status === 200 ? 'none' : String(answer.json().type).split('/').at(-1);
  };
  const list = Array.from({ length: 2000 }, (_, index) => index);

  for (const [what, source, wanted] of [
    [
      'loops without end in sight',
      '{{#each list}}{{#each @root.list}}{{#each @root.list}}x{{/each}}{{/each}}{{/each}}',
      'limit-exceeded',
    ],
    ['calls itself', '{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}', 'limit-exceeded'],
    ['writes without end', `{{#each list}}{{#each @root.list}}${'x'.repeat(500)}{{/each}}{{/each}}`, 'limit-exceeded'],
    ['nests deeper than parsers go', '{{#if a}}'.repeat(50_000), 'limit-exceeded'],
    [
      'reaches for the constructor',
      '{{#with (lookup this "constructor")}}{{#with (lookup this "constructor")}}x{{/with}}{{/with}}',
      'nothing',
    ],
    ['calls a helper wrong', '\n{{money 5 currency="bitcoin"}}', 'template-error'],
  ] as const) {
    it(`that ${what} is answered in words, and the next request is rendered`, async () => {
      const answered = await slug(`<p>.</p>${source}`, { list });
      expect(answered).to.equal(wanted === 'nothing' ? 'none' : wanted);
      expect(await slug('<p>{{a}}</p>', { a: 1 })).to.equal('none');
    });
  }
});
