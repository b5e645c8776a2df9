import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { sign } from '../../../../src/editions/pro/tools/sign.ts';
import { newEncryption } from '../../../../src/pdf/crypt/new-encryption.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { Stream } from '../../../../src/pdf/objects/objects.ts';
import { serialize } from '../../../../src/pdf/objects/serialize.ts';
import { writePdf } from '../../../../src/pdf/file/writing/write.ts';
import { bearer } from '../../../support/http.ts';
import { checkSyntax, fontsOf, structureOf, textOf, wordsOf } from '../../../support/pdf.ts';
import { pdfsig } from '../../../support/signatures.ts';
import { startFilling, type Filling } from './fill-service.ts';
import { formPdf, pdfOf, pdfText, type FieldSpec } from './form-pdf.ts';
import { ada, by } from './sign-service.ts';

const text = (name: string, row = 0, more = ''): FieldSpec => ({
  name,
  kind: 'text',
  box: [40, 40 + row * 40, 200, 24],
  more,
});

/** A page with these widgets beside a form with these fields; objects come from number 4 on. */
const handMade = (fields: string, widgets: string, objects: readonly string[], form = ''): Buffer =>
  pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields}] /DA (/Helv 0 Tf 0 g) ${form} >> >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [${widgets}] >>`,
    ...objects,
  ]);

const widget = (rect: string, more: string) => `<< /Type /Annot /Subtype /Widget /Rect [${rect}] ${more} >>`;

function encrypted(pdf: Buffer, userPassword: string): Buffer {
  const file = openPdf(pdf);
  return Buffer.from(
    writePdf({
      objects: file.numbers().map((number) => [number, file.get(number)] as const),
      trailer: file.trailer,
      version: '2.0',
      compress: false,
      encrypt: newEncryption({ userPassword, ownerPassword: 'owner', permissions: ['print', 'fill'] }),
    }),
  );
}

describe('fill-form and documents of every kind', () => {
  let filling: Filling;
  before(async () => {
    filling = await startFilling(sign);
  });
  after(() => filling.service.stop());

  const textFlat = async (pdf: Uint8Array, fields: object) =>
    textOf((await filling.filled(pdf, { fields, flatten: true })).pdf);

  it('knows full names, what fields inherit, and fields that are shown in several places', async () => {
    const form = handMade('4 0 R', '6 0 R 7 0 R 8 0 R', [
      `<< /T (person) /FT /Tx /MaxLen 5 /Q 1 /DA (/Helv 10 Tf 0 g) /Kids [5 0 R 8 0 R] >>`,
      '<< /T (name) /Parent 4 0 R /Kids [6 0 R 7 0 R] >>',
      widget('10 250 110 270', '/Parent 5 0 R'),
      widget('10 200 110 220', '/Parent 5 0 R'),
      widget('10 150 110 170', '/Parent 4 0 R /T (town)'),
    ]);
    const fields = await filling.fields(form);
    expect(fields.map(({ name, widgets }) => [name, widgets.length])).to.deep.equal([
      ['person.name', 2],
      ['person.town', 1],
    ]);
    expect(fields[1]).to.containSubset({ maxLength: 5 });
    expect((await textFlat(form, { 'person.name': 'Ada', 'person.town': 'Wien' })).match(/Ada|Wien/g)).to.deep.equal([
      'Ada',
      'Ada',
      'Wien',
    ]);
    expect((await filling.refused(form, { fields: { name: 'Ada' } })).errors[0]?.message).to.contain(
      "did you mean 'person.name'?",
    );
  });

  it('takes fields of one name as one, and finds those that the form does not list', async () => {
    const form = handMade('4 0 R 5 0 R', '4 0 R 5 0 R 6 0 R', [
      widget('10 250 110 270', '/FT /Tx /T (a)'),
      widget('10 200 110 220', '/FT /Tx /T (a)'),
      widget('10 150 110 170', '/FT /Tx /T (lost)'),
    ]);
    expect((await filling.fields(form)).map(({ name, widgets }) => [name, widgets.length])).to.deep.equal([
      ['a', 2],
      ['lost', 1],
    ]);
    expect((await textFlat(form, { a: 'both', lost: 'found' })).match(/both|found/g)).to.deep.equal([
      'both',
      'both',
      'found',
    ]);
  });

  it('changes fields that are direct objects', async () => {
    const form = handMade(
      `<< /T (g) /Kids [${widget('10 250 110 270', '/FT /Tx /T (a)')}] >>`,
      widget('10 200 110 220', '/FT /Tx /T (b)'),
      [],
    );
    const { pdf } = await filling.filled(form, { fields: { 'g.a': 'one', b: 'two' } });
    expect(await filling.values(pdf)).to.deep.equal({ 'g.a': 'one', b: 'two' });
  });

  it('reads names of states in UTF-8, UTF-16 and PDFDocEncoding', async () => {
    const states = {
      utf8: ['/Gr#C3#BCn', 'Grün'],
      utf16: ['/#FE#FF#04#14#040', 'Да'],
      old: ['/J#FC#80', 'Jü•'],
    } as const;
    const fields = Object.entries(states).map(([name, [state]], index) =>
      widget(
        `10 ${250 - index * 30} 30 ${270 - index * 30}`,
        `/FT /Btn /T (${name}) /AS /Off /AP << /N << ${state} 7 0 R /Off 8 0 R >> >>`,
      ),
    );
    const form = handMade('4 0 R 5 0 R 6 0 R', '4 0 R 5 0 R 6 0 R', [
      ...fields,
      '<< /Subtype /Form /BBox [0 0 20 20] /Length 15 >>\nstream\n0 0 20 20 re f \nendstream',
      '<< /Subtype /Form /BBox [0 0 20 20] /Length 0 >>\nstream\n\nendstream',
    ]);
    const wanted = Object.fromEntries(Object.entries(states).map(([name, [, shown]]) => [name, shown]));
    expect((await filling.fields(form)).map(({ options }) => options[0]?.value)).to.deep.equal(Object.values(wanted));
    const { pdf } = await filling.filled(form, { fields: wanted });
    expect(await filling.values(pdf)).to.deep.equal(wanted);
    for (const [state] of Object.values(states))
      expect(decoded(pdf)).to.contain(`/AS${state}`).and.contain(`/V${state}`);
  });

  it('draws checkboxes and radio buttons that have no looks of their own', async () => {
    const form = handMade('4 0 R', '4 0 R', [widget('10 250 40 280', '/FT /Btn /T (yes) /MK << /BC [0] /CA (8) >>')]);
    const { pdf } = await filling.filled(form, { fields: { yes: true } });
    expect(await filling.values(pdf)).to.deep.equal({ yes: 'Yes' });
    await checkSyntax(pdf);
  });

  it('ends at circles, broken kids and fields without types', async () => {
    const form = handMade('4 0 R 5 0 R 99 0 R 7', '6 0 R (no) null', [
      '<< /T (a) /Parent 4 0 R /Kids [4 0 R 5 0 R] >>',
      '<< /T (b) /FT /Tx /Parent 4 0 R /Kids [4 0 R 6 0 R] >>',
      widget('10 10 60 30', '/Parent 5 0 R'),
      '[1 2]',
    ]);
    expect((await filling.fields(form)).map(({ name }) => name)).to.deep.equal(['a.b']);
    const { pdf } = await filling.filled(form, { fields: { 'a.b': 'still' }, flatten: true });
    expect(await textOf(pdf)).to.contain('still');
  });

  it('sets text in the font that the form brought, as far as that has the characters', async () => {
    const font = readFileSync(new URL('../../../../fonts/source-serif-4/SourceSerif4-Regular.ttf', import.meta.url));
    const brought = (bytes: Buffer) =>
      pdfOf([
        ...objectsOf(
          formPdf([{ ...text('a'), more: '/DA (/House 12 Tf 0 g)' }], { form: '/DR << /Font << /House 7 0 R >> >>' }),
        ).map((object, index) => (index === 0 ? object.replace('/DR << /Font << /Helv 4 0 R >> >>', '') : object)),
        '<< /Type /Font /Subtype /TrueType /BaseFont /HouseSerif-Regular /Encoding /WinAnsiEncoding ' +
          '/FontDescriptor 8 0 R >>',
        '<< /Type /FontDescriptor /FontName /HouseSerif-Regular /Flags 34 /FontFile2 9 0 R >>',
        `<< /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`,
      ]);
    const { pdf } = await filling.filled(brought(font), { fields: { a: 'House שלום' }, flatten: true });
    expect(await fontsOf(pdf)).to.have.members(['Helvetica', 'HouseSerif-Regular', 'NotoSerifHebrew-Regular']);
    expect(await textOf(pdf)).to.contain('House');
    for (const broken of [font.subarray(0, 400), Buffer.alloc(5000), Buffer.from(font).fill(255, 300, 3000)]) {
      const mended = (await filling.filled(brought(broken), { fields: { a: 'House' }, flatten: true })).pdf;
      expect(await textOf(mended)).to.contain('House');
    }
  });

  it('takes away XFA, NeedAppearances and usage rights, and draws what a reader was asked to draw', async () => {
    const form = formPdf([text('a'), text('b', 1, `/V ${pdfText('was here')}`)], {
      form: '/NeedAppearances true /XFA [(template) 5 0 R]',
      catalog: '/Perms << /UR3 << /Type /Sig >> >>',
    });
    const { pdf, report } = await filling.filled(form, { fields: { a: 'new' } });
    expect(report.dropped.map(({ what }) => what)).to.deep.equal(['XFA form', 'usage rights']);
    for (const gone of ['/NeedAppearances', '/XFA', '/UR3']) expect(pdf.includes(gone), gone).to.equal(false);
    expect(await textOf(pdf))
      .to.contain('new')
      .and.contain('was here');
  });

  it('tells which fields scripts would have changed, and runs none', async () => {
    const script = (code: string) => `<< /S /JavaScript /JS (${code}) >>`;
    const form = formPdf(
      [
        text('price', 0, `/AA << /F ${script('AFNumber_Format')} >>`),
        text('total', 1, `/AA << /C ${script('sum')} >> /V (7)`),
      ],
      { form: '/CO [7 0 R]', catalog: `/Names << /JavaScript << /Names [(a) ${script('1')}] >> >>` },
    );
    const { pdf, report } = await filling.filled(form, { fields: { price: '3' } });
    expect(report.notRun).to.deep.equal({ calculated: ['total'], scripted: ['price'], document: 1 });
    expect(report.warnings.map(({ message }) => message.split(',')[0])).to.deep.equal([
      "'total': calculated by scripts",
      "'price': formatted or checked by scripts",
    ]);
    expect(await filling.values(pdf)).to.deep.equal({ price: '3', total: '7' });
  });

  it('flattens with its tags: the field stays in the structure, with what is known of it', async () => {
    const form = formPdf([{ ...text('name'), more: `/StructParent 0 /TU ${pdfText('Your name')}` }, text('loose', 1)], {
      catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 8 0 R',
    });
    const element = '<< /Type /StructElem /S /Form /P 8 0 R /Pg 3 0 R /K << /Type /OBJR /Obj 6 0 R /Pg 3 0 R >> >>';
    const tagged = pdfOf([
      ...objectsOf(form),
      '<< /Type /StructTreeRoot /K 9 0 R /ParentTree << /Nums [0 9 0 R] >> /ParentTreeNextKey 1 >>',
      element,
    ]);
    const { pdf, report } = await filling.filled(tagged, {
      fields: { name: 'Ada Lovelace', loose: 'untagged' },
      flatten: true,
    });
    await checkSyntax(pdf);
    expect(report.flattened).to.equal(2);
    expect(await structureOf(pdf))
      .to.contain('Form')
      .and.contain('Ada Lovelace')
      .and.not.contain('untagged');
    expect(decoded(pdf)).to.contain('/O/PrintField').and.contain('/Role/tv');
    expect(await filling.fields(pdf)).to.deep.equal([]);
    expect(openPdf(pdf).catalog.has('AcroForm')).to.equal(false);
  });

  it('shows nothing that is hidden, and keeps other annotations and the content of the page', async () => {
    const form = pdfOf(
      objectsOf(formPdf([text('seen'), text('hidden', 1)])).map((object, index) =>
        index === 6
          ? object.replace('/F 4', '/F 2')
          : index === 4
            ? '<< /Length 42 >>\nstream\nq BT /F1 12 Tf 40 700 Td (before) Tj ET Q q \nendstream'
            : index === 2
              ? object.replace('/Annots [', '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >> ')
              : object,
      ),
    );
    const { pdf } = await filling.filled(form, { fields: { seen: 'visible', hidden: 'secret' }, flatten: true });
    expect(await textOf(pdf))
      .to.contain('visible')
      .and.contain('before')
      .and.not.contain('secret');
    expect(decoded(pdf)).to.contain('/Link').and.not.contain('/Widget');
  });

  it('puts fields where they belong, whatever state the content of the page leaves', async () => {
    const contents = ['q 0.1 0 0 0.1 0 0 cm q BT /F1 12 Tf', 'Q Q 1 0 0 1 500 500 cm', '/P BMC q 2 0 0 2 0 0 cm Q'];
    for (const content of contents) {
      const form = pdfOf(
        objectsOf(formPdf([text('a')])).map((object, index) =>
          index === 4 ? `<< /Length ${content.length} >>\nstream\n${content}\nendstream` : object,
        ),
      );
      const { pdf } = await filling.filled(form, { fields: { a: 'here' }, flatten: true });
      await checkSyntax(pdf);
      const [word] = await wordsOf(pdf, 1);
      expect(word?.text, content).to.equal('here');
      expect(word?.x, content).to.be.within(40, 46);
    }
  });

  it('fills encrypted documents and leaves them encrypted, unless told otherwise', async () => {
    const form = encrypted(formPdf([text('a')]), 'secret');
    expect((await filling.refused(form, { fields: { a: 'x' } })).slug).to.equal('encrypted-pdf');
    expect((await filling.refused(form, { fields: { a: 'x' }, password: 'wrong' })).slug).to.equal('wrong-password');
    const { pdf } = await filling.filled(form, { fields: { a: 'Grüße' }, password: 'secret' });
    expect(() => openPdf(pdf))
      .to.throw()
      .with.property('slug', 'encrypted-pdf');
    expect((await filling.fields(pdf, { password: 'secret' }))[0]?.value).to.equal('Grüße');
    const open = (await filling.filled(form, { fields: { a: 'x' }, password: 'secret', decrypt: true })).pdf;
    expect(openPdf(open).encryption).to.equal(null);
  });

  const signed = async (pdf: Uint8Array, options: object): Promise<Buffer> => {
    const response = await filling.service.send(
      'sign',
      [pdf],
      { ...by(ada), ...options },
      { authorization: bearer('pro') },
    );
    expect(response.status, await response.clone().text()).to.equal(200);
    return Buffer.from(await response.arrayBuffer());
  };

  it('updates a signed document within what its certification allows', async () => {
    const form = await signed(formPdf([text('a'), text('b', 1)]), { certify: 'form-filling' });
    const { pdf, report } = await filling.filled(form, { fields: { a: 'مرحبا' } });
    expect(pdf.subarray(0, form.length).equals(form)).to.equal(true);
    expect(report.signed).to.deep.equal([]);
    expect((await pdfsig(pdf)).map(({ valid }) => valid)).to.deep.equal([true]);
    // it is not encrypted: there is nothing to leave out
    const open = await filling.filled(form, { fields: { a: 'x' }, decrypt: true });
    expect(open.pdf.subarray(0, form.length).equals(form)).to.equal(true);
    await checkSyntax(pdf);
    expect(await filling.values(pdf)).to.deep.include({ a: 'مرحبا' });
    expect(await textOf(pdf)).to.contain('مرحبا');
  });

  it('fills what a signature left open, and not what it locked', async () => {
    const lock = `/Lock << /Type /SigFieldLock /Action /Include /Fields [${pdfText('group')}] >>`;
    const form = await signed(
      formPdf([text('a'), { name: 'signature', kind: 'signature', box: [40, 200, 200, 40], more: lock }]),
      { field: 'signature' },
    );
    const { pdf } = await filling.filled(form, { fields: { a: 'open' } });
    expect(pdf.subarray(0, form.length).equals(form)).to.equal(true);
    expect((await pdfsig(pdf)).map(({ valid }) => valid)).to.deep.equal([true]);
    const locked = await signed(
      formPdf([
        text('a'),
        {
          name: 'signature',
          kind: 'signature',
          box: [40, 200, 200, 40],
          more: lock.replace(pdfText('group'), pdfText('a')),
        },
      ]),
      { field: 'signature' },
    );
    const refusal = await filling.refused(locked, { fields: { a: 'x' } });
    expect([refusal.slug, refusal.detail.includes("locked the field 'a'")]).to.deep.equal([
      'signature-would-break',
      true,
    ]);
  });

  it('refuses what would break a signature, and does it where that is meant', async () => {
    const form = await signed(formPdf([text('a')]), { certify: 'no-changes' });
    const refusal = await filling.refused(form, { fields: { a: 'x' } });
    expect([refusal.status, refusal.slug]).to.deep.equal([422, 'signature-would-break']);
    expect(refusal.detail).to.contain('may change');
    const approved = await signed(formPdf([text('a')]), {});
    expect((await filling.refused(approved, { flatten: true })).slug).to.equal('signature-would-break');
    const { pdf, report } = await filling.filled(approved, {
      fields: { a: 'x' },
      flatten: true,
      breakSignatures: true,
    });
    expect(report.signed).to.deep.equal([1]);
    expect(report.dropped.map(({ what }) => what)).to.deep.equal(['signature']);
    expect(pdf.includes('/ByteRange')).to.equal(false);
    const broken = (await filling.filled(form, { fields: { a: 'x' }, breakSignatures: true })).pdf;
    expect(await filling.values(broken))
      .to.include({ a: 'x' })
      .and.satisfy((values: Record<string, unknown>) => Object.values(values).includes(null));
    expect(await pdfsig(broken)).to.deep.equal([]);
  });
});

/** All objects of a file as they are written, without streams. */
function decoded(pdf: Uint8Array): string {
  const file = openPdf(pdf);
  return file
    .numbers()
    .map((number) => file.get(number))
    .map((object) => serialize(object instanceof Stream ? object.dict : object))
    .join('\n');
}

/** The objects of a file that `formPdf` made, in order. */
const objectsOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\d+ 0 obj\n([^]*?)\nendobj/g)].map(([, object = '']) => object);
