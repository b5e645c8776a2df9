import { expect } from 'chai';
import { corpusFiles, readCorpus } from '../../support/corpora.ts';
import { everything, expectVerdicts, judged } from './judged.ts';
import { labelled } from './labelled.ts';

describe('Conformance of what is odd or broken in the corpora', () => {
  it('gives every odd document a verdict, but for those that need a password', function () {
    this.timeout(120_000);
    const odd = corpusFiles('pdfjs/**/*.pdf');
    expect(odd).not.to.have.length(0);
    const refused = odd
      .map((path) => [path, judged(readCorpus(path))] as const)
      .filter(([, verdicts]) => verdicts !== everything.length && verdicts !== 'encrypted-pdf');
    expect(refused).to.deep.equal([]);
  });

  it('gives a verdict on documents with bytes that are changed, cut off or missing', function () {
    this.timeout(120_000);
    expectVerdicts(
      labelled('verapdf').map(({ path }) => ({ name: path, read: () => readCorpus(path) })),
      150,
    );
  });
});
