import { expect } from 'chai';
import { corpusFiles, readCorpus } from '../../../../support/corpora.ts';
import { conforms } from './conforms.ts';
import { startRedacting, type Redacting } from './redact-service.ts';

describe('redact over the corpora', () => {
  let redacting: Redacting;
  before(async () => {
    redacting = await startRedacting();
  });
  after(() => redacting.service.stop());

  it('answers a problem or a clean document for whatever it is sent', async () => {
    const names = corpusFiles('pyhanko/**/*.pdf').slice(0, 12);
    expect(names).to.have.length(12);
    for (const name of names) {
      const response = await redacting.send(readCorpus(name), { text: [{ literal: 'the' }], breakSignatures: true });
      expect([200, 422], `${name}: ${response.status}`).to.include(response.status);
    }
  });

  for (const [standard, folder] of [
    ['PDF/UA-1', 'PDF_UA-1'],
    ['PDF/A-1b', 'PDF_A-1b'],
    ['PDF/A-2b', 'PDF_A-2b'],
    ['PDF/A-2a', 'PDF_A-2a'],
  ] as const) {
    it(`leaves ${standard} true where it was, whatever chance finds in profiles and fonts`, async () => {
      const files = corpusFiles(`verapdf/**/${folder}/**/*-pass-*.pdf`)
        .map((name) => readCorpus(name))
        .filter((file) => conforms(file, standard))
        .slice(0, 6);
      expect(files).to.have.length.above(0);
      for (const file of files) {
        const { pdf, report } = await redacting.redacted(file, {
          text: [{ pattern: 't[a-f]' }],
          areas: [{ page: 1, box: { x: 20, y: 20, width: 200, height: 60 } }],
        });
        expect(report.pages).to.have.length.above(0);
        expect(conforms(pdf, standard)).to.equal(true);
      }
    });
  }
});
