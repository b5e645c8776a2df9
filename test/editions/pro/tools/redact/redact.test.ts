import { expect } from 'chai';
import { openPdf } from '../../../../../src/pdf/file/open.ts';
import { writePdf } from '../../../../../src/pdf/file/writing/write.ts';
import { newEncryption } from '../../../../../src/pdf/crypt/new-encryption.ts';
import { conforming } from '../../../../support/conforming.ts';
import { bearer } from '../../../../support/http.ts';
import { leaksOf } from '../../../../support/leaks.ts';
import { attachmentsOf, checkSyntax, infoOf, pixelsOf, structureOf, textOf, wordsOf } from '../../../../support/pdf.ts';
import { fileOf, flate, helvetica, stream } from './channel-files.ts';
import { conforms } from './conforms.ts';
import { startRedacting, type Redacting } from './redact-service.ts';

const line = (text: string, y = 200) => `BT /F1 12 Tf 40 ${y} Td (${text}) Tj ET`;
const lines = (...texts: string[]) =>
  fileOf({ content: texts.map((text, index) => line(text, 250 - 20 * index)).join('\n') });

describe('redact', () => {
  let redacting: Redacting;
  before(async () => {
    redacting = await startRedacting();
  });
  after(() => redacting.service.stop());

  const textAfter = async (pdf: Uint8Array, options: object) =>
    (await textOf((await redacting.redacted(pdf, options)).pdf)).replace(/\s+/g, ' ');

  it('removes by literal, by pattern and by preset, as large and as whole as it is told', async () => {
    const pdf = lines('Anna and ANNA and Hannah', 'Order A-1234 of B-99');
    expect(await textAfter(pdf, { text: [{ literal: 'anna' }] }))
      .to.contain(' and and H h')
      .and.not.match(/anna/i);
    expect(await textAfter(pdf, { text: [{ literal: 'anna', wholeWord: true }] })).to.contain('and and Hannah');
    expect(await textAfter(pdf, { text: [{ literal: 'Anna', caseSensitive: true, wholeWord: true }] })).to.contain(
      'and ANNA and Hannah',
    );
    expect(await textAfter(pdf, { text: [{ pattern: '[A-Z]-\\d{3,}' }] })).to.contain('Order of B-99');
  });

  it('finds what presets mean, and nothing that only looks like it', async () => {
    const cases: Record<string, [gone: string[], kept: string[]]> = {
      email: [
        ['ada.l+x@mail.example.co.uk', "o'neil@example.com"],
        ['ada@', '@example'],
      ],
      phone: [
        ['+43 1 234 56 78', '\\(212\\) 555-0187', '0664 123 45 67', '212-555-0187'],
        ['12345', '3.14159'],
      ],
      iban: [
        ['DE89 3704 0044 0532 0130 00', 'AT611904300234573201', 'DE88 3704 0044 0532 0130 00'],
        ['XX89 3704 0044', 'DE89 3704'],
      ],
      'credit-card': [
        ['4111 1111 1111 1111', '5500-0000-0000-0004', '378282246310005', '4111 1111 1111 1112'],
        ['4111 1111', '2019 2020 2021 2022'],
      ],
      ssn: [
        ['123-45-6789', '987-65-4321', '666-12-3456', '123 45 6789'],
        ['123-456-789', '12-345-6789'],
      ],
      ip: [
        ['192.168.0.1', '2001:db8::ff00:42:8329'],
        ['1.2.3', '300.1.1.1'],
      ],
      'mac-address': [['00:1B:44:11:3A:B7'], ['00:1B:44']],
      date: [
        ['2024-02-29', '31.12.1999', '4 July 1976', 'March 3rd, 2020', '12/25/2020'],
        ['99.99.9999', '2024'],
      ],
      url: [['https://example.com/a?b=c', 'www.example.org/x'], ['example']],
      'vat-id': [['ATU12345678', 'DE123456789'], ['ATX12345678']],
    };
    for (const [preset, [gone, kept]] of Object.entries(cases)) {
      const { pdf, report } = await redacting.redacted(
        lines(...gone.map((text) => `is ${text} so`), ...kept.map((text) => `is ${text} so`)),
        { presets: [preset] },
      );
      const after = (await textOf(pdf)).replace(/ +/g, ' ');
      for (const text of kept) expect(after, preset).to.contain(text);
      expect(after.match(/is so/g), `${preset}: ${after}`).to.have.length(gone.length);
      expect(report.pages[0]?.redactions.every(({ source }) => source === '/presets/0')).to.equal(true);
    }
  });

  it('tells where each thing was, and in a dry run what, without making a document', async () => {
    const pdf = lines('To Zebedee', 'Zebedee');
    const { report } = await redacting.redacted(pdf, { text: [{ literal: 'Zebedee' }] });
    const [first] = await wordsOf(pdf, 1).then((words) => words.filter(({ text }) => text === 'Zebedee'));
    const [told] = report.pages[0]?.redactions ?? [];
    expect(told?.box.x).to.be.closeTo(first?.x ?? 0, 0.5);
    expect(JSON.stringify(report)).to.not.contain('Zebedee');
    const dry = await redacting.dryRun(pdf, { text: [{ literal: 'zebedee' }] });
    expect(dry.pages[0]?.redactions.map(({ text, source }) => [text, source])).to.deep.equal([
      ['Zebedee', '/text/0'],
      ['Zebedee', '/text/0'],
    ]);
  });

  it('looks at the pages it is told to, and at what is on no page either way', async () => {
    const pdf = fileOf({
      content: line('Zebedee one'),
      kids: '3 0 R 6 0 R',
      trailer: '/Info 8 0 R',
      objects: [
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 7 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
        stream('', line('Zebedee two')),
        '<</Title(Zebedee)>>',
      ],
    });
    const { pdf: after } = await redacting.redacted(pdf, {
      text: [{ literal: 'Zebedee', pages: '2' }],
      metadata: 'keep',
    });
    expect(await textOf(after, 1)).to.contain('Zebedee one');
    expect(await textOf(after, 2)).to.not.contain('Zebedee');
    expect((await infoOf(after)).Title).to.equal('***');
  });

  it('copies a form that another page shows before it takes anything out of it', async () => {
    const form = stream(
      '/Type/XObject/Subtype/Form/BBox[0 0 400 300]/Resources<</Font<</F1 5 0 R>>>>',
      `${line('Shared Zebedee')} ${line('stays', 100)}`,
    );
    const pdf = fileOf({
      content: '/X Do',
      resources: '/XObject<</X 8 0 R>>',
      kids: '3 0 R 6 0 R',
      objects: [
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 7 0 R/Resources<</XObject<</X 8 0 R>>>>>>',
        stream('', '/X Do'),
        form,
      ],
    });
    const { pdf: after } = await redacting.redacted(pdf, {
      areas: [{ page: 1, box: { x: 30, y: 80, width: 200, height: 30 } }],
    });
    expect(await textOf(after, 1))
      .to.contain('stays')
      .and.not.contain('Zebedee');
    expect(await textOf(after, 2)).to.contain('Shared Zebedee');
  });

  it('takes what lies in an area, and leaves the lines above and below', async () => {
    const pdf = lines('above stays', 'inside goes', 'below stays');
    const { pdf: after } = await redacting.redacted(pdf, {
      areas: [{ page: 1, box: { x: 0, y: 58, width: 400, height: 14 } }],
      fill: '#ff0000',
    });
    expect(await textOf(after))
      .to.contain('above stays')
      .and.contain('below stays')
      .and.not.contain('inside');
    expect(await leaksOf(after, 'inside goes')).to.deep.equal([]);
    const pixels = await pixelsOf(after, 1);
    expect(pixels.at(200, 65)).to.be.closeTo(76, 2);
  });

  for (const rotate of [0, 90, 180, 270]) {
    it(`means areas on the page as it is shown: turned by ${rotate}, with a crop box`, async () => {
      const pdf = fileOf({
        content: `${line('Zebedee', 150)} ${line('stays', 100)}`,
        page: `/Rotate ${rotate}/CropBox[20 20 380 280]`,
      });
      const [word] = (await wordsOf(pdf, 1)).filter(({ text }) => text === 'Zebedee');
      const { report } = await redacting.redacted(pdf, { text: [{ literal: 'Zebedee' }] });
      const box = report.pages[0]?.redactions[0]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
      expect(word?.x).to.be.within(box.x - 16, box.x + box.width + 16);
      const { pdf: after } = await redacting.redacted(pdf, { areas: [{ page: 1, box }] });
      expect(await textOf(after))
        .to.contain('stays')
        .and.not.contain('Zebedee');
    });
  }

  it('cuts drawings at the edges of an area, and takes those within', async () => {
    const content =
      '10 w 20 150 m 380 150 l S 0 0 1 rg 60 200 m 100 260 l 140 200 l h f 200 200 20 20 re f 0 0 m 400 300 l S';
    const { pdf: after } = await redacting.redacted(fileOf({ content }), {
      areas: [{ page: 1, box: { x: 100, y: 20, width: 150, height: 160 } }],
      fill: 'white',
    });
    const pixels = await pixelsOf(after, 1);
    expect([pixels.at(60, 150), pixels.at(175, 150), pixels.at(300, 150)]).to.deep.equal([0, 255, 0]);
    const raw = openPdf(after).pages()[0];
    const drawn = raw === undefined ? '' : openPdf(after).stream(raw.dict.get('Contents'))?.decode().toString('latin1');
    expect(drawn).to.not.contain('200 200 20 20 re').and.not.contain('20 150 m\n380 150 l');
    // What is left of the triangle.
    expect(pixels.at(90, 90)).to.be.closeTo(29, 3);
  });

  it('takes links, notes and the values of fields that an area or a match lies on', async () => {
    const pdf = fileOf({
      content: `${line('Zebedee')} ${line('Other', 100)}`,
      page: '/Annots[6 0 R 7 0 R 8 0 R 9 0 R]',
      catalog: '/AcroForm<</Fields[8 0 R]/DA(/F1 10 Tf)>>',
      objects: [
        '<</Type/Annot/Subtype/Link/Rect[38 196 100 214]/A<</S/URI/URI(https://example.com/4711)>>>>',
        '<</Type/Annot/Subtype/Link/Rect[38 96 100 114]/A<</S/URI/URI(https://example.com/other)>>>>',
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(secret value)/Rect[300 40 390 60]/P 3 0 R/AP<</N 10 0 R>>>>',
        '<</Type/Annot/Subtype/Text/Rect[320 45 330 55]/Contents(secret note)>>',
        stream(
          '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F1 5 0 R>>>>',
          'BT /F1 10 Tf 2 4 Td (secret value) Tj ET',
        ),
      ],
    });
    const { pdf: after, report } = await redacting.redacted(pdf, {
      text: [{ literal: 'Zebedee' }],
      areas: [{ page: 1, box: { x: 310, y: 245, width: 20, height: 10 } }],
    });
    expect(report.pages[0]?.annotations.map(({ subtype, source }) => [subtype, source])).to.deep.equal([
      ['Link', '/text/0'],
      ['Widget', '/areas/0'],
      ['Text', '/areas/0'],
    ]);
    for (const gone of ['secret', '4711']) expect(await leaksOf(after, gone)).to.deep.equal([]);
    expect(openPdf(after).array(openPdf(after).pages()[0]?.dict.get('Annots') ?? null)).to.have.length(1);
  });

  it(
    'keeps a tagged document tagged: boxes are artifacts, and elements lose only what they say ' + 'of what went',
    async () => {
      const pdf = fileOf({
        content: `/P <</MCID 0>> BDC ${line('Dear Zebedee')} EMC /P <</MCID 1>> BDC ${line('Kind regards', 150)} EMC`,
        page: '/StructParents 0',
        catalog: '/Lang(en)/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R',
        objects: [
          '<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[8 0 R 9 0 R]]>>>>',
          '<</Type/StructElem/S/Document/P 6 0 R/K[8 0 R 9 0 R]>>',
          '<</Type/StructElem/S/P/P 7 0 R/Pg 3 0 R/K 0/ActualText(Dear Mister Z.)/Alt(a greeting)>>',
          '<</Type/StructElem/S/P/P 7 0 R/Pg 3 0 R/K 1/Alt(an ending)>>',
        ],
      });
      const { pdf: after } = await redacting.redacted(pdf, { text: [{ literal: 'Zebedee' }] });
      expect((await infoOf(after)).Tagged).to.equal('yes');
      expect(await structureOf(after)).to.match(/Document[\s\S]*P[\s\S]*Dear[\s\S]*P[\s\S]*Kind regards/);
      for (const gone of ['Mister', 'a greeting']) expect(await leaksOf(after, gone)).to.deep.equal([]);
      expect(await leaksOf(after, 'an ending')).to.not.deep.equal([]);
      const content = openPdf(after)
        .stream(openPdf(after).pages()[0]?.dict.get('Contents') ?? null)
        ?.decode()
        .toString('latin1');
      expect(content).to.match(/\/Artifact BMC\s+q\s+0 g/);
    },
  );

  it('hides the width of letters in whole steps, and that of digits not, which tells nothing', async () => {
    const shown = async (text: string, spacing: string) => {
      const { pdf } = await redacting.redacted(lines(`Mr ${text} came`), { text: [{ literal: text }], spacing });
      const content =
        openPdf(pdf)
          .stream(openPdf(pdf).pages()[0]?.dict.get('Contents') ?? null)
          ?.decode()
          .toString('latin1') ?? '';
      return Number(/\[\(Mr \) (-[\d.]+) \( came\)\]/.exec(content)?.[1]) * -0.012;
    };
    for (const name of ['Zebedee', 'Ida', 'William'])
      expect(Math.round((await shown(name, 'quantised')) * 1e4) % 2500, name).to.equal(0);
    expect((await shown('Zebedee', 'exact')) % 0.25).to.not.be.closeTo(0, 1e-3);
    expect(await shown('123456', 'quantised')).to.be.closeTo(6 * 0.556 * 12, 1e-3);
  });

  it('does not keep the places of letters that went', async () => {
    const content =
      'BT /F1 12 Tf 40 200 Td ' +
      `${Array.from('William', (letter, index) => `(${letter}) Tj ${[11, 3, 3, 3, 3, 6, 10][index]}.17 0 Td`).join(' ')} ` +
      '(end) Tj ET';
    const { pdf } = await redacting.redacted(fileOf({ content }), { text: [{ literal: 'William' }] });
    expect(
      openPdf(pdf)
        .stream(openPdf(pdf).pages()[0]?.dict.get('Contents') ?? null)
        ?.decode()
        .toString('latin1'),
    ).to.not.contain('.17 0 Td');
    expect(await textOf(pdf)).to.contain('end');
  });

  it('writes a label on boxes in any script, in a font that is in the file', async () => {
    const pdf = lines('A long line with Zebedee Montgomery in it');
    const { pdf: after, report } = await redacting.redacted(pdf, {
      text: [{ literal: 'Zebedee Montgomery' }],
      label: 'Geheim · סודי',
    });
    expect(await textOf(after)).to.contain('Geheim');
    expect(report.warnings).to.deep.equal([]);
    expect(await leaksOf(after, 'Zebedee')).to.deep.equal([]);
    await checkSyntax(after);
  });

  it('writes one label on boxes that lie over each other on a line', async () => {
    const { pdf: after } = await redacting.redacted(lines('A long line with Zebedee Montgomery in it'), {
      text: [{ literal: 'Zebedee Montgomery' }, { pattern: 'Montgomery in' }],
      label: 'gone',
    });
    expect((await textOf(after)).match(/gone/g)).to.have.lengthOf(1);
  });

  it(
    'scrubs metadata or keeps it clean, and removes attachments or refuses to keep what it was ' + 'to remove',
    async () => {
      const file = (words: string) =>
        fileOf({
          content: line('Zebedee'),
          trailer: '/Info 6 0 R',
          catalog: '/Names<</EmbeddedFiles<</Names[(a.txt)7 0 R]>>>>',
          objects: [
            '<</Title(Our Zebedee)/Author(Ada)>>',
            '<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 8 0 R>>>>',
            flate('/Type/EmbeddedFile', words),
          ],
        });
      const scrubbed = await redacting.redacted(file('plain'), { text: [{ literal: 'Zebedee' }] });
      expect(await infoOf(scrubbed.pdf)).to.not.have.any.keys('Title', 'Author');
      expect(await attachmentsOf(scrubbed.pdf)).to.deep.equal({});
      expect(scrubbed.report.dropped.map(({ what }) => what)).to.include('attachments');
      const kept = await redacting.redacted(file('plain'), {
        text: [{ literal: 'Zebedee' }],
        metadata: 'keep',
        attachments: 'keep',
      });
      expect(await infoOf(kept.pdf)).to.include({ Title: 'Our ***', Author: 'Ada' });
      expect(await attachmentsOf(kept.pdf)).to.deep.equal({ 'a.txt': 'plain' });
      const cleared = await redacting.redacted(file('about Zebedee'), {
        text: [{ literal: 'Zebedee' }],
        attachments: 'keep',
      });
      expect(await attachmentsOf(cleared.pdf)).to.deep.equal({ 'a.txt': '' });
    },
  );

  it('refuses a signed document unless it is told to break its signatures', async () => {
    const pdf = fileOf({
      content: line('Zebedee'),
      page: '/Annots[6 0 R]',
      catalog: '/AcroForm<</SigFlags 3/Fields[6 0 R]>>',
      objects: [
        '<</Type/Annot/Subtype/Widget/FT/Sig/T(first)/Rect[0 0 0 0]/P 3 0 R/V<</Type/Sig/ByteRange[0 1 2 ' +
          '3]/Contents<00>>>>>',
      ],
    });
    const [status, slug, detail] = await redacting.refused(pdf, { text: [{ literal: 'Zebedee' }] });
    expect([status, slug]).to.deep.equal([422, 'signature-would-break']);
    expect(detail).to.contain("'first'").and.contain('breakSignatures');
    const { pdf: after, report } = await redacting.redacted(pdf, {
      text: [{ literal: 'Zebedee' }],
      breakSignatures: true,
    });
    expect(report.signed).to.deep.equal([1]);
    expect(after.includes('ByteRange')).to.equal(false);
  });

  it('answers an encrypted document encrypted as it was, unless it is to be decrypted', async () => {
    const plain = openPdf(lines('Dear Zebedee, hello'));
    const encrypt = newEncryption({ userPassword: 'open', ownerPassword: 'own', permissions: [] });
    const pdf = writePdf({
      objects: plain.numbers().map((num) => [num, plain.get(num)] as const),
      trailer: plain.trailer,
      version: '1.7',
      compress: false,
      encrypt,
    });
    expect((await redacting.refused(pdf, { text: [{ literal: 'Zebedee' }] }))[1]).to.equal('encrypted-pdf');
    const { pdf: after } = await redacting.redacted(pdf, { text: [{ literal: 'Zebedee' }], password: 'open' });
    expect(() => openPdf(after)).to.throw(/password/);
    expect(await leaksOf(after, 'Zebedee', 'open')).to.deep.equal([]);
    const open = await redacting.redacted(pdf, { text: [{ literal: 'Zebedee' }], password: 'open', decrypt: true });
    expect(await textOf(open.pdf))
      .to.contain('Dear')
      .and.not.contain('Zebedee');
  });

  it('says what is wrong with a request, all of it', async () => {
    const response = await redacting.send(lines('x'), {
      text: [
        { literal: 'a', pattern: 'b' },
        { pattern: '(a' },
        { pattern: '(?=a)b' },
        { pattern: 'a*' },
        { literal: '  ' },
        { literal: 'x', pages: '5-2' },
      ],
      presets: ['cards'],
      fill: 'transparent',
      areas: [{ page: 0, box: { x: 0, y: 0, width: 1 } }],
    });
    const problem = (await response.json()) as { errors: { pointer: string; message: string }[] };
    expect(response.status).to.equal(400);
    expect(problem.errors.map(({ pointer }) => pointer)).to.include.members([
      '/text/1/pattern',
      '/text/2/pattern',
      '/text/3/pattern',
      '/text/4/literal',
      '/text/5/pages',
      '/presets/0',
      '/fill',
      '/areas/0/page',
      '/areas/0/box/height',
    ]);
    expect(problem.errors.find(({ pointer }) => pointer === '/text/2/pattern')?.message).to.contain('RE2');
    expect((await redacting.refused(lines('x'), {}))[2]).to.contain('must name what to remove');
    expect(
      (await redacting.refused(lines('x'), { areas: [{ page: 2, box: { x: 0, y: 0, width: 9, height: 9 } }] })).slice(
        0,
        2,
      ),
    ).to.deep.equal([422, 'page-out-of-range']);
    expect(
      (await redacting.send(lines('x'), { presets: ['email'] }, { authorization: bearer('core') })).status,
    ).to.equal(403);
  });

  it('takes no longer over a pattern that is made to take forever', async () => {
    const pdf = lines('a'.repeat(40));
    const { report } = await redacting.redacted(pdf, { text: [{ pattern: '(a+)+b|(a|aa)+$x' }] });
    expect(report.pages).to.deep.equal([]);
  });

  it('warns of text that nobody can read', async () => {
    const pdf = fileOf({
      content: 'BT /F2 12 Tf 40 200 Td <00010002> Tj ET',
      resources: '/Font<</F1 5 0 R/F2 6 0 R>>',
      objects: [
        '<</Type/Font/Subtype/Type0/BaseFont/Some/Encoding/Identity-H/DescendantFonts[7 0 R]>>',
        '<</Type/Font/Subtype/CIDFontType2/BaseFont/Some/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement ' +
          '0>>/DW 600>>',
      ],
    });
    const { report } = await redacting.redacted(pdf, { text: [{ literal: 'Zebedee' }] });
    expect(report.warnings[0]?.message).to.contain('Page 1 has 2 characters');
  });

  for (const standard of ['PDF/UA-1', 'PDF/A-1b', 'PDF/A-2b', 'PDF/A-2a']) {
    it(`leaves ${standard} true where it was, whatever chance finds in profiles and fonts`, async () => {
      const { pdf, report } = await redacting.redacted(conforming([standard]), {
        text: [{ pattern: 't[a-f]' }, { literal: 'short' }],
        areas: [{ page: 1, box: { x: 20, y: 20, width: 200, height: 60 } }],
      });
      expect(report.pages).to.have.length(1);
      expect(await textOf(pdf)).not.to.contain('short');
      expect(conforms(pdf, standard)).to.equal(true);
    });
  }

  it('keeps fonts and pages that it does not touch as they are', async () => {
    const pdf = fileOf({ content: line('Zebedee'), objects: [helvetica] });
    const { pdf: after } = await redacting.redacted(pdf, {
      areas: [{ page: 1, box: { x: 300, y: 0, width: 50, height: 20 } }],
      fill: 'white',
    });
    const [before, later] = [await pixelsOf(pdf, 1), await pixelsOf(after, 1)];
    for (let y = 0; y < before.height; y += 1)
      for (let x = 0; x < before.width; x += 1) expect(later.at(x, y)).to.equal(before.at(x, y));
  });
});
