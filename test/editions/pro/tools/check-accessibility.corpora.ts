import { expect } from 'chai';
import { checkAccessibility } from '../../../../src/editions/pro/tools/check-accessibility.ts';
import type { AccessibilityReport } from '../../../../src/pdf/conformance/accessibility/check-accessibility.ts';
import { labelled } from '../../../pdf/conformance/labelled.ts';
import { readCorpus } from '../../../support/corpora.ts';
import { bearer } from '../../../support/http.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

const files = labelled('verapdf').filter(({ standard }) => standard.name === 'PDF/UA-1');
const file = (name: string) => readCorpus(files.find((each) => each.name === name)?.path ?? name);

describe('check-accessibility over the corpora', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(checkAccessibility);
  });
  after(() => service.stop());

  const report = async (bytes: Uint8Array): Promise<AccessibilityReport> => {
    const response = await service.send(
      'check-accessibility',
      [{ name: 'read-me.pdf', bytes }],
      {},
      { authorization: bearer('pro') },
    );
    expect(response.status).to.equal(200);
    return (await response.json()) as AccessibilityReport;
  };
  const failed = ({ checks }: AccessibilityReport) =>
    checks.filter(({ status }) => status === 'failed').map(({ id }) => id);

  it('passes every machine check of the documents that conform, and still asks a person', async () => {
    for (const { path, name } of files.filter(({ pass }) => pass).filter((_, index) => index % 8 === 0)) {
      const answer = await report(readCorpus(path));
      expect([name, failed(answer)]).to.deep.equal([name, []]);
      expect(answer.machineChecksPassed).to.equal(true);
      expect(answer.humanChecks).not.to.have.lengthOf(0);
    }
  });

  it('finds each fault at its condition of the Matterhorn Protocol', async () => {
    const faults = {
      '7.1-t04-fail-a': '01-007',
      '7.1-t09-fail-a': '06-003',
      '7.1-t10-fail-b': '07-001',
      '7.2-t05-fail-a': '09-004',
      '7.2-t17-fail-a': '09-005',
      '7.2-t27-fail-b': '09-006',
      '7.2-t22-fail-a': '11-002',
      '7.3-t01-fail-a': '13-004',
      '7.4.2-t01-fail-a': '14-002',
      '7.4.4-t01-fail-a': '14-006',
      '7.5-t01-fail-a': '15-003',
      '7.9-t02-fail-a': '19-004',
      '7.18.1-t01-fail-a': '28-002',
      '7.18.3-t01-fail-b': '28-009',
      '7.21.3.1-t01-fail-b': '31-002',
      '7.21.8-t01-fail-a': '31-030',
    };
    for (const [name, condition] of Object.entries(faults))
      expect(failed(await report(file(name))), name).to.include(condition);
  });

  it('tells where on the page an annotation is, from its top-left corner', async () => {
    const { checks } = await report(file('7.18.5-t02-fail-a'));
    const [occurrence] = checks.find(({ id }) => id === '28-012')?.occurrences ?? [];
    expect(occurrence?.page).to.equal(1);
    expect(occurrence?.box).to.have.keys('x', 'y', 'width', 'height');
    expect(occurrence?.box?.y).to.be.within(0, 842);
  });
});
