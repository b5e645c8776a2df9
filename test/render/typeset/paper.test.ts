import { expect } from 'chai';
import { checkSyntax, infoOf, pixelsOf, textOf, wordsOf } from '../../support/pdf.ts';
import { keys, pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

/** Points. */
const bleed = (3 / 25.4) * 72;
const a6 = { width: 297.638, height: 419.528 };
/** Space around a trimmed page with marks: 3 pt to the marks, which are 18 pt long, and 3 pt around these. */
const around = bleed + 3 + 18 + 3;
const printed = { size: 'A6', bleed: '3mm', marks: ['crop', 'registration'] };
const words = 'The quick brown fox jumps over the lazy dog. '.repeat(40);

type Box = readonly [left: number, bottom: number, right: number, top: number];

describe('Bleed and marks', () => {
  let service: Service;

  before(async () => {
    service = await sharedService();
  });

  async function rendered(document: object, operations: readonly object[], output: object = {}): Promise<Buffer> {
    return pdfOf(await service.render({ document, operations, output }));
  }

  /** The boxes of a page. */
  async function boxesOf(pdf: Uint8Array, page = 1): Promise<Record<'media' | 'bleed' | 'trim', Box>> {
    const info = await infoOf(pdf, '-box', '-f', String(page), '-l', String(page));
    const box = (name: string) => (info[`Page    ${page} ${name}`] ?? '').split(/\s+/).map(Number) as unknown as Box;
    return { media: box('MediaBox'), bleed: box('BleedBox'), trim: box('TrimBox') };
  }

  const sizeOf = ([left, bottom, right, top]: Box) => [right - left, top - bottom];

  function expectBoxes({ media, bleed: wide, trim }: Awaited<ReturnType<typeof boxesOf>>, size = a6, by = bleed): void {
    const expected = (more: number) => [size.width + 2 * more, size.height + 2 * more];
    for (const [box, more] of [
      [trim, 0],
      [wide, by],
      [media, Math.max(6, by + 3) + 21],
    ] as const)
      for (const [index, side] of sizeOf(box).entries()) expect(side).to.be.closeTo(expected(more)[index] ?? 0, 0.03);
    for (const index of [0, 1] as const) {
      expect(media[index]).to.be.below(wide[index]);
      expect(trim[index] - wide[index]).to.be.closeTo(by, 0.03);
    }
  }

  const text = { op: 'add_text', text: words };

  it('puts each page on a larger sheet, and states where it is trimmed', async () => {
    const short = { op: 'add_text', text: 'Text' };
    const other = { op: 'add_page', size: { width: 200, height: 300 } };
    const turned = { op: 'add_page', orientation: 'landscape' };
    const pdf = await rendered(printed, [short, turned, short, other, short]);
    await checkSyntax(pdf);
    expectBoxes(await boxesOf(pdf, 1));
    expectBoxes(await boxesOf(pdf, 2), { width: a6.height, height: a6.width });
    expectBoxes(await boxesOf(pdf, 3), { width: 200, height: 300 });
  });

  it('extends backgrounds into the bleed, and has the marks outside of it', async () => {
    const pdf = await rendered({ ...printed, background: '#888' }, [{ op: 'add_text', text: 'Page' }]);
    const pixels = await pixelsOf(pdf, 1);
    const middle = around + a6.height / 3;
    expect(pixels.at(around - bleed + 2, middle)).to.be.within(120, 150);
    expect(pixels.at(around - bleed - 2, middle)).to.equal(255);
    expect(pixels.at(around + a6.width + bleed - 2, middle)).to.be.within(120, 150);
    expect(pixels.at(around + a6.width + bleed + 2, middle)).to.equal(255);
    const dark = (x: number, y: number) =>
      Math.min(...[-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => pixels.at(x + dx, y + dy))));
    for (const x of [around, around + a6.width]) expect(dark(x, 12), 'a crop mark').to.be.below(230);
    expect(dark(around + a6.width / 2, 12), 'a target').to.be.below(230);
    expect(pixels.at(around, around - bleed - 2), 'between the mark and the bleed').to.equal(255);
  });

  it('has a picture as its background in the bleed, under a watermark', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#888"/></svg>';
    const assets = { 'ground.svg': Buffer.from(svg).toString('base64') };
    const pdf = await rendered({ ...printed, background: 'ground.svg', assets }, [
      { op: 'add_text', text: 'Page' },
      { op: 'add_watermark', text: 'DRAFT', layer: 'under' },
    ]);
    const pixels = await pixelsOf(pdf, 1);
    expect(pixels.at(around - bleed + 2, 200)).to.be.within(120, 150);
    expect(pixels.at(200, around + a6.height + bleed - 2)).to.be.within(120, 150);
    expect(pixels.at(around - bleed - 2, 200)).to.equal(255);
  });

  it('has texts, headers, page numbers and stamps where they are without it', async () => {
    const operations = [
      { op: 'set_header', center: 'Head of {page} in {pages}' },
      { op: 'set_footer', html: '<p style="text-align:right">{section}</p>' },
      { op: 'add_toc' },
      { op: 'add_heading', level: 1, text: 'Heading' },
      text,
      { op: 'add_text', text: 'Placed', position: { x: '10mm', y: '50mm' } },
      { op: 'add_stamp', text: 'Stamp', at: 'top-left', margin: '4mm' },
    ];
    const [plain, wide] = [await rendered({ size: 'A6' }, operations), await rendered(printed, operations)];
    for (const page of [1, 2]) {
      const [before, after] = [await wordsOf(plain, page), await wordsOf(wide, page)];
      expect(after.map((word) => word.text)).to.deep.equal(before.map((word) => word.text));
      for (const [index, word] of after.entries()) {
        expect(word.x - around, word.text).to.be.closeTo(before[index]?.x ?? 0, 0.3);
        expect(word.y - around, word.text).to.be.closeTo(before[index]?.y ?? 0, 0.3);
      }
    }
  });

  it('lets content of a page without margins reach into the bleed, and begin at the trim on each page', async () => {
    const html =
      '<div style="margin:-3mm -3mm 0;height:30mm;background:#888"></div>' +
      `<p style="margin:0;font-size:14pt">${words}</p>`;
    const pdf = await rendered({ ...printed, margin: 0 }, [{ op: 'add_html', html }]);
    const pixels = await pixelsOf(pdf, 1);
    for (const [x, y] of [
      [around - bleed + 2, 60],
      [around + a6.width + bleed - 2, 60],
      [150, around - bleed + 2],
    ] as const)
      expect(pixels.at(x, y)).to.be.within(120, 150);
    const [first] = await wordsOf(pdf, 2);
    expect(first?.x).to.be.closeTo(around, 1);
    expect(first?.y).to.be.within(around, around + 12);
  });

  it('keeps the pages of complete documents, their kinds and their positions', async () => {
    const html = (rules: string, body: string) =>
      `<!doctype html><html lang="en"><style>${rules}body{margin:0}p{margin:0;font-size:14pt}</style>${body}`;
    const covered = html(
      '@page{size:105mm 148mm;margin:0}',
      '<div style="position:absolute;inset:-3mm;background:#888"></div><p style="position:relative">Cover</p>',
    );
    const cover = await rendered({ bleed: '3mm', marks: ['crop'] }, [{ op: 'add_html', html: covered }]);
    expect((await infoOf(cover)).Pages).to.equal('1');
    expectBoxes(await boxesOf(cover));
    expect((await pixelsOf(cover, 1)).at(around + a6.width + bleed - 2, around + a6.height + bleed - 2)).to.be.within(
      120,
      150,
    );
    expect((await wordsOf(cover, 1))[0]?.x).to.be.closeTo(around, 1);
    const kinds = html('@page{size:105mm 148mm;margin:20mm}@page:first{margin-left:40mm}', `<p>${words}</p>`);
    const pdf = await rendered({ bleed: '3mm', marks: ['crop'] }, [{ op: 'add_html', html: kinds }]);
    const starts = [(await wordsOf(pdf, 1))[0]?.x ?? 0, (await wordsOf(pdf, 2))[0]?.x ?? 0];
    expect(starts[0]).to.be.closeTo(around + 113.4, 1);
    expect(starts[1]).to.be.closeTo(around + 56.7, 1);
  });

  it('leaves pages of existing documents as they are, and works with chosen pages and one tall page', async () => {
    const existing = await rendered({ size: 'A5' }, [{ op: 'add_text', text: 'Existing' }]);
    const pdf = await rendered(
      printed,
      [text, { op: 'add_pdf', data: existing.toString('base64') }, { op: 'add_text', text: 'After' }],
      { pages: '2-5' },
    );
    const texts = await Promise.all([1, 2, 3, 4].map((page) => textOf(pdf, page)));
    const at = texts.findIndex((one) => one.includes('Existing')) + 1;
    const { media, trim } = await boxesOf(pdf, at);
    expect(sizeOf(media)).to.deep.equal(sizeOf(trim));
    expect(sizeOf(media)[0]).to.be.closeTo(419.5, 0.1);
    expectBoxes(await boxesOf(pdf, at + 1));
    const tall = await rendered({ ...printed, singlePage: true, background: '#888' }, [text]);
    const boxes = await boxesOf(tall);
    expect(sizeOf(boxes.trim)[0]).to.be.closeTo(a6.width, 0.03);
    expect(sizeOf(boxes.media)[1]).to.be.closeTo((sizeOf(boxes.trim)[1] ?? 0) + 2 * around, 0.1);
  });

  it('allows marks without a bleed, and a bleed without marks', async () => {
    expectBoxes(await boxesOf(await rendered({ size: 'A6', marks: ['crop'] }, [text])), a6, 0);
    const { media, bleed: wide } = await boxesOf(await rendered({ size: 'A6', bleed: 10 }, [text]));
    expect(sizeOf(media)).to.deep.equal(sizeOf(wide));
  });

  it('takes both from style sheets, where the request states neither', async () => {
    const css = '@page { bleed: 3mm; marks: crop cross }';
    expectBoxes(await boxesOf(await rendered({ size: 'A6', css }, [text])));
    const html = `<!doctype html><html lang="en"><style>@page{size:105mm 148mm;marks:crop}</style><p>Text`;
    expectBoxes(await boxesOf(await rendered({}, [{ op: 'add_html', html }])), a6, 6);
    expectBoxes(await boxesOf(await rendered({ size: 'A6', css, marks: ['crop'] }, [text])), a6, 0);
  });

  it('conforms to PDF/A and PDF/UA, with marks that are artifacts', async () => {
    const pdf = await rendered(
      { ...printed, title: 'Paper', lang: 'en' },
      [{ op: 'add_heading', level: 1, text: 'Heading' }, text],
      { conformance: ['PDF/A-3a', 'PDF/UA-1'] },
    );
    const checked = await service.request('POST', '/api/v1/compliance-check', {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: { data: pdf.toString('base64') } }),
    });
    const results = checked.json().results as { compliant: boolean; failures: unknown[] }[];
    expect(results.map(({ compliant, failures }) => [compliant, failures])).to.deep.equal([
      [true, []],
      [true, []],
    ]);
  });

  it('refuses other marks, negative bleeds and more than an inch of it', async () => {
    for (const [document, pointer] of [
      [{ marks: ['cross'] }, '/document/marks/0'],
      [{ marks: 'crop' }, '/document/marks'],
      [{ bleed: -1 }, '/document/bleed'],
      [{ bleed: '30mm' }, '/document/bleed'],
    ] as const) {
      const answer = await service.render({ document, operations: [text] });
      const { errors } = answer.json() as { errors: { pointer: string }[] };
      expect([answer.status, errors.map((error) => error.pointer)]).to.deep.equal([400, [pointer]]);
    }
  });
});
