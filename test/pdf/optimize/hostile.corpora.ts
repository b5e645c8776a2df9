import { readCorpus } from '../../support/corpora.ts';
import { expectOutcomes } from './damaged.ts';

describe('Optimizing documents of the corpora that are damaged', () => {
  for (const name of ['issue3205r', 'stamps', 'issue15012', 'issue5747', 'issue13211']) {
    it(`makes a document or a problem of ${name} with bytes changed`, () =>
      expectOutcomes(readCorpus(`pdfjs/${name}.pdf`)));
  }
});
