import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessibilityReport } from '../../../../src/pdf/conformance/accessibility/check-accessibility.ts';
import { checkSyntax, infoOf, pixelsOf, textOf } from '../../../support/pdf.ts';
import { keys, pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const picture =
  '<img width="200" height="100" ' +
  `src="data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" ' +
      'fill="#dddddd"/></svg>',
  )}">`;

describe('check-accessibility as a document to read', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const rendered = async (output: object = {}) =>
    pdfOf(
      await service.render({
        document: { lang: 'en', title: 'Two parts' },
        operations: [
          { op: 'add_heading', level: 1, text: 'A grey box' },
          { op: 'add_html', html: `<figure>${picture}</figure>` },
        ],
        output,
      }),
    );
  const check = (pdf: Uint8Array, accept: string, query = '') =>
    service.request('POST', `/api/v1/check-accessibility${query}`, {
      key: keys.pro,
      headers: { 'content-type': 'application/pdf', accept },
      body: new Uint8Array(pdf),
    });

  it('has the report first, and after it the document with a numbered frame around each place', async () => {
    const pdf = await rendered();
    const { checks, summary } = (await check(pdf, 'application/json')).json() as AccessibilityReport;
    const box = checks.find(({ id }) => id === '13-004')?.occurrences[0]?.box;
    expect(box).to.include.keys('x', 'y', 'width', 'height');
    expect([box?.width, box?.height].map((side) => Math.round(side ?? 0))).to.deep.equal(
      [150, 75],
      'the picture of 200 by 100 pixels',
    );

    const document = await check(pdf, 'application/pdf');
    expect(document.headers.get('content-disposition')).to.match(/-accessibility\.pdf"/);
    const answer = pdfOf(document);
    await checkSyntax(answer);
    const pages = Number((await infoOf(answer)).Pages);
    expect(document.headers.get('document-pages')).to.equal(String(pages));
    const report = await textOf(answer, 1);
    expect(report)
      .to.match(/Accessibility check/)
      .and.include(`${summary.failed} of `)
      .and.match(/13-004/)
      .and.match(/Describe the figure in Alt/);
    expect(await textOf(answer, pages)).to.match(/^A grey box/);

    const shown = await pixelsOf(answer, pages);
    const plain = await pixelsOf(pdf, 1);
    const edge = { x: Math.round((box?.x ?? 0) - 1), y: Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2) };
    expect([
      shown.at(edge.x, edge.y) === plain.at(edge.x, edge.y),
      shown.at(edge.x + 20, edge.y) === plain.at(edge.x + 20, edge.y),
    ]).to.deep.equal([false, true], 'framed, and else as it was');
  });

  it('leaves an encrypted document encrypted', async () => {
    const pdf = await rendered({ encryption: { userPassword: 'open sesame', ownerPassword: 'owner' } });
    const answer = pdfOf(await check(pdf, 'application/pdf', '?password=open%20sesame'));
    const folder = mkdtempSync(join(tmpdir(), 'colophon-test-'));
    writeFileSync(join(folder, 'marked.pdf'), answer);
    expect(() => execFileSync('pdftotext', [join(folder, 'marked.pdf'), '-'], { stdio: 'pipe' })).to.throw(/password/i);
    expect(execFileSync('pdftotext', ['-upw', 'open sesame', join(folder, 'marked.pdf'), '-']).toString()).to.match(
      /Accessibility check[^]*A grey box/,
    );
  });

  it('is the report alone where the document can not be read', async () => {
    const answer = pdfOf(await check(Buffer.from('%PDF-1.7\nbroken'), 'application/pdf'));
    expect(await textOf(answer))
      .to.match(/Accessibility check/)
      .and.match(/damaged beyond reading/);
  });
});
