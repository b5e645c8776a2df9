import { expect } from 'chai';
import { sign } from '../../../../src/editions/pro/tools/sign.ts';
import { newEncryption } from '../../../../src/pdf/crypt/new-encryption.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { verifySignature } from '../../../../src/pdf/sign/verify.ts';
import { writePdf } from '../../../../src/pdf/file/writing/write.ts';
import { bearer } from '../../../support/http.ts';
import { checkSyntax } from '../../../support/pdf.ts';
import { pdfsig, signaturesOf } from '../../../support/signatures.ts';
import { startFilling, type Filling } from './fill-service.ts';
import { formPdf, type FieldSpec } from './form-pdf.ts';
import { ada, by } from './sign-service.ts';

const text = (name: string, row = 0): FieldSpec => ({ name, kind: 'text', box: [40, 40 + row * 40, 200, 24] });
const place: FieldSpec = { name: 'place', kind: 'signature', box: [40, 200, 200, 40] };

function encrypted(pdf: Buffer): Buffer {
  const file = openPdf(pdf);
  return Buffer.from(
    writePdf({
      objects: file.numbers().map((number) => [number, file.get(number)] as const),
      trailer: file.trailer,
      version: '2.0',
      compress: false,
      encrypt: newEncryption({ userPassword: 'user', ownerPassword: 'owner', permissions: ['print', 'fill'] }),
    }),
  );
}

describe('fill-form and signatures', () => {
  let filling: Filling;
  before(async () => {
    filling = await startFilling(sign);
  });
  after(() => filling.service.stop());

  const signed = async (pdf: Uint8Array, options: object = {}): Promise<Buffer> => {
    const response = await filling.service.send(
      'sign',
      [pdf],
      { ...by(ada), ...options },
      { authorization: bearer('pro') },
    );
    expect(response.status, await response.clone().text()).to.equal(200);
    return Buffer.from(await response.arrayBuffer());
  };

  it('fill a document that is encrypted and signed, so that it stays both', async () => {
    const password = 'user';
    const form = await signed(encrypted(formPdf([text('a'), text('b', 1), place])), {
      password,
      field: 'place',
      certify: 'form-filling',
    });
    const { pdf, report } = await filling.filled(form, { fields: { a: 'Grüße · Привіт' }, password });
    expect(pdf.subarray(0, form.length).equals(form)).to.equal(true);
    expect(report.dropped).to.deep.equal([]);
    expect(() => openPdf(pdf))
      .to.throw()
      .with.property('slug', 'encrypted-pdf');
    expect((await filling.fields(pdf, { password })).map(({ name, value }) => [name, value])).to.deep.equal([
      ['a', 'Grüße · Привіт'],
      ['b', null],
      ['place', 'signed'],
    ]);
    expect((await pdfsig(pdf, password)).map(({ valid }) => valid)).to.deep.equal([true]);
    for (const signature of signaturesOf(pdf, password))
      expect(verifySignature(pdf, signature)).to.deep.include({ mistakes: [], deviations: [] });
    await checkSyntax(pdf, `--password=${password}`);
    const again = await signed(pdf, { password, field: 'second' });
    expect((await pdfsig(again, password)).map(({ valid }) => valid)).to.deep.equal([true, true]);
  });

  it('say who signed, as the value of the field', async () => {
    const form = formPdf([place, { ...place, name: 'other', box: [40, 300, 200, 40] }]);
    const value = async (pdf: Buffer) => filling.values(pdf);
    expect(await value(form)).to.deep.equal({ place: null, other: null });
    expect(await value(await signed(form, { field: 'place' }))).to.deep.equal({ place: 'signed', other: null });
    expect(await value(await signed(form, { field: 'other', name: 'Ада' }))).to.deep.equal({
      place: null,
      other: 'Ада',
    });
    const prepared = formPdf([{ ...place, more: '/V << /Type /Sig /Filter /Adobe.PPKLite >>' }]);
    expect(await value(prepared)).to.deep.equal({ place: null });
  });

  it('keep what a Lock says, also where whoever signed did not say it in the signature', async () => {
    const locking = (lock: string) =>
      formPdf([text('a'), text('b', 1), { ...place, more: `/Lock << /Type /SigFieldLock ${lock} >>` }]);
    const forgetful = async (lock: string) =>
      Buffer.from(
        (await signed(locking(lock), { field: 'place' })).toString('latin1').replaceAll('/Reference', '/Rexerence'),
        'latin1',
      );
    const one = await forgetful('/Action /Include /Fields [(a)]');
    expect((await filling.refused(one, { fields: { a: 'x' } })).detail).to.contain("locked the field 'a'");
    expect((await filling.filled(one, { fields: { b: 'x' } })).pdf.subarray(0, one.length).equals(one)).to.equal(true);
    expect(
      (await filling.refused(await forgetful('/Action /Include /Fields [(none)] /P 1'), { fields: { b: 'x' } })).detail,
    ).to.contain('form fields neither');
  });

  it('are not broken where a damaged document hides them', async () => {
    const whole = (await signed(formPdf([text('a')]))).toString('latin1').replaceAll('startxref', 'startxxxx');
    // The form that was there before it was signed is found, and nothing of the signature.
    const pdf = Buffer.from(whole.replaceAll('/FT/Sig', '/FT/Sxg'), 'latin1');
    expect(signaturesOf(pdf)).to.deep.equal([]);
    for (const options of [{ fields: { a: 'x' } }, { fields: { a: 'x' }, flatten: true }]) {
      const { status, slug, detail } = await filling.refused(pdf, options);
      expect([status, slug]).to.deep.equal([422, 'signature-would-break']);
      expect(detail).to.contain('can only be rewritten');
      const { report, pdf: anew } = await filling.filled(pdf, { ...options, breakSignatures: true });
      expect(report.signed).to.deep.equal([1]);
      expect(report.dropped.map(({ what }) => what)).to.deep.equal(['signature']);
      await checkSyntax(anew);
    }
    expect((await filling.fields(pdf)).map(({ name }) => name)).to.include('a');
  });

  it('that an intact document only mentions in a text are none', async () => {
    const form = formPdf([{ ...text('a'), more: '/TU (/ByteRange[0 1 2 3])' }]);
    expect((await filling.filled(form, { fields: { a: 'x' } })).report.dropped).to.deep.equal([]);
  });
});
