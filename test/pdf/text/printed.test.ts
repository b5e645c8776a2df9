import { expect } from 'chai';
import { type ExtractedText } from '../../../src/pdf/text/extracted.ts';
import { extractText, type ExtractOptions } from '../../../src/pdf/text/extract-text.ts';
import { type Json, keys, pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

describe('Text of pages that we printed', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  async function print(operations: unknown[], more: { document?: object; output?: object } = {}): Promise<Buffer> {
    return pdfOf(
      await service.render({
        operations,
        document: { lang: 'en', ...more.document },
        ...(more.output && { output: more.output }),
      }),
    );
  }
  const read = async (
    operations: unknown[],
    options: ExtractOptions = {},
    more: { document?: object; output?: object } = {},
  ): Promise<ExtractedText> => extractText(await print(operations, more), options);

  const sentence =
    'Orders grew in every region. The office finally found efficient affluent suffixes, and this sentence is ' +
    'long enough that it has to wrap over two lines of the page at the very least.';
  const report = [
    { op: 'add_heading', level: 1, text: 'Q3 report' },
    { op: 'add_text', text: sentence },
    { op: 'add_list', items: ['First item', { text: 'Second item', items: ['Nested'] }, 'Third item'] },
    {
      op: 'add_table',
      columns: ['Item', 'Qty'],
      rows: [
        ['Bolt', 4],
        ['', 7],
      ],
    },
    { op: 'add_heading', level: 2, text: 'Notes' },
  ];

  it('is exactly what was sent, tagged', async () => {
    const { pages, metadata, warnings } = await read(report);
    expect(pages.map(({ text }) => text)).to.deep.equal([
      `Q3 report\n${sentence}\nFirst item\nSecond item\nNested\nThird item\nItem\tQty\nBolt\t4\n7\nNotes`,
    ]);
    expect(metadata).to.include({ tagged: true, lang: 'en' });
    expect(warnings).to.deep.equal([]);
  });

  it('is exactly what was sent, untagged', async () => {
    const { pages } = await read(report.slice(0, 2), {}, { output: { tagged: false } });
    expect(pages[0]?.text).to.equal(`Q3 report\n${sentence}`);
  });

  it('has all of its flags and other emoji, on their own, in tables and in right-to-left text', async () => {
    const operations = [
      { op: 'add_text', text: 'A 🇩🇪 B' },
      { op: 'add_text', text: '🇫🇷' },
      { op: 'add_table', columns: ['Land'], rows: [['🇮🇪 Ireland'], ['Japan 🇯🇵']] },
      { op: 'add_text', text: '🇫🇷🇩🇪🇫🇷 and x🇫🇷y 👍🏽 ❤️ 1️⃣' },
      { op: 'add_text', text: 'שלום 🇮🇱 עולם', lang: 'he' },
      { op: 'add_html', html: '<p style="transform:rotate(-90deg);width:30mm;margin:30mm 0">turned 🇩🇪 text</p>' },
    ];
    for (const tagged of [true, false]) {
      const { pages } = await read(operations, {}, { output: { tagged } });
      expect(pages[0]?.text.split('\n'), `tagged: ${tagged}`).to.have.members([
        'A 🇩🇪 B',
        '🇫🇷',
        'Land',
        '🇮🇪 Ireland',
        'Japan 🇯🇵',
        '🇫🇷🇩🇪🇫🇷 and x🇫🇷y 👍🏽 ❤️ 1️⃣',
        'שלום 🇮🇱 עולם',
        'turned 🇩🇪 text',
      ]);
    }
  });

  it('is compared with its flags', async () => {
    const form = new FormData();
    for (const flag of ['🇩🇪', '🇫🇷'])
      form.append(
        'documents',
        new Blob([new Uint8Array(await print([{ op: 'add_text', text: `From ${flag} now` }]))]),
        `${flag}.pdf`,
      );
    const answer = await service.request('POST', '/api/v1/compare', {
      key: keys.pro,
      headers: { accept: 'application/json' },
      body: form,
    });
    const [{ changes }] = answer.json().pages;
    const texts = changes.map((change: Json) => [change.before?.text, change.after?.text]);
    expect(texts).to.deep.equal([['🇩🇪', '🇫🇷']]);
  });

  it('has headings, lists and tables', async () => {
    const { structure } = await read(report, { structure: true });
    expect(structure).to.deep.equal({
      headings: [
        { level: 1, text: 'Q3 report', page: 1 },
        { level: 2, text: 'Notes', page: 1 },
      ],
      lists: [
        { page: 1, items: ['First item', 'Second item', 'Third item'] },
        { page: 1, items: ['Nested'] },
      ],
      tables: [
        {
          page: 1,
          rows: [
            ['Item', 'Qty'],
            ['Bolt', '4'],
            ['', '7'],
          ],
        },
      ],
    });
  });

  it('has the roles of the tags, and no prefix of a subset in its fonts', async () => {
    const { pages } = await read(report, { granularity: 'block' });
    const blocks = pages[0]?.blocks ?? [];
    expect(blocks.map(({ role }) => role)).to.include.members(['H1', 'P', 'LI', 'TH', 'TD', 'H2']);
    for (const { font, size, lang } of blocks) {
      expect(font).to.match(/^[^+]+$/);
      expect(size).to.be.greaterThan(4);
      expect(lang).to.equal('en');
    }
  });

  it('has words that make up its lines, in boxes that lie on the page', async () => {
    const pdf = await print(report);
    const lines = (await extractText(pdf, { granularity: 'line' })).pages[0]!;
    const words = (await extractText(pdf, { granularity: 'word' })).pages[0]!;
    expect(words.blocks!.map(({ text }) => text).join(' ')).to.equal(lines.blocks!.map(({ text }) => text).join(' '));
    for (const { box } of [...words.blocks!, ...lines.blocks!]) {
      expect(box.x).to.be.at.least(0);
      expect(box.y).to.be.at.least(0);
      expect(box.x + box.width).to.be.at.most(words.width + 0.01);
      expect(box.y + box.height).to.be.at.most(words.height + 0.01);
    }
  });

  it('is whole where it was broken at soft hyphens, and has none at those that were not needed', async () => {
    const html = '<p style="width: 90px">extra&shy;ordinarily hyper&shy;sensitive co&shy;operation</p>';
    for (const tagged of [true, false]) {
      const { pages } = await read([{ op: 'add_html', html }], {}, { output: { tagged } });
      expect(pages[0]?.text.replaceAll('\n', ' ')).to.equal('extraordinarily hypersensitive cooperation');
    }
  });

  it('is read once, in whole words, where one ActualText stands for many glyphs', async () => {
    const text = 'नमस्ते दुनिया किताब स्त्री शक्ति ज्ञान विद्या प्रार्थना';
    for (const tagged of [true, false]) {
      const { pages } = await read(
        [{ op: 'add_html', html: `<p lang="hi">${text}</p>` }],
        { granularity: 'word' },
        { output: { tagged } },
      );
      expect(pages[0]?.text).to.equal(text);
      expect(pages[0]?.blocks?.map((word) => word.text)).to.deep.equal(text.split(' '));
    }
  });

  it('is in logical order from right to left', async () => {
    const hebrew = 'המחיר הוא 1,250 שקלים (כולל מע"מ) היום.';
    const arabic = 'السعر هو 1,250 ريال (شامل الضريبة) في 2024/01/05. لا إله إلا الله. بِسْمِ اللَّهِ';
    for (const text of [hebrew, arabic]) {
      for (const tagged of [true, false]) {
        const { pages } = await read(
          [{ op: 'add_html', html: `<p dir="rtl">${text}</p>` }],
          {},
          { output: { tagged } },
        );
        expect(pages[0]?.text.normalize('NFC')).to.equal(text.normalize('NFC'));
      }
    }
  });

  it('keeps columns of justified text apart, and the table under them together', async () => {
    const [one, two] = [
      'Extraordinary circumstances notwithstanding, the committee recommended comprehensive investigation. ',
      'Second paragraph begins with representation and misunderstanding of straightforward considerations. ',
    ].map((text) => text.repeat(4).trim());
    const html =
      '<div style="columns:2;column-gap:12mm;text-align:justify"><p ' +
      `style="break-after:column;margin:0">${one ?? ''}</p><p style="margin:0">${two ?? ''}</p></div>`;
    const table = { op: 'add_table', columns: ['Item', 'Qty', 'Price'], rows: [['Bolt', 4, '12.50']] };
    const { pages } = await read([{ op: 'add_html', html }, table], {}, { output: { tagged: false } });
    expect(pages[0]?.text).to.equal(`${one ?? ''}\n${two ?? ''}\nItem\tQty\tPrice\nBolt\t4\t12.50`);
  });
});
