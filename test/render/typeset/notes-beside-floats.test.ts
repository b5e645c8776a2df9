import { expect } from 'chai';
import { textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const words = 'Harbour pilots board ships from a small boat below the lighthouse and guide them along the quay'.split(
  ' ',
);
const prose = (length: number, from = 0): string =>
  Array.from({ length }, (_, index) => words[(from + index * 7 + (index >> 3)) % words.length]).join(' ');

describe('Footnotes beside floats', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  let count = 0;
  beforeEach(() => (count = 0));
  const note = (length: number): string => {
    count += 1;
    return `C${count}x<span class="fn">N${count}x ${prose(length, count)} E${count}x</span>`;
  };
  const paragraph = (length: number, inNote: number) =>
    `<p>${prose(length, count)} ${note(inNote)} ${prose(20, count)}</p>`;
  const pagesOf = async (html: string, css: string): Promise<string[]> => {
    const body = {
      document: { size: 'A5' },
      operations: [{ op: 'add_html', html, css: `.fn { float: footnote } ${css}` }],
    };
    return (await textOf(pdfOf(await service.render(body)))).split('\f').slice(0, -1);
  };
  /** Expects each note once, on the page of its call. */
  const expectNotes = (pages: readonly string[]): void => {
    const pagesWith = (word: string) =>
      pages.flatMap((page, at) => Array.from(page.matchAll(new RegExp(`\\b${word}`, 'g')), () => at));
    for (let index = 1; index <= count; index += 1) {
      const [call, begin, end] = ['C', 'N', 'E'].map((letter) => pagesWith(`${letter}${index}x`));
      expect(call, `call ${index}`).to.have.length(1);
      expect([begin, end], `note ${index}`).to.deep.equal([call, call]);
    }
  };

  for (const [name, css] of [
    ['at the side of the text', '.side { float: right; width: 40%; border: 1px solid; margin: 0 0 6px 8px }'],
    ['at the start of paragraphs', '.side { float: left; width: 60px; height: 90px }'],
  ] as const)
    it(`stand on the pages of their calls, below floats ${name}`, async () => {
      const blocks = Array.from({ length: 30 }, (_, index) => {
        if (index % 4 !== 2) return paragraph(25 + ((index * 37) % 60), 8 + ((index * 11) % 20));
        return name === 'at the side of the text'
          ? `<div class="side">${prose(18)} ${note(6)}</div>`
          : `<p><span class="side">${prose(3)}</span>${prose(60, index)} ${note(9)} ${prose(15)}</p>`;
      });
      const pages = await pagesOf(blocks.join(''), css);
      expect(pages.length).to.be.within(8, 12);
      expectNotes(pages);
    });

  it('of a float that goes on on the next page, and of the text beside it, are there once', async () => {
    const beside = Array.from({ length: 8 }, () => paragraph(40, 5)).join('');
    const float = `<div class="side">${Array.from({ length: 4 }, () => paragraph(55, 6)).join('')}</div>`;
    const pages = await pagesOf(`${paragraph(60, 8)}${float}${beside}`, '.side { float: left; width: 45% }');
    const all = pages.join(' ');
    for (let index = 1; index <= count; index += 1)
      for (const letter of ['C', 'N', 'E'])
        expect(all.split(new RegExp(`\\b${letter}${index}x`)), `${letter}${index}`).to.have.length(2);
  });

  it('stand on the pages of their calls where the printer makes all pages smaller, because something is too wide', async () => {
    const wide = `<div style="width: 600px; border: 1px solid">${prose(20)}</div>`;
    const blocks = Array.from({ length: 30 }, (_, index) =>
      index === 14 ? wide : paragraph(25 + ((index * 37) % 60), 12),
    );
    const pages = await pagesOf(blocks.join(''), '');
    expect(pages.length).to.be.within(3, 6);
    expectNotes(pages);
  });
});
