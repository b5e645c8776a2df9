import { expect } from 'chai';
import { basename } from 'node:path';
import { corpusFiles, readCorpus } from '../../../../support/corpora.ts';
import { leaksOf } from '../../../../support/leaks.ts';
import { checkSyntax, pixelsOf, textOf } from '../../../../support/pdf.ts';
import { startRedacting, type Redacting } from './redact-service.ts';

const files = corpusFiles('jpdfium-redact/**/*.pdf');
const real = corpusFiles('xray/**/*.pdf');

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u00AD\u200B-\u200F]/g, '')
    .replace(/\s+/g, ' ');
const wordsOf = (text: string) =>
  plain(text)
    .split(' ')
    .filter((word) => word !== '');

/** One of the longer words of a file, the same one each time; never the name of a font, which is no text. */
function needleOf(name: string, text: string): string | undefined {
  const words = [
    ...new Set(
      wordsOf(text).filter(
        (word) => /^[\p{L}\p{N}@.-]{5,}$/u.test(word) && !/^(?:courier|helvetica|times)/i.test(word),
      ),
    ),
  ];
  const seed = Array.from(name).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return words[seed % words.length];
}

/** Words that are not there any more, but for those that have to do with the needle. */
function lost(before: string, after: string, needle: string): number {
  const left = Map.groupBy(wordsOf(after), (word) => word);
  const near = (word: string) => word.toLowerCase().includes(needle) || needle.includes(word.toLowerCase());
  return [...Map.groupBy(wordsOf(before), (word) => word)].reduce(
    (sum, [word, all]) => sum + (near(word) ? 0 : Math.max(0, all.length - (left.get(word)?.length ?? 0))),
    0,
  );
}

describe("redact over other people's files", () => {
  let redacting: Redacting;
  const count = { words: 0, lost: 0, pages: 0 };
  before(async () => {
    redacting = await startRedacting();
  });
  after(() => redacting.service.stop());

  for (const file of [...files, ...real]) {
    it(`leaves nothing behind in ${basename(file)}`, async () => {
      const pdf = readCorpus(file);
      const before = await textOf(pdf);
      const needle = needleOf(basename(file), before);
      if (needle === undefined) return;
      const { pdf: after, report } = await redacting.redacted(pdf, {
        text: [{ literal: needle }],
        breakSignatures: true,
      });
      expect(report.pages.length, needle).to.be.above(0);
      expect(await leaksOf(after, needle), needle).to.deep.equal([]);
      await checkSyntax(after);
      count.words += wordsOf(before).length;
      count.lost += lost(before, await textOf(after), needle.toLowerCase());
      for (const { number, redactions } of report.pages.slice(0, 1)) {
        // 'exact' leaves every glyph where it was, so that pixels can be compared.
        const exact = await redacting.redacted(pdf, {
          text: [{ literal: needle }],
          breakSignatures: true,
          spacing: 'exact',
        });
        const [one, other] = [await pixelsOf(pdf, number), await pixelsOf(exact.pdf, number)];
        // Ink of what went stands out of its box by a little: by ascent and descent, not by outline.
        const out = (height: number) => 3 + 0.12 * height;
        const boxed = (x: number, y: number) =>
          redactions.some(
            ({ box }) =>
              x > box.x - 3 &&
              x < box.x + box.width + 3 &&
              y > box.y - out(box.height) &&
              y < box.y + box.height + out(box.height),
          );
        let far = 0;
        if (/cropbox|mediabox/.test(file)) continue; // pdftoppm shows the media box
        for (let y = 0; y < one.height; y += 1)
          for (let x = 0; x < one.width; x += 1)
            if (Math.abs(one.at(x, y) - other.at(x, y)) > 16 && !boxed(x, y)) far += 1;
        // A JPEG is encoded anew, nearly without loss.
        expect(far, `pixels outside of the boxes, ${needle}`).to.be.at.most(
          exact.report.pages[0]?.images.length === 0 ? 0 : 30,
        );
        count.pages += 1;
      }
    });
  }

  it('loses no more than one word of a hundred that stands beside what goes', () => {
    expect(count.words).to.be.above(1000);
    expect(count.lost / count.words).to.be.at.most(0.01);
  });
});
