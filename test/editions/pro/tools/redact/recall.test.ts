import { expect } from 'chai';
import { smallPdf, textAt } from '../../../../pdf/text/small-pdf.ts';
import { leaksOf } from '../../../../support/leaks.ts';
import { checkSyntax, textOf } from '../../../../support/pdf.ts';
import { keys, pdfOf, type Service } from '../../../../support/service.ts';
import { sharedService } from '../../../../support/shared.ts';

const page = (...lines: readonly string[]) =>
  smallPdf({ pages: [{ content: lines.map((line, index) => textAt(40, 330 - 16 * index, line)).join('\n') }] });
const pages = (...contents: readonly string[]) => smallPdf({ pages: contents.map((content) => ({ content })) });

/** Each letter in an operation of its own; `step` answers where the next one stands. */
function letterByLetter(text: string, step: (letter: string) => number): Buffer {
  let x = 40;
  const shown = Array.from(text, (letter) => {
    const show = textAt(x, 330, letter);
    x += step(letter);
    return letter === ' ' ? '' : show;
  });
  return Buffer.from(pages(shown.join('\n')));
}

/** Widths of Helvetica at 10 points, roughly. */
const widthOf = (letter: string): number =>
  ({ '-': 3.3, '.': 2.8, i: 2.2, l: 2.2, m: 8.3, w: 7.2, '@': 10.2, r: 3.3, k: 5, s: 5 })[letter] ?? 5.6;

describe('redact finds what may be personal', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  async function redact(pdf: Uint8Array, options: object): Promise<Buffer> {
    const body = JSON.stringify({ document: { data: Buffer.from(pdf).toString('base64') }, ...options });
    return pdfOf(
      await service.request('POST', '/api/v1/redact', {
        key: keys.pro,
        headers: { 'content-type': 'application/json', accept: 'application/pdf' },
        body,
      }),
    );
  }

  /** Every reader finds `words` before, and none does after. */
  async function expectGone(pdf: Uint8Array, options: object, words: readonly string[]): Promise<string> {
    const redacted = await redact(pdf, options);
    for (const word of words) {
      expect((await leaksOf(pdf, word)).length, `${word}, before`).to.be.greaterThan(0);
      expect(await leaksOf(redacted, word), `${word}: ${await textOf(redacted)}`).to.deep.equal([]);
    }
    await checkSyntax(redacted);
    return (await textOf(redacted)).replace(/\s+/g, ' ').trim();
  }

  it('numbers of taxpayers from 900, and two numbers without a space between them', async () => {
    const rest = await expectGone(
      page('Taxpayer 987-65-4321 paid.', 'Both 123-45-6789987-65-4321 paid.'),
      { presets: ['ssn'] },
      ['987-65-4321', '123-45-6789'],
    );
    expect(rest).to.equal('Taxpayer paid. Both paid.');
  });

  it('accounts and cards with a wrong check digit by default, and only right ones where strict', async () => {
    const pdf = page('IBAN DE88 3704 0044 0532 0130 00', 'Card 4111 1111 1111 1112', 'Area 666-12-3456');
    const presets = ['iban', 'credit-card', 'ssn'];
    expect(
      await expectGone(pdf, { presets }, ['DE88 3704 0044 0532 0130 00', '4111 1111 1111 1112', '666-12-3456']),
    ).to.equal('IBAN Card Area');
    expect(await textOf(await redact(pdf, { presets, strict: true }))).to.match(
      /DE88 3704 0044 0532 0130 00\s+Card 4111 1111 1111 1112\s+Area 666-12-3456/,
    );
    const right = page('IBAN DE89 3704 0044 0532 0130 00', 'Card 4111 1111 1111 1111', 'Number 987-65-4321');
    expect(
      await expectGone(right, { presets, strict: true }, [
        'DE89 3704 0044 0532 0130 00',
        '4111 1111 1111 1111',
        '987-65-4321',
      ]),
    ).to.equal('IBAN Card Number');
  });

  it('no row of years, and no word beside an account', async () => {
    const pdf = page('Sales 2019 2020 2021 2022', 'DE88 3704 0044 0532 0130 00 and more');
    expect(await expectGone(pdf, { presets: ['iban', 'credit-card'] }, ['DE88 3704 0044 0532 0130 00'])).to.equal(
      'Sales 2019 2020 2021 2022 and more',
    );
  });

  it('times, ports and labels beside dates and addresses', async () => {
    const pdf = page('At 2024-02-29T10:00 from IP:192.168.17.201:8080', 'VAT DE 123 456 789');
    expect(
      await expectGone(pdf, { presets: ['date', 'ip', 'vat-id'] }, ['2024-02-29', '192.168.17.201', '123 456 789']),
    ).to.equal('At T10:00 from IP: :8080 VAT');
  });

  for (const [name, step] of [
    ['with gaps of 4 points', (letter: string) => widthOf(letter) + 4],
    ['at equal distances', () => 11],
    ['with uneven gaps', (letter: string) => widthOf(letter) + (/[aeiou246]/.test(letter) ? 3 : 6)],
  ] as const) {
    it(`text that is drawn letter by letter ${name}`, async () => {
      for (const [text, options] of [
        ['987-65-4321', { presets: ['ssn'] }],
        ['milli@marlowbooks.example', { presets: ['email'] }],
        ['Thornbury', { text: [{ literal: 'Thornbury' }] }],
      ] as const) {
        const pdf = letterByLetter(text, step);
        expect((await textOf(pdf)).replace(/\s/g, '')).to.equal(text);
        const left = (await textOf(await redact(pdf, options))).replace(/\s/g, '');
        expect(left, `${text} ${name}`).to.equal('');
        await expectGone(pdf, options, [text]);
      }
    });
  }

  const formTexts = [
    ['987-65-4321', { presets: ['ssn'] }],
    ['li@m.io', { presets: ['email'] }],
    ['Thornbury', { text: [{ literal: 'Thornbury' }] }],
  ] as const;
  const leftOf = async (pdf: Buffer, options: object): Promise<string> =>
    (await textOf(await redact(pdf, options))).replace(/\s/g, '');

  for (const pitch of [14, 18, 24, 30]) {
    it(`text of a form whose letters stand in boxes of ${pitch} points, beside other words and rows`, async () => {
      for (const [text, options] of formTexts) {
        const row = (y: number, letters: string) =>
          Array.from(letters, (letter, index) => {
            const x = 40 + pitch * index;
            return `${x} ${y - 4} ${pitch} 16 re S ${textAt(x + (pitch - widthOf(letter)) / 2, y, letter)}`;
          }).join('\n');
        const others = [textAt(40, 350, 'Number of the person'), row(300, 'AB12'), textAt(40, 280, 'Signed in London')];
        const pdf = Buffer.from(pages([...others, row(330, text)].join('\n')));
        expect(await leftOf(pdf, options), text).to.match(
          /^(?:NumberofthepersonAB12SignedinLondon|NumberofthepersonSignedinLondonAB12)$/,
        );
      }
    });
  }

  const cells = (letters: string, style: string) =>
    Array.from(letters, (letter) => `<td style="${style}">${letter}</td>`).join('');
  const forms: Readonly<Record<string, (text: string) => string>> = {
    'the cells of a table': (text) =>
      `<table><tr><td>Person</td>${cells(text, 'width: 8mm; text-align: center; border: 1px solid')}</tr><tr>` +
      `<td>Case</td>${cells('AB12', 'text-align: center')}</tr></table>`,
    'wide cells of a table': (text) =>
      `<table><tr>${cells(text, 'width: 14mm; border: 1px solid')}</tr></table><p>Person Case AB12</p>`,
    'boxes in a line': (text) =>
      '<p>Person</p><p>' +
      (Array.from(
        text,
        (letter) =>
          `<span style="display: inline-block; width: 6mm; border: 1px solid; text-align: center">${letter}</span>`,
      ).join('') +
        '</p>') +
      '<p>Case ' +
      'AB12</p>',
    'letters set apart': (text) => `<p>Person</p><p style="letter-spacing: 1.4em">${text}</p><p>Case AB12</p>`,
    'letters of a fixed pitch set apart': (text) =>
      `<p>Person</p><p style="font-family: monospace; letter-spacing: 9mm">${text}</p><p>Case AB12</p>`,
  };
  for (const [name, html] of Object.entries(forms)) {
    it(`text of a form that the service prints in ${name}`, async () => {
      for (const [text, options] of formTexts) {
        const pdf = pdfOf(await service.render({ operations: [{ op: 'add_html', html: html(text) }] }));
        expect((await leftOf(pdf, options)).split('').sort().join(''), text).to.equal(
          'PersonCaseAB12'.split('').sort().join(''),
        );
      }
    });
  }

  it('an address that our own layout wraps, wherever it breaks', async () => {
    for (const width of [38, 62, 86, 110, 124]) {
      const html =
        `<div style="width: ${width}px; overflow-wrap: anywhere; font: 12px ` +
        'Arial">billing@marlowbooks.example</div><p>Yours sincerely</p>';
      const pdf = pdfOf(await service.render({ operations: [{ op: 'add_html', html }] }));
      expect(await expectGone(pdf, { presets: ['email'] }, ['billing@marlowbooks.example']), `${width} px`).to.equal(
        'Yours sincerely',
      );
    }
  });

  it('the end of an address on the next line and on the next page', async () => {
    const options = { presets: ['email'] };
    expect(
      await expectGone(page('billing@marlowbooks.exam', 'ple for more'), options, ['billing@marlowbooks.example']),
    ).to.equal('for more');
    expect(
      await expectGone(page('Write to billing@marlowbooks.co', 'm for more'), options, ['billing@marlowbooks.com']),
    ).to.equal('Write to for more');
    const over = pages(textAt(40, 40, 'Write to billing@marlowbooks.exam'), textAt(40, 330, 'ple for more'));
    expect(await expectGone(over, options, ['billing@marlowbooks.exam'])).to.equal('Write to for more');
  });

  it('no word that follows a whole address on the next line', async () => {
    const options = { presets: ['email'] };
    expect(
      await expectGone(page('Contact', 'ada@marlowbooks.example', 'London'), options, ['ada@marlowbooks.example']),
    ).to.equal('Contact London');
    expect(
      await expectGone(page('Please write to ada@marlowbooks.com', 'for more'), options, ['ada@marlowbooks.com']),
    ).to.equal('Please write to for more');
  });
});
