import { expect } from 'chai';
import { complianceCheck } from '../../../../src/editions/enterprise/tools/compliance-check.ts';
import { labelled } from '../../../pdf/conformance/labelled.ts';
import { readCorpus } from '../../../support/corpora.ts';
import { bearer } from '../../../support/http.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

describe('compliance-check', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(complianceCheck);
  });
  after(() => service.stop());

  it('agrees with the labels of a part of the corpus over HTTP, in every standard', async () => {
    for (const { path, standard, pass, name } of labelled('verapdf')
      .filter((_, index) => index % 40 === 0)
      .filter((each) => each.standard.name !== 'PDF/UA-2')) {
      const response = await service.send(
        'compliance-check',
        [{ name: 'archive.pdf', bytes: readCorpus(path) }],
        { standards: [standard.name] },
        { authorization: bearer('ent') },
      );
      expect(response.status).to.equal(200);
      const { results } = (await response.json()) as { results: { readonly compliant: boolean }[] };
      expect([name, results[0]?.compliant]).to.deep.equal([name, pass]);
    }
  });
});
