import { expect } from 'chai';
import { rawScan } from '../../../../src/pdf/forensic/revisions/raw-scan.ts';
import { Revisions } from '../../../../src/pdf/forensic/revisions/revisions.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { contractPdf, signed, updated } from '../../../support/signed-files.ts';
import { styledPdf, styles } from '../../update/updated-files.ts';

const versions = (pdf: Buffer) =>
  new Revisions(openPdf(pdf), rawScan(pdf), { password: undefined, maxVersions: 20 }).list;

describe('The raw scan of a file', () => {
  it('finds every object with its place, whether a cross-reference lists it or not', () => {
    const pdf = Buffer.concat([contractPdf(), Buffer.from('99 0 obj\n(nobody lists me)\nendobj\n')]);
    const { objects, ends, gaps } = rawScan(pdf);
    expect(objects.map(({ num }) => num)).to.deep.equal([...Array.from({ length: 16 }, (_, index) => index + 1), 99]);
    for (const { num, offset, end } of objects)
      expect(pdf.toString('latin1', offset, end)).to.match(new RegExp(`^${num} 0 obj[^]*endobj$`));
    expect([ends.length, gaps]).to.deep.equal([1, []]);
  });

  it('does not take what is within a stream for an object, or for an end', () => {
    const inner = contractPdf().toString('latin1');
    const pdf = contractPdf({ more: [`<</Length ${inner.length}>>stream\n${inner}\nendstream`] });
    expect(rawScan(pdf).objects).to.have.lengthOf(17);
    expect(rawScan(pdf).ends).to.have.lengthOf(1);
    expect(versions(pdf)).to.have.lengthOf(1);
  });

  it('tells of bytes that nothing explains, and not of comments and tables', () => {
    const text = contractPdf().toString('latin1');
    const at = text.indexOf('7 0 obj');
    const pdf = Buffer.from(
      `${text.slice(0, at)}% a comment\nsomething that was put here\n${text.slice(at)}`,
      'latin1',
    );
    const { gaps } = rawScan(pdf);
    expect(gaps.map(({ from, to }) => pdf.toString('latin1', from, to))).to.deep.equal([
      'something that was put here\n',
    ]);
  });
});

describe('The versions of a file', () => {
  it('are those of its updates, in each way that a cross-reference is written', () => {
    for (const style of styles) {
      const pdf = updated(
        updated(styledPdf(style), () => undefined),
        () => undefined,
      );
      const list = versions(pdf);
      expect(
        list.map(({ number, chained }) => [number, chained]),
        style,
      ).to.deep.equal([
        [1, true],
        [2, true],
        [3, true],
      ]);
      expect([list[0]?.end, list[2]?.end], style).to.deep.equal([styledPdf(style).length, pdf.length]);
    }
  });

  it('are opened as the files that they were', async () => {
    const pdf = await signed(contractPdf());
    const revisions = new Revisions(openPdf(pdf), rawScan(pdf), { password: undefined, maxVersions: 20 });
    expect(revisions.at(revisions.list[0]?.end ?? 0)?.bytes.equals(contractPdf())).to.equal(true);
    expect(revisions.at(100)).to.equal(null);
  });

  it('have one more where the newest cross-reference was put back to an older one', () => {
    const first = contractPdf();
    const pdf = Buffer.concat([
      updated(first, (changes) => {
        changes.catalog().set('Lang', null);
      }),
      first.subarray(first.lastIndexOf('startxref')),
    ]);
    const list = versions(pdf);
    expect(list.map(({ chained }) => chained)).to.deep.equal([true, false, true]);
  });
});
