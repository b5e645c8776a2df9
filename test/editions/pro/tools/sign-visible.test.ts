import { expect } from 'chai';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import type { PdfFile } from '../../../../src/pdf/file/pdf-file.ts';
import { checkSyntax, textOf } from '../../../support/pdf.ts';
import { inkOf } from '../../../support/ink.ts';
import { pdfsig, signaturesOf } from '../../../support/signatures.ts';
import { pagePdf, startSigning, type Signing } from './sign-service.ts';

const box = { x: 40, y: 30, width: 160, height: 50 };

/** The appearance of the field of the first signature. */
function appearanceOf(file: PdfFile) {
  const field = file
    .pages()
    .flatMap(({ dict }) => file.array(dict.get('Annots')) ?? [])
    .map((obj) => file.dict(obj))
    .find((dict) => dict?.has('V') === true);
  return { field, stream: file.stream(file.dict(field?.get('AP') ?? null)?.get('N') ?? null) };
}

describe('a visible signature', () => {
  let signing: Signing;
  let red: string;
  before(async () => {
    signing = await startSigning();
    red = (
      await sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
        .png()
        .toBuffer()
    ).toString('base64');
  });
  after(() => signing.service.stop());

  it('says what it is told, in eight scripts, with embedded fonts', async () => {
    const text = 'Signed\nΥπογραφή\nПодпись\nחתימה\nتوقيع\nहस्ताक्षर\n签名\n署名';
    const pdf = await signing.signed(pagePdf(), { appearance: { box: { ...box, height: 120 }, text } });
    const shown = await textOf(pdf);
    for (const line of text.split('\n')) expect(shown).to.contain(line);
    const file = openPdf(pdf);
    const fonts = file.dict(file.dict(appearanceOf(file).stream?.dict.get('Resources') ?? null)?.get('Font') ?? null);
    expect(fonts?.size).to.be.above(1);
    await checkSyntax(pdf);
    expect((await pdfsig(pdf))[0]).to.include({ valid: true, total: true });
  });

  it('says who signed, when, why and where, when it is told nothing', async () => {
    const shown = await textOf(
      await signing.signed(pagePdf(), { reason: 'I agree', location: 'Wien', appearance: { box } }),
    );
    expect(shown).to.match(/Digitally signed by Ada Tester\s+\d{4}-\d\d-\d\d \d\d:\d\d UTC\s+I agree\s+Wien/);
  });

  for (const rotate of [0, 90, 180, 270]) {
    it(
      `stands upright in its box on a page that is turned by ${rotate} degrees, whose crop box ` + 'is smaller',
      async () => {
        const pdf = await signing.signed(pagePdf({ page: `/Rotate ${rotate}/CropBox[10 20 290 190]` }), {
          appearance: { box: { x: '40pt', y: 30, width: 100, height: '24pt' }, text: 'WWWWWWWWWW' },
        });
        const ink = await inkOf(pdf, 1);
        expect(ink.left).to.be.at.least(40);
        expect(ink.top).to.be.at.least(30);
        expect(ink.right).to.be.at.most(140);
        expect(ink.bottom).to.be.at.most(54);
        expect(ink.right - ink.left).to.be.above(70);
        expect(ink.bottom - ink.top).to.be.below(20);
        expect(await textOf(pdf)).to.contain('WWWWWWWWWW');
      },
    );
  }

  it('shows an image, which can be seen through, beside the text', async () => {
    const pdf = await signing.signed(pagePdf(), {
      appearance: { box, text: 'Ada', image: `data:image/png;base64,${red}` },
    });
    const file = openPdf(pdf);
    const images = file.dict(
      file.dict(appearanceOf(file).stream?.dict.get('Resources') ?? null)?.get('XObject') ?? null,
    );
    expect(file.dict(images?.get('Image') ?? null)?.has('SMask')).to.equal(true);
    const ink = await inkOf(pdf, 1);
    expect([ink.left >= 40, ink.top >= 30, ink.right <= 200, ink.bottom <= 80]).to.deep.equal([true, true, true, true]);
    expect(await textOf(pdf)).to.contain('Ada');
  });

  it('fills the place of a field that is there', async () => {
    const form = pagePdf({
      catalog: '/AcroForm<</Fields[5 0 R]>>',
      page: '/Annots[5 0 R]',
      objects: ['<</Type/Annot/Subtype/Widget/FT/Sig/T(here)/Rect[120 60 20 20]/F 4/P 3 0 R>>'],
    });
    for (const [options, shown] of [
      [{}, 'Digitally signed by'],
      [{ appearance: { text: 'Just Ada' } }, 'Just Ada'],
    ] as const) {
      const pdf = await signing.signed(form, { field: 'here', ...options });
      expect(await textOf(pdf)).to.contain(shown);
      const ink = await inkOf(pdf, 1);
      expect([ink.left >= 20, ink.right <= 120, ink.top >= 140, ink.bottom <= 180]).to.deep.equal([
        true,
        true,
        true,
        true,
      ]);
    }
    expect((await signing.refused(form, { field: 'here', appearance: { box } })).slice(0, 2)).to.deep.equal([
      422,
      'field-value-invalid',
    ]);
  });

  it('tells of characters that no font has, and of text that does not fit', async () => {
    const { warnings } = await signing.report(pagePdf(), { appearance: { box, text: 'Ada \u{13000}' } });
    expect(warnings.map(({ message }) => message)).to.deep.equal([
      "No font has these characters of the signature's text: \u{13000}.",
    ]);
    const long = await signing.report(pagePdf(), {
      appearance: { box: { ...box, width: 20, height: 10 }, text: 'word '.repeat(60) },
    });
    expect(long.warnings[0]?.message).to.contain('larger than its box');
  });

  it('lets no viewer draw the fields anew, where they have an appearance already', async () => {
    const form = (appearance: string) =>
      pagePdf({
        catalog: '/AcroForm<</Fields[5 0 R]/NeedAppearances true>>',
        page: '/Annots[5 0 R]',
        objects: [
          `<</Type/Annot/Subtype/Widget/FT/Tx/T(text)/Rect[20 20 120 60]/F 4/P 3 0 R${appearance}>>`,
          '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 0>>stream\n\nendstream',
        ],
      });
    const drawn = openPdf(await signing.signed(form('/AP<</N 6 0 R>>'), { appearance: { box } }));
    expect(drawn.dict(drawn.catalog.get('AcroForm'))?.has('NeedAppearances')).to.equal(false);
    const { warnings } = await signing.report(form(''), { appearance: { box } });
    expect(warnings[0]?.message).to.contain('NeedAppearances');
  });
});

describe('a signature of an archived, tagged document', () => {
  let signing: Signing;
  before(async () => {
    signing = await startSigning();
  });
  after(() => signing.service.stop());

  const tagged = (tree: string, element = '7 0 R') =>
    pagePdf({
      catalog: '/MarkInfo<</Marked true>>/Lang(en)/StructTreeRoot 5 0 R',
      objects: [
        `<</Type/StructTreeRoot/K ${element}${tree}>>`,
        '<</Nums[0[null]]>>',
        '<</Type/StructElem/S/Document/P 5 0 R>>',
        '<</Kids[9 0 R]>>',
        '<</Limits[3 3]/Nums[3 7 0 R]>>',
      ],
    });

  for (const visible of [true, false]) {
    it(`is part of its structure: ${visible ? 'visible' : 'invisible'}`, async () => {
      for (const [tree, element, key] of [
        ['/ParentTree 6 0 R/ParentTreeNextKey 1', '7 0 R', 1],
        ['/ParentTree 8 0 R', '[7 0 R]', 4],
        ['/ParentTreeNextKey 9', '[7 0 R 7 0 R]', 9],
      ] as const) {
        const pdf = await signing.signed(tagged(tree, element), visible ? { appearance: { box } } : {});
        const file = openPdf(pdf);
        const { field, stream } = appearanceOf(file);
        expect([field?.get('StructParent'), file.string(field?.get('TU') ?? null)?.text]).to.deep.equal([
          key,
          'Signature of Ada Tester',
        ]);
        expect(stream).not.to.equal(null);
        const root = file.dict(file.catalog.get('StructTreeRoot'));
        const tops = file.array(root?.get('K') ?? null) ?? [root?.get('K') ?? null];
        const holder = element === '[7 0 R 7 0 R]' ? root : file.dict(tops[0] ?? null);
        const kids = file.array(holder?.get('K') ?? null) ?? [];
        const form = file.dict(kids.at(-1) ?? null);
        expect(file.name(form?.get('S') ?? null)).to.equal('Form');
        expect(file.dict(file.dict(form?.get('K') ?? null)?.get('Obj') ?? null)).to.equal(field);
        expect(root?.get('ParentTreeNextKey')).to.equal(key + 1);
        expect(file.name(file.pages()[0]?.dict.get('Tabs') ?? null)).to.equal('S');
        await checkSyntax(pdf);
      }
    });
  }

  it('leaves the structure alone once that is signed, and says so', async () => {
    const once = await signing.signed(tagged('/ParentTree 6 0 R'));
    const twice = await signing.signed(once);
    const structure = (pdf: Buffer) => {
      const file = openPdf(pdf);
      return [5, 6, 7].map((num) => file.where(num));
    };
    expect(structure(twice)).to.deep.equal(structure(once));
    expect((await signing.report(once)).warnings[0]?.message).to.contain('The document is tagged and signed');
    expect((await pdfsig(twice)).map(({ valid }) => valid)).to.deep.equal([true, true]);
  });

  it('brings nothing that can be seen through into PDF/A', async () => {
    const image = (
      await sharp({ create: { width: 9, height: 9, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
        .png()
        .toBuffer()
    ).toString('base64');
    const xmp = '<x xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="1"/>';
    const archived = pagePdf({
      catalog: '/Metadata 5 0 R',
      objects: [`<</Type/Metadata/Subtype/XML/Length ${xmp.length}>>stream\n${xmp}\nendstream`],
    });
    const pdf = await signing.signed(archived, { appearance: { box, image, text: 'Ada' } });
    expect(pdf.includes('/CIDSet')).to.equal(true);
    expect(pdf.includes('SMask')).to.equal(false);
    expect((await PDFDocument.load(pdf)).getPageCount()).to.equal(1);
    expect(signaturesOf(pdf)).to.have.length(1);
  });
});
