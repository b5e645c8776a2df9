import { expect } from 'chai';
import { inspect } from '../../support/inspect.ts';
import { textOf } from '../../support/pdf.ts';
import { type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

/** Content with notes: `C<i>x` in the text calls the note `N<i>x ... E<i>x`, and `w<i>q` are all its other words. */
class Content {
  notes = 0;
  words = 0;

  text(count: number): string {
    return Array.from({ length: count }, () => `w${(this.words += 1)}q`).join(' ');
  }
  note(tag = 'span'): string {
    this.notes += 1;
    return `C${this.notes}x<${tag} data-footnote>N${this.notes}x along the quay E${this.notes}x</${tag}> `;
  }
  paragraph(length: number): string {
    return `<p>${repeat(length / 20, () => `${this.text(20)} ${this.note()}`)}</p>`;
  }
}

interface Example {
  readonly it: string;
  readonly css?: string;
  readonly body: (content: Content) => string;
  readonly document?: object;
}

const repeat = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');
const pages = (content: Content) => content.paragraph(400);
const boxes = (content: Content) => repeat(6, () => `<div>${content.paragraph(60)}</div>`);

const examples: readonly Example[] = [
  { it: 'in boxes that clip their content', css: 'div { overflow: hidden; padding: 2mm }', body: boxes },
  {
    it: 'below boxes of a fixed height that cut off their content',
    css: 'div { overflow: hidden; height: 12mm }',
    body: (content) =>
      repeat(12, () => `<div><p>${content.text(5)} ${content.note()}</p><p>${'rope '.repeat(90)}</p></div>`),
  },
  {
    it: 'in boxes below each other in a flex box',
    css: 'main { display: flex; flex-direction: column; gap: 4mm }',
    body: (content) => `<main>${boxes(content)}</main>`,
  },
  {
    it: 'in the boxes of a reversed row',
    css: 'main { display: flex; flex-direction: row-reverse } div { flex: 1 }',
    body: (content) => `<main><div>${content.paragraph(300)}</div><div>${content.paragraph(200)}</div></main>`,
  },
  { it: 'in a body that is zoomed', css: 'body { zoom: .8 }', body: pages },
  { it: 'in boxes that are zoomed', css: 'div { zoom: 1.3 }', body: boxes },
  { it: 'in a complete document with a scale', body: pages, document: { scale: 0.6 } },
  {
    it: 'in text beside blocks',
    body: (content) => repeat(20, () => `<p>${content.text(15)}</p>${content.text(4)} ${content.note()}`),
  },
  {
    it: 'that are blocks themselves',
    body: (content) => repeat(20, () => `<p>${content.text(15)} ${content.note('div')}`),
  },
  {
    it: 'in captions below tables',
    css: 'table { caption-side: bottom }',
    body: (content) =>
      repeat(
        6,
        () =>
          `<table><caption>${content.text(4)} ${content.note()}</caption>` +
          `${repeat(8, () => `<tr><td>${content.text(2)}</td></tr>`)}</table>`,
      ),
  },
  {
    it: 'in lines that never wrap',
    body: (content) => `<pre>${repeat(60, () => `${content.text(2)} ${content.note()}\n`)}</pre>`,
  },
  {
    it: 'in a document whose style sheets have rules for all boxes and links',
    css: 'div { position: relative; top: 3mm; height: 5mm; overflow: hidden } a[href]::after { content: attr(href) }',
    body: pages,
  },
];

describe('Footnotes in boxes of all kinds', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const printed = async (html: string, document: object = {}): Promise<string[]> => {
    const request = { document: { size: 'A6', margin: '10mm', ...document }, operations: [{ op: 'add_html', html }] };
    const answer = await service.render(request);
    expect(answer.status, answer.body.toString('utf8').slice(0, 400)).to.equal(200);
    const { pages } = await inspect(answer.body);
    return Promise.all(pages.map((_, index) => textOf(answer.body, index + 1)));
  };
  const complete = (css: string, body: string) =>
    `<!DOCTYPE html><html lang="en"><head><title>Notes</title><style>${css}</style></head><body>${body}</body></html>`;

  for (const { it: title, css = '', body, document } of examples)
    it(`stand on the pages of their calls, ${title}`, async () => {
      const content = new Content();
      const texts = await printed(complete(css, body(content)), document);
      const placesOf = (word: string) =>
        texts.flatMap((text, page) => Array.from(text.matchAll(new RegExp(`\\b${word}`, 'g')), () => page));
      expect(texts.length).to.be.above(1);
      for (let index = 1; index <= content.notes; index += 1) {
        const call = placesOf(`C${index}x`);
        expect(call, `call ${index}`).to.have.length(1);
        for (const part of ['N', 'E']) expect(placesOf(`${part}${index}x`), `${part}${index}`).to.deep.equal(call);
      }
      for (let index = 1; index <= content.words; index += 1)
        expect(placesOf(`w${index}q`), `word ${index}`).to.have.length(1);
      expect(texts.join(' ')).not.to.contain('colophon');
    });

  it('have readable numbers, whatever number style sheets begin with', async () => {
    const body = (start: string) =>
      complete(`body { counter-reset: footnote ${start} }`, '<p>The tide<span data-footnote>High at noon.</span>.</p>');
    const numbersOf = async (start: string, style: string) =>
      /(\S+)\s+High at noon/.exec((await printed(body(start), { footnotes: { style } })).join(' '))?.[1];
    expect(await numbersOf('-5', 'symbols')).to.equal('-4');
    expect(await numbersOf('7', 'symbols')).to.equal('††');
    expect(await numbersOf('2147483640', 'symbols')).to.equal('2147483641');
    expect(await numbersOf('2147483640', 'ROMAN')).to.equal('2147483641');
  });

  it('stand on pages of their own where the space around them is taller than a page', async () => {
    const texts = await printed(complete('@page { @footnote { padding-top: 5000px } }', new Content().paragraph(60)));
    for (let index = 1; index <= 3; index += 1)
      expect(
        texts.filter((text) => text.includes(`N${index}x`)),
        `note ${index}`,
      ).to.have.length(1);
  });

  it('of many pages lose no word', async () => {
    const content = new Content();
    const note = `<span data-footnote>${content.text(1500)}</span>`;
    const texts = await printed(complete('', `<p>The tide${note}.</p>`));
    const shown = Array.from(texts.join(' ').matchAll(/\bw(\d+)q/g), ([, index]) => Number(index));
    expect(shown).to.deep.equal(Array.from({ length: 1500 }, (_, index) => index + 1));
  });

  it('are no content that is wider than its page', async () => {
    const content = new Content();
    const html = `${content.paragraph(200)}<div style="width: 140mm">${content.text(3)}</div>${content.paragraph(200)}`;
    const request = { document: { size: 'A6' }, operations: [{ op: 'add_html', html }] };
    const answer = await service.render(request, { headers: { accept: 'application/json' } });
    const { report } = answer.json() as { report: { warnings: readonly { message: string }[] } };
    const messages = report.warnings.map(({ message }) => message);
    expect(messages.join(' ')).to.contain('<div>').and.not.to.contain('colophon-note');
  });
});
