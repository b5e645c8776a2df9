import { expect } from 'chai';
import sharp from 'sharp';
import { failuresOf, modelOf } from '../../../../src/pdf/conformance/check.ts';
import { standards } from '../../../../src/pdf/xmp/standards.ts';
import { conforming } from '../../../support/conforming.ts';
import { coloursOf, inkOf } from '../../../support/ink.ts';
import { fontsOf, textOf, wordsOf } from '../../../support/pdf.ts';
import { opensslVerifies, pdfsig, signaturesOf } from '../../../support/signatures.ts';
import { ada, pagePdf, startSigning, type Signing } from './sign-service.ts';

const box = { x: 40, y: 30, width: 200, height: 60 };
const words = { reason: 'I agree', location: 'Wien', contact: 'ada@example.com' };
const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#ff0000"/></svg>',
).toString('base64');

describe('the design of a visible signature', () => {
  let signing: Signing;
  before(async () => {
    signing = await startSigning();
  });
  after(() => signing.service.stop());

  const signed = (appearance: object, more: object = {}) =>
    signing.signed(pagePdf(), { ...words, appearance: { box, ...appearance }, ...more });
  const linesOf = async (pdf: Buffer) =>
    (await textOf(pdf))
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');

  it('has a frame inside its box, of the colour and width that are requested', async () => {
    const plain = await inkOf(await signed({ layout: 'text' }), 1);
    expect(plain.bottom).to.be.below(86);
    const framed = await signed({ frame: { color: '#0000ff', width: '2mm' } });
    const ink = await inkOf(framed, 1);
    expect([ink.left, ink.top, ink.right, ink.bottom].map(Math.round)).to.deep.equal([40, 30, 240, 90]);
    expect([...(await coloursOf(framed))]).to.include('0,0,255');
    const usual = await inkOf(await signed({ frame: true, background: 'yellow' }), 1);
    expect(usual.left).to.be.closeTo(40, 1);
  });

  it('has a background that hides what is below it', async () => {
    const red = pagePdf({ content: '1 0 0 rg 0 0 300 200 re f' });
    const colours = async (appearance: object) =>
      coloursOf(
        await signing.signed(red, { appearance: { box: { x: 0, y: 0, width: 300, height: 200 }, ...appearance } }),
      );
    expect([...(await colours({ frame: true }))]).to.include('255,0,0');
    const hidden = await colours({ background: '#00ff00' });
    expect([...hidden])
      .to.include('0,255,0')
      .and.not.include('255,0,0');
  });

  it('has white text on a dark background', async () => {
    const whole = { box: { x: 0, y: 0, width: 300, height: 200 }, fields: ['name'] };
    const isLight = (colour: string) => colour.split(',').every((part) => Number(part) > 200);
    for (const [background, light] of [
      ['navy', true],
      ['#804000', true],
      ['silver', false],
      ['lime', false],
    ] as const) {
      const colours = [...(await coloursOf(await signed({ background, ...whole })))];
      expect(colours.some(isLight), background).to.equal(light);
    }
  });

  it('states the name in bold, then date, reason and place', async () => {
    const pdf = await signed({ layout: 'text' });
    expect((await fontsOf(pdf)).join(' '))
      .to.match(/Arimo-Bold/)
      .and.to.match(/Arimo-Regular|Arimo\b(?!-Bold)/);
    const [name, date, ...others] = await linesOf(pdf);
    expect([name, ...others]).to.deep.equal(['Ada Tester', 'I agree', 'Wien']);
    expect(date).to.match(/^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d\s[AP]M\sUTC$/u);
    const before = await signed({});
    expect((await fontsOf(before)).join(' ')).not.to.match(/Bold/);
  });

  it('states the fields that are chosen, in their order, below the text', async () => {
    const pdf = await signed({ text: 'Digitally signed by', fields: ['contact', 'name', 'location'] });
    expect(await linesOf(pdf)).to.deep.equal(['Digitally signed by', 'ada@example.com', 'Ada Tester', 'Wien']);
    const some = await signing.signed(pagePdf(), { appearance: { box, fields: ['reason', 'name'] }, name: 'Countess' });
    expect(await linesOf(some)).to.deep.equal(['Countess']);
  });

  it('writes the date in its own language, or in that of the document', async () => {
    const dateOf = async (appearance: object, document = pagePdf()) =>
      (await textOf(await signing.signed(document, { appearance: { box, fields: ['date'], ...appearance } }))).trim();
    const today = (lang: string, dateStyle: 'full' | 'long' | 'medium' | 'short') =>
      new Intl.DateTimeFormat(lang, { dateStyle, timeZone: 'UTC' }).format(new Date());
    const date = (lang: string, style: 'full' | 'long' | 'medium' | 'short') =>
      new RegExp(`^${today(lang, style).replaceAll('.', '\\.')}.*UTC$`, 'u');
    expect(await dateOf({ dateFormat: 'long', lang: 'de-AT' })).to.match(date('de-AT', 'long'));
    expect(await dateOf({ dateFormat: 'full', lang: 'fr' })).to.match(date('fr', 'full'));
    expect(await dateOf({ dateFormat: 'short', lang: 'fi' })).to.match(date('fi', 'short'));
    expect(await dateOf({}, pagePdf({ catalog: '/Lang(cs)' }))).to.match(date('cs', 'medium'));
    expect(await dateOf({ lang: 'de' }, pagePdf({ catalog: '/Lang(cs)' }))).to.match(date('de', 'medium'));
    expect(await dateOf({}, pagePdf({ catalog: '/Lang(never a tag)' }))).to.match(date('en', 'medium'));
    expect(await dateOf({ dateFormat: 'iso', lang: 'de' })).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  describe('with a logo', () => {
    const middleOf = async (appearance: object) => {
      const ink = await inkOf(await signed({ fields: [], logo, ...appearance }), 1);
      return { x: (ink.left + ink.right) / 2 - box.x, y: (ink.top + ink.bottom) / 2 - box.y };
    };
    const besideText = async (appearance: object, textBox = box) => {
      const pdf = await signed({ logo, fields: ['name'], ...appearance, box: textBox });
      return ((await wordsOf(pdf, 1)).find(({ text }) => text === 'Ada')?.x ?? 0) - textBox.x;
    };

    it('is alone without text, in the middle of its box', async () => {
      const { x, y } = await middleOf({});
      expect([Math.round(x), Math.round(y)]).to.deep.equal([100, 30]);
    });

    it('is left of the text, above it, or where the box has room', async () => {
      expect(await besideText({ layout: 'logo-left' })).to.be.above(50);
      expect(await besideText({ layout: 'auto' })).to.be.above(50);
      expect(await besideText({})).to.be.above(50);
      expect(await besideText({ layout: 'logo-top' })).to.be.below(10);
      expect(await besideText({ layout: 'auto' }, { ...box, width: 80, height: 120 })).to.be.below(10);
      expect(await besideText({}, { ...box, width: 80, height: 70 })).to.be.below(10);
      expect(await besideText({ layout: 'text' })).to.be.below(10);
    });

    it('is of any kind that pictures have, and the signature stays valid', async () => {
      const picture = sharp({
        create: { width: 40, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
      });
      const [png, jpeg, webp] = await Promise.all([
        picture.clone().png().toBuffer(),
        picture.clone().jpeg().toBuffer(),
        picture.clone().webp().toBuffer(),
      ]);
      for (const one of [
        png.toString('base64'),
        `data:image/jpeg;base64,${jpeg.toString('base64')}`,
        webp.toString('base64'),
        logo,
      ]) {
        const pdf = await signed({ logo: one, frame: true, background: 'white', layout: 'logo-left' });
        expect((await pdfsig(pdf))[0]).to.include({ valid: true, total: true });
        expect(await opensslVerifies(pdf, ada.certificate, signaturesOf(pdf)[0])).to.match(/success/i);
      }
    });

    it('is left out by the layout `text`, with a warning', async () => {
      const { warnings } = await signing.report(pagePdf(), { appearance: { box, logo, layout: 'text' } });
      expect(warnings.map(({ message }) => message)).to.deep.equal([
        'The logo is left out: the layout `text` shows none.',
      ]);
    });
  });

  it('has smaller text where that is long, and a warning where it does not fit at all', async () => {
    const reason = 'I approve this contract with all of its annexes and the terms of delivery';
    const pdf = await signing.signed(pagePdf(), { reason, appearance: { box: { ...box, height: 40 }, frame: true } });
    expect((await textOf(pdf)).replace(/\s+/g, ' ')).to.contain(reason);
    const { warnings } = await signing.report(pagePdf(), {
      reason: reason.repeat(9),
      appearance: { box: { ...box, height: 20 }, frame: true },
    });
    expect(warnings.map(({ message }) => message).join()).to.contain('larger than its box');
  });

  for (const name of ['PDF/A-1a', 'PDF/A-2b', 'PDF/A-3a', 'PDF/UA-1'])
    it(`leaves a document conforming: ${name}`, async () => {
      const seeThrough = (
        await sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
          .png()
          .toBuffer()
      ).toString('base64');
      const pdf = await signing.signed(conforming([name]), {
        ...words,
        appearance: {
          box: { x: 5, y: 5, width: 120, height: 40 },
          logo: seeThrough,
          frame: true,
          background: '#f4f7fd',
        },
      });
      expect(
        failuresOf(modelOf(pdf), standards.get(name)!).map(({ clause, message }) => `${clause}: ${message}`),
      ).to.deep.equal([]);
      expect((await pdfsig(pdf))[0]).to.include({ valid: true, total: true });
    });
});
