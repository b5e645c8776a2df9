import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import type { InvoiceProfile } from '../../../../src/pdf/xmp/attachment.ts';
import { invoiceXml } from '../../../support/invoice.ts';
import { attachmentsOf, checkSyntax, metadataOf } from '../../../support/pdf.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const text = { op: 'add_text', text: 'Invoice 2026-117' };
const base64 = (content: string) => Buffer.from(content, 'utf8').toString('base64');
const facturX = (profile: InvoiceProfile, fields: object = {}) => ({
  op: 'add_attachment',
  name: 'factur-x.xml',
  data: base64(invoiceXml(profile)),
  facturX: { profile },
  ...fields,
});

describe('Attachments', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const render = async (operations: object[], output: object = {}) =>
    pdfOf(await service.render({ operations, output }));
  const problem = async (operations: object[], output: object = {}) => {
    const answer = await service.render({ operations, output });
    const { type, errors = [] } = answer.json();
    return {
      status: answer.status,
      slug: type.split('/').at(-1),
      pointers: errors.map(({ pointer }: { pointer: string }) => pointer),
    };
  };

  it('come out as they went in, whether an operation or `output` brings them', async () => {
    const large = 'Quarter,Revenue\n'.repeat(50_000);
    const pdf = await render([text, { op: 'add_attachment', name: 'figures.csv', data: base64(large) }], {
      attachments: [{ name: 'Größe 大.txt', data: `data:text/plain;base64,${base64('ä')}` }],
    });
    expect(await attachmentsOf(pdf)).to.deep.equal({ 'figures.csv': large, 'Größe 大.txt': 'ä' });
    expect(pdf.length).to.be.below(large.length / 10);
    await checkSyntax(pdf);
  });

  it('say what they are: type, description, relationship, size, checksum and date', async () => {
    const pdf = await render([
      text,
      {
        op: 'add_attachment',
        name: 'notes.md',
        data: base64('# Notes'),
        contentType: 'text/markdown',
        description: 'Nötes',
        relationship: 'Supplement',
      },
    ]);
    const [file] = await filesOf(pdf);
    expect(file).to.deep.include({
      name: 'notes.md',
      description: 'Nötes',
      relationship: '/Supplement',
      type: '/text#2Fmarkdown',
      size: '7',
      checksum: createHash('md5').update('# Notes').digest('hex'),
    });
    expect(file?.date).to.match(/^D:\d{14}Z$/);
  });

  it('know their type by their name, and are unspecified, where nothing else is said', async () => {
    const pdf = await render([text], {
      attachments: [
        { name: 'a.XML', data: base64('<a/>') },
        { name: 'b', data: base64('b') },
      ],
    });
    expect((await filesOf(pdf)).map(({ type, relationship }) => [type, relationship])).to.deep.equal([
      ['/text#2Fxml', '/Unspecified'],
      ['/application#2Foctet-stream', '/Unspecified'],
    ]);
  });

  it('are listed in the order of their names, and associated with the document', async () => {
    const names = ['z.txt', 'a.txt', 'Ω.txt', 'm.txt'];
    const pdf = await render([text, ...names.map((name) => ({ op: 'add_attachment', name, data: base64(name) }))]);
    expect((await filesOf(pdf)).map(({ name }) => name)).to.deep.equal(['a.txt', 'm.txt', 'z.txt', 'Ω.txt']);
    const document = await PDFDocument.load(pdf);
    expect(document.catalog.lookup(PDFName.of('AF'), PDFArray).size()).to.equal(4);
  });

  it('get a name of their own, with a warning', async () => {
    const answer = await service.render(
      {
        operations: [
          text,
          { op: 'add_attachment', name: 'a.txt', data: base64('1') },
          { op: 'add_attachment', name: 'a.txt', data: base64('2') },
        ],
        output: { attachments: [{ name: 'a.txt', data: base64('3') }] },
      },
      { headers: { accept: 'application/json' } },
    );
    const { document, report } = answer.json();
    expect(await attachmentsOf(Buffer.from(document.data, 'base64'))).to.deep.equal({
      'a.txt': '1',
      'a.txt#2': '2',
      'a.txt#3': '3',
    });
    expect(
      report.warnings.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]),
    ).to.deep.equal([
      ['attachment-renamed', '/operations/2/name'],
      ['attachment-renamed', '/output/attachments/0/name'],
    ]);
  });

  it('stand beside those of an existing PDF', async () => {
    const existing = await render([text], { attachments: [{ name: 'a.txt', data: base64('old') }] });
    const answer = await service.render(
      {
        operations: [
          text,
          { op: 'add_pdf', data: existing.toString('base64') },
          { op: 'add_attachment', name: 'a.txt', data: base64('new') },
        ],
      },
      { headers: { accept: 'application/json' } },
    );
    const { document, report } = answer.json();
    expect(await attachmentsOf(Buffer.from(document.data, 'base64'))).to.deep.equal({
      'a.txt': 'old',
      'a.txt#2': 'new',
    });
    expect(report.warnings.map(({ code }: { code: string }) => code)).to.deep.equal(['attachment-renamed']);
  });

  it('are deterministic where that is asked for, without a date', async () => {
    const once = () => render([text, facturX('EN 16931')], { deterministic: true });
    const pdf = await once();
    expect(pdf.equals(await once())).to.equal(true);
    expect((await filesOf(pdf))[0]?.date).to.equal(undefined);
  });

  it('go with encryption, plain files and chosen pages', async () => {
    const attachments = [{ name: 'a.txt', data: base64('secret') }];
    expect(
      await attachmentsOf(await render([text], { attachments, encryption: { userPassword: 'u' } }), '-upw', 'u'),
    ).to.deep.equal({ 'a.txt': 'secret' });
    expect(
      await attachmentsOf(
        await render([text, { op: 'add_page_break' }, text], { attachments, compress: false, pages: '2,1' }),
      ),
    ).to.deep.equal({ 'a.txt': 'secret' });
  });

  describe('that are invoices', () => {
    it(
      'have their profile in XMP, with the schema that PDF/A asks for, and are an alternative of ' + 'the document',
      async () => {
        const pdf = await render([text, facturX('EN 16931')]);
        const xmp = await metadataOf(pdf);
        expect(xmp)
          .to.contain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
          .and.to.contain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>')
          .and.to.contain('<fx:Version>1.0</fx:Version>')
          .and.to.contain('<pdfaSchema:prefix>fx</pdfaSchema:prefix>');
        expect((await filesOf(pdf))[0]).to.deep.include({
          name: 'factur-x.xml',
          relationship: '/Alternative',
          type: '/text#2Fxml',
        });
      },
    );

    it('are data where they are no whole invoice, and what the request says they are', async () => {
      const relationshipOf = async (operation: object) =>
        (await filesOf(await render([text, operation])))[0]?.relationship;
      expect(await relationshipOf(facturX('MINIMUM'))).to.equal('/Data');
      expect(await relationshipOf(facturX('BASIC WL'))).to.equal('/Data');
      expect(await relationshipOf(facturX('BASIC', { relationship: 'Source' }))).to.equal('/Source');
    });

    it('tell the version of XRechnung', async () => {
      const data = base64(invoiceXml('XRECHNUNG').replace('xrechnung_3.0', 'xrechnung_3.1'));
      const xmp = await metadataOf(await render([text, facturX('XRECHNUNG', { name: 'xrechnung.xml', data })]));
      expect(xmp)
        .to.contain('<fx:Version>3.1</fx:Version>')
        .and.to.contain('<fx:ConformanceLevel>XRECHNUNG</fx:ConformanceLevel>')
        .and.to.contain('<fx:DocumentFileName>xrechnung.xml</fx:DocumentFileName>');
    });

    it('are refused where they are none, with a pointer', async () => {
      for (const data of ['<Invoice/>', '<CrossIndustryInvoice/>', `${invoiceXml()}<x/>`, 'Dear customer', '\xff']) {
        expect(await problem([text, facturX('BASIC', { data: base64(data) })]), data).to.deep.equal({
          status: 422,
          slug: 'render-failed',
          pointers: ['/operations/1/data'],
        });
      }
      expect(
        await problem([text], {
          attachments: [{ name: 'factur-x.xml', data: base64('<a>'), facturX: { profile: 'BASIC' } }],
        }),
      ).to.deep.equal({ status: 422, slug: 'render-failed', pointers: ['/output/attachments/0/data'] });
    });

    it('are refused where they are none of their profile, with each mistake', async () => {
      const data = base64(
        invoiceXml('BASIC')
          .replace(/<ram:LineID>\d+<\/ram:LineID>/, '')
          .replace(/<ram:GrandTotalAmount>[\d.]+/, '<ram:GrandTotalAmount>1.00'),
      );
      const answer = await service.render({ operations: [text, facturX('BASIC', { data })] });
      const { type, detail, errors } = answer.json();
      expect([answer.status, type.split('/').at(-1)]).to.deep.equal([422, 'conformance-not-reached']);
      expect(detail)
        .to.match(/^The invoice 'factur-x\.xml' is none of the profile BASIC: it has no line number \(BT-126\): /)
        .and.to.contain('IncludedSupplyChainTradeLineItem[1]');
      expect(errors.map(({ pointer }: { pointer: string }) => pointer)).to.deep.equal([
        '/operations/1/data',
        '/operations/1/data',
        '/operations/1/data',
      ]);
      expect(await problem([text, facturX('BASIC', { data: base64(invoiceXml('MINIMUM')) })])).to.deep.include({
        status: 422,
        slug: 'conformance-not-reached',
      });
    });

    it('have the name that readers look for, and are one', async () => {
      expect(await problem([text, facturX('BASIC', { name: 'invoice.xml' })])).to.deep.equal({
        status: 400,
        slug: 'invalid-request',
        pointers: ['/operations/1/name'],
      });
      expect(await problem([text, facturX('BASIC', { name: 'xrechnung.xml' })])).to.deep.include({ status: 400 });
      expect(await problem([text, facturX('BASIC'), facturX('BASIC')])).to.deep.equal({
        status: 400,
        slug: 'invalid-request',
        pointers: ['/operations/1/facturX', '/operations/2/facturX'],
      });
    });
  });

  it('are told every mistake, and do not go with PDF/A-2', async () => {
    expect(
      await problem([
        text,
        {
          op: 'add_attachment',
          name: 'a/b',
          data: '%',
          contentType: 'xml',
          relationship: 'Friend',
          facturX: { profile: 'GOLD' },
        },
      ]),
    ).to.deep.include({
      status: 400,
      pointers: ['name', 'data', 'contentType', 'relationship', 'facturX/profile', 'name'].map(
        (field) => `/operations/1/${field}`,
      ),
    });
    expect(
      await problem([text, { op: 'add_attachment', name: 'a', data: base64('a') }], { conformance: 'PDF/A-2b' }),
    ).to.deep.equal({ status: 400, slug: 'invalid-request', pointers: ['/output/conformance', '/operations/1'] });
  });

  it('are no pages', async () => {
    expect(await problem([{ op: 'add_attachment', name: 'a', data: base64('a') }])).to.deep.include({
      status: 422,
      slug: 'nothing-to-render',
    });
  });
});

/** What the document says of each of its files, in the order of the name tree. */
async function filesOf(pdf: Uint8Array) {
  const { catalog } = await PDFDocument.load(pdf, { updateMetadata: false });
  const leaves = catalog
    .lookup(PDFName.of('Names'), PDFDict)
    .lookup(PDFName.of('EmbeddedFiles'), PDFDict)
    .lookup(PDFName.of('Names'), PDFArray);
  return Array.from({ length: leaves.size() / 2 }, (_, index) => {
    const specification = leaves.lookup(index * 2 + 1, PDFDict);
    const stream = specification.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'));
    const dict = (stream as unknown as { dict: PDFDict }).dict;
    const params = dict.lookup(PDFName.of('Params'), PDFDict);
    const value = (from: PDFDict, key: string) => from.lookup(PDFName.of(key));
    const string = (from: PDFDict, key: string) => from.lookupMaybe(PDFName.of(key), PDFHexString);
    return {
      name: string(specification, 'UF')?.decodeText(),
      description: string(specification, 'Desc')?.decodeText(),
      relationship: String(value(specification, 'AFRelationship')),
      type: String(value(dict, 'Subtype')),
      size: String(value(params, 'Size')),
      checksum: Buffer.from(string(params, 'CheckSum')?.asBytes() ?? []).toString('hex'),
      date: string(params, 'ModDate')?.decodeText(),
    };
  });
}
