import { expect } from 'chai';
import { issue } from '../../../support/certificates.ts';
import { type Answered, keys, pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

describe('forensic-analyze of a document that the service signed', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const ada = issue({ name: 'Ada Tester' });
  const post = (tool: string, body: object, accept: string): Promise<Answered> =>
    service.request('POST', `/api/v1/${tool}`, {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify(body),
    });
  const given = (pdf: Buffer) => ({ data: pdf.toString('base64') });

  /** A page with one row that is coloured, and a visible signature over it. */
  async function signedOverRow(colour: string): Promise<Buffer> {
    const rows =
      `<tr><td>Bolt</td></tr><tr style="background: ${colour}; height: ` +
      '30px"><td>Total</td></tr><tr><td>Nut</td></tr>';
    const pdf = pdfOf(
      await service.render({
        operations: [
          {
            op: 'add_html',
            html: `<p>Agreed.</p><table style="width: 100%; border-collapse: collapse">${rows}</table>`,
          },
        ],
      }),
    );
    const appearance = { page: 1, box: { x: 100, y: 90, width: 240, height: 60 } };
    return pdfOf(
      await post(
        'sign',
        { document: given(pdf), certificate: ada.certificate, privateKey: ada.privateKey, appearance },
        'application/pdf',
      ),
    );
  }

  for (const colour of ['#1a5fb4', '#ffe08a']) {
    it(`is clean, where the signature stands on a row in ${colour}`, async () => {
      const report = (
        await post('forensic-analyze', { document: given(await signedOverRow(colour)) }, 'application/json')
      ).json();
      expect(report.findings.map(({ id }: { id: string }) => id)).to.not.include('text-under-box');
      expect([report.verdict, report.signatures.length]).to.deep.equal(['clean', 1]);
    });
  }
});
