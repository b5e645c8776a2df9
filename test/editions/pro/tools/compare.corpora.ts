import { expect } from 'chai';
import { compare } from '../../../../src/editions/pro/tools/compare.ts';
import { readCorpus } from '../../../support/corpora.ts';
import { bearer } from '../../../support/http.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';
import { changesOfCopy } from './changes-of-copy.ts';

describe('compare over the corpora', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(compare);
  });
  after(() => service.stop());

  const report = async (before: Uint8Array, after: Uint8Array) => {
    const response = await service.send('compare', [before, after], {}, { authorization: bearer('pro') });
    expect(response.status).to.equal(200);
    return response.json();
  };

  for (const name of ['annotation-tx', 'bug1844583', 'issue5334', 'issue15012']) {
    it(`finds a copy of ${name}.pdf equal that was only saved again`, async () => {
      expect(await changesOfCopy(readCorpus(`pdfjs/${name}.pdf`), report)).to.deep.equal([]);
    });
  }
});
