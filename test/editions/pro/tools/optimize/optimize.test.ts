import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { sign } from '../../../../../src/editions/pro/tools/sign.ts';
import { claimedStandards, failuresOf, modelOf } from '../../../../../src/pdf/conformance/check.ts';
import { newEncryption } from '../../../../../src/pdf/crypt/new-encryption.ts';
import { openPdf } from '../../../../../src/pdf/file/open.ts';
import { writePdf } from '../../../../../src/pdf/file/writing/write.ts';
import { bearer } from '../../../../support/http.ts';
import {
  attachmentsOf,
  checkSyntax,
  fontsOf,
  imagesOf,
  infoOf,
  linksOf,
  metadataOf,
  structureOf,
  textOf,
} from '../../../../support/pdf.ts';
import { conforming } from '../../../../support/conforming.ts';
import { fileOf, flate, stream } from '../redact/channel-files.ts';
import { ada, by } from '../sign-service.ts';
import { expectSameLook } from './same-look.ts';
import { pictureOf, popplerColours, startOptimizing, streamOf, type Optimizing } from './optimize-service.ts';

const gallery = (name: string) =>
  readFileSync(new URL(`../../../../../docs/gallery/templates/${name}.pdf`, import.meta.url));

/** A soft landscape of `size` by `size` pixels, with some grain: what a photograph is to an encoder. */
function landscape(size: number, components: 1 | 3 | 4 = 3): Buffer {
  const bytes = Buffer.alloc(size * size * components);
  for (let at = 0; at < bytes.length; at += 1) {
    const [x, y, component] = [Math.floor(at / components) % size, Math.floor(at / components / size), at % components];
    bytes[at] =
      128 +
      90 * Math.sin((x / size) * (5 + component)) * Math.cos((y / size) * (4 - component)) +
      ((x * 7919 + y * 104_729 + component * 31) % 11);
  }
  return bytes;
}

/** A page with pictures of 72 by 72 points side by side. */
const pictured = (...pictures: readonly string[]): Buffer =>
  fileOf({
    content: pictures.map((_, index) => `q 72 0 0 72 ${10 + index * 80} 10 cm /I${index} Do Q`).join('\n'),
    resources: `/XObject<<${pictures.map((_, index) => `/I${index} ${6 + index} 0 R`).join('')}>>`,
    objects: pictures,
  });

const rgb = (size: number, more = '') => `/Width ${size}/Height ${size}/ColorSpace/DeviceRGB${more}`;

/** Sides in pixels, encoding and resolution of each picture. */
const listed = async (pdf: Uint8Array) =>
  (await imagesOf(pdf))
    .map((line) => line.trim().split(/\s+/))
    .map(([, , type, width, height, , , , encoding, , , , ppi]) => ({
      type,
      width: Number(width),
      height: Number(height),
      encoding,
      ppi: Number(ppi),
    }));

/** Objects may have other numbers. */
const unnumbered = (told: unknown) => String(told).replaceAll(/Object \d+ \d+/g, 'Object');

describe('optimize', () => {
  let optimizing: Optimizing;
  before(async () => {
    optimizing = await startOptimizing(sign);
  });
  after(() => optimizing.service.stop());

  it('stores a document in fewer bytes without changing a pixel, a word, a tag, a link or a field', async () => {
    for (const name of ['form', 'receipt']) {
      const before = gallery(name);
      const { pdf, report } = await optimizing.optimized(before);
      expect(pdf.length, name).to.be.below(before.length * 0.85);
      await checkSyntax(pdf);
      for (const said of [textOf, structureOf, linksOf])
        expect(unnumbered(await said(pdf))).to.equal(unnumbered(await said(before)));
      await expectSameLook(pdf, before, 100);
      expect((await infoOf(pdf)).Tagged).to.equal('yes');
      expect([report.unchanged, report.lowestSimilarity, report.warnings, report.dropped]).to.deep.equal([
        false,
        1,
        [],
        [],
      ]);
      const { total, ...parts } = report.bytes.after;
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).to.equal(total);
      expect(report.done.fontsSubset).to.be.above(0);
    }
  });

  it('leaves nothing out that a reader can ask for: attachments, outline, fields', async () => {
    const pdf = readFileSync(new URL('../../../../../docs/gallery/operations/add_attachment.pdf', import.meta.url));
    expect(await attachmentsOf((await optimizing.optimized(pdf, { level: 'web' })).pdf)).to.deep.equal(
      await attachmentsOf(pdf),
    );
    const form = gallery('form');
    const names = (bytes: Uint8Array) =>
      openPdf(bytes).catalog.has('AcroForm') &&
      openPdf(bytes)
        .pages()
        .flatMap(({ dict }) => openPdf(bytes).array(dict.get('Annots')) ?? []).length;
    expect(names((await optimizing.optimized(form, { level: 'web' })).pdf)).to.equal(names(form));
  });

  it('gives the same bytes for the same document', async () => {
    const [one, other] = [
      await optimizing.optimized(gallery('receipt'), { level: 'web', linearize: true }),
      await optimizing.optimized(gallery('receipt'), { level: 'web', linearize: true }),
    ];
    expect(one.pdf.equals(other.pdf)).to.equal(true);
    const identifiers = [gallery('receipt'), one.pdf]
      .map((pdf) => openPdf(pdf))
      .map((file) =>
        (file.array(file.trailer.get('ID')) ?? []).map((half) => file.string(half)?.bytes.toString('hex')),
      );
    expect(identifiers[1]?.[0], 'the half of the identifier that stays').to.equal(identifiers[0]?.[0]);
    expect(identifiers[1]?.[1]).not.to.equal(identifiers[0]?.[1]);
  });

  it('gives back what it can not make smaller', async () => {
    const { pdf } = await optimizing.optimized(gallery('receipt'));
    const again = await optimizing.optimized(pdf);
    expect(again.pdf.length).to.be.at.most(pdf.length);
    const least = Buffer.from(
      '%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Parent 2 0 ' +
        'R/MediaBox[0 0 9 9]>>endobj trailer<</Root 1 0 R>>',
    );
    const back = await optimizing.optimized(least);
    expect([back.pdf.equals(least), back.report.unchanged]).to.deep.equal([true, true]);
    expect(back.report.warnings[0]?.message).to.match(/is returned unchanged/);
  });

  it(
    'takes away what it was asked to, even where nothing makes the document smaller, and says ' + 'what that takes',
    async () => {
      const least = Buffer.from(
        '%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Parent 2 0 ' +
          'R/MediaBox[0 0 9 9]>>endobj 4 0 obj<</Author(Jane)>>endobj trailer<</Root 1 0 R/Info 4 0 R>>',
      );
      const { pdf, report } = await optimizing.optimized(least, { removeMetadata: true });
      expect([report.unchanged, pdf.includes('Jane'), report.dropped.map(({ what }) => what)]).to.deep.equal([
        false,
        false,
        ['metadata'],
      ]);
      expect(report.warnings[0]?.message).to.match(/it takes \d+ bytes more than before/);
      const [small] = [(await optimizing.optimized(gallery('receipt'))).pdf];
      const again = await optimizing.optimized(small, { removeMetadata: true });
      expect([
        again.pdf.length < small.length,
        again.pdf.includes('x:xmpmeta'),
        (await infoOf(again.pdf)).Title,
      ]).to.deep.equal([true, false, undefined]);
    },
  );

  it('takes the colours out of all that pages show, and says which stay', async () => {
    for (const name of ['summary', 'form']) {
      const { pdf, report } = await optimizing.optimized(gallery(name), { grayscale: true });
      expect(maxColour(pdf), name).to.be.at.most(2);
      expect(maxColour(gallery(name)), name).to.be.above(50);
      expect([report.left.filter(({ what }) => what === 'colour'), await textOf(pdf)]).to.deep.equal([
        [],
        await textOf(gallery(name)),
      ]);
      await checkSyntax(pdf);
    }
  });

  it('takes them out of spot colours, indexed pictures, patterns, shadings and looks of annotations', async () => {
    const tint = stream(
      '/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1 0 1]',
      '{dup 0.9 mul exch dup 0 mul exch 0.2 mul 0}',
    );
    const resources =
      '/ColorSpace<</Spot[/Separation/Brand/DeviceCMYK 6 0 R]/Pal[/Indexed/DeviceRGB ' +
      '1<ff00000000ff>]/Lab[/Lab<</WhitePoint[0.95 1 1.09]>>]>>/Pattern<</P 7 0 R/S 8 0 R>>/XObject<</I 9 0 R/F ' +
      '10 0 R>>';
    const content =
      '/Spot cs 0.8 scn 10 10 40 40 re f /Pal cs 1 sc 60 10 40 40 re f /Lab cs 60 70 20 sc 110 10 40 40 re f ' +
      '/Pattern cs /P scn 10 60 40 40 re f /S scn 60 60 40 40 re f q 40 0 0 40 110 60 cm /I Do Q /F Do 1 0 0 ' +
      'RG 5 w 10 120 m 150 120 l S';
    const objects = [
      tint,
      stream(
        '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 8 8]/XStep 8/YStep 8/Resources<<>>',
        '0 1 1 0 k 0 0 4 8 re f',
      ),
      '<</Type/Pattern/PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceRGB/Coords[60 0 100 ' +
        '0]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>>>',
      streamOf(
        '/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 1/ColorSpace[/Indexed/DeviceRGB ' +
          '1<00ff00ff00ff>]',
        Buffer.from([0x40, 0x80]),
      ),
      stream('/Type/XObject/Subtype/Form/BBox[0 0 300 300]', '0.2 0.8 0.1 rg 160 10 30 30 re f'),
      '<</Type/Annot/Subtype/Square/Rect[160 60 190 90]/C[1 0 0]/AP<</N 12 0 R>>/F 4>>',
      stream('/Type/XObject/Subtype/Form/BBox[0 0 30 30]', '1 0.5 0 rg 0 0 30 30 re f'),
    ];
    const before = fileOf({ content, resources, page: '/Annots[11 0 R]', objects });
    const { pdf, report } = await optimizing.optimized(before, { grayscale: true });
    expect(maxColour(before)).to.be.above(200);
    expect([
      maxColour(pdf),
      report.left.filter(({ what, reason }) => what === 'colour' || reason.includes('keeps its colours')),
    ]).to.deep.equal([0, []]);
    await checkSyntax(pdf);
  });

  it('resamples a photograph to what is seen of it, as JPEG, and looks the same', async () => {
    const before = pictured(pictureOf(rgb(600), landscape(600)));
    for (const [level, ppi] of [
      ['web', 150],
      ['print', 300],
      ['archive', 400],
    ] as const) {
      const { pdf, report } = await optimizing.optimized(before, { level });
      expect(await listed(pdf), level).to.deep.equal([
        { type: 'image', width: ppi, height: ppi, encoding: 'jpeg', ppi },
      ]);
      expect(report.lowestSimilarity).to.be.at.least(0.985);
      expect(report.done.imagesResampled).to.equal(1);
      await checkSyntax(pdf);
    }
    const { pdf } = await optimizing.optimized(before, { level: 'web', maxImagePpi: 72, imageQuality: 60 });
    expect((await listed(pdf))[0]?.width).to.equal(72);
  });

  it('changes no picture at lossless, but for how its samples are stored', async () => {
    const before = pictured(pictureOf(rgb(200), landscape(200)));
    const { pdf } = await optimizing.optimized(before);
    expect(pdf.length).to.be.below(before.length * 0.8);
    expect(await listed(pdf)).to.deep.equal([{ type: 'image', width: 200, height: 200, encoding: 'image', ppi: 200 }]);
    await expectSameLook(pdf, before, 200);
  });

  it('keeps a drawing sharp: few colours stay what they are, by number', async () => {
    const stripes = Buffer.from(
      Array.from({ length: 120 * 120 }, (_, at) =>
        (at % 120) % 7 < 3 ? [200, 30, 30] : (at / 120) % 9 < 4 ? [10, 10, 90] : [255, 255, 255],
      ).flat(),
    );
    const before = pictured(pictureOf(rgb(120), stripes));
    const { pdf, report } = await optimizing.optimized(before, { level: 'web' });
    expect((await imagesOf(pdf))[0]).to.match(/120 +120 +index +1 +2 +image/);
    expect(report.lowestSimilarity).to.equal(1);
  });

  it('resamples a soft mask with its picture, and leaves one alone that colours were blended with', async () => {
    const mask = (more = '') => pictureOf(`/Width 600/Height 600/ColorSpace/DeviceGray${more}`, landscape(600, 1));
    const masked = (more: string) =>
      fileOf({
        content: 'q 72 0 0 72 10 10 cm /I Do Q',
        resources: '/XObject<</I 6 0 R>>',
        objects: [pictureOf(rgb(600, '/SMask 7 0 R'), landscape(600)), mask(more)],
      });
    const plain = await optimizing.optimized(masked(''), { level: 'web' });
    expect((await listed(plain.pdf)).map(({ width }) => width)).to.deep.equal([150, 150]);
    const blended = await optimizing.optimized(masked('/Matte[0 0 0]'), { level: 'web' });
    expect((await listed(blended.pdf)).map(({ width }) => width)).to.deep.equal([600, 600]);
    expect(blended.report.left.map(({ what }) => what)).to.deep.equal(['image']);
  });

  it('leaves pictures without loss whose colours it can not judge', async () => {
    const lab = '/ColorSpace[/Lab<</WhitePoint[0.95 1 1.09]>>]';
    const keyed = '/Mask[0 10 0 10 0 10]';
    const before = pictured(
      pictureOf('/Width 300/Height 300/ColorSpace/DeviceCMYK', landscape(300, 4)),
      pictureOf(`/Width 300/Height 300${lab}`, landscape(300)),
      pictureOf(rgb(300, keyed), landscape(300)),
      pictureOf(rgb(300, '/Decode[1 0 1 0 1 0]'), landscape(300)),
    );
    const { pdf, report } = await optimizing.optimized(before, { level: 'web' });
    const sides = (await listed(pdf))
      .filter(({ type }) => type === 'image')
      .map(({ width, encoding }) => [width, encoding]);
    expect(sides).to.deep.equal(Array.from({ length: 4 }, () => [300, 'image']));
    expect(report.left.reduce((sum, { count }) => sum + count, 0)).to.equal(4);
    await expectSameLook(pdf, before, 144);
  });

  it('stores pictures of one bit as JBIG2, without a change', async () => {
    const bits = Buffer.from(Array.from({ length: 100 * 800 }, (_, at) => ((at % 100) * (at >> 7)) & 0xff));
    const before = pictured(
      stream(
        '/Type/XObject/Subtype/Image/Width 800/Height 800/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/FlateDecode',
        deflateSync(bits),
      ),
      stream(
        '/Type/XObject/Subtype/Image/ImageMask true/Width 800/Height 800/BitsPerComponent 1/Decode[1 ' +
          '0]/Filter/FlateDecode',
        deflateSync(bits),
      ),
    );
    const { pdf } = await optimizing.optimized(before);
    expect((await listed(pdf)).map(({ encoding }) => encoding)).to.deep.equal(['jbig2', 'jbig2']);
    await expectSameLook(pdf, before, 300);
  });

  it('makes pictures grey', async () => {
    const { pdf } = await optimizing.optimized(pictured(pictureOf(rgb(200), landscape(200))), { grayscale: true });
    expect((await imagesOf(pdf))[0]).to.match(/gray +1 +8/);
  });

  it('drops resources that nothing names, and what only they led to', async () => {
    const unused = pictureOf(rgb(200), landscape(200));
    const before = fileOf({
      content: 'BT /F1 12 Tf 20 20 Td (here) Tj ET',
      resources: '/Font<</F1 5 0 R>>/XObject<</Unused 6 0 R>>',
      objects: [unused],
    });
    const { pdf, report } = await optimizing.optimized(before);
    expect(report.done.resourcesRemoved).to.equal(1);
    expect(await imagesOf(pdf)).to.deep.equal([]);
    expect(report.done.objectsRemoved).to.equal(1);
    expect(await textOf(pdf)).to.contain('here');
  });

  it('undoes filters that only make data larger, and stores equal streams once', async () => {
    const content = 'BT /F1 12 Tf 20 20 Td (again and again and again and again) Tj ET\n'.repeat(30);
    const hex = (text: string) =>
      stream(
        '/Type/XObject/Subtype/Form/BBox[0 0 300 300]/Filter/ASCIIHexDecode',
        `${Buffer.from(text).toString('hex')}>`,
      );
    const before = fileOf({
      content: '/A Do /B Do',
      resources: '/XObject<</A 6 0 R/B 7 0 R>>/Font<</F1 5 0 R>>',
      objects: [hex(content), hex(content)],
    });
    const { pdf, report } = await optimizing.optimized(before);
    expect(report.done.objectsMerged).to.equal(1);
    expect(pdf.length).to.be.below(1500);
    await expectSameLook(pdf, before, 72);
  });

  it('leaves a font whole that a form may be filled in with', async () => {
    const arimo = readFileSync(new URL('../../../../../fonts/arimo/Arimo-Regular.ttf', import.meta.url));
    const font = [
      '<</Type/Font/Subtype/TrueType/BaseFont/Arimo/Encoding/WinAnsiEncoding/FirstChar 32/LastChar ' +
        '33/Widths[278 278]/FontDescriptor 7 0 R>>',
      '<</Type/FontDescriptor/FontName/Arimo/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent ' +
        '-200/CapHeight 700/StemV 80/FontFile2 8 0 R>>',
      flate(`/Length1 ${arimo.length}`, arimo.toString('latin1')),
    ];
    const page = { content: 'BT /F2 12 Tf 20 20 Td (  ) Tj ET', resources: '/Font<</F2 6 0 R>>', objects: font };
    const plain = await optimizing.optimized(fileOf(page));
    expect(plain.report.done.fontsSubset).to.equal(1);
    const form = await optimizing.optimized(
      fileOf({ ...page, catalog: '/AcroForm<</Fields[]/DR<</Font<</F2 6 0 R>>>>/DA(/F2 0 Tf 0 g)>>' }),
    );
    expect(form.report.done.fontsSubset).to.equal(0);
    expect(form.report.left).to.deep.equal([
      { what: 'font', count: 1, reason: 'a form may be filled in with it, or nothing that is shown uses it' },
    ]);
    expect(form.report.bytes.after.fonts).to.be.above(plain.report.bytes.after.fonts * 50);
    expect((await optimizing.optimized(fileOf(page), { subsetFonts: false })).report.done.fontsSubset).to.equal(0);
  });

  it('makes one font of copies of it, with what all of them show', async () => {
    const arimo = readFileSync(new URL('../../../../../fonts/arimo/Arimo-Regular.ttf', import.meta.url)).toString(
      'latin1',
    );
    const font = (descriptor: number) =>
      '<</Type/Font/Subtype/TrueType/BaseFont/Arimo/Encoding/WinAnsiEncoding/FirstChar 65/LastChar ' +
      `66/Widths[667 667]/FontDescriptor ${descriptor} 0 R>>`;
    const descriptor = (program: number) =>
      '<</Type/FontDescriptor/FontName/Arimo/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent ' +
      `-200/CapHeight 700/StemV 80/FontFile2 ${program} 0 R>>`;
    const program = flate(`/Length1 ${arimo.length}`, arimo);
    const before = fileOf({
      content: 'BT /A 20 Tf 20 20 Td (A) Tj /B 20 Tf (B) Tj ET',
      resources: '/Font<</A 6 0 R/B 7 0 R>>',
      objects: [font(8), font(9), descriptor(10), descriptor(11), program, program],
    });
    const { pdf, report } = await optimizing.optimized(before);
    expect([report.done.fontsSubset, report.done.objectsMerged >= 2, await fontsOf(pdf)]).to.deep.equal([
      2,
      true,
      ['Arimo'],
    ]);
    expect(pdf.length).to.be.below(3000);
    await expectSameLook(pdf, before, 144);
  });

  it('keeps what a document conforms to', async () => {
    const archived = ['PDF/A-1b', 'PDF/A-2b', 'PDF/A-3a', 'PDF/UA-1'].map((name) => conforming([name]));
    for (const before of archived) {
      const { pdf } = await optimizing.optimized(before, { level: 'web' });
      const [one, other] = [before, pdf]
        .map((bytes) => modelOf(bytes))
        .map((model) =>
          claimedStandards(model).map((standard) => [
            standard.name,
            failuresOf(model, standard).map(({ clause }) => clause),
          ]),
        );
      expect(one?.length).to.be.above(0);
      expect(other).to.deep.equal(one);
    }
  });

  it('keeps object streams out of PDF/A-1, which does not know them', async () => {
    const { pdf } = await optimizing.optimized(conforming(['PDF/A-1b']));
    expect(pdf.includes('/ObjStm')).to.equal(false);
  });

  it('puts the first page first', async () => {
    const { pdf, report } = await optimizing.optimized(gallery('contract'), { level: 'web', linearize: true });
    expect([report.linearized, (await infoOf(pdf)).Optimized]).to.deep.equal([true, 'yes']);
    expect(report.warnings.map(({ message }) => message).join()).to.match(/^The order for the web takes \d+ bytes\.$/);
    await checkSyntax(pdf);
  });

  it('takes metadata and thumbnails away where it is asked to', async () => {
    const before = gallery('invoice');
    expect(await metadataOf(before)).to.contain('<x:xmpmeta');
    const { pdf, report } = await optimizing.optimized(before, { removeMetadata: true });
    expect(report.dropped.map(({ what }) => what)).to.include('metadata');
    expect((await infoOf(pdf)).Title).to.equal(undefined);
    const small = fileOf({ page: '/Thumb 6 0 R', objects: [pictureOf(rgb(60), landscape(60))] });
    expect((await optimizing.optimized(small)).report.bytes.after.metadata).to.be.above(500);
    expect((await optimizing.optimized(small, { removeThumbnails: true })).report.bytes.after.metadata).to.equal(0);
  });

  it('keeps a document encrypted, unless it is not to', async () => {
    const file = openPdf(gallery('receipt'));
    const encrypted = Buffer.from(
      writePdf({
        objects: file.numbers().map((num) => [num, file.get(num)] as const),
        trailer: file.trailer,
        version: '2.0',
        compress: false,
        encrypt: newEncryption({ userPassword: 'open', ownerPassword: 'owner', permissions: ['print'] }),
      }),
    );
    expect((await optimizing.refused(encrypted, {})).slice(0, 2)).to.deep.equal([422, 'encrypted-pdf']);
    expect((await optimizing.refused(encrypted, { password: 'wrong' })).slice(0, 2)).to.deep.equal([
      422,
      'wrong-password',
    ]);
    for (const linearize of [false, true]) {
      const { pdf, report } = await optimizing.optimized(encrypted, { password: 'open', linearize });
      expect(report.linearized).to.equal(linearize);
      expect(() => openPdf(pdf)).to.throw(/password/);
      await checkSyntax(pdf, '--password=open');
    }
    const { pdf } = await optimizing.optimized(encrypted, { password: 'open', decrypt: true });
    expect(await textOf(pdf)).to.equal(await textOf(gallery('receipt')));
  });

  it('takes out a manifest that vouches for other bytes, and says so', async () => {
    const manifest = [
      '<</Type/Filespec/F(m.c2pa)/AFRelationship/C2PA_Manifest/EF<</F 7 0 R>>>>',
      stream('/Type/EmbeddedFile', 'manifest store '.repeat(20)),
      '<</Type/Filespec/F(data.csv)/AFRelationship/Data/EF<</F 9 0 R>>>>',
      stream('/Type/EmbeddedFile', 'a;b'),
    ];
    const before = fileOf({
      content: `BT /F1 12 Tf 20 20 Td (${'certified '.repeat(30)}) Tj ET`,
      resources: '/Font<</F1 5 0 R>>',
      catalog: '/AF[6 0 R 8 0 R]/Names<</EmbeddedFiles<</Names[(data.csv)8 0 R(m.c2pa)6 0 R]>>>>',
      objects: manifest,
    });
    const { pdf, report } = await optimizing.optimized(before);
    expect(report.warnings.map(({ code }) => code)).to.deep.equal(['provenance-dropped']);
    expect(JSON.stringify(await attachmentsOf(pdf)))
      .to.contain('data.csv')
      .and.not.contain('c2pa');
    expect((await optimizing.optimized(pdf)).report.warnings.map(({ code }) => code)).to.not.include(
      'provenance-dropped',
    );
  });

  it('refuses a signed document, unless that is meant', async () => {
    const response = await optimizing.service.send('sign', [gallery('receipt')], by(ada), {
      authorization: bearer('pro'),
    });
    const signed = Buffer.from(await response.arrayBuffer());
    const [status, slug, detail] = await optimizing.refused(signed, { level: 'web' });
    expect([status, slug]).to.deep.equal([422, 'signature-would-break']);
    expect(detail).to.match(/`breakSignatures: true`/);
    const { pdf, report } = await optimizing.optimized(signed, { level: 'web', breakSignatures: true });
    expect(pdf.includes('/ByteRange')).to.equal(false);
    expect([report.signed, report.dropped.map(({ what }) => what)]).to.deep.equal([[1], ['signature']]);
    await checkSyntax(pdf);
  });

  it('refuses what makes no sense, and what is no PDF', async () => {
    for (const options of [
      { level: 'best' },
      { maxImagePpi: 5 },
      { imageQuality: 101 },
      { grayscale: 'yes' },
      { unknown: 1 },
    ]) {
      expect(
        (await optimizing.refused(gallery('receipt'), options)).slice(0, 2),
        JSON.stringify(options),
      ).to.deep.equal([400, 'invalid-request']);
    }
    expect((await optimizing.refused(Buffer.from('no PDF'), {})).slice(0, 2)).to.deep.equal([422, 'invalid-pdf']);
  });
});

/** How far red, green and blue of a pixel of the first page are apart at most, as poppler draws it. */
function maxColour(pdf: Uint8Array): number {
  const ppm = popplerColours(pdf, 50);
  let most = 0;
  for (let at = 0; at + 2 < ppm.length; at += 3) {
    const pixel = [ppm[at] ?? 0, ppm[at + 1] ?? 0, ppm[at + 2] ?? 0];
    most = Math.max(most, Math.max(...pixel) - Math.min(...pixel));
  }
  return most;
}
