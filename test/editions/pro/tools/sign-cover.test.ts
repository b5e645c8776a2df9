import { expect } from 'chai';
import { problemOf } from '../../../support/http.ts';
import { encryptedPdf } from '../../../pdf/update/updated-files.ts';
import { pdfsig } from '../../../support/signatures.ts';
import { pagePdf, startSigning, type Signing } from './sign-service.ts';

/** Text whose capital letters are 50 to 59 points below the top edge of the page, from 30 points on. */
const content = 'BT /F1 12 Tf 30 141 Td (Total 1200 EUR) Tj ET';
const line = { x: 20, y: 40, width: 200, height: 30 };
const above = { x: 20, y: 5, width: 200, height: 40 };

describe('a visible signature over text', () => {
  let signing: Signing;
  before(async () => {
    signing = await startSigning();
  });
  after(() => signing.service.stop());

  const warnings = async (pdf: Buffer, options: object) => (await signing.report(pdf, options)).warnings;
  const refusal = async (pdf: Buffer, options: object) => {
    const response = await signing.send(pdf, { onCover: 'refuse', ...options });
    return response.status === 200 ? null : { status: response.status, ...(await problemOf(response)) };
  };
  const covering = (text: string, pointer: string) => ({
    code: 'signature-covers-text',
    message: `The signature covers text of page 1: “${text}”.`,
    pointer,
  });

  it('is signed with a warning that quotes the text', async () => {
    const page = pagePdf({ content });
    expect(await warnings(page, { appearance: { box: line } })).to.deep.equal([
      covering('Total 1200 EUR', '/appearance/box'),
    ]);
    expect(
      await warnings(page, { appearance: { box: { ...line, x: 62, width: 15 }, text: 'A' }, onCover: 'warn' }),
    ).to.deep.equal([covering('1200', '/appearance/box')]);
    const response = await signing.send(page, { appearance: { box: line } });
    expect(response.headers.get('document-warnings')).to.equal('1');
    expect((await pdfsig(Buffer.from(await response.arrayBuffer())))[0]).to.include({ valid: true, total: true });
  });

  it('is refused, or signed without a warning, where the request prefers that', async () => {
    const page = pagePdf({ content });
    expect(await refusal(page, { appearance: { box: line } })).to.deep.include({
      status: 422,
      slug: 'signature-covers-text',
      detail: 'The signature covers text of page 1: “Total 1200 EUR”.',
      errors: [{ pointer: '/appearance/box', message: 'covers “Total 1200 EUR”' }],
    });
    expect(await warnings(page, { appearance: { box: line }, onCover: 'allow' })).to.deep.equal([]);
  });

  it('covers nothing beside the text, when it is invisible, or on a line for signatures', async () => {
    for (const options of [{ appearance: { box: above } }, {}])
      expect(await refusal(pagePdf({ content }), options)).to.equal(null);
    const blank = pagePdf({ content: 'BT /F1 12 Tf 30 141 Td (_________ ......) Tj ET' });
    expect(await refusal(blank, { appearance: { box: line } })).to.equal(null);
  });

  it('covers only what readers see', async () => {
    const unseen = pagePdf({ content: `3 Tr ${content}` });
    expect(await refusal(unseen, { appearance: { box: line } })).to.equal(null);
    const scan = pagePdf({
      content: `q 300 0 0 200 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q 3 Tr ${content}`,
    });
    expect((await refusal(scan, { appearance: { box: line } }))?.slug).to.equal('signature-covers-text');
  });

  it('is found on pages that are turned, and in encrypted documents', async () => {
    const turned = pagePdf({ content, page: '/Rotate 180' });
    expect(await refusal(turned, { appearance: { box: line } })).to.equal(null);
    const there = { x: 140, y: 130, width: 150, height: 30 };
    expect((await refusal(turned, { appearance: { box: there } }))?.slug).to.equal('signature-covers-text');
    const encrypted = await encryptedPdf('AES-256', true);
    const whole = { appearance: { box: { x: 0, y: 0, width: 2000, height: 2000 } } };
    for (const decrypt of [false, true])
      expect((await refusal(encrypted, { ...whole, password: 'user', decrypt }))?.slug).to.equal(
        'signature-covers-text',
      );
  });

  it('in a field is judged by the place of the field, and replaces what the field shows', async () => {
    const field = (text: string) =>
      pagePdf({
        content: text,
        catalog: '/AcroForm<</Fields[5 0 R]>>',
        page: '/Annots[5 0 R]',
        objects: [
          '<</Type/Annot/Subtype/Widget/FT/Sig/T(here)/Rect[20 130 220 160]/F 4/P 3 0 R/AP<</N 6 0 R>>>>',
          '<</Type/XObject/Subtype/Form/BBox[0 0 200 30]/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont' +
            '/Helvetica>>>>>>/Length 42>>stream\nBT /F1 12 Tf 10 10 Td (Sign here) Tj ET    \nendstream',
        ],
      });
    expect(await refusal(field('0 g'), { field: 'here' })).to.equal(null);
    expect(await warnings(field(content), { field: 'here' })).to.deep.equal([covering('Total 1200 EUR', '/field')]);
  });

  it('covers the text of an earlier signature, too', async () => {
    const once = await signing.signed(pagePdf(), { appearance: { box: line, text: 'Ada was first' } });
    expect(await warnings(once, { appearance: { box: line } })).to.deep.equal([
      covering('Ada was first', '/appearance/box'),
    ]);
  });

  it('quotes the beginning of a long text', async () => {
    const long = pagePdf({ content: `BT /F1 2 Tf 5 141 Td (${'word '.repeat(40)}) Tj ET` });
    const [{ message } = { message: '' }] = await warnings(long, {
      appearance: { box: { ...line, x: 0, width: 300 } },
    });
    expect(message)
      .to.match(/^The signature covers text of page 1: “(word )+.*…”\.$/)
      .and.have.length.below(130);
  });
});
