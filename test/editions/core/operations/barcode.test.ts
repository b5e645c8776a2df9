import { expect } from 'chai';
import fc from 'fast-check';
import { symbologyNames } from '../../../../src/render/content/barcode/barcode-params.ts';
import { barcodeSvg } from '../../../../src/render/content/barcode/barcode-svg.ts';
import { BarcodeError } from '../../../../src/render/content/barcode/encode.ts';
import { checkDigit, valueMistake } from '../../../../src/render/content/barcode/symbologies.ts';
import { barcodesOf } from '../../../support/barcodes.ts';
import { figureAltsOf } from '../../../support/figures.ts';
import { textOf } from '../../../support/pdf.ts';
import { composed, elementOf, mistakesOf, pointersOf, problemOf, slugOf } from '../../../support/rendering.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const barcode = (symbology: string, value: string, more: object = {}) => ({
  op: 'add_barcode',
  symbology,
  value,
  ...more,
});
const viewBox = (svg: string) => /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)?.slice(1).map(Number) ?? [];

describe('add_barcode', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const scanned = async (...steps: object[]) => barcodesOf(pdfOf(await service.render({ operations: steps })), 1);

  for (const [symbology, value, format, read] of [
    ['qrcode', 'https://example.com/?a=1&b=<2>', 'QRCode', null],
    ['qrcode', 'Größe 中文 😀 مرحبا', 'QRCode', null],
    ['code128', 'ABC-12345 & <x>', 'Code128', null],
    ['ean13', '590123412345', 'EAN13', '5901234123457'],
    ['ean8', '96385074', 'EAN8', null],
    // UPC-A is EAN-13 with a leading zero, and read as such.
    ['upca', '012345678905', 'EAN13', '0012345678905'],
    ['datamatrix', 'Größe ^ 中文', 'DataMatrix', null],
    ['datamatrix', 'PLAIN ^FNC1 123', 'DataMatrix', null],
    ['pdf417', 'M1ÉTRANGER/JEAN ^094', 'PDF417', null],
    ['code39', 'PART-77 X', 'Code39', null],
    ['itf14', '0460123456789', 'ITF', '04601234567893'],
    ['gs1-128', '(01)09501101530003(10)ABC', 'Code128', '(01)09501101530003(10)ABC'],
  ] as const) {
    it(`prints a ${symbology} that a scanner reads as ${value}`, async () => {
      const [found, ...more] = await scanned(barcode(symbology, value));
      expect(more).to.deep.equal([]);
      expect(found?.format.replace(/[-_ ]/g, '').replace(/^ITF14$/, 'ITF')).to.equal(format);
      expect(found?.text).to.equal(read ?? value);
    });
  }

  it('is read at any size that it does not warn of, and on a coloured page', async () => {
    const answer = await service.render({
      document: { background: '#8fb0d0' },
      operations: [
        barcode('qrcode', 'tinted', { width: '15mm' }),
        barcode('ean13', '5901234123457', { width: '25mm', height: '12mm', showText: false }),
      ],
    });
    const texts = (await barcodesOf(pdfOf(answer), 1)).map(({ text }) => text);
    expect(texts).to.have.members(['tinted', '5901234123457']);
  });

  it(
    'has its value as text below the bars, digits of EAN in their groups, and for those who do ' + 'not see it',
    async () => {
      const pdf = pdfOf(
        await service.render({
          operations: [barcode('ean13', '5901234123457'), barcode('code128', 'ABC-1'), barcode('qrcode', 'silent')],
        }),
      );
      expect(
        (await textOf(pdf))
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      ).to.deep.equal(['5 901234 123457', 'ABC-1']);
      expect(await figureAltsOf(pdf)).to.deep.equal(['EAN-13: 5901234123457', 'Code 128: ABC-1', 'QR code: silent']);
    },
  );

  it('says what it is, or what it is told to say, or nothing where it is decoration', () => {
    const svg = (more: object) => elementOf('svg', [barcode('qrcode', 'a<b', more)]).attributes;
    expect(svg({})).to.include({ role: 'img', 'aria-label': 'QR code: a<b' });
    expect(svg({ alt: 'Pay here' })['aria-label']).to.equal('Pay here');
    expect(svg({ alt: '' }))
      .to.include({ 'aria-hidden': 'true' })
      .and.not.have.property('role');
  });

  it('keeps the quiet zone that its symbology asks for', () => {
    const svg = barcodeSvg({ symbology: 'qrcode', value: 'x' }, { width: 500 });
    expect(viewBox(svg)).to.deep.equal([21 + 8, 21 + 8]);
    expect(svg).to.contain('d="M4 4h');
    expect(viewBox(barcodeSvg({ symbology: 'ean13', value: '5901234123457' }, { width: 500 }))[0]).to.equal(
      11 + 95 + 7,
    );
  });

  it('is as wide as it is told, and never wider than there is room', () => {
    const width = (more: object) => elementOf('svg', [barcode('qrcode', 'x', more)]).attributes.width;
    expect(width({ width: '30mm' })).to.equal('85.039pt');
    expect(width({ height: 50 })).to.equal('50pt');
    expect(width({ width: 90, height: 50 })).to.equal('50pt');
    expect(width({ width: 90, position: { x: 0, y: 0, width: 40 } })).to.equal('40pt');
    expect(width({ position: { x: 0, y: 0, width: 40 } })).to.equal('40pt');
  });

  it('warns where it is too small to be read', () => {
    const codes = (more: object) =>
      composed([barcode('code128', 'x'.repeat(40), more)]).warnings.map(({ code, pointer }) => [code, pointer]);
    expect(codes({})).to.deep.equal([]);
    expect(codes({ width: '60mm' })).to.deep.equal([['barcode-too-small', '/operations/0/width']]);
  });

  it('tells what a symbology takes of each value that it does not', () => {
    const wrong: [string, string, RegExp][] = [
      ['ean13', '5901234123450', /check digit of this number is 7, not 0/],
      ['ean13', '59012', /13 digits.*this has 5/],
      ['ean8', '9638507x', /other characters/],
      ['upca', '0123456789055', /12 digits.*this has 13/],
      ['itf14', '04601234567890', /check digit of this number is 3/],
      ['code39', 'abc', /capital letters.*'a' is none of them/],
      ['code128', 'é', /ASCII.*'é' is none of them/],
      ['code128', 'x'.repeat(81), /up to 80.*this has 81/],
      ['gs1-128', '0109501101530003', /application identifiers in brackets/],
      ['qrcode', 'é'.repeat(1500), /this has 3000 bytes/],
      ['qrcode', '\ud800', /half a surrogate pair/],
      ['datamatrix', '1'.repeat(3200), /3116 digits.*this has 3200/],
    ];
    const mistakes = mistakesOf({ operations: wrong.map(([symbology, value]) => barcode(symbology, value)) });
    expect(mistakes.map(({ pointer }) => pointer)).to.deep.equal(wrong.map((_, index) => `/operations/${index}/value`));
    for (const [index, [, , message]] of wrong.entries()) expect(mistakes[index]?.message).to.match(message);
    expect(problemOf({ operations: [barcode('ean13', '5901234123450')] })?.slug).to.equal('invalid-request');
  });

  it('tells what only the encoder knows with the same pointer', () => {
    for (const value of ['(01)09501101530004', '(01)123', '(10)A B', '(99)\u0007']) {
      expect(
        slugOf(() => composed([{ op: 'add_text', text: 'x' }, barcode('gs1-128', value)])),
        value,
      ).to.equal('invalid-request');
    }
    try {
      composed([{ op: 'add_text', text: 'x' }, barcode('gs1-128', '(01)123')]);
      expect.fail('it was encoded');
    } catch (error) {
      expect(error).to.have.nested.property('errors[0].pointer', '/operations/1/value');
      expect(error)
        .to.have.nested.property('errors[0].message')
        .that.matches(/^GS1-128 takes .*Too short/);
    }
  });

  it('refuses fields that it does not know, all at once', () => {
    expect(
      pointersOf({
        operations: [{ op: 'add_barcode', symbology: 'aztec', value: '', width: 1, showText: 'yes', colour: 'red' }],
      }),
    ).to.have.members([
      '/operations/0/symbology',
      '/operations/0/value',
      '/operations/0/width',
      '/operations/0/showText',
      '/operations/0/colour',
    ]);
  });

  it('gives equal bytes for equal values', () => {
    for (const symbology of ['qrcode', 'code128', 'datamatrix', 'pdf417'] as const)
      expect(barcodeSvg({ symbology, value: 'ABC123' }, { width: 400 })).to.equal(
        barcodeSvg({ symbology, value: 'ABC123' }, { width: 400 }),
      );
  });

  it('never fails but with a sentence, whatever the value, and lets no markup out of it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...symbologyNames),
        fc.oneof(
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
          fc.stringMatching(/^[0-9]{7,14}$/),
          fc.stringMatching(/^(\([0-9]{2,3}\)[0-9A-Z^<]{1,8}){1,3}$/),
        ),
        fc.boolean(),
        (symbology, value, showText) => {
          if (valueMistake(symbology, value) !== undefined) return;
          try {
            const svg = barcodeSvg({ symbology, value, showText }, { width: 480 });
            expect(
              svg.replace(/<(?:\/?(?:svg|path|g|text|tspan))(?: [a-z-]+="[^"<>]*"| viewBox="[^"<>]*")*\/?>/g, ''),
            ).to.not.match(/[<>]/);
            expect(svg).to.not.match(/NaN|undefined|Infinity/);
          } catch (error) {
            if (!(error instanceof BarcodeError)) throw error;
            expect(error.message).to.match(/ takes .*; this can not be encoded/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('knows the check digit of every number', () => {
    expect(['590123412345', '9638507', '01234567890', '0460123456789'].map(checkDigit)).to.deep.equal([
      '7',
      '4',
      '5',
      '3',
    ]);
  });
});
