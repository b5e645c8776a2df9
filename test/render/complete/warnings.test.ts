import { expect } from 'chai';
import type { Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

describe('The warnings of a complete HTML document', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  it('say where the margins leave no room, except on a single page', async () => {
    const answerTo = (css: string, more: object, ...others: object[]) =>
      service.render(
        { ...more, operations: [{ op: 'add_html', html: `<!doctype html><style>${css}</style><p>Label` }, ...others] },
        { headers: { accept: 'application/json' } },
      );
    const { warnings } = (await answerTo('@page{size:40mm}', {})).json().report;
    expect(warnings.map(({ code, pointer }: Record<string, string>) => [code, pointer])).to.deep.equal([
      ['css-ignored', '/operations/0/html'],
    ]);
    expect(warnings[0].message).to.match(/less than 10 points of a page of 113 by 113 points.*`document\.margin`/);
    const single = await answerTo('@page{size:100mm 30mm}', { document: { singlePage: true } });
    expect(single.json().report.warnings).to.deep.equal([]);
    const header = await answerTo('@page{size:40mm}', {}, { op: 'set_header', html: '<p>Head', height: 80 });
    expect([header.status, header.json().errors[0].pointer]).to.deep.equal([400, '/operations/1/height']);
  });

  it('name pictures that are none', async () => {
    const html =
      '<!doctype html><p>A<img src=""><img srcset="a b c" alt="none"><img src="text.png"><img src="missing.png">';
    const answer = await service.render(
      { document: { assets: { 'text.png': 'aGVsbG8=' } }, operations: [{ op: 'add_html', html }] },
      { headers: { accept: 'application/json' } },
    );
    const messages = answer
      .json()
      .report.warnings.map(({ message }: { message: string }) => message)
      .join(' ');
    for (const part of [
      /empty `src`/,
      /`srcset` without a candidate/,
      /`text.png` is no picture/,
      /`missing.png` is not among/,
    ])
      expect(messages).to.match(part);
  });

  it('say where a refresh would open another page', async () => {
    const warningsOf = async (refresh: string) => {
      const html = `<!doctype html><meta http-equiv="Refresh" content="${refresh}"><p>Here`;
      const answer = await service.render(
        { operations: [{ op: 'add_html', html }] },
        { headers: { accept: 'application/json' } },
      );
      const { warnings } = answer.json().report;
      return warnings.map(({ code, message, pointer }: Record<string, string>) => `${code} ${message} ${pointer}`);
    };
    const warning = 'navigation-blocked The page tried to open next/page.html, and stays. /operations/0/html';
    for (const refresh of [
      '0;url=next/page.html',
      '5; URL = &quot;next/page.html?key=1&quot;',
      "0.5 , url='next/page.html' ",
      ' 0 next/page.html#top',
    ])
      expect(await warningsOf(refresh), refresh).to.deep.equal([warning]);
    for (const refresh of ['0', '', '0;url=', '0;url=#part', '1800;url=next/page.html', ';', 'x', 'x;url=y'])
      expect(await warningsOf(refresh), refresh).to.deep.equal([]);
  });
});
