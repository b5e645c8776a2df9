import { expect } from 'chai';
import sharp from 'sharp';
import { examine, type ForensicReport } from '../../../src/pdf/forensic/examine.ts';
import { Dict, Name } from '../../../src/pdf/objects/objects.ts';
import type { Changes } from '../../../src/pdf/file/changes.ts';
import { content, contractPdf, ref, updated, value } from '../../support/signed-files.ts';

const now = new Date('2026-06-01');
const look = (pdf: Uint8Array, options: object = {}): Promise<ForensicReport> =>
  examine({ bytes: pdf, now, ...options });
const changed = (edit: (changes: Changes) => void) => look(updated(contractPdf(), edit));
const action = (text: string) =>
  changed((changes) => {
    changes.dictAt(ref(3)).set('AA', new Dict([['O', value(text)]]));
  });
const found = ({ findings }: ForensicReport, id: string) => findings.filter((each) => each.id === id);
const drawn = (text: string) =>
  changed((changes) => {
    changes.set(ref(6), content(text));
  });

describe('Active content', () => {
  const cases: readonly (readonly [action: string, id: string, excerpt: RegExp])[] = [
    ['<</S/JavaScript/JS(app.alert\\("hi"\\))>>', 'script', /app\.alert\("hi"\)/],
    [
      '<</S/JavaScript/JS(this.exportDataObject\\({cName:"a",nLaunch:2}\\))>>',
      'script-dangerous',
      /opens an attached file/,
    ],
    ['<</S/JavaScript/JS(var s = unescape\\("%u9090%u9090"\\))>>', 'script-dangerous', /machine code/],
    ['<</S/Launch/Win<</F(cmd.exe)/P(/c calc)>>>>', 'launch', /cmd\.exe \/c calc/],
    ['<</S/SubmitForm/F(https://example.com/take)>>', 'submit-form', /example\.com/],
    ['<</S/ImportData/F(data.fdf)>>', 'import-data', /data\.fdf/],
    ['<</S/GoToR/F(other.pdf)/D[0/Fit]>>', 'remote-goto', /other\.pdf/],
    ['<</S/GoToR/F(\\\\\\\\server\\\\share\\\\a.pdf)/D[0/Fit]>>', 'network-path', /server/],
    ['<</S/URI/URI(https://example.com/)>>', 'uri', /example\.com/],
    ['<</S/URI/URI(javascript:alert\\(1\\))>>', 'uri-odd', /javascript/],
    ['<</S/Hide/T(name)>>', 'layer-action', /Hide/],
    ['<</S/Named/N/Print>>', 'other-action', /Print/],
    ['<</S/URI/URI(https://example.com/)/Next<</S/Launch/F(a.exe)>>>>', 'launch', /a\.exe/],
  ];
  for (const [text, id, excerpt] of cases) {
    it(`${id}: ${text}`, async () => {
      expect(found(await action(text), id)[0]?.evidence.excerpt).to.match(excerpt);
    });
  }

  it('that runs on opening is told apart, whether the catalog or a name leads to it', async () => {
    const opening = await changed((changes) => {
      changes.catalog().set('OpenAction', value('<</S/JavaScript/JS(print\\(\\))>>'));
    });
    const named = await changed((changes) => {
      changes.catalog().set('Names', value('<</JavaScript<</Names[(a)<</S/JavaScript/JS(go\\(\\))>>]>>>>'));
    });
    expect([
      found(opening, 'script-on-open').length,
      found(named, 'script-on-open').length,
      found(named, 'script').length,
    ]).to.deep.equal([1, 1, 0]);
  });

  it('is media, XFA and content that is elsewhere, too', async () => {
    const media = await changed((changes) => {
      changes
        .arrayIn(changes.dictAt(ref(3)), 'Annots')
        .push(changes.add(value('<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]>>')));
    });
    const xfa = await changed((changes) => {
      changes.dictAt(ref(10)).set('XFA', changes.add(content('<xdp><script>x</script></xdp>')));
    });
    const elsewhere = await changed((changes) => {
      changes.set(ref(6), content('', new Dict([['F', value('(https://example.com/page)')]])));
    });
    expect([
      found(media, 'multimedia').length,
      found(xfa, 'xfa')[0]?.evidence.excerpt,
      found(elsewhere, 'external-stream')[0]?.evidence.excerpt,
    ]).to.deep.equal([1, 'with scripts', 'https://example.com/page']);
  });

  it('is told by the kinds of attached files, by name and by content', async () => {
    const attached = (name: string, bytes: string) =>
      changed((changes) => {
        changes.catalog().set(
          'Names',
          new Dict([
            [
              'EmbeddedFiles',
              new Dict([
                [
                  'Names',
                  [
                    value('(x)'),
                    new Dict([
                      ['F', value(`(${name})`)],
                      ['EF', new Dict([['F', changes.add(content(bytes))]])],
                    ]),
                  ],
                ],
              ]),
            ],
          ]),
        );
      });
    expect(found(await attached('invoice.pdf', 'MZ\x90\0'), 'attachment-program')).to.have.lengthOf(1);
    expect(found(await attached('run.vbs', 'hello'), 'attachment-program')).to.have.lengthOf(1);
    expect(found(await attached('picture.png', 'PK\x03\x04'), 'attachment-disguised')).to.have.lengthOf(1);
    expect(found(await attached('page.html', '<html>'), 'attachment-web-page')).to.have.lengthOf(1);
    expect((await attached('data.csv', 'a;b')).verdict).to.equal('clean');
  });
});

describe('Hidden text', () => {
  const cases: readonly (readonly [what: string, text: string, id: string])[] = [
    ['in rendering mode 3', 'BT /F1 14 Tf 3 Tr 40 100 Td (Secret words) Tj ET', 'text-invisible'],
    ['beside the page', 'BT /F1 14 Tf 400 100 Td (Secret words) Tj ET', 'text-off-page'],
    ['clipped away', 'q 0 0 10 10 re W n BT /F1 14 Tf 40 100 Td (Secret words) Tj ET Q', 'text-clipped'],
    ['white on white', 'BT 1 g /F1 14 Tf 40 100 Td (Secret words) Tj ET', 'text-same-colour'],
    ['smaller than a point', 'BT /F1 0.4 Tf 40 100 Td (Secret words) Tj ET', 'text-tiny'],
    [
      'under a picture',
      'BT /F1 14 Tf 40 100 Td (Secret words) Tj ET q 200 0 0 40 30 90 cm /Pic Do Q',
      'text-under-image',
    ],
    ['under a black box', 'BT /F1 14 Tf 40 100 Td (Secret words) Tj ET 0 g 38 96 100 18 re f', 'text-under-box'],
    ['under a white box', 'BT /F1 14 Tf 40 100 Td (Secret words) Tj ET 1 g 38 96 100 18 re f', 'text-under-box'],
    [
      'under a box of lines',
      'BT /F1 14 Tf 40 100 Td (Secret words) Tj ET 0 G 18 w 38 105 m 140 105 l S',
      'text-under-box',
    ],
    ['black on a black box', '0 g 38 96 100 18 re f BT /F1 14 Tf 40 100 Td (Secret words) Tj ET', 'text-under-box'],
  ];
  for (const [what, text, id] of cases) {
    it(`${what} is told with its words and its place`, async () => {
      const [one] = found(await drawn(text), id);
      expect(one?.evidence).to.include({ page: 2, excerpt: 'Secret words' });
      expect(one?.evidence.box?.width).to.be.greaterThan(1);
    });
  }

  it('in a layer that is off is told', async () => {
    const report = await changed((changes) => {
      changes.dictIn(changes.dictIn(changes.catalog(), 'OCProperties'), 'D').set('OFF', [ref(14)]);
    });
    expect(found(report, 'text-layer-off')[0]?.evidence).to.include({ page: 1, excerpt: 'unless it rains' });
  });

  it('is not what is written on a box, or beside one', async () => {
    for (const text of [
      '0 g 38 96 100 18 re f 1 g BT /F1 14 Tf 40 100 Td (Plain words) Tj ET',
      'BT /F1 14 Tf 40 100 Td (Plain words) Tj ET 0 g 38 60 100 18 re f',
      '0.9 g 0 0 300 200 re f 0 g BT /F1 14 Tf 40 100 Td (Plain words) Tj ET',
    ]) {
      expect(
        (await drawn(text)).findings.filter(
          ({ category }) => category === 'hidden-content' || category === 'failed-redaction',
        ),
        text,
      ).to.deep.equal([]);
    }
  });

  it('of annotations that viewers leave out is told, and that of others is not', async () => {
    const noted = (flags: number) =>
      changed((changes) => {
        changes
          .arrayIn(changes.dictAt(ref(3)), 'Annots')
          .push(changes.add(value(`<</Type/Annot/Subtype/Text/F ${flags}/Contents(Secret words)/Rect[10 10 30 30]>>`)));
      });
    for (const flags of [2, 32])
      expect(found(await noted(flags), 'annotation-hidden')[0]?.evidence).to.include({
        page: 1,
        excerpt: 'Secret words',
      });
    expect(found(await noted(4), 'annotation-hidden')).to.deep.equal([]);
  });

  it('waits under redactions that were marked and never applied', async () => {
    const report = await changed((changes) => {
      changes
        .arrayIn(changes.dictAt(ref(3)), 'Annots')
        .push(changes.add(value('<</Type/Annot/Subtype/Redact/Rect[40 160 160 180]>>')));
    });
    expect(found(report, 'redaction-pending')[0]?.evidence.box).to.deep.equal({ x: 40, y: 20, width: 120, height: 20 });
  });
});

describe('Metadata', () => {
  const info = (text: string, xmp?: string) =>
    changed((changes) => {
      changes.trailer.set('Info', changes.add(value(text)));
      if (xmp !== undefined)
        changes
          .catalog()
          .set(
            'Metadata',
            changes.add(
              content(
                '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
                  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
                  `${xmp}/></rdf:RDF></x:xmpmeta>`,
              ),
            ),
          );
    });

  it('that contradict each other are told, and those that agree are not', async () => {
    const differing = await info(
      '<</Producer(One)/CreationDate(D:20250101000000Z)>>',
      'xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="Two" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
        'xmp:CreateDate="2024-01-01T00:00:00Z"',
    );
    expect(found(differing, 'info-xmp-differ')[0]?.evidence.excerpt).to.equal(
      "Producer: 'One' and 'Two'; CreationDate: 'D:20250101000000Z' and '2024-01-01T00:00:00Z'",
    );
    const agreeing = await info(
      "<</Producer(One)/CreationDate(D:20250101010000+01'00')>>",
      'xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="One" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
        'xmp:CreateDate="2025-01-01T00:00:00Z"',
    );
    expect(found(agreeing, 'info-xmp-differ')).to.deep.equal([]);
    expect(agreeing.metadata).to.deep.include({
      info: { Producer: 'One', CreationDate: "D:20250101010000+01'00'" },
      xmp: { Producer: 'One', CreationDate: '2025-01-01T00:00:00Z' },
    });
  });

  it('with dates that can not be are told', async () => {
    expect(
      found(await info('<</CreationDate(D:20250101000000Z)/ModDate(D:20240101000000Z)>>'), 'dates-reversed'),
    ).to.have.lengthOf(1);
    expect(found(await info('<</CreationDate(D:20300101000000Z)>>'), 'date-in-future')).to.have.lengthOf(1);
  });

  it('of pictures tell where they were taken', async () => {
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888888' } })
      .withExif({
        IFD0: { Make: 'Examples' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '12/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '45/1 0/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    const report = await changed((changes) => {
      changes.set(
        ref(13),
        content(
          jpeg.toString('latin1'),
          value(
            '<</Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode>>',
          ) as Dict,
        ),
      );
    });
    expect(found(report, 'location')[0]?.evidence).to.deep.include({ object: 13 });
    expect(found(report, 'location')[0]?.evidence.excerpt).to.match(/^-12\.5, 45 \(Examples/);
  });

  it('with traces of editing are told', async () => {
    const report = await changed((changes) => {
      changes
        .dictAt(ref(3))
        .set('Thumb', ref(13))
        .set('PieceInfo', new Dict([['Illustrator', new Dict([['Private', new Name('A')]])]]));
    });
    expect([
      found(report, 'thumbnail')[0]?.evidence.page,
      found(report, 'private-data')[0]?.evidence.excerpt,
    ]).to.deep.equal([1, 'Illustrator']);
  });
});

describe('The structure of a file', () => {
  it('tells what is before, after and between', async () => {
    const pdf = contractPdf();
    expect(
      found(await look(Buffer.concat([Buffer.from('junk before\n'), pdf])), 'bytes-before-header'),
    ).to.have.lengthOf(1);
    expect(
      found(await look(Buffer.concat([pdf, Buffer.from('junk after')])), 'bytes-after-end')[0]?.evidence.excerpt,
    ).to.match(/junk after/);
    expect(
      found(await look(Buffer.concat([pdf, Buffer.from('4 0 obj\n(later)\nendobj\n')])), 'objects-after-end')[0]
        ?.evidence.object,
    ).to.equal(4);
  });

  it('tells that a file is of another kind, too', async () => {
    const pdf = contractPdf();
    expect(
      found(await look(Buffer.concat([Buffer.from('MZ this is a program\n'), pdf])), 'polyglot')[0]?.evidence.excerpt,
    ).to.match(/program/);
    expect(
      found(await look(Buffer.concat([pdf, Buffer.from('PK\x05\x06 and an archive')])), 'polyglot')[0]?.evidence
        .excerpt,
    ).to.match(/zip/);
  });

  it('tells of a web page in the comments that it begins with', async () => {
    const text = contractPdf().toString('latin1');
    const mixed = Buffer.from(text.replace('%PDF-1.7\n', '%PDF-1.7\n%<html><script>alert(1)</script>\n'), 'latin1');
    expect(found(await look(mixed), 'polyglot')[0]?.evidence.excerpt).to.equal('also html');
  });

  it(
    'tells of entries that stand twice in a dictionary with two values, in objects and in object streams, and ' +
      'not of those with one',
    async () => {
      const twice = (dict: string) => look(contractPdf({ more: [dict] }));
      expect(
        found(await twice('<</Kind/Old/Size 3/Inner<</A[1 2]/A[1 3]>>>>'), 'entry-twice').map(
          ({ evidence }) => evidence,
        ),
      ).to.deep.equal([{ object: 17, page: null, box: null, excerpt: '/A' }]);
      expect(
        found(
          await twice('<</Type/ObjStm/N 1/First 5/Length 25>>stream\n99 0 <</A 1/B/A/A 2>>    \nendstream'),
          'entry-twice',
        )[0]?.evidence,
      ).to.include({ object: 17, excerpt: '/A' });
      for (const alike of ['<</A 1/A 1>>', '<</A/B/B/A/C[/A/A]/D<</A 1>>/E<</A 2>>>>'])
        expect(found(await twice(alike), 'entry-twice'), alike).to.deep.equal([]);
    },
  );

  it('tells of pages that nothing leads to, and of objects that are there twice', async () => {
    const pages = contractPdf({ more: ['<</Type/Page/MediaBox[0 0 9 9]>>'] });
    expect(found(await look(pages), 'pages-unused')[0]?.evidence.object).to.equal(17);
    const text = contractPdf().toString('latin1');
    const at = text.indexOf('xref\n0');
    const twice = Buffer.from(
      `${text.slice(0, at)}6 0 obj\n<</Length 2>>stream\n  ` +
        (`\nendstream\nendobj\n` +
          text.slice(at).replace(/startxref\n(\d+)/, (_, offset: string) => `startxref\n${Number(offset) + 48}`)),
      'latin1',
    );
    expect(found(await look(twice), 'object-defined-twice')[0]?.evidence.object).to.equal(6);
  });

  it('tells where readers see other pages', async () => {
    const report = await changed((changes) => {
      changes.set(ref(2), value('<</Type/Pages/Kids[3 0 R 5 0 R]/Count 1>>'));
    });
    expect(found(report, 'page-count-differs')[0]?.evidence.excerpt).to.match(/Colophon 2, PDFium/);
  });

  it('tells what text is left in objects that nothing leads to', async () => {
    const report = await look(
      contractPdf({ more: ['<</Length 44>>stream\nBT /F1 9 Tf 9 9 Td (What was deleted) Tj ET   \nendstream'] }),
    );
    expect(report.recoverable).to.deep.equal([
      { kind: 'object', revision: null, page: null, object: 17, excerpt: 'What was deleted' },
    ]);
  });
});
