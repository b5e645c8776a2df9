import { expect } from 'chai';
import { corpusFiles, readCorpus } from '../../support/corpora.ts';
import { expectSameReading } from './read-both-ways.ts';

describe('The reader of content', () => {
  it('reads the same as the parser of files, in every page of the corpora', function () {
    this.timeout(120_000);
    const read = corpusFiles('{pdfjs,xray,jpdfium-redact,pyhanko,pdfcpu-forms}/**/*.pdf').reduce(
      (sum, path) => sum + expectSameReading(readCorpus(path), path),
      0,
    );
    expect(read).to.be.above(600);
  });
});
