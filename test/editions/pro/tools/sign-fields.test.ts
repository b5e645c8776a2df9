import { expect } from 'chai';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { Ref } from '../../../../src/pdf/objects/objects.ts';
import { formFields } from '../../../../src/pdf/facts/signatures/fields.ts';
import { verifySignature } from '../../../../src/pdf/sign/verify.ts';
import { problemOf } from '../../../support/http.ts';
import { checkSyntax } from '../../../support/pdf.ts';
import { pdfsig, signaturesOf } from '../../../support/signatures.ts';
import { pagePdf, startSigning, type Signing } from './sign-service.ts';

const widget = (more: string) => `<</Type/Annot/Subtype/Widget/FT/Sig/Rect[20 20 120 60]/F 4/P 3 0 R${more}>>`;
const form = (...objects: string[]) =>
  pagePdf({ catalog: '/AcroForm<</Fields[5 0 R]>>', page: '/Annots[6 0 R]', objects });

/** A field that is its own widget. */
const simple = pagePdf({
  catalog: '/AcroForm<</Fields[5 0 R]>>',
  page: '/Annots[5 0 R]',
  objects: [widget('/T(here)')],
});
/** `group.inner.sign`, its type inherited, its widget apart from it. */
const deep = pagePdf({
  catalog: '/AcroForm 9 0 R',
  page: '/Annots 10 0 R',
  objects: [
    '<</T(group)/Kids[6 0 R]/FT/Sig>>',
    '<</T(inner)/Parent 5 0 R/Kids[7 0 R 11 0 R]>>',
    '<</T(sign)/Parent 6 0 R/Kids[8 0 R]>>',
    '<</Type/Annot/Subtype/Widget/Rect[20 20 120 60]/F 4/P 3 0 R/Parent 7 0 R>>',
    '<</Fields[5 0 R]>>',
    '[8 0 R]',
    '<</T(text)/Parent 6 0 R/FT/Tx>>',
  ],
});
const locking = (lock: string) =>
  form(
    `<</T(first)/FT/Sig/Kids[6 0 R]/Lock<</Type/SigFieldLock${lock}>>>>`,
    '<</Type/Annot/Subtype/Widget/Rect[0 0 0 0]/F 4/P 3 0 R/Parent 5 0 R>>',
  );

const fieldsOf = (pdf: Buffer) => formFields(openPdf(pdf)).map(({ name, kind, group }) => [name, kind, group]);

describe('the field of a signature', () => {
  let signing: Signing;
  before(async () => {
    signing = await startSigning();
  });
  after(() => signing.service.stop());

  const allValid = async (pdf: Buffer) => {
    await checkSyntax(pdf);
    for (const signature of signaturesOf(pdf)) expect(verifySignature(pdf, signature).mistakes).to.deep.equal([]);
    return (await pdfsig(pdf)).map(({ field, valid }) => [field, valid]);
  };

  it('is a new one of a free name where none is named', async () => {
    const taken = form(
      '<</T(Signature1)/Kids[6 0 R]>>',
      '<</T(a)/Parent 5 0 R/FT/Tx/Type/Annot/Subtype/Widget/Rect[0 0 9 9]/P 3 0 R>>',
    );
    expect(await allValid(await signing.signed(taken))).to.deep.equal([['Signature2', true]]);
  });

  it('is a new one in groups, which are made where they are not there', async () => {
    const once = await signing.signed(pagePdf(), { field: 'board.chair.Vorsitz (Köln)' });
    expect(fieldsOf(once)).to.deep.equal([
      ['board', null, true],
      ['board.chair', null, true],
      ['board.chair.Vorsitz (Köln)', 'Sig', false],
    ]);
    const twice = await signing.signed(once, { field: 'board.chair.deputy' });
    expect(fieldsOf(twice).slice(2)).to.deep.equal([
      ['board.chair.Vorsitz (Köln)', 'Sig', false],
      ['board.chair.deputy', 'Sig', false],
    ]);
    expect((await allValid(twice)).map(([, valid]) => valid)).to.deep.equal([true, true]);
  });

  it('is one that is there: on its page, or deep in the tree of fields', async () => {
    for (const [pdf, field] of [
      [simple, 'here'],
      [deep, 'group.inner.sign'],
    ] as const) {
      const signed = await signing.signed(pdf, { field });
      expect(fieldsOf(signed)).to.deep.equal(fieldsOf(pdf));
      expect((await allValid(signed)).map(([, valid]) => valid)).to.deep.equal([true]);
      expect(signaturesOf(signed).map((signature) => signature.field)).to.deep.equal([field]);
    }
  });

  it('is on one page alone, also where pages share their list of annotations', async () => {
    const shared = pagePdf({
      page: '/Annots 5 0 R',
      objects: ['[]', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots 5 0 R>>'],
    }).toString('latin1');
    const pdf = Buffer.from(
      shared.replace('/Kids[3 0 R]/Count 1', '/Kids[3 0 R 6 0 R]/Count 2').replace(/startxref[^]*/, ''),
      'latin1',
    );
    const file = openPdf(await signing.signed(pdf));
    expect(file.pages().map(({ dict }) => file.array(dict.get('Annots'))?.length)).to.deep.equal([1, 0]);
  });

  it('can not be one that is signed, of another kind, or a group', async () => {
    const signed = await signing.signed(simple, { field: 'here' });
    expect(await signing.refused(signed, { field: 'here' })).to.deep.equal([
      422,
      'field-value-invalid',
      "The field 'here' is signed already. Name an empty signature field, or a new one.",
    ]);
    expect((await signing.refused(deep, { field: 'group' }))[2]).to.contain('is a group of fields');
    expect((await signing.refused(deep, { field: 'group.inner.text' }))[2]).to.contain('is not a signature field');
    expect((await signing.refused(deep, { field: 'group.inner.text.more' }))[2]).to.contain('is no group');
  });

  it('locks fields as it says, and a later signature keeps to that', async () => {
    const cases: readonly (readonly [lock: string, free: string | null, held: string | undefined])[] = [
      ['/Action/All', null, 'second'],
      ['/Action/Include/Fields[(second)(board)]', 'third', 'second'],
      ['/Action/Include/Fields[(board)]', 'boarding', 'board.chair'],
      ['/Action/Exclude/Fields[(second)]', 'second', 'third'],
    ];
    for (const [lock, free, held] of cases) {
      const once = await signing.signed(locking(lock), { field: 'first' });
      expect(signaturesOf(once)[0]?.locks, lock).to.have.length(1);
      expect((await signing.refused(once, { field: held })).slice(0, 2), lock).to.deep.equal([
        422,
        'signature-would-break',
      ]);
      if (free !== null)
        expect(
          (await allValid(await signing.signed(once, { field: free }))).map(([, valid]) => valid),
          lock,
        ).to.deep.equal([true, true]);
    }
  });

  it('locks the document where its Lock has permissions', async () => {
    const once = await signing.signed(locking('/Action/All/P 1'), { field: 'first' });
    expect(signaturesOf(once)[0]?.docMdp).to.equal(1);
    expect((await signing.refused(once))[1]).to.equal('signature-would-break');
  });

  it('is locked by its Lock also where whoever signed did not say so in the signature', async () => {
    // As signers do that know no Lock: the same bytes, with a Lock that nothing in the signature repeats.
    const forgetful = async (lock: string) =>
      Buffer.from(
        (await signing.signed(locking(lock), { field: 'first' }))
          .toString('latin1')
          .replaceAll('/Reference', '/Rexerence'),
        'latin1',
      );
    const once = await forgetful('/Action/Include/Fields[(second)]/P 2');
    expect(signaturesOf(once)[0]).to.deep.include({
      docMdp: 2,
      locks: [{ action: 'Include', fields: ['second'], docMdp: 2 }],
    });
    expect((await signing.refused(once, { field: 'second' }))[2]).to.contain("locked the field 'second'");
    expect(
      (
        await signing.refused(once, { field: 'third', appearance: { box: { x: 10, y: 10, width: 80, height: 30 } } })
      )[2],
    ).to.contain('certified so that only existing fields');
    expect((await signing.send(once, { field: 'third' })).status).to.equal(200);
    expect((await signing.refused(await forgetful('/Action/All/P 1')))[2]).to.contain('nothing in it may change');
  });
});

describe('a certification', () => {
  let signing: Signing;
  before(async () => {
    signing = await startSigning();
  });
  after(() => signing.service.stop());

  const box = { x: 10, y: 10, width: 80, height: 30 };

  it('says what may change, and is what the document names as such', async () => {
    for (const [certify, level] of [
      ['no-changes', 1],
      ['form-filling', 2],
      ['annotations', 3],
    ] as const) {
      const pdf = await signing.signed(pagePdf(), { certify });
      const file = openPdf(pdf);
      const perms = file.dict(file.catalog.get('Perms'));
      const [signature] = signaturesOf(pdf);
      expect(signature?.docMdp).to.equal(level);
      expect(perms?.get('DocMDP')).to.be.instanceOf(Ref);
      expect(file.dict(perms?.get('DocMDP') ?? null)?.get('ByteRange')).to.deep.equal(signature?.byteRange);
      expect(await pdfsig(pdf)).to.have.nested.property('[0].valid', true);
    }
  });

  it('with no changes allowed is the last signature', async () => {
    const pdf = await signing.signed(pagePdf(), { certify: 'no-changes' });
    expect((await signing.refused(pdf))[2]).to.contain('nothing in it may change');
  });

  it('with forms to be filled lets fields be signed, and invisible ones be added', async () => {
    const pdf = await signing.signed(simple, { certify: 'form-filling' });
    expect((await signing.refused(pdf, { appearance: { box } }))[1]).to.equal('signature-would-break');
    const visible = await problemOf(await signing.send(pdf, { appearance: { box } }));
    expect(visible.errors?.[0]?.pointer).to.equal('/appearance');
    for (const options of [{}, { field: 'here' }])
      expect((await pdfsig(await signing.signed(pdf, options))).map(({ valid }) => valid)).to.deep.equal([true, true]);
  });

  it('with annotations allowed lets visible fields be added', async () => {
    const pdf = await signing.signed(simple, { certify: 'annotations' });
    expect((await pdfsig(await signing.signed(pdf, { appearance: { box } }))).map(({ valid }) => valid)).to.deep.equal([
      true,
      true,
    ]);
  });

  it('must be the first signature', async () => {
    const late = await signing.send(await signing.signed(pagePdf()), { certify: 'annotations' });
    expect((await problemOf(late)).errors?.map(({ pointer }) => pointer)).to.deep.equal(['/certify']);
    expect(
      (await signing.refused(await signing.signed(pagePdf()), { certify: 'annotations' })).slice(0, 2),
    ).to.deep.equal([422, 'signature-would-break']);
  });

  it('may be broken where that is asked for, and the report says so', async () => {
    const pdf = await signing.signed(pagePdf(), { certify: 'no-changes' });
    const { dropped, warnings } = await signing.report(pdf, { breakSignatures: true });
    expect(warnings).to.deep.equal([]);
    expect(dropped.map(({ what, reason }) => [what, reason])).to.deep.equal([
      ['signature', "The signature in the field 'Signature1' is no longer valid."],
    ]);
  });

  it('is what is named as broken, and not the approvals beside it', async () => {
    const dropped = async (pdf: Buffer, options: object) =>
      (await signing.report(pdf, { breakSignatures: true, ...options })).dropped.map(
        ({ reason }) => /'(.*)'/.exec(reason)?.[1],
      );
    const approved = await signing.signed(pagePdf(), { field: 'approval' });
    const late = await signing.report(approved, { certify: 'annotations', breakSignatures: true });
    expect([late.dropped, late.warnings.map(({ message }) => message)]).to.deep.equal([
      [],
      [
        'The certification is not the first signature of the document, as it has to be: readers take it for an ' +
          'approval, or for none.',
      ],
    ]);
    const both = await signing.signed(
      await signing.signed(pagePdf(), { certify: 'form-filling', field: 'certification' }),
      { field: 'approval' },
    );
    expect(await dropped(both, { appearance: { box } })).to.deep.equal(['certification']);
    expect(await dropped(both, { certify: 'annotations' })).to.deep.equal(['certification']);
    expect(await dropped(both, {})).to.deep.equal([]);
    const locked = await signing.signed(
      await signing.signed(locking('/Action/Include/Fields[(second)]'), { field: 'first' }),
      { field: 'third' },
    );
    expect(await dropped(locked, { field: 'second' })).to.deep.equal(['first']);
  });

  it('is not broken by writing a damaged document anew', async () => {
    const pdf = Buffer.from(
      (await signing.signed(pagePdf())).toString('latin1').replaceAll('startxref', 'startxxxx'),
      'latin1',
    );
    expect((await signing.refused(pdf))[2]).to.contain('it would have to be rewritten');
    expect((await signing.report(pdf, { breakSignatures: true })).dropped).to.have.length(1);
  });

  it('is not broken where a damaged document hides what leads to it', async () => {
    const whole = (await signing.signed(pagePdf(), { certify: 'annotations' }))
      .toString('latin1')
      .replaceAll('startxref', 'startxxxx');
    const hidden = [
      whole.replaceAll('/AcroForm', '/AcroFxrm').replaceAll('/Annots', '/Annxts').replaceAll('/Perms', '/Pexms'),
      whole
        .replaceAll('/AcroForm', '/AcroFxrm')
        .replaceAll('/Annots', '/Annxts')
        .replaceAll('/ByteRange', '/Byte#52ange'),
    ];
    for (const text of hidden) {
      const pdf = Buffer.from(text, 'latin1');
      expect(signaturesOf(pdf)).to.deep.equal([]);
      expect(await signing.refused(pdf)).to.satisfy(
        ([status, slug, detail]: string[]) =>
          Number(status) === 422 &&
          slug === 'signature-would-break' &&
          detail?.includes('it would have to be rewritten'),
      );
      const { dropped } = await signing.report(pdf, { breakSignatures: true });
      expect(dropped.map(({ reason }) => reason)).to.deep.equal([
        `The signature at byte ${text.search('/Byte')}, which no field leads to, is no longer valid.`,
      ]);
    }
  });
});
