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

  /** The text of pages in the order of reading, cell after cell, without its line breaks. */
  const read = async (pdf: Uint8Array, pages: string): Promise<string> => {
    const answer = await service.request('POST', `/api/v1/extract-text?pages=${pages}`, {
      headers: { 'content-type': 'application/pdf', accept: 'text/plain' },
      body: new Uint8Array(pdf),
    });
    return answer.body.toString().replace(/\s+/g, ' ');
  };

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
    const report = await read(answer, '1');
    expect(report)
      .to.match(/Accessibility check/)
      .and.include(`${summary.failed} of `)
      .and.match(/13-004/)
      .and.match(/neither an alternative text/)
      .and.match(/Requirement/)
      .and.match(/A figure has an alternative text/)
      .and.match(/Describe it in alt/);
    expect(await textOf(answer, pages)).to.match(/^A grey box/);

    const shown = await pixelsOf(answer, pages);
    const plain = await pixelsOf(pdf, 1);
    const edge = { x: Math.round((box?.x ?? 0) - 1), y: Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2) };
    expect([
      shown.at(edge.x, edge.y) === plain.at(edge.x, edge.y),
      shown.at(edge.x + 20, edge.y) === plain.at(edge.x + 20, edge.y),
    ]).to.deep.equal([false, true], 'framed, and else as it was');
  });

  it('states the fault of a document that was made here, and what its client can request', async () => {
    const answer = await service.render({
      document: { lang: 'en' },
      operations: [
        { op: 'add_toc' },
        { op: 'add_heading', text: 'First' },
        { op: 'add_markdown', markdown: 'A **strong** word and [a link](https://example.com/).' },
        { op: 'add_html', html: `<figure>${picture}</figure>` },
      ],
    });
    const { checks } = (await check(pdfOf(answer), 'application/json')).json() as AccessibilityReport;
    const found = (id: string) => checks.find((one) => one.id === id)?.occurrences[0];
    const requested =
      'Render the document with `output.conformance: "PDF/UA-1"`, which repairs this or states what to change.';
    expect(['02-001', '06-002', '09-005', '28-012'].map((id) => [found(id)?.message, found(id)?.fix])).to.deep.equal([
      ['A structure type is no standard type, and is not mapped to one: Strong.', requested],
      ['The metadata do not state that the document conforms to PDF/UA.', requested],
      ['LI has a child other than Lbl and LBody: it has Link.', requested],
      ['A link is not described by its Contents.', requested],
    ]);
    expect(found('13-004')?.fix).to.match(/^Describe it in `alt`/);
    expect(found('06-003')?.fix).to.equal('Give it one in `document.title`.');
    const fixes = checks.flatMap(({ status, occurrences }) =>
      status === 'failed' ? occurrences.map(({ fix }) => fix) : [],
    );
    expect(fixes.filter((fix) => !/`[a-z.]+\b|`alt`/.test(fix))).to.deep.equal([], 'each names a field or attribute');
    expect(Object.keys(found('13-004') ?? {})).to.deep.equal(['page', 'object', 'box', 'message', 'fix']);
  });

  it('passes a document that is made as the advice states, with a table of contents and a template', async () => {
    const seller = { name: 'Acme', address: ['1 Road'], vatId: 'IE1' };
    const data = {
      number: '7',
      currency: 'EUR',
      seller,
      buyer: { name: 'B' },
      lines: [{ description: 'x', price: 3 }],
    };
    const made = async (output: object) =>
      (
        await check(
          pdfOf(
            await service.render({
              document: { lang: 'en', title: 'Invoice' },
              operations: [
                { op: 'add_toc' },
                { op: 'add_heading', text: 'Invoice' },
                { op: 'add_template', name: 'invoice', data },
              ],
              output,
            }),
          ),
          'application/json',
        )
      ).json() as AccessibilityReport;
    const plain = await made({});
    expect(plain.machineChecksPassed).to.equal(false);
    const fixes = plain.checks.filter(({ status }) => status === 'failed').flatMap(({ occurrences }) => occurrences);
    expect([...new Set(fixes.map(({ fix }) => fix))]).to.deep.equal([
      'Render the document with `output.conformance: "PDF/UA-1"`, which repairs this or states what to change.',
    ]);
    expect((await made({ conformance: 'PDF/UA-1' })).machineChecksPassed).to.equal(true);
  });

  it('states faults and advice for PDF/A, PDF/UA-2 and WCAG 2.2, too', async () => {
    const pdf = pdfOf(await service.render({ operations: [{ op: 'add_text', text: 'Nothing stated' }] }));
    const places = async (standard: string) =>
      ((await check(pdf, 'application/json', `?standard=${standard}`)).json() as AccessibilityReport).checks.flatMap(
        ({ status, occurrences }) => (status === 'failed' ? occurrences : []),
      );
    const untitled = (await places('WCAG-2.2')).find(({ message }) => message.includes('have no title'));
    expect(untitled?.fix).to.equal('Give it one in `document.title`.');
    const title = (await places('PDF/UA-2')).find(({ message }) => message.includes('DisplayDocTitle'));
    expect(title?.fix).to.match(/`output\.conformance: "PDF\/UA-1"`/);
    const archive = await service.request('POST', '/api/v1/compliance-check?standards=2b', {
      key: keys.enterprise,
      headers: { 'content-type': 'application/pdf', accept: 'application/json' },
      body: new Uint8Array(pdf),
    });
    const { results } = archive.json() as {
      results: { failures: { message: string; occurrences: { fix: string }[] }[] }[];
    };
    const identification = results[0]?.failures.find(({ message }) => message.includes('part of PDF/A'));
    expect(identification?.message).to.match(/^The metadata do not state/);
    expect(identification?.occurrences[0]?.fix).to.match(/`output\.conformance: "PDF\/A-2b"`/);
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
    expect(await read(answer, '1'))
      .to.match(/Accessibility check/)
      .and.match(/damaged beyond reading/);
  });
});
