import { expect } from 'chai';
import { textOf } from '../../support/pdf.ts';
import { inspect } from '../../support/inspect.ts';
import { type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const words = 'with words of several lengths in the cells of a row that may take more than one line'.split(' ');
const some = (count: number) => Array.from({ length: count }, (_, index) => words[index % words.length]).join(' ');

describe('Sums that are carried in a document with footnotes', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const rows = Array.from({ length: 90 }, (_, index) => ({
    item: {
      text: `Row${index} ${some((index * 7) % 12)}${index % 6 === 1 ? '[^1]' : ''}`,
      ...(index % 6 === 1 ? { footnotes: [{ text: `Note${index}x ${some((index * 5) % 40)}` }] } : {}),
    },
    amount: index + 1,
  }));
  /** A text with notes of its own, a table with notes in its cells, and a second table. */
  const operations = [
    ...Array.from({ length: 7 }, (_, index) => ({
      op: 'add_text',
      text: `${some(40)}[^1] ${some(30)}`,
      footnotes: [{ text: `Text${index}x ${some(25 + index * 9)}` }],
    })),
    { op: 'add_heading', text: 'A table', level: 2 },
    {
      op: 'add_table',
      columns: ['item', { key: 'amount', format: 'integer' }],
      rows,
      carry: { columns: ['amount'] },
    },
    { op: 'add_text', text: 'After it.' },
    {
      op: 'add_table',
      columns: ['part', { key: 'pieces', format: 'integer' }],
      rows: Array.from({ length: 40 }, (_, index) => ({ part: `Part${index}`, pieces: 2 })),
      carry: { columns: ['pieces'] },
    },
  ];
  const last = (text: string, pattern: RegExp): string[] =>
    Array.from(text.matchAll(pattern), ([, value = '']) => value);

  it('end their pages above the notes, which are on the pages of their calls', async () => {
    const { status, body } = await service.render({ document: { size: 'A6', margin: '10mm', lang: 'en' }, operations });
    expect(status, body.toString('utf8', 0, 300)).to.equal(200);
    const { pages } = await inspect(body);
    const texts = await Promise.all(pages.map((_, index) => textOf(body, index + 1)));
    let sum = 0;
    let next = 0;
    for (const [index, text] of texts.entries()) {
      const own = last(text, /\bRow(\d+)\b/g).map(Number);
      const label = `page ${index + 1}: ${text}`;
      if (own.length === 0) continue;
      expect(text.includes('Brought forward'), label).to.equal(next > 0);
      if (next > 0) expect(text, label).to.match(new RegExp(`Brought forward\\s+${sum.toLocaleString('en')}\\b`));
      expect(own, label).to.deep.equal(own.map((_, at) => next + at));
      expect(last(text, /\bNote(\d+)x/g).map(Number), label).to.deep.equal(own.filter((row) => row % 6 === 1));
      next += own.length;
      sum = (next * (next + 1)) / 2;
      if (next < rows.length) {
        const end = text.lastIndexOf('Carried forward');
        expect(text.slice(end), label).to.match(new RegExp(`^Carried forward\\s+${sum.toLocaleString('en')}\\b`));
        expect(/\bRow\d/.test(text.slice(end)), label).to.equal(false);
      }
    }
    expect(next).to.equal(rows.length);
    const parts = texts.filter((text) => text.includes('Part'));
    for (const [index, text] of parts.entries()) {
      expect(/Brought forward\s+\d+\s+Part/.test(text), text).to.equal(index > 0);
      expect(/Part\d+\s+2\s+Carried forward\s+\d+/.test(text), text).to.equal(index < parts.length - 1);
    }
    expect(texts.some((text) => /A table\s*$/.test(text))).to.equal(false);
  });
});
