import { expect } from 'chai';
import { claimedStandards, failuresOf, modelOf } from '../../../../../src/pdf/conformance/check.ts';
import { labelled } from '../../../../pdf/conformance/labelled.ts';
import { readCorpus } from '../../../../support/corpora.ts';
import { startOptimizing, type Optimizing } from './optimize-service.ts';
import { expectSameLook } from './same-look.ts';

describe('optimize over the corpora', () => {
  let optimizing: Optimizing;
  before(async () => {
    optimizing = await startOptimizing();
  });
  after(() => optimizing.service.stop());

  it('stores a fax in less', async () => {
    const { pdf } = await optimizing.optimized(readCorpus('pdfjs/issue5747.pdf'));
    expect(pdf.length).to.be.below(60_000);
  });

  it('takes back what would change a page, and says so', async () => {
    const before = readCorpus('pdfjs/bug1157493.pdf');
    const { pdf, report } = await optimizing.optimized(before);
    expect(report.warnings[0]?.message).to.match(/on page 1 are better than the level requires, or unchanged/);
    expect(report.left.map(({ what }) => what)).to.include('font');
    expect(pdf.length).to.be.below(before.length);
    await expectSameLook(pdf, before, 100);
  });

  it('keeps what a document conforms to', async () => {
    const archived = ['PDF/A-1b', 'PDF/A-2b', 'PDF/UA-1'].flatMap(passing);
    expect(archived).to.have.length(6);
    for (const before of archived) {
      const { pdf } = await optimizing.optimized(before, { level: 'web' });
      const [one, other] = [before, pdf]
        .map((bytes) => modelOf(bytes))
        .map((model) =>
          claimedStandards(model).map((standard) => [
            standard.name,
            failuresOf(model, standard).map(({ clause }) => clause),
          ]),
        );
      expect(one?.length).to.be.above(0);
      expect(other).to.deep.equal(one);
    }
  });
});

/** The first two documents of the corpus that pass a standard, and are not signed. */
function passing(name: string): Buffer[] {
  const own = labelled('verapdf').filter(({ standard, pass }) => pass && standard.name === name);
  return own
    .slice(0, 12)
    .map(({ path }) => readCorpus(path))
    .filter((pdf) => !pdf.includes('/ByteRange'))
    .slice(0, 2);
}
