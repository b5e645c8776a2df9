import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { infoOf, textOf } from '../support/pdf.ts';
import { inkIn, popplerRaster } from '../support/raster.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';
import { cases, type Claim } from './css-cases.ts';

const page = readFileSync(new URL('../../docs/css.md', import.meta.url), 'utf8');
/** The first cells of the tables of features: all but the table of what the service adds, which other tests hold. */
const rows = (part: string) =>
  [...part.matchAll(/^\| (.*?) \|/gm)].map(([, cell = '']) => cell).filter((cell) => cell !== 'feature');
const claimed = [
  ...rows(page.slice(page.indexOf('## What works'), page.indexOf('## What we add'))),
  ...rows(page.slice(page.indexOf('## What does not work'))),
];

const head =
  '<!doctype html><html lang="en"><title>t</title><style>@page { size: 105mm 148mm; margin: 20mm }' +
  'body { margin: 0; font: 12pt/1.4 Arial }';

describe('CSS for print', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  it('has a case here for every row of its page, and no other', () => {
    expect(Object.keys(cases)).to.have.members(claimed);
  });

  async function check({ css, body, pages, sizes, ink, warns }: Claim): Promise<void> {
    const html = `${head}${css}</style>${body}`;
    const operations = [{ op: 'add_html', html }];
    const answer = await service.render({ operations }, { headers: { accept: 'application/json' } });
    const { document, report } = answer.json();
    const pdf = Buffer.from(document.data as string, 'base64');
    const texts = (await textOf(pdf)).split('\f').slice(0, -1);
    const words = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
    expect(words).to.have.length(pages.length);
    pages.forEach((pattern, index) => expect(words[index]).to.match(pattern));
    const messages = (report.warnings as { message: string }[]).map(({ message }) => message);
    if (warns === undefined) expect(messages).to.deep.equal([]);
    else expect(messages.join('\n')).to.match(warns);
    if (sizes !== undefined) {
      const info = await infoOf(pdf, '-l', '9');
      const found = pages.map((_, index) => /^([\d.]+) x ([\d.]+)/.exec(info[`Page    ${index + 1} size`] ?? ''));
      expect(found.map((size) => (Number(size?.[1]) > Number(size?.[2]) ? 'wide' : 'high'))).to.deep.equal(sizes);
    }
    if (ink !== undefined) expect(inkIn(await popplerRaster(pdf, 36), 36, ink)).to.be.above(0);
  }

  for (const [name, claim] of Object.entries(cases)) it(`is as its page has it: ${name}`, () => check(claim));

  it('works in the style sheet of a request that is made of operations', async () => {
    const css = '@page { @top-left { content: "ABOVE" } } h1 { break-before: page }';
    const heading = (text: string) => ({ op: 'add_heading', text });
    const pdf = pdfOf(await service.render({ document: { css }, operations: [heading('One'), heading('Two')] }));
    const texts = (await textOf(pdf)).split('\f').slice(0, -1);
    expect(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())).to.deep.equal(['ABOVE One', 'ABOVE Two']);
  });
});
