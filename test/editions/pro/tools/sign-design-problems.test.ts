import { expect } from 'chai';
import sharp from 'sharp';
import { problemOf } from '../../../support/http.ts';
import { pagePdf, startSigning, type Signing } from './sign-service.ts';

const box = { x: 40, y: 30, width: 200, height: 60 };
const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
).toString('base64');

describe('what sign refuses of a design', () => {
  let signing: Signing;
  before(async () => {
    signing = await startSigning();
  });
  after(() => signing.service.stop());

  const problem = async (appearance: object, more: object = {}) => {
    const response = await signing.send(pagePdf(), { appearance: { box, ...appearance }, ...more });
    const { slug, detail, errors = [] } = await problemOf(response);
    return { status: response.status, slug, detail: String(detail), pointers: errors.map(({ pointer }) => pointer) };
  };

  for (const [what, appearance, pointer] of [
    ['an unknown layout', { layout: 'logo-right' }, '/appearance/layout'],
    ['a layout for a logo without one', { layout: 'logo-left' }, '/appearance/logo'],
    ['two pictures', { logo, image: logo }, '/appearance/logo'],
    ['a logo that is not base64', { logo: 'not base64!' }, '/appearance/logo'],
    ['a logo of too many bytes', { logo: 'A'.repeat(16_000_004) }, '/appearance/logo'],
    ['a frame that is no frame', { frame: 'thick' }, '/appearance/frame'],
    ['a frame of a colour that can be seen through', { frame: { color: 'rgba(0,0,0,.5)' } }, '/appearance/frame/color'],
    ['a frame without a width', { frame: { width: 0 } }, '/appearance/frame/width'],
    ['an unknown colour', { background: 'ultramarin' }, '/appearance/background'],
    ['an unknown field', { fields: ['name', 'age'] }, '/appearance/fields/1'],
    ['a field twice', { fields: ['name', 'name'] }, '/appearance/fields/1'],
    ['no language', { lang: 'never a tag' }, '/appearance/lang'],
    ['an unknown form of dates', { dateFormat: 'dd.MM.yyyy' }, '/appearance/dateFormat'],
  ] as const)
    it(`is ${what}`, async () => {
      expect(await problem(appearance)).to.deep.include({ status: 400, slug: 'invalid-request', pointers: [pointer] });
    });

  it('is a rule about covered text that is none', async () => {
    expect(await problem({}, { onCover: 'ask' })).to.deep.include({ status: 400, pointers: ['/onCover'] });
  });

  it('is a logo that is no picture, or has too many pixels', async () => {
    const noPicture = await problem({ logo: Buffer.from('no picture').toString('base64') });
    expect(noPicture).to.deep.include({ status: 422, slug: 'invalid-image', pointers: ['/appearance/logo'] });
    expect(noPicture.detail).to.equal(
      'The logo of the signature can not be decoded. Send PNG, JPEG, WebP, AVIF, GIF or SVG.',
    );
    const huge = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#ffffff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const tooLarge = await problem({ logo: huge.toString('base64') });
    expect(tooLarge).to.deep.include({ status: 422, slug: 'invalid-image', pointers: ['/appearance/logo'] });
    expect(tooLarge.detail).to.contain('more than 64 million pixels');
  });

  it('is a box without room for a line', async () => {
    const small = { x: 10, y: 10, width: 60, height: 10 };
    expect(await problem({ frame: true, box: small })).to.deep.include({
      status: 422,
      slug: 'field-value-invalid',
      pointers: ['/appearance/box'],
    });
    expect((await problem({ frame: { width: 20 }, box: { ...small, height: 44 } })).status).to.equal(422);
    const form = pagePdf({
      catalog: '/AcroForm<</Fields[5 0 R]>>',
      page: '/Annots[5 0 R]',
      objects: ['<</Type/Annot/Subtype/Widget/FT/Sig/T(here)/Rect[20 20 80 28]/F 4/P 3 0 R>>'],
    });
    const response = await signing.send(form, { field: 'here', appearance: { frame: true } });
    const { slug, errors = [] } = await problemOf(response);
    expect([response.status, slug, errors[0]?.pointer]).to.deep.equal([422, 'field-value-invalid', '/field']);
  });

  it('is a choice of fields without any value', async () => {
    expect(await problem({ fields: ['reason', 'contact'] })).to.deep.include({
      status: 422,
      slug: 'field-value-invalid',
      pointers: ['/appearance/fields'],
    });
  });
});
