import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { wordsOf } from '../../support/pdf.ts';
import { AppError } from '../../../src/problems.ts';
import { ContentBudget, type ContentLimits } from '../../../src/pdf/content/budget.ts';
import { runPage } from '../../../src/pdf/content/run-page.ts';
import type { PaintedImage, PaintedPath, ShownGlyph, Visitor } from '../../../src/pdf/content/visitor.ts';
import type { Frame } from '../../../src/pdf/content/state/frame.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { mutated } from './mutated.ts';

/** A file of one page; `objects` from number 4 on, object 4 being the content. */
function document(content: string, resources: string, ...objects: string[]): Buffer {
  const all = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<${resources}>>>>`,
    stream('', content),
    ...objects,
  ];
  return Buffer.from(
    `%PDF-1.7\n${all.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<</Root ` +
      `1 0 R/Size ${all.length + 1}>>\n`,
    'latin1',
  );
}

const stream = (entries: string, content: string) =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;
const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

function run(bytes: Buffer, visitor: Visitor, limits: Partial<ContentLimits> = {}): void {
  const file = openPdf(bytes);
  const budget = new ContentBudget(limits);
  for (const page of file.pages()) runPage(file, page, visitor, { budget });
}

function told(bytes: Buffer) {
  const [glyphs, frames, paths, images, marks]: [
    ShownGlyph[],
    Frame[],
    PaintedPath[],
    PaintedImage[],
    (number | null)[],
  ] = [[], [], [], [], []];
  run(bytes, {
    enter: (frame) => (frames.push(frame), undefined),
    text: (shown, { mark }) => {
      glyphs.push(...shown.glyphs);
      marks.push(mark?.mcid ?? null);
    },
    path: (path) => paths.push(path),
    image: (image) => images.push(image),
  });
  return { glyphs, frames, paths, images, marks, text: glyphs.map(({ unicode }) => unicode).join('') };
}

const gallery = new URL('../../../docs/gallery/templates/', import.meta.url);

describe('The content interpreter', () => {
  it('places glyphs by font, spacing, scale and matrices', () => {
    const { glyphs, text } = told(
      document('BT /F1 10 Tf 2 Tc 50 Tz 20 100 Td (A B) Tj [-1000 (C)] TJ ET', '/Font<</F1 5 0 R>>', helvetica),
    );
    expect(text).to.equal('A BC');
    const [a, , b, c] = glyphs;
    expect(a!.x).to.equal(20);
    // A is 667, the space 278 wide; 2 points of spacing after each, and everything at half its width.
    expect(b!.x).to.be.closeTo(20 + (6.67 + 2 + 2.78 + 2) / 2, 1e-9);
    expect(c!.x).to.be.closeTo(b!.x + (6.67 + 2) / 2 + 5, 1e-9);
    expect(a!.quad[4] - a!.quad[0]).to.be.closeTo(3.335, 1e-9);
  });

  it('goes into forms, patterns, masks and Type 3 glyphs with the matrices and resources of each', () => {
    const { text, frames } = told(
      document(
        '/GS gs q 2 0 0 2 10 10 cm /X Do Q q /Pattern cs /P scn 0 0 50 50 re f Q BT /T3 10 Tf (z) Tj ET',
        '/Font<</F1 5 0 R/T3 9 0 R>>/XObject<</X 6 0 R>>/Pattern<</P 7 0 ' +
          'R>>/ExtGState<</GS<</SMask<</S/Luminosity/G 8 0 R>>>>>>',
        helvetica,
        stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Matrix[1 0 0 1 5 0]', 'BT /F1 1 Tf (form) Tj ET'),
        stream(
          '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Font<</F1 5 0 R>>>>',
          'BT /F1 1 Tf (tile) Tj ET',
        ),
        stream(
          '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Group<</S/Transparency>>/Resources<</Font<</F1 5 0 R>>>>',
          'BT /F1 1 Tf (mask) Tj ET',
        ),
        '<</Type/Font/Subtype/Type3/FontMatrix[.01 0 0 .01 0 0]/FontBBox[0 0 100 100]/CharProcs<</z 10 0 ' +
          'R>>/Encoding<</Differences[122/z]>>/FirstChar 122/Widths[50]>>',
        stream('', '50 0 d0 BT /F1 1 Tf (proc) Tj ET'),
      ),
    );
    expect(frames.map(({ kind }) => kind)).to.deep.equal(['page', 'soft-mask', 'form', 'pattern', 'glyph']);
    expect(text).to.equal('maskformtilezproc');
    expect(frames[2]!.base).to.deep.equal([2, 0, 0, 2, 20, 10]);
    expect(frames[3]!.tiling).to.deep.include({ xStep: 9, painted: [0, 0, 50, 50] });
  });

  it('tells of paths, clips, inline images and marked content', () => {
    const { paths, images, marks } = told(
      document(
        '1 0 0 1 5 5 cm 0 0 10 20 re W n 0 0 m 5 5 l S /P <</MCID 3>> BDC BT /F1 9 Tf (a) Tj ET EMC 8 0 0 8 1 ' +
          '1 cm BI /W 1 /H 1 /BPC 8 /CS /G ID a EI',
        '/Font<</F1 5 0 R>>',
        helvetica,
      ),
    );
    expect(paths.map(({ bounds, clip, stroke }) => ({ bounds, clip, stroke }))).to.deep.equal([
      { bounds: [5, 5, 15, 25], clip: 'nonzero', stroke: false },
      { bounds: [5, 5, 10, 10], clip: null, stroke: true },
    ]);
    expect(images.map(({ matrix, inline }) => [matrix, inline?.data.toString()])).to.deep.equal([
      [[8, 0, 0, 8, 6, 6], 'a'],
    ]);
    expect(marks).to.deep.equal([3]);
  });

  it('shows the appearances of annotations where they are shown, all of their states', () => {
    const bytes = document(
      '',
      '/Font<</F1 5 0 R>>',
      helvetica,
      '<</Subtype/Widget/Rect[100 50 120 60]/AP<</N<</On 7 0 R/Off 8 0 R>>>>>>',
      stream('/BBox[0 0 10 10]', 'BT /F1 9 Tf 5 5 Td (y) Tj ET'),
      stream('/BBox[0 0 10 10]', 'BT /F1 9 Tf (n) Tj ET'),
    );
    const { text, glyphs, frames } = told(
      Buffer.from(bytes.toString('latin1').replace('/Contents 4 0 R', '/Contents 4 0 R/Annots[6 0 R]'), 'latin1'),
    );
    expect(text).to.equal('yn');
    expect([glyphs[0]!.x, glyphs[0]!.y]).to.deep.equal([110, 55]);
    expect(frames.map(({ annotation }) => annotation?.path.join('/') ?? null)).to.deep.equal([null, 'N/On', 'N/Off']);
  });

  it('puts words where pdftotext finds them', async () => {
    const file = readFileSync(new URL('../operations/add_text.pdf', gallery));
    const words = await wordsOf(file, 1);
    const { glyphs, text } = told(file);
    expect(words).to.have.length.above(5);
    const box = openPdf(file).pages()[0]!.cropBox;
    for (const word of words) {
      const at = text.indexOf(word.text);
      expect(at, word.text).to.be.at.least(0);
      const places = [...text.matchAll(new RegExp(word.text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g'))].map(
        ({ index }) => glyphs[index]!.x - box[0],
      );
      expect(
        places.some((x) => Math.abs(x - word.x) < 0.6),
        `${word.text} at ${word.x}: ${places.join()}`,
      ).to.equal(true);
    }
  });

  it('ends with limits where content explodes', () => {
    const forms = Array.from({ length: 12 }, (_, index) =>
      stream(`/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${index + 6} 0 R>>>>`, '/X Do '.repeat(10)),
    );
    expect(() => run(document('/X Do', '/XObject<</X 5 0 R>>', ...forms), {}, { operations: 100_000 })).to.throw(
      AppError,
      /more than 100000 operations/,
    );
    expect(() => run(document('/X Do', '/XObject<</X 5 0 R>>', ...forms), {}, { milliseconds: 1 })).to.throw(
      AppError,
      /longer than/,
    );
    let circles = 0;
    run(
      document(
        '/X Do',
        '/XObject<</X 5 0 R>>',
        stream('/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>', '/X Do /X Do'),
      ),
      {
        enter: () => {
          circles += 1;
          return undefined;
        },
      },
    );
    expect(circles).to.equal(2);
  });

  it('throws nothing but problems over mutated files', () => {
    const names = ['letter', 'receipt', 'form', 'statement.he', 'summary'];
    for (const [index, name] of names.entries()) {
      for (let round = 0; round < 8; round += 1) {
        try {
          run(mutated(readFileSync(new URL(`${name}.pdf`, gallery)), index * 10 + round), {});
        } catch (error) {
          expect(error, name).to.be.instanceOf(AppError);
        }
      }
    }
  });
});
