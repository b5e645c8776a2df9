import { expect } from 'chai';
import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { systemFontFolders, type FontFolder } from '../../../src/pdf/fonts/installed-fonts.ts';
import { newFlateStream } from '../../../src/pdf/objects/new-stream.ts';
import { Dict, Name, Ref, type Obj } from '../../../src/pdf/objects/objects.ts';
import { extractText } from '../../../src/pdf/text/extract-text.ts';
import { visualOrder } from '../../../src/pdf/typeset/bidi.ts';
import { breakOpportunities } from '../../../src/pdf/typeset/break-opportunities.ts';
import { fitSize } from '../../../src/pdf/typeset/fit-size.ts';
import { openShelf } from '../../../src/pdf/typeset/font-shelf.ts';
import { wishOf } from '../../../src/pdf/typeset/font-wish.ts';
import type { Line } from '../../../src/pdf/typeset/line.ts';
import { Typesetter } from '../../../src/pdf/typeset/typesetter.ts';
import { writePdf } from '../../../src/pdf/file/writing/write.ts';
import { checkSyntax, fontsOf, textOf } from '../../support/pdf.ts';

const folders: readonly FontFolder[] = [
  { path: fileURLToPath(new URL('../../../fonts', import.meta.url)), source: 'bundled' },
  ...systemFontFolders,
];
const helvetica = wishOf('Helvetica');

/** Marks that turn the direction of text: not text themselves. */
const controls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

async function typesetterFor(
  texts: readonly string[],
): Promise<{ typesetter: Typesetter; objects: Map<number, Obj>; add: (obj: Obj) => Ref }> {
  const objects = new Map<number, Obj>();
  let last = 3;
  const sink = { reserve: () => new Ref((last += 1)), set: (ref: Ref, obj: Obj) => void objects.set(ref.num, obj) };
  const add = (obj: Obj) => {
    const ref = sink.reserve();
    sink.set(ref, obj);
    return ref;
  };
  return { typesetter: new Typesetter({ shelf: await openShelf({ folders, texts }), sink }), objects, add };
}

/** A page with these texts below each other. */
async function pageOf(
  texts: readonly string[],
  font = helvetica,
): Promise<{ pdf: Uint8Array; missing: ReadonlySet<string>; lines: readonly Line[] }> {
  const { typesetter, objects, add } = await typesetterFor(texts);
  const lines = texts.map((text) => typesetter.paragraph(text, font).line());
  const content = lines.map((line, index) => typesetter.show(line, { x: 40, y: 780 - index * 40, size: 20 })).join('');
  const resources = new Dict([['Font', typesetter.resources(lines)]]);
  typesetter.write();
  const contents = add(newFlateStream(new Dict(), Buffer.from(content, 'latin1')));
  objects.set(
    1,
    new Dict([
      ['Type', new Name('Catalog')],
      ['Pages', new Ref(2)],
    ]),
  );
  objects.set(
    2,
    new Dict([
      ['Type', new Name('Pages')],
      ['Count', 1],
      ['Kids', [new Ref(3)]],
    ]),
  );
  objects.set(
    3,
    new Dict([
      ['Type', new Name('Page')],
      ['Parent', new Ref(2)],
      ['MediaBox', [0, 0, 595, 842]],
      ['Contents', contents],
      ['Resources', resources],
    ]),
  );
  return {
    pdf: writePdf({ objects, trailer: new Dict([['Root', new Ref(1)]]), version: '1.7', compress: false }),
    missing: typesetter.missing,
    lines,
  };
}

const scripts = {
  Latin: 'Grüße, naïve “office” fjord',
  Greek: 'Καλημέρα κόσμε ἄνθρωπος',
  Cyrillic: 'Привет, мир Ёлка',
  Hebrew: 'שלום עולם',
  'Hebrew with points': 'שָׁלוֹם',
  Arabic: 'مرحبا بالعالم لا إله',
  Persian: 'کتاب‌ها فارسی',
  Devanagari: 'नमस्ते दुनिया क्षत्रिय किताब',
  Chinese: '你好，世界',
  Japanese: '日本語のテキスト「かな」',
  Korean: '한국어 텍스트',
};

describe('Typesetting', () => {
  for (const [script, text] of Object.entries(scripts)) {
    it(`gives ${script} back to two extractors as it was`, async () => {
      const { pdf, missing } = await pageOf([text]);
      await checkSyntax(pdf);
      expect((await textOf(pdf)).replace(controls, '').trim().normalize('NFC')).to.equal(text.normalize('NFC'));
      expect(
        (await extractText(pdf, {})).pages[0]?.text
          .replace(controls, '')
          .trim()
          .normalize('NFKC')
          .replace('\u200c', ''),
      ).to.equal(text.normalize('NFKC').replace('\u200c', ''));
      expect([...missing]).to.deep.equal([]);
    });
  }

  it(
    'takes the font that is asked for, another only for what it lacks, and Chinese characters in the flavour of ' +
      'their text',
    async () => {
      expect(await fontsOf((await pageOf(['Plain'], wishOf('ABCDEF+TimesNewRomanPS-BoldMT'))).pdf)).to.deep.equal([
        'Tinos-Bold',
      ]);
      expect(await fontsOf((await pageOf(['Courier שלום'], wishOf('Courier'))).pdf)).to.deep.equal([
        'Cousine-Regular',
        'NotoSansHebrew-Regular',
      ]);
      expect(await fontsOf((await pageOf(['漢字', '漢字かな', '漢字 한국'])).pdf)).to.deep.equal([
        'NotoSansCJKsc-Regular',
        'NotoSansCJKjp-Regular',
        'NotoSansCJKkr-Regular',
      ]);
    },
  );

  it('takes a font name of thousands of style words in one pass', () => {
    expect(wishOf('Arimo-SemiBoldItalicPSMT').names).to.include('arimo');
    expect(wishOf('Regular').names).to.deep.equal(['Regular', 'Arimo']);
    expect(wishOf(`x${'PSMT'.repeat(10_000)}x`).names).to.have.length(3);
  });

  it('leaves out what no font has, and tells of it', async () => {
    const { pdf, missing } = await pageOf(['a\u{13000}b']);
    expect((await textOf(pdf)).trim()).to.equal('ab');
    expect([...missing]).to.deep.equal(['\u{13000}']);
  });

  it(
    'breaks lines between words, within words that are too long, and between ideographs but not before their ' +
      'stops',
    async () => {
      const texts = ['one two three', 'Donaudampfschiff', '日本語。日本語'];
      const { typesetter } = await typesetterFor(texts);
      const broken = texts.map((text) =>
        typesetter
          .paragraph(text, helvetica)
          .lines(4)
          .map((line) => line.text.trim()),
      );
      expect(broken[0]).to.deep.equal(['one two', 'three']);
      expect(broken[1]?.join('')).to.equal('Donaudampfschiff');
      expect(broken[2]?.some((line) => line.startsWith('。'))).to.equal(false);
      expect(breakOpportunities('a-b c')).to.deep.equal([2, 4, 5]);
    },
  );

  it('keeps every line within its width, whatever the text', async () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'W', ' ', 'é', 'ש', 'م', 'ن', '日', '、', 'क', 'ि', '-', '1'),
      maxLength: 60,
    });
    const { typesetter } = await typesetterFor(['aW éשמن日、कि-1']);
    fc.assert(
      fc.property(letters, fc.double({ min: 2, max: 20, noNaN: true }), (text, width) => {
        const lines = typesetter.paragraph(text, helvetica).lines(width);
        expect(lines.map((line) => line.text).join('')).to.equal(text);
        for (const line of lines) expect(line.width).to.be.lessThan(Math.max(width, 2.1) + 0.6);
      }),
      { numRuns: 60 },
    );
  });

  it('finds the largest size at which all fits', async () => {
    const text = 'The quick brown fox jumps over the lazy dog';
    const { typesetter } = await typesetterFor([text]);
    const paragraph = typesetter.paragraph(text, helvetica);
    const room = { width: 100, height: 50, leading: 1.2, smallest: 4, largest: 40 };
    const size = fitSize([paragraph], room);
    expect(paragraph.count(100 / size) * 1.2 * size).to.be.at.most(50);
    expect(paragraph.count(100 / (size + 0.25)) * 1.2 * (size + 0.25)).to.be.greaterThan(50);
    expect(fitSize([paragraph], { ...room, height: 3 })).to.equal(4);
  });

  it('turns runs into the order in which they are drawn', () => {
    const drawn = (levels: readonly number[]) =>
      visualOrder(levels.map((level, at) => ({ level, at }))).map(({ at }) => at);
    expect(drawn([0, 1, 0])).to.deep.equal([0, 1, 2]);
    expect(drawn([0, 1, 2, 1, 0])).to.deep.equal([0, 3, 2, 1, 4]);
    expect(drawn([1, 2, 1])).to.deep.equal([2, 1, 0]);
  });
});
