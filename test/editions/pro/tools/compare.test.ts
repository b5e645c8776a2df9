import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { compare } from '../../../../src/editions/pro/tools/compare.ts';
import { newEncryption } from '../../../../src/pdf/crypt/new-encryption.ts';
import { Name } from '../../../../src/pdf/objects/objects.ts';
import { serialize } from '../../../../src/pdf/objects/serialize.ts';
import { smallPdf, textAt } from '../../../pdf/text/small-pdf.ts';
import { bearer, problemOf } from '../../../support/http.ts';
import type { Json } from '../../../support/service.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';
import { changesOfCopy } from './changes-of-copy.ts';
import { fileOf, stream } from './redact/channel-files.ts';

/** A page of lines, from the top. */
const lines = (...texts: readonly string[]) => ({
  content: texts.map((text, index) => textAt(40, 350 - 16 * index, text)).join('\n'),
});
const clauses = [
  'The supplier delivers the goods within thirty days.',
  'The customer pays the invoice within two weeks of delivery.',
  'Either party may end this agreement with notice of one month.',
  'This agreement is governed by the law of the country.',
];
const document = (...texts: readonly string[]) => smallPdf({ pages: [lines(...texts)] });
const filler = (page: number) =>
  Array.from({ length: 6 }, (_, line) =>
    Array.from({ length: 7 }, (_word, word) => `w${page}${line}${word}`).join(' '),
  );
const book = (...pages: readonly number[]) => smallPdf({ pages: pages.map((page) => lines(...filler(page))) });

/** The pages of a PDF as poppler reads them. */
function textOf(pdf: Uint8Array, ...options: readonly string[]): string {
  return execFileSync('pdftotext', ['-q', ...options, '-', '-'], { input: pdf, encoding: 'utf8' });
}

describe('compare', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(compare);
  });
  after(() => service.stop());

  const send = (
    before: Uint8Array,
    after: Uint8Array,
    options: object = {},
    headers: Readonly<Record<string, string>> = {},
  ) =>
    service.send(
      'compare',
      [
        { name: 'v1.pdf', bytes: before },
        { name: 'v2.pdf', bytes: after },
      ],
      options,
      { authorization: bearer('pro'), ...headers },
    );
  async function report(before: Uint8Array, after: Uint8Array, options?: object): Promise<Json> {
    const response = await send(before, after, options);
    expect(response.status).to.equal(200);
    return response.json();
  }
  const told = ({ pages }: Json) =>
    pages.flatMap(({ changes }: Json) =>
      changes.map(({ kind, before, after }: Json) => [kind, before?.text ?? null, after?.text ?? null]),
    );
  const pagesOf = ({ pages }: Json) => pages.map((page: Json) => [page.before, page.after]);

  describe('words', () => {
    it('tells a word that was changed, with its place on both sides', async () => {
      const { equal, pages } = await report(
        document(...clauses),
        document(clauses[0]!.replace('thirty', 'fourteen'), ...clauses.slice(1)),
        { mode: 'text' },
      );
      expect(equal).to.be.false;
      expect(pages).to.have.length(1);
      const [{ kind, before, after }] = pages[0].changes;
      expect([kind, before.text, after.text, before.page]).to.deep.equal(['changed', 'thirty', 'fourteen', 1]);
      expect(before.box.x).to.be.within(200, 260);
      expect(before.box.y).to.be.within(35, 55);
      expect(before.box.width).to.be.within(20, 45);
    });

    it('tells words that came and words that went', async () => {
      const after = document(
        clauses[0]!.replace('goods', 'goods free of charge'),
        clauses[1]!,
        clauses[2]!.replace(' with notice of one month', ''),
        clauses[3]!,
      );
      expect(told(await report(document(...clauses), after, { mode: 'text' }))).to.deep.equal([
        ['inserted', null, 'free of charge'],
        ['changed', 'agreement with notice of one month.', 'agreement.'],
      ]);
    });

    it('tells a sentence that went elsewhere once, as moved', async () => {
      const [one, two, three, four] = clauses as [string, string, string, string];
      expect(
        told(await report(document(one, two, three, four), document(two, three, four, one), { mode: 'text' })),
      ).to.deep.equal([['moved', one, one]]);
    });

    it('takes text that flows to the next page for the same', async () => {
      const all = [...filler(1), ...filler(2), ...filler(3)];
      const before = smallPdf({ pages: [lines(...all.slice(0, 9)), lines(...all.slice(9))] });
      const after = smallPdf({ pages: [lines('A new line at the start', ...all.slice(0, 8)), lines(...all.slice(8))] });
      expect(told(await report(before, after, { mode: 'text' }))).to.deep.equal([
        ['inserted', null, 'A new line at the start'],
      ]);
    });

    it('takes hyphens at the ends of lines, ligatures and other spaces for no change', async () => {
      const before = smallPdf({
        pages: [
          lines(
            'The first of the official clauses of this long agree-',
            'ment is about the goods that are delivered by them.',
          ),
        ],
      });
      const after = smallPdf({
        pages: [
          lines(
            'The  first of the official  clauses of this long agreement is',
            'about the goods that are delivered by them.',
          ),
        ],
      });
      expect(told(await report(before, after, { mode: 'text' }))).to.deep.equal([]);
    });

    it('takes running heads and page numbers page by page', async () => {
      const page = (number: number, of: number, text: readonly string[]) => ({
        content:
          `${textAt(150, 385, 'Master agreement')} ${textAt(180, 12, `Page ${number} of ${of}`)} ` +
          lines(...text).content,
      });
      const all = [...filler(1), ...filler(2), ...filler(3), ...filler(4)];
      const before = smallPdf({ pages: [page(1, 2, all.slice(0, 12)), page(2, 2, all.slice(12))] });
      const after = smallPdf({
        pages: [page(1, 2, ['Something new', ...all.slice(0, 11)]), page(2, 2, all.slice(11))],
      });
      expect(told(await report(before, after, { mode: 'text' }))).to.deep.equal([['inserted', null, 'Something new']]);
    });

    it('leaves out what lies in an ignored box', async () => {
      const [before, after] = [
        document(...clauses),
        document(clauses[0]!.replace('thirty', 'ten'), ...clauses.slice(1)),
      ];
      expect(
        (
          await report(before, after, {
            mode: 'all',
            ignore: [{ page: 1, box: { x: 0, y: 30, width: '140mm', height: 25 } }],
          })
        ).equal,
      ).to.be.true;
      expect(
        (
          await report(before, after, {
            mode: 'all',
            ignore: [{ page: 2, box: { x: 0, y: 30, width: '140mm', height: 25 } }],
          })
        ).equal,
      ).to.be.false;
    });

    it('takes a box by itself as one on every page', async () => {
      const [before, after] = [
        document(...clauses),
        document(clauses[0]!.replace('thirty', 'fourteen'), ...clauses.slice(1)),
      ];
      expect(
        (await report(before, after, { mode: 'all', ignore: [{ x: 0, y: 30, width: '140mm', height: 25 }] })).equal,
      ).to.be.true;
      expect(
        (await report(before, after, { mode: 'all', ignore: [{ x: 0, y: 200, width: '140mm', height: 25 }] })).equal,
      ).to.be.false;
    });
  });

  describe('pages', () => {
    it('tells a page that came as one entry, without its words', async () => {
      const answer = await report(book(1, 2, 3), book(1, 9, 2, 3));
      expect(pagesOf(answer)).to.deep.equal([
        [1, 1],
        [null, 2],
        [2, 3],
        [3, 4],
      ]);
      expect(told(answer)).to.deep.equal([]);
      expect(answer.pages.map(({ visualDifference }: Json) => visualDifference)).to.deep.equal([0, null, 0, 0]);
      expect(answer.equal).to.be.false;
    });

    it('tells a page that went, and one that came a second time', async () => {
      expect(pagesOf(await report(book(1, 2, 3), book(1, 3)))).to.deep.equal([
        [1, 1],
        [2, null],
        [3, 2],
      ]);
      const twice = await report(book(1, 2), book(1, 1, 2), { mode: 'text' });
      expect(twice.pages).to.have.length(3);
      expect(told(twice)).to.deep.equal([]);
    });

    it('compares the pages that are named, for both or for each', async () => {
      expect(await report(book(1, 2, 3), book(1, 8, 3), { pages: '1,3' })).to.include({ equal: true });
      expect(pagesOf(await report(book(1, 2, 3), book(2, 3), { documents: [{ pages: '2-' }, {}] }))).to.deep.equal([
        [2, 1],
        [3, 2],
      ]);
      const problem = await problemOf(await send(book(1), book(1, 2), { documents: [{}, { pages: '3' }] }));
      expect([problem.status, problem.type, problem.errors?.[0]?.pointer]).to.deep.equal([
        422,
        problem.type,
        '/documents/1/pages',
      ]);
      expect(problem.type).to.match(/page-out-of-range$/);
    });

    it('aligns pages without words by what they look like', async () => {
      const picture = (x: number) => ({ content: `0 0 1 rg ${x} 40 150 150 re f` });
      const answer = await report(
        smallPdf({ pages: [picture(20), picture(220)] }),
        smallPdf({ pages: [picture(220)] }),
        { mode: 'visual' },
      );
      expect(pagesOf(answer)).to.deep.equal([
        [1, null],
        [2, 1],
      ]);
      expect(answer.pages[1].visualDifference).to.equal(0);
    });
  });

  describe('look', () => {
    const square = (colour: string, width = 100) =>
      smallPdf({ pages: [{ content: `${colour} rg 100 100 ${width} 100 re f ${textAt(40, 350, 'The same words')}` }] });

    it('tells the share of the pixels that differ, and looks at nothing else', async () => {
      const answer = await report(square('1 0 0'), square('0 0 1'), { mode: 'visual' });
      expect(answer.pages[0].visualDifference).to.be.closeTo(1 / 16, 0.002);
      expect(answer).to.deep.include({ equal: false, metadata: null, fields: null, annotations: null });
      expect(answer).not.to.have.any.keys('attachments', 'signatures', 'fonts');
    });

    it('goes by the tolerance', async () => {
      const [before, after] = [square('0.5 0.5 0.5'), square('0.56 0.56 0.56')];
      expect((await report(before, after, { mode: 'visual' })).equal).to.be.true;
      expect((await report(before, after, { mode: 'visual', tolerance: 0.02 })).equal).to.be.false;
    });

    it('sees what form fields show', async () => {
      const filled = async (value: string, width = 200) => {
        const pdf = await PDFDocument.create();
        const field = pdf.getForm().createTextField('name');
        field.addToPage(pdf.addPage([300, 200]), { x: 40, y: 100, width, height: 30 });
        field.setText(value);
        return pdf.save();
      };
      const one = await filled('Ada Lovelace');
      expect((await report(one, await filled('Ada Lovelace'), { mode: 'visual' })).equal).to.be.true;
      expect(
        (await report(one, await filled('Charles Babbage'), { mode: 'visual' })).pages[0].visualDifference,
      ).to.be.within(0.002, 0.1);
      expect((await report(one, await filled('Ada Lovelace', 240), { mode: 'visual' })).equal).to.be.false;
    });

    it('sees a thin line, a point and a page of another size', async () => {
      const plain = lines(...clauses);
      expect(
        (
          await report(
            smallPdf({ pages: [plain] }),
            smallPdf({ pages: [{ content: `${plain.content} 0.5 w 40 200 m 300 200 l S` }] }),
            { mode: 'visual' },
          )
        ).equal,
      ).to.be.false;
      expect((await report(document('One 1.000'), document('One 1 000'), { mode: 'visual' })).equal).to.be.false;
      expect(
        (
          await report(
            smallPdf({ pages: [plain] }),
            smallPdf({ pages: [{ ...plain, entries: '/MediaBox [0 0 500 400]' }] }),
            { mode: 'visual' },
          )
        ).pages[0].visualDifference,
      ).to.be.closeTo(0.2, 0.02);
    });
  });

  describe('structure', () => {
    const made = (info: string, annots: string, title = 'Offer') =>
      smallPdf({
        info: `/Title (${title}) ${info}`,
        pages: [{ ...lines(...clauses), entries: `/Annots [${annots}]` }],
      });
    const note = (text: string, x = 100) =>
      `<< /Type /Annot /Subtype /Text /Rect [${x} 100 ${x + 20} 120] /Contents (${text}) /T (Ada) >>`;

    it('compares what the documents say of themselves, but not when and by what they were written', async () => {
      const answer = await report(
        made('/Producer (A) /CreationDate (D:20200101)', ''),
        made('/Producer (B) /ModDate (D:20210101)', '', 'Contract'),
        { mode: 'structure' },
      );
      expect(answer.metadata).to.deep.equal([{ kind: 'changed', name: 'title', before: 'Offer', after: 'Contract' }]);
      expect(answer).to.deep.include({
        equal: false,
        fields: [],
        annotations: [],
        attachments: [],
        signatures: [],
        fonts: [],
      });
    });

    it('compares annotations by what they say and where', async () => {
      const { annotations } = await report(
        made('', `${note('Too dear')} ${note('Gone', 200)}`),
        made('', `${note('Agreed')} ${note('Come', 300)}`),
        { mode: 'structure' },
      );
      expect(
        annotations.map(({ kind, before, after }: Json) => [kind, before?.text ?? null, after?.text ?? null]),
      ).to.deep.equal([
        ['changed', 'Too dear', 'Agreed'],
        ['deleted', 'Gone', null],
        ['inserted', null, 'Come'],
      ]);
      expect(annotations[0].before).to.deep.include({
        page: 1,
        type: 'Text',
        author: 'Ada',
        box: { x: 100, y: 280, width: 20, height: 20 },
      });
    });

    it('compares fields by their values, and attachments by what is in them', async () => {
      const form = (value: string, file: string) =>
        smallPdf({
          pages: [{ ...lines(...clauses), entries: '/Annots [100 0 R]' }],
          catalog: '/AcroForm << /Fields [100 0 R] >> /Names << /EmbeddedFiles << /Names [(a.txt) 101 0 R] >> >>',
          objects: [
            `<< /Type /Annot /Subtype /Widget /FT /Tx /T (price) /V (${value}) /Rect [10 10 60 30] /P 10 0 R >>`,
            '<< /Type /Filespec /F (a.txt) /EF << /F 102 0 R >> >>',
            `<< /Type /EmbeddedFile /Length ${file.length} >>\nstream\n${file}\nendstream`,
          ],
        });
      const answer = await report(form('100', 'one'), form('120', 'another'), { mode: 'structure' });
      expect(answer.fields).to.have.length(1);
      expect([
        answer.fields[0].kind,
        answer.fields[0].name,
        answer.fields[0].before.value,
        answer.fields[0].after.value,
      ]).to.deep.equal(['changed', 'price', '100', '120']);
      expect([
        answer.attachments[0].name,
        answer.attachments[0].before.bytes,
        answer.attachments[0].after.bytes,
      ]).to.deep.equal(['a.txt', 3, 7]);
      expect((await report(form('100', 'one'), form('100', 'one'))).equal).to.be.true;
    });
  });

  it('finds copies equal that were only saved again', async () => {
    for (const name of ['receipt', 'statement.he', 'summary'])
      expect([
        name,
        await changesOfCopy(
          readFileSync(new URL(`../../../../docs/gallery/templates/${name}.pdf`, import.meta.url)),
          report,
        ),
      ]).to.deep.equal([name, []]);
  });

  describe('the marked-up PDF', () => {
    const marked = async (before: Uint8Array, after: Uint8Array, options: object = {}) => {
      const response = await send(before, after, options, { accept: 'application/pdf' });
      expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
      expect(response.headers.get('content-disposition')).to.include('comparison.pdf');
      return {
        pages: Number(response.headers.get('document-pages')),
        pdf: new Uint8Array(await response.arrayBuffer()),
      };
    };

    it('sums up, lists every change, and shows both documents side by side as text', async () => {
      const { pages, pdf } = await marked(
        document(...clauses),
        document(clauses[0]!.replace('thirty', 'fourteen'), ...clauses.slice(1)),
      );
      expect(pages).to.equal(2);
      const summary = textOf(pdf, '-layout', '-l', '1').replace(/\s+/g, ' ');
      expect(summary)
        .to.include('Comparison of two documents')
        .and.include('v1.pdf, 1 page')
        .and.include('The two documents differ')
        .and.include('One change of text: 1 changed.');
      expect(summary).to.match(/1 Changed 1 ?→ ?1 thirty fourteen/);
      const sheet = textOf(pdf, '-f', '2').replace(/\s+/g, ' ');
      expect(sheet)
        .to.include('Before: page 1 of v1.pdf')
        .and.include('After: page 1 of v2.pdf')
        .and.include('within thirty')
        .and.include('within fourteen');
    });

    it('stands a page that came beside an empty side', async () => {
      const { pages, pdf } = await marked(book(1, 2), book(1, 7, 2));
      expect(pages).to.equal(4);
      expect(textOf(pdf, '-f', '3', '-l', '3').replace(/\s+/g, ' '))
        .to.include('This page is not in the earlier document.')
        .and.include('Inserted page')
        .and.include('w700');
    });

    it('is a sound file, tagged, with a figure for each page that says what is marked', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'colophon-compare-'));
      try {
        const path = join(folder, 'marked.pdf');
        writeFileSync(path, (await marked(document(...clauses), document(...clauses.slice(1)))).pdf);
        execFileSync('qpdf', ['--check', path], { stdio: 'ignore' });
        const tags = execFileSync('pdfinfo', ['-struct-text', path], { encoding: 'utf8' });
        expect(tags).to.match(/H1[^]*Comparison of two documents[^]*Table[^]*TH[^]*Figure/);
        expect(
          execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'], {
            encoding: 'latin1',
            maxBuffer: 1e8,
          }),
        ).to.include('Page 1 of the earlier document.');
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('says so where nothing differs', async () => {
      const { pdf } = await marked(document(...clauses), document(...clauses));
      expect(textOf(pdf, '-l', '1').replace(/\s+/g, ' '))
        .to.include('The two documents are equal')
        .and.include('No word was changed');
    });

    it('shows pages that are turned and cropped as they are shown', async () => {
      const turned = (word: string) =>
        smallPdf({
          pages: [{ content: textAt(220, 300, `Turned ${word}`), entries: '/CropBox [200 200 400 380] /Rotate 90' }],
        });
      const { pdf } = await marked(turned('one'), turned('two'));
      const words = execFileSync('pdftotext', ['-q', '-bbox', '-f', '2', '-', '-'], { input: pdf, encoding: 'utf8' });
      const [, x = '0', y = '0'] = /<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>one</.exec(words) ?? [];
      expect(Number(x)).to.be.within(58, 578);
      expect(Number(y)).to.be.within(66, 790);
    });
  });

  describe('refuses', () => {
    it('anything but two documents', async () => {
      const one = await service.send('compare', [book(1)], {}, { authorization: bearer('pro') });
      expect(await problemOf(one)).to.include({ status: 400 });
      expect(
        await problemOf(
          await service.send('compare', [book(1), book(1), book(1)], {}, { authorization: bearer('pro') }),
        ),
      ).to.include({ status: 400 });
    });

    it('what is no PDF, and says which of the two it is', async () => {
      const problem = await problemOf(await send(book(1), Buffer.from('no PDF at all')));
      expect(problem).to.include({ status: 422 });
      expect(problem.type).to.match(/invalid-pdf$/);
      expect(problem.detail).to.match(/^Document 2: /);
    });

    it('attachments with a password of their own, and says of which', async () => {
      const problem = await problemOf(await send(book(1), withEncryptedAttachment()));
      expect(problem.status).to.equal(422);
      expect(problem.type).to.match(/encrypted-pdf$/);
      expect(problem.detail).to.match(/^Document 2: The attachments/);
    });

    it('options that are none', async () => {
      const problem = await problemOf(
        await send(book(1), book(1), {
          mode: 'pixels',
          tolerance: 2,
          ignore: [{ box: { x: 1 } }, { x: 1 }, { page: 1 }],
        }),
      );
      expect(problem.status).to.equal(400);
      expect(problem.errors?.map(({ pointer }: Json) => pointer)).to.include.members([
        '/mode',
        '/tolerance',
        '/ignore/0/box/y',
        '/ignore/1/height',
        '/ignore/2/box',
      ]);
    });

    it('a key of another tier', async () => {
      expect(
        await problemOf(await service.send('compare', [book(1), book(1)], {}, { authorization: bearer('core') })),
      ).to.include({ status: 403 });
    });
  });
});

/** A document that opens without a password, with an attachment that does not (ISO 32000-2, 7.6.6, EFF). */
function withEncryptedAttachment(): Buffer {
  const { dict } = newEncryption({ userPassword: 'secret' });
  for (const key of ['StmF', 'StrF']) dict.set(key, new Name('Identity'));
  dict.set('EFF', new Name('StdCF'));
  const attachment = stream('/Type/EmbeddedFile', Buffer.alloc(48, 1));
  return fileOf({
    catalog: '/Names<</EmbeddedFiles<</Names[(a.txt)6 0 R]>>>>',
    trailer: '/Encrypt 8 0 R/ID[<00><00>]',
    objects: ['<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 7 0 R>>>>', attachment, serialize(dict)],
  });
}
