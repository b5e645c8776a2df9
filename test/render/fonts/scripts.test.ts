import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { fontsOf, rowsOfFonts, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { texts } from './texts.ts';

const [regular, bold, serif, boldSerif] = ['', 'font-weight:700', 'font-family:serif', 'font:700 10pt serif'];
const paragraph = (language: string, text: string, style: string) =>
  `<p lang="${language}" style="${style}">${text}</p>`;

describe('text in any script', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const print = async (html: string, document: object = {}) =>
    pdfOf(await service.render({ document, operations: [{ op: 'add_html', html }] }));

  it('is set in TrueType fonts of its own weight and kind, and no Type 3 font but the emoji', async () => {
    const styles = [regular, bold, serif, boldSerif];
    const pdf = await print(
      `${texts.flatMap(({ language, text }) => styles.map((style) => paragraph(language, text, style))).join('')}<p>` +
        '😀</p>',
    );
    const rows = await rowsOfFonts(pdf);
    expect(rows.filter(({ type }) => type !== 'CID TrueType')).to.have.lengthOf(1);
    const names = new Set(rows.map(({ name }) => name));
    for (const { sans, serif: withSerifs } of texts)
      expect([...names]).to.include.members([
        `${sans}-Regular`,
        `${sans}-Bold`,
        `${withSerifs}-Regular`,
        `${withSerifs}-Bold`,
      ]);
  });

  for (const { script, language, text } of texts) {
    it(`is found again by words: ${script}`, async () => {
      const extracted = await textOf(
        await print([regular, bold, serif, boldSerif].map((style) => paragraph(language, text, style)).join('')),
      );
      expect(wordsIn(extracted)).to.deep.equal(Array.from({ length: 4 }, () => wordsIn(text)).flat());
    });
  }

  it('has the Chinese characters of its language, or of what is written beside them', async () => {
    const forms = async (html: string) => (await fontsOf(await print(html))).filter((name) => name.includes('CJK'));
    expect(
      await forms(
        '<p lang="zh-Hans">骨</p><p lang="zh-TW">骨</p><p lang="zh-HK">骨</p><p lang="ja">骨</p><p lang="ko">骨</p>',
      ),
    ).to.deep.equal(['sc', 'tc', 'hk', 'jp', 'kr'].map((form) => `NotoSansCJK${form}-Regular`));
    expect(await forms('<p>骨が痛い</p><p>骨</p>')).to.deep.equal(['NotoSansCJKjp-Regular']);
    expect(await forms('<p>骨</p>')).to.deep.equal(['NotoSansCJKsc-Regular']);
  });

  it('follows the family that its author chose, however that is done', async () => {
    const serifThai = ['font-family:Georgia,sans-serif', 'font-family:Times New Roman', 'font-family:Nobody has this'];
    for (const style of serifThai)
      expect(await fontsOf(await print(paragraph('th', 'ภาษาไทย', style))), style).to.include('NotoSerifThai-Regular');
    expect(await fontsOf(await print(paragraph('th', 'ภาษาไทย', 'font-family:Arial')))).to.include(
      'NotoSansThai-Regular',
    );
    const mono = await fontsOf(await print('<pre>中文</pre>'));
    expect(mono).to.include('NotoSansMonoCJKsc-Regular');
    const operations = [
      { op: 'set_font', family: 'Tinos', weight: 700 },
      { op: 'add_text', text: 'ภาษาไทย' },
    ];
    expect(await fontsOf(pdfOf(await service.render({ operations })))).to.include('NotoSerifThai-Bold');
  });

  it('is set so by scripts, in fields, in charts and in headers too', async () => {
    const written = await service.render({
      operations: [
        {
          op: 'add_html',
          javascript: 'auto',
          html: '<p id="a" style="font:700 9pt serif"></p><script>a.textContent = "ภาษาไทย"</script>',
        },
      ],
    });
    expect(await fontsOf(pdfOf(written))).to.include('NotoSerifThai-Bold');
    const operations = [
      { op: 'set_header', center: '<b>中文</b>' },
      { op: 'add_chart', kind: 'bar', categories: ['日本語'], series: [{ name: '한국어', data: [1] }] },
    ];
    const rows = await rowsOfFonts(pdfOf(await service.render({ operations })));
    expect(rows.filter(({ type }) => type !== 'CID TrueType')).to.deep.equal([]);
  });

  it('has its glyphs from the TrueType collections that the setup makes', () => {
    expect(existsSync('cjk-fonts/NotoSansCJK-Regular.ttc')).to.equal(true);
  });
});

/** Words without the marks of direction that pdftotext adds. */
const wordsIn = (text: string) =>
  text
    .replaceAll(/[\u200e\u200f\u202a-\u202e\f]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.normalize('NFC'));
