import { expect } from 'chai';
import { corpusFiles, readCorpus } from '../../support/corpora.ts';
import { expectSameStructure } from './seen-structure.ts';

describe('Plain elements of the structure', () => {
  it('are seen by rules as if they were read as objects, in every file of the corpora', function () {
    this.timeout(120_000);
    const names = corpusFiles('{verapdf/PDF_UA-*,pdfjs,pyhanko,pdfcpu-forms,xray}/**/*.pdf');
    const plain = names.reduce((sum, name) => sum + expectSameStructure(readCorpus(name), name), 0);
    expect(plain).to.be.above(500);
  });
});
