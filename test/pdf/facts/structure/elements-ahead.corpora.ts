import { expect } from 'chai';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { AppError } from '../../../../src/problems.ts';
import { corpusFiles, readCorpus } from '../../../support/corpora.ts';
import { expectSameElements } from './same-elements.ts';

describe('Structure elements that another thread scans', () => {
  it('are those of their objects, in every file of the corpora', function () {
    this.timeout(120_000);
    let records = 0;
    for (const name of corpusFiles('{verapdf/PDF_UA-*,pdfjs,pyhanko,pdfcpu-forms,xray}/**/*.pdf')) {
      try {
        records += expectSameElements(openPdf(readCorpus(name)), name);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }
    expect(records).to.be.above(500);
  });
});
