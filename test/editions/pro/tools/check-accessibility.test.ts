import { expect } from 'chai';
import { checkAccessibility } from '../../../../src/editions/pro/tools/check-accessibility.ts';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import type { AccessibilityReport } from '../../../../src/pdf/conformance/accessibility/check-accessibility.ts';
import { checkpoints } from '../../../../src/pdf/conformance/accessibility/matterhorn.ts';
import { faults } from '../../../pdf/conformance/faults.ts';
import { conforming } from '../../../support/conforming.ts';
import { bearer, problemOf } from '../../../support/http.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

const plain = Buffer.from(examplePdf('Hello'), 'base64');

/** One page with a word, or what is shown instead, in a colour on a bar of another one. */
function painted(text: string, bar: string, show = '(Faint) Tj'): Buffer {
  const content = `${bar} rg 0 0 300 200 re f BT ${text} rg /F1 12 Tf 40 100 Td ${show} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  return Buffer.from(
    `%PDF-1.7\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer << ` +
      '/Root 1 0 R >>',
    'latin1',
  );
}

describe('check-accessibility', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(checkAccessibility);
  });
  after(() => service.stop());

  const check = (pdf: Uint8Array, options: object = {}) =>
    service.send('check-accessibility', [{ name: 'read-me.pdf', bytes: pdf }], options, {
      authorization: bearer('pro'),
    });
  const report = async (pdf: Uint8Array, options?: object): Promise<AccessibilityReport> => {
    const response = await check(pdf, options);
    expect(response.status).to.equal(200);
    return (await response.json()) as AccessibilityReport;
  };
  const failed = ({ checks }: AccessibilityReport) =>
    checks.filter(({ status }) => status === 'failed').map(({ id }) => id);

  it('goes through the Matterhorn Protocol: what failed, what passed, and what a person has to judge', async () => {
    const { standard, machineChecksPassed, checks, humanChecks, summary } = await report(plain);
    expect([standard, machineChecksPassed]).to.deep.equal(['PDF/UA-1', false]);
    expect(failed({ checks } as AccessibilityReport)).to.include.members([
      '01-005',
      '01-007',
      '06-001',
      '07-001',
      '31-009',
    ]);
    expect(checks.find(({ matterhorn }) => matterhorn === '31-009')?.occurrences[0]).to.include({
      page: 1,
      object: 4,
      fix: 'Embed the font.',
    });
    expect(humanChecks.find(({ id }) => id === '09-001')).to.include({ look: 'Read the document beside its tags.' });
    expect(humanChecks.map(({ id }) => id)).not.to.include('05-001', 'there is no sound to listen to');
    expect(summary.failed + summary.passed + summary.needsHuman).to.equal(checks.length);
    expect(summary.statement).to.match(/does not claim that the document is accessible/);
  });

  it('has a check in each checkpoint that leaves something to check', async () => {
    const found = new Set((await report(plain)).checks.map(({ matterhorn }) => Number(matterhorn?.slice(0, 2))));
    expect(checkpoints).to.have.lengthOf(31);
    expect(checkpoints.map((_, index) => index + 1).filter((number) => !found.has(number))).to.deep.equal([23, 27]);
  });

  it('passes every machine check of a document that conforms, and still asks a person', async () => {
    const answer = await report(conforming(['PDF/UA-1']));
    expect([failed(answer), answer.machineChecksPassed]).to.deep.equal([[], true]);
    expect(answer.humanChecks).not.to.have.lengthOf(0);
  });

  it('finds each fault at its condition of the Matterhorn Protocol', async () => {
    const conditions = faults.filter(({ condition }) => condition !== undefined);
    expect(conditions).to.have.length.above(15);
    for (const { where, otherwise, condition } of conditions)
      expect(failed(await report(conforming(['PDF/UA-1'], otherwise))), where).to.include(condition);
  });

  it('tells where on the page an annotation is, from its top-left corner', async () => {
    const { checks } = await report(
      conforming(['PDF/UA-1'], {
        page: '/Annots[<</Type/Annot/Subtype/Link/F 4/Rect[40 190 240 215]/A<</S/URI/URI(https://example.com/)>>>>]',
      }),
    );
    const [occurrence] = checks.find(({ id }) => id === '28-012')?.occurrences ?? [];
    expect([occurrence?.page, occurrence?.box]).to.deep.equal([1, { x: 40, y: 85, width: 200, height: 25 }]);
  });

  it('measures contrast for WCAG 2.2, on the page and on what is painted there', async () => {
    const contrast = async (pdf: Buffer) =>
      (await report(pdf, { standard: 'WCAG-2.2' })).checks.find(({ id }) => id === 'contrast');
    expect((await contrast(painted('0.6 0.6 0.6', '1 1 1')))?.occurrences[0]?.message).to.match(
      /'Faint' has 2\.85 to 1, and needs 4\.5/,
    );
    expect((await contrast(painted('1 1 1', '0 0 0.5')))?.status).to.equal('passed');
    expect((await contrast(painted('0.1 0.1 0.1', '0 0 0.5')))?.status).to.equal('failed');
  });

  it('tells faint text once a line, also where it is shown letter by letter', async () => {
    const { checks } = await report(
      painted('0.6 0.6 0.6', '1 1 1', '(Fa) Tj (int) Tj 30 0 Td (words) Tj -30 -20 Td (below) Tj'),
      { standard: 'WCAG-2.2' },
    );
    expect(
      checks.find(({ id }) => id === 'contrast')?.occurrences.map(({ message }) => /'(.*)' has/.exec(message)?.[1]),
    ).to.deep.equal(['Faint words', 'below']);
  });

  it('checks PDF/UA-2 and WCAG 2.2 as far as a machine decides them', async () => {
    expect(await report(plain, { standard: 'PDF/UA-2' })).to.include({
      standard: 'PDF/UA-2',
      machineChecksPassed: false,
    });
    const wcag = await report(plain, { standard: 'WCAG-2.2' });
    expect(wcag.checks.filter(({ status }) => status === 'failed').map(({ clause }) => clause)).to.include.members([
      '1.3.1',
      '2.4.2',
      '3.1.1',
    ]);
  });

  it('refuses what is no PDF, and standards that it does not have', async () => {
    expect(await problemOf(await check(Buffer.from('no document')))).to.include({ status: 422, slug: 'invalid-pdf' });
    expect(await problemOf(await check(plain, { standard: 'PDF/UA-3' }))).to.include({
      status: 400,
      slug: 'invalid-request',
    });
    expect(await report(Buffer.from('%PDF-1.7\nbroken'))).to.include({ machineChecksPassed: false });
  });
});
