import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../src/problems.ts';
import { extractText, type ExtractOptions } from '../../../src/pdf/text/extract-text.ts';
import { plainText } from '../../../src/pdf/text/layout/plain-text.ts';
import { smallPdf, textAt } from './small-pdf.ts';

const textOf = async (content: string, options: ExtractOptions = {}) =>
  (await extractText(smallPdf({ pages: [{ content }] }), options)).pages[0]?.text;
const three = smallPdf({ pages: ['One', 'Two', 'Three'].map((word) => ({ content: textAt(50, 300, word) })) });

/** The slug of the problem that it ends in. */
async function refusal(run: Promise<unknown>): Promise<string> {
  try {
    await run;
  } catch (error) {
    if (error instanceof AppError) return error.slug;
    throw error;
  }
  return 'none';
}

describe('Text of a page', () => {
  it('joins a word that a hyphen cuts at the end of a line, and keeps the hyphen of a compound', async () => {
    const lines = [
      'The committee asked for a careful investi-',
      'gation of the matter by a well-known per-',
      'son, after the fact was found to be well-',
      'known all over the Anglo-',
      'Saxon world.',
    ];
    const content = lines.map((line, index) => textAt(50, 300 - 14 * index, line)).join('\n');
    expect((await textOf(content))?.replace(/\s+/g, ' ')).to.equal(
      'The committee asked for a careful investigation of the matter by a well-known person, after the fact ' +
        'was found to be well-known all over the Anglo-Saxon world.',
    );
  });

  it('reads columns one after the other, below the heading across them', async () => {
    const left = ['Apples are grown in the', 'northern valleys, where the', 'nights are cool enough.'];
    const right = ['Olives want more sun, and', 'so they are found along the', 'coast and on the islands.'];
    const column = (lines: readonly string[], x: number) =>
      lines.map((line, index) => textAt(x, 300 - 14 * index, line)).join(' ');
    const heading = 'BT /F1 18 Tf 50 340 Td (Fruit of the country, north and south) Tj ET';
    expect(await textOf(`${column(right, 230)} ${heading} ${column(left, 50)}`)).to.equal(
      `Fruit of the country, north and south\n${left.join(' ')}\n${right.join(' ')}`,
    );
  });

  it('reads a table by its rows, with tabs between cells', async () => {
    const rows = [
      ['Item', 'Qty', 'Price'],
      ['Bolt', '4', '12.50'],
      ['Nut', '12', '3.10'],
    ];
    const content = rows.flatMap((row, y) => row.map((cell, x) => textAt(50 + 100 * x, 300 - 20 * y, cell))).join(' ');
    expect(await textOf(content)).to.equal('Item\tQty\tPrice\nBolt\t4\t12.50\nNut\t12\t3.10');
  });

  it('keeps places in the physical layout', async () => {
    const rows = [
      ['Item', 'Price'],
      ['Bolt', '12.50'],
    ];
    const content = rows
      .flatMap((row, y) => row.map((cell, x) => `BT /F2 10 Tf ${50 + 120 * x} ${300 - 12 * y} Td (${cell}) Tj ET`))
      .join(' ');
    expect(await textOf(content, { layout: 'physical' })).to.equal(
      `Item${' '.repeat(16)}Price\nBolt${' '.repeat(16)}12.50`,
    );
  });

  it('keeps the order of the content in the raw layout', async () => {
    const content = `${textAt(50, 100, 'Drawn first')} ${textAt(50, 300, 'Drawn second')}`;
    expect(await textOf(content, { layout: 'raw' })).to.equal('Drawn first\nDrawn second');
    expect(await textOf(content)).to.equal('Drawn second\nDrawn first');
  });

  it('finds the spaces that are only gaps, and none in spaced letters', async () => {
    expect(await textOf('BT /F1 12 Tf 50 300 Td [(Two) -300 (words)] TJ ET')).to.equal('Two words');
    expect(await textOf('BT /F1 12 Tf 2 Tc 50 300 Td (Spaced letters) Tj ET')).to.equal('Spaced letters');
  });

  it('reads text that was drawn twice only once', async () => {
    expect(await textOf(`${textAt(50, 300, 'Bold')} ${textAt(50.3, 300, 'Bold')}`)).to.equal('Bold');
  });

  it('takes ActualText for what it stands for, and an empty one for nothing', async () => {
    expect(await textOf(`/Span << /ActualText (Dr\\256) >> BDC ${textAt(50, 300, 'XX')} EMC`)).to.equal('Dr®');
    expect(
      await textOf(`${textAt(50, 300, 'Kept')} /Span << /ActualText () >> BDC ${textAt(50, 250, 'ornament')} EMC`),
    ).to.equal('Kept');
  });

  it(
    'takes an ActualText once for all that it stands for, whatever letters the font has and whatever stands ' +
      'between',
    async () => {
      expect(
        await textOf(`/Span << /ActualText <FEFF4E2D6587> >> BDC ${textAt(50, 300, 'X')} ${textAt(60, 300, 'Y')} EMC`),
      ).to.equal('中文');
      expect(
        await textOf(
          `/Span << /ActualText (whole) >> BDC ${textAt(50, 300, 'who-')} ${textAt(50, 285, 'le')} EMC ` +
            textAt(70, 285, 'thing'),
        ),
      ).to.equal('whole\nthing');
    },
  );

  it('keeps a line whole though the next one reaches into it', async () => {
    expect(await textOf(`BT /F1 14 Tf 50 300 Td (Upper line of text) Tj ET ${textAt(80, 291.9, 'k')}`)).to.equal(
      'Upper line of text\nk',
    );
  });

  it('reads every writing direction by itself', async () => {
    const content =
      `${textAt(50, 300, 'Upright words come first')} BT /F1 12 Tf 0 1 -1 0 30 50 Tm (Up the side) Tj ET BT /F1 ` +
      '12 Tf .866 .5 -.5 .866 150 100 Tm (Aslant) Tj ET';
    expect(await textOf(content)).to.equal('Upright words come first\nUp the side\nAslant');
  });
});

describe('Boxes', () => {
  const words = async (entries: string) =>
    (await extractText(smallPdf({ pages: [{ content: textAt(100, 300, 'Word'), entries }] }), { granularity: 'word' }))
      .pages[0];

  it('are in points from the top left of the page', async () => {
    const page = await words('');
    expect(page).to.include({ width: 400, height: 400 });
    const { box, font, size } = page!.blocks![0]!;
    expect(box.x).to.be.closeTo(100, 0.5);
    expect(box.y + box.height).to.be.within(100, 104);
    expect({ font, size }).to.deep.equal({ font: 'Helvetica', size: 12 });
  });

  it('count from the crop box', async () => {
    const page = await words('/CropBox [50 100 350 350]');
    expect(page).to.include({ width: 300, height: 250 });
    expect(page!.blocks![0]!.box.x).to.be.closeTo(50, 0.5);
    expect(page!.blocks![0]!.box.y).to.be.within(38, 42);
  });

  it('turn with the page', async () => {
    const page = await words('/Rotate 90 /MediaBox [0 0 300 400]');
    expect(page).to.include({ width: 400, height: 300, text: 'Word' });
    expect(page!.blocks![0]!.box.x).to.be.within(296, 300);
    expect(page!.blocks![0]!.box.y).to.be.closeTo(100, 0.5);
  });
});

describe('A document', () => {
  it('gives the pages asked for, in their order', async () => {
    const { pages, metadata } = await extractText(three, { pages: [3, 1, 3] });
    expect(pages.map(({ number, text }) => [number, text])).to.deep.equal([
      [3, 'Three'],
      [1, 'One'],
      [3, 'Three'],
    ]);
    expect(metadata.pages).to.equal(3);
  });

  it('asks for the pages once it knows how many there are', async () => {
    const { pages } = await extractText(three, { pages: (count) => [count] });
    expect(pages.map(({ text }) => text)).to.deep.equal(['Three']);
  });

  it('is plain text with form feeds between the pages', async () => {
    expect(plainText(await extractText(three))).to.equal('One\fTwo\fThree');
  });

  it('tells its metadata', async () => {
    const pdf = smallPdf({
      pages: [{ content: '' }],
      catalog: '/Lang (de-CH)',
      info: "/Title (A title) /Author <FEFF00C9> /CreationDate (D:20240229120000+01'00')",
    });
    const { metadata } = await extractText(pdf);
    expect(metadata).to.include({
      title: 'A title',
      author: 'É',
      created: '2024-02-29T11:00:00Z',
      modified: null,
      lang: 'de-CH',
      tagged: false,
      encrypted: false,
      subject: null,
    });
  });

  it('is refused where a page is not there', async () => {
    expect(await refusal(extractText(three, { pages: [4] }))).to.equal('page-out-of-range');
  });

  it('is refused where it is no PDF', async () => {
    for (const bytes of [new Uint8Array(0), Buffer.from('hello'), Buffer.from('%PDF-1.7\n'), three.subarray(0, 40)])
      expect(await refusal(extractText(bytes))).to.equal('invalid-pdf');
  });

  it('opens with its password only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-text-'));
    try {
      writeFileSync(join(folder, 'in.pdf'), three);
      execFileSync(
        'qpdf',
        ['--warning-exit-0', '--no-warn', '--encrypt', 'user', 'owner', '256', '--', 'in.pdf', 'out.pdf'],
        { cwd: folder },
      );
      const locked = readFileSync(join(folder, 'out.pdf'));
      expect(await refusal(extractText(locked))).to.equal('encrypted-pdf');
      expect(await refusal(extractText(locked, { password: 'no' }))).to.equal('wrong-password');
      for (const password of ['user', 'owner'])
        expect((await extractText(locked, { password })).pages[1]?.text).to.equal('Two');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('with pages that go round in a circle ends in an answer', async () => {
    const pdf = Buffer.from(
      Buffer.from(three).toString('latin1').replace('/Kids [10 0 R', '/Kids [2 0 R 10 0 R'),
      'latin1',
    );
    expect(['none', 'invalid-pdf', 'limit-exceeded']).to.include(await refusal(extractText(pdf)));
  });
});
