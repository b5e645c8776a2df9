import { expect } from 'chai';
import { smallPdf, textAt } from '../../../../pdf/text/small-pdf.ts';
import { leaksOf } from '../../../../support/leaks.ts';
import { checkSyntax, textOf } from '../../../../support/pdf.ts';
import { startRedacting, type Redacting } from './redact-service.ts';

/** Lines from the top of a page, below a running head. */
const body = (...texts: readonly string[]) => texts.map((text, index) => textAt(40, 330 - 16 * index, text)).join('\n');
const head = (text: string) => textAt(150, 380, text);
const foot = (text: string) => textAt(180, 14, text);
const paged = (...pages: readonly string[]) => smallPdf({ pages: pages.map((content) => ({ content })) });
/** As letters are printed: with a running head, its date, and page numbers. */
const letter = (...pages: readonly (readonly string[])[]) =>
  paged(
    ...pages.map(
      (lines, index) =>
        `${head('Yearly report')} ${textAt(40, 368, '3 March')} ${body(...lines)} ` +
        foot(`Page ${index + 1} of ${pages.length}`),
    ),
  );

/** The same document with tags: heads and feet are artifacts, a paragraph goes on over the page. */
function tagged(...pages: readonly (readonly string[])[]): Uint8Array {
  const content = (lines: readonly string[], page: number) =>
    `/Artifact <</Type /Pagination>> BDC ${head(`Chapter ${'one two three'.split(' ')[page]}`)} EMC /P <</MCID ` +
    `0>> BDC ${body(...lines)} EMC /Artifact BMC ${textAt(40, 200, 'A seal in the middle')} EMC`;
  const kids = pages.map((_, index) => `<</Type /MCR /Pg ${10 + 2 * index} 0 R /MCID 0>>`).join(' ');
  return smallPdf({
    pages: pages.map((lines, page) => ({ content: content(lines, page), entries: `/StructParents ${page}` })),
    catalog: '/Lang (en) /MarkInfo <</Marked true>> /StructTreeRoot 100 0 R',
    objects: [
      '<</Type /StructTreeRoot /K 101 0 R /ParentTree <</Nums ' +
        `[${pages.map((_, page) => `${page} [102 0 R]`).join(' ')}]>>>>`,
      '<</Type /StructElem /S /Document /P 100 0 R /K 102 0 R>>',
      `<</Type /StructElem /S /P /P 101 0 R /K [${kids}] /ActualText (From Adaeze on)>>`,
    ],
  });
}

describe('redact finds over the end of a page', () => {
  let redacting: Redacting;
  before(async () => {
    redacting = await startRedacting();
  });
  after(() => redacting.service.stop());

  const name = { text: [{ literal: 'Adaeze Thornbury' }] };
  /** Redacts, and asks everybody who reads PDFs for the words; what should stay is there. */
  async function gone(pdf: Uint8Array, options: object, words: readonly string[], kept: readonly string[]) {
    for (const word of words) expect(await leaksOf(pdf, word), `${word}, before`).to.not.deep.equal([]);
    const { pdf: after, report } = await redacting.redacted(pdf, options);
    for (const word of words) expect(await leaksOf(after, word), word).to.deep.equal([]);
    const text = (await textOf(after)).replace(/\s+/g, ' ');
    for (const word of kept) expect(text).to.contain(word);
    await checkSyntax(after);
    return report;
  }
  const boxes = ({ pages }: { pages: readonly { number: number; redactions: readonly unknown[] }[] }) =>
    pages.map(({ number, redactions }) => [number, redactions.length]);

  it('a name, once, with a box on each of its pages', async () => {
    const report = await gone(
      paged(body('It was agreed with Adaeze'), body('Thornbury of London.', 'Yours')),
      name,
      ['Adaeze', 'Thornbury'],
      ['It was agreed with', 'of London.', 'Yours'],
    );
    expect(boxes(report)).to.deep.equal([
      [1, 1],
      [2, 1],
    ]);
    expect(report.pages.flatMap(({ redactions }) => redactions.map(({ source }) => source))).to.deep.equal([
      '/text/0',
      '/text/0',
    ]);
    const dry = await redacting.dryRun(paged(body('with Adaeze'), body('Thornbury')), name);
    expect(dry.pages.flatMap(({ redactions }) => redactions.map(({ text }) => text))).to.deep.equal([
      'Adaeze Thornbury',
      'Adaeze Thornbury',
    ]);
  });

  it('a name, with a running head of two lines and a foot between', async () => {
    const pdf = letter(['Dear Sirs,', 'it was agreed with Adaeze'], ['Thornbury of London.', 'Yours'], ['The end']);
    expect(
      boxes(await gone(pdf, name, ['Adaeze', 'Thornbury'], ['Yearly report', '3 March', 'Page 1 of 3', 'of London.'])),
    ).to.deep.equal([
      [1, 1],
      [2, 1],
    ]);
  });

  it('a name, with notes in small print and a page number between', async () => {
    const note =
      '/F1 8 Tf 1 0 0 1 40 60 Tm (1 See the notes of the other chapter.) Tj 1 0 0 1 40 50 Tm (2 And those of ' +
      'the first.) Tj';
    const pdf = paged(
      `${body('It was agreed', 'in June with Adaeze')} BT ${note} ET ${foot('17')}`,
      `${body('Thornbury of London.')} ${foot('18')}`,
    );
    await gone(pdf, name, ['Adaeze', 'Thornbury'], ['See the notes', 'And those']);
  });

  it('a name in a tagged document, behind artifacts wherever they stand', async () => {
    const pdf = tagged(['It was agreed with Adaeze'], ['Thornbury of London.']);
    await gone(
      pdf,
      name,
      ['Adaeze', 'Thornbury', 'From Adaeze on'],
      ['Chapter one', 'Chapter two', 'A seal in the middle', 'of London'],
    );
  });

  it('a word that a hyphen breaks', async () => {
    await gone(
      letter(['Dear Adaeze Thorn-'], ['bury, you are welcome.']),
      { text: [{ literal: 'Thornbury' }] },
      ['Thorn-', 'bury,'].map((part) => part.replace(',', '')),
      ['Dear Adaeze', 'you are welcome'],
    );
  });

  it('an account, between any two of its groups', async () => {
    const iban = 'DE89 3704 0044 0532 0130 00'.split(' ');
    for (const at of [2, 4]) {
      const pdf = letter(['Please pay to', iban.slice(0, at).join(' ')], [iban.slice(at).join(' '), 'within 30 days']);
      await gone(
        pdf,
        { presets: ['iban'] },
        ['DE89 3704', '0130 00'],
        ['Please pay to', 'within 30 days', 'Page 2 of 2'],
      );
    }
  });

  it('what a pattern means, and the name of a preset kind', async () => {
    const pdf = letter(
      ['The file number is AZ'],
      ['2024-4711 of the court, write', 'to ada@'],
      ['example.com on 4'],
      ['July 1976, they said'],
    );
    await gone(
      pdf,
      { text: [{ pattern: 'AZ \\d{4}-\\d+' }], presets: ['email', 'date'] },
      ['4711', 'example.com', 'July 1976'],
      ['The file number is', 'of the court, write', 'they said'],
    );
  });

  it('a long literal over two page ends, with a page that has next to no text', async () => {
    const pdf = letter(['He signed as Adaeze'], ['Oluwaseun Maria'], ['Thornbury the second.']);
    const report = await gone(
      pdf,
      { text: [{ literal: 'Adaeze Oluwaseun Maria Thornbury' }] },
      ['Adaeze', 'Oluwaseun', 'Thornbury'],
      ['He signed as', 'the second.', 'Page 2 of 3'],
    );
    expect(boxes(report)).to.deep.equal([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  it('what a blank page stands between', async () => {
    await gone(
      paged(body('agreed with Adaeze'), foot('This page is left blank.'), body('Thornbury here')),
      name,
      ['Adaeze', 'Thornbury'],
      ['left blank'],
    );
  });

  it('a match of pages that are asked for, if any of it is on one', async () => {
    const pdf = letter(['agreed with Adaeze'], ['Thornbury here, with Adaeze'], ['Thornbury there']);
    expect(
      boxes((await redacting.redacted(pdf, { text: [{ literal: 'Adaeze Thornbury', pages: '3' }] })).report),
    ).to.deep.equal([
      [2, 1],
      [3, 1],
    ]);
    expect(
      boxes((await redacting.redacted(pdf, { text: [{ literal: 'Adaeze Thornbury', pages: '2' }] })).report),
    ).to.deep.equal([
      [1, 1],
      [2, 2],
      [3, 1],
    ]);
  });

  it('nothing that only seems to be a match', async () => {
    const pdf = letter(
      ['Adaeze went away in', 'the evening with a friend'],
      ['of her. Thornbury was', 'not there: 3704'],
      ['0044 0532 0130 00 DE89'],
    );
    const { report, pdf: after } = await redacting.redacted(pdf, {
      text: [{ literal: 'Adaeze Thornbury' }, { literal: 'friendof' }, { pattern: 'friend +her' }],
      presets: ['iban', 'credit-card'],
    });
    expect(report.pages).to.deep.equal([]);
    expect(await textOf(after))
      .to.contain('Thornbury was')
      .and.contain('0044 0532');
  });

  it('and over the end of a column, whatever order they are drawn in', async () => {
    const column = (x: number, texts: readonly string[]) =>
      texts.map((text, index) => textAt(x, 330 - 16 * index, text));
    const [left, right] = [
      column(40, ['The left column', 'ends here with Adaeze']),
      column(230, ['Thornbury begins', 'the right column']),
    ];
    const lines = [
      right[1],
      left[0],
      right[0],
      left[1],
      textAt(40, 290, 'Below both of the columns stands a line as wide'),
    ].join('\n');
    await gone(
      paged(lines),
      name,
      ['Adaeze', 'Thornbury'],
      ['The left column', 'begins', 'the right column', 'Below both'],
    );
    expect(
      (await redacting.redacted(paged(lines), { text: [{ literal: 'AdaezeThornbury' }] })).report.pages,
    ).to.deep.equal([]);
  });
});
