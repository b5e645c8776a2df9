import { join } from 'node:path';
import { expect } from 'chai';
import { installedFonts, type InstalledFonts } from '../../src/pdf/fonts/installed-fonts.ts';
import { needsMeasurement, type NeedsMeasurement } from '../../src/render/finish/diagnostics/needs-measurement.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

/** HTML as the service composes and serializes it. */
const page = (content: string, css = '') =>
  `<!DOCTYPE html><html><head><title>T</title><style>${css}</style></head><body>${content}</body></html>`;

describe('The measurement of a printed page', () => {
  let service: Service;
  let fonts: InstalledFonts;
  let needs: NeedsMeasurement;
  let full: Buffer;
  let shrunk: Buffer;
  let blank: Buffer;
  before(async () => {
    service = await sharedService();
    fonts = installedFonts([{ path: join(import.meta.dirname, '../../fonts'), source: 'bundled' }]);
    needs = needsMeasurement(await fonts.families());
    const print = async (html: string) => pdfOf(await service.render({ operations: [{ op: 'add_html', html }] }));
    full = await print(page('<p>Text</p>'));
    shrunk = await print(page('<div style="width:1000px">Wide</div>'));
    blank = await print(page('<div style="height:40px;background:red"></div>'));
  });
  const isMeasured = (content: string, css?: string, pdf = full) => needs(page(content, css), pdf);

  it('is left out where text and tables are printed at full size, in fonts that are there', () => {
    const table = '<table><tr><td style="font-family:&quot;Source Serif 4&quot;">Größe – 12 €</td></tr></table>';
    const css =
      ':root { --text: Inter, sans-serif } body { font: 11pt/1.3 var(--text) } h1 { font-family: Arial } ' +
      'td { font: inherit; overflow-wrap: anywhere } p { display: flex; flex-direction: column }';
    expect(isMeasured(`<h1>Invoice &amp; more</h1>${table}`, css)).to.equal(false);
  });

  it('is taken where the print is smaller than the page, or shows no text', () => {
    expect(isMeasured('<p>Text</p>', '', shrunk)).to.equal(true);
    expect(isMeasured('<p>Text</p>', '', blank)).to.equal(true);
  });

  for (const [what, content, css] of [
    ['cuts content off', '<p>Text</p>', 'p { overflow: hidden }'],
    ['cuts content off at one side', '<p style="overflow-x:clip">Text</p>', ''],
    ['runs from right to left', '<p>Text</p>', 'body { direction: rtl }'],
    ['has a direction', '<p dir="rtl">Text</p>', ''],
    ['has a font that is not there', '<p>Text</p>', 'p { font-family: Nope, Arial }'],
    ['has such a font in a style attribute', '<p style="font: 12px Nope">Text</p>', ''],
    ['has such a font below text like a style', '<p>Write style=" here</p><p style="font-family:Nope">x</p>', ''],
    ['has such a font below an attribute like a style', `<p title=" style='x">x</p><p style="font:9pt Nope">x</p>`, ''],
    ['has such a font after a comment in a string', '<p>Text</p>', 'p::before{content:"/*"} p{font-family:Nope}'],
    ['has such a font after a string without an end', '<p>x</p>', 'p{--x:"\n;font-family:Nope;--y:"a"}'],
    ['has such a font before another that looks like its size', '<p>x</p>', 'p{font:12px"Nope", small Arial}'],
    ['has such a font in a variable with a size', '<p>x</p>', ':root{--pre:12px Nope,} p{font:var(--pre) Arial}'],
    ['has such a font in a line height', '<p>x</p>', 'p{font:12px/env(x,1.2 Nope,) Arial}'],
    ['has such a font in calc', '<p>x</p>', 'p{font:calc(1px*(12)) Nope, medium Arial}'],
    [
      'has more values of variables than are read',
      '<p>x</p>',
      `${Array.from({ length: 600 }, (_, index) => `p{--f:F${index}}`).join('')} p{font-family:Inter}`,
    ],
    ['has such a font in a variable', '<p style="--f: Nope">Text</p>', 'p { font-family: var(--f) }'],
    ['has a variable that is not set', '<p>Text</p>', 'p { font-family: var(--f) }'],
    ['has a variable among other fonts', '<p>Text</p>', 'p { font-family: Arial, var(--f) }'],
    ['has the font of a system', '<p>Text</p>', 'p { font: menu }'],
    ['has letters that may have no glyph', '<p>Text 漢</p>', ''],
    ['has another sign that may have no glyph', '<p>\u{1f600}</p>', ''],
  ] as const)
    it(`is taken where a document ${what}`, () => {
      expect(isMeasured(content, css)).to.equal(true);
    });

  it('is taken for the report of such a document', async () => {
    const report = async (content: string) => {
      const body = { operations: [{ op: 'add_html', html: content }] };
      const answer = await service.render(body, { headers: { accept: 'application/json' } });
      return answer.json().report.warnings.map(({ code }: { code: string }) => code);
    };
    expect(await report('<p>Write style=" here</p><p style="font-family:Nope">x</p>')).to.deep.equal(['font-missing']);
    expect(await report('<p>Write style=" here</p><p style="font-family:Inter">x</p>')).to.deep.equal([]);
    expect(await report(page('<p style="font-family:Nope">x</p>'))).to.deep.equal(['font-missing']);
  });

  it('is left out only with characters for which there is a bundled font', async () => {
    const has = await fonts.has();
    const left: string[] = [];
    for (let code = 0x20; code < 0xffff; code += 1) {
      const character = String.fromCharCode(code);
      if (character !== '<' && character !== '&' && !isMeasured(character) && !has(code)) left.push(code.toString(16));
    }
    expect(left).to.deep.equal([]);
  });
});
