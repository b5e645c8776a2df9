import { expect } from 'chai';
import { ContentBudget } from '../../../src/pdf/content/budget.ts';
import { runPage } from '../../../src/pdf/content/run-page.ts';
import type { ShownGlyph } from '../../../src/pdf/content/visitor.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { AppError } from '../../../src/problems.ts';
import { corpusFiles, readCorpus } from '../../support/corpora.ts';
import { wordsOf } from '../../support/pdf.ts';
import { mutated } from './mutated.ts';

function glyphsOf(bytes: Buffer): ShownGlyph[] {
  const file = openPdf(bytes);
  const budget = new ContentBudget({});
  const glyphs: ShownGlyph[] = [];
  for (const page of file.pages())
    runPage(file, page, { text: (shown) => void glyphs.push(...shown.glyphs) }, { budget });
  return glyphs;
}

describe('The content interpreter over the corpora', () => {
  it('puts words where pdftotext finds them', async () => {
    const file = readCorpus('jpdfium-redact/jpdfium/src/test/resources/pdfs/redact/redact-test-accented.pdf');
    const words = await wordsOf(file, 1);
    const glyphs = glyphsOf(file);
    const text = glyphs.map(({ unicode }) => unicode).join('');
    expect(words).to.have.length.above(5);
    const [left] = openPdf(file).pages()[0]!.cropBox;
    for (const word of words) {
      const places = Array.from({ length: text.length }, (_, at) => at)
        .filter((at) => text.startsWith(word.text, at))
        .map((at) => glyphs[at]!.x - left);
      expect(
        places.some((x) => Math.abs(x - word.x) < 0.6),
        `${word.text} at ${word.x}: ${places.join()}`,
      ).to.equal(true);
    }
  });

  it('throws nothing but problems over mutated files', () => {
    const files = corpusFiles('jpdfium-redact/**/*.pdf')
      .map((name) => ({ name, bytes: readCorpus(name) }))
      .filter(({ bytes }) => bytes.length < 20_000)
      .slice(0, 25);
    expect(files).to.have.length(25);
    for (const [index, { name, bytes }] of files.entries()) {
      for (let round = 0; round < 4; round += 1) {
        try {
          glyphsOf(mutated(bytes, index * 10 + round));
        } catch (error) {
          expect(error, name).to.be.instanceOf(AppError);
        }
      }
    }
  });
});
