import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { c2paVerdict } from '../../../../support/c2pa.ts';
import { checkSyntax, textOf } from '../../../../support/pdf.ts';
import { startService, keys, pdfOf, type Json, type OwnService } from '../../../../support/service.ts';
import { pdfsig } from '../../../../support/signatures.ts';
import { credential, provenance, root } from './certify-service.ts';

const standards = ['PDF/A-3a', 'PDF/UA-1'];
const sample = JSON.parse(readFileSync('docs/gallery/templates/report.json', 'utf8'));

describe('A report that the service rendered to PDF/A-3a and PDF/UA-1, and certified', () => {
  let service: OwnService;
  let pdf: Buffer;
  before(async function () {
    this.timeout(120_000);
    service = await startService({ SERVICE_APPROVAL_REQUIRED: 'none' });
    const rendered = pdfOf(await service.render({ ...sample, output: { ...sample.output, conformance: standards } }));
    pdf = pdfOf(
      await post('ai-certify', rendered, { provenance, credential, visibleLabel: 'AI-generated, reviewed by a human' }),
    );
  });
  after(() => service.stop());

  const post = (tool: string, document: Uint8Array, options: object = {}) =>
    service.request('POST', `/api/v1/${tool}`, {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: { data: Buffer.from(document).toString('base64') }, ...options }),
    });

  it(
    'is valid to readers of Content Credentials and of signatures, says so on its page, and ' + 'conforms as before',
    async () => {
      expect(await c2paVerdict(pdf)).to.deep.include({ state: 'Valid', failures: ['signingCredential.untrusted'] });
      expect(await c2paVerdict(pdf, root)).to.deep.include({ state: 'Trusted', failures: [] });
      expect((await pdfsig(pdf)).map(({ valid, total }) => [valid, total])).to.deep.equal([[true, true]]);
      expect(await textOf(pdf, 1)).to.contain('AI-generated, reviewed by a human');
      await checkSyntax(pdf);
      const results = (await post('compliance-check', pdf)).json().results as Json[];
      expect(
        results.map(({ standard, compliant, claimed, failures }) => [standard, compliant, claimed, failures]),
      ).to.deep.equal(standards.map((standard) => [standard, true, true, []]));
    },
  );

  it('is no cause for alarm to an examiner', async () => {
    const { verdict, findings } = (await post('forensic-analyze', pdf)).json();
    expect(['clean', 'notable'], JSON.stringify(findings)).to.include(verdict);
  });
});
