import { expect } from 'chai';
import { evidencePictures } from '../../../../src/pdf/forensic/evidence-pictures.ts';
import { examine as examineFile, type ForensicReport } from '../../../../src/pdf/forensic/examine.ts';
import { checkSyntax, imagesOf, infoOf, textOf } from '../../../support/pdf.ts';
import { keys, pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';
import { sneaky } from '../../../support/sneaky-files.ts';
import { attacks } from '../../../support/tampered-files.ts';
import { contractPdf } from '../../../support/signed-files.ts';

describe('forensic-analyze as a document to read', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const examine = (pdf: Uint8Array, accept: string) =>
    service.request('POST', '/api/v1/forensic-analyze', {
      key: keys.enterprise,
      headers: { 'content-type': 'application/pdf', accept },
      body: new Uint8Array(pdf),
    });

  it(
    'has the verdict, each finding with its meaning, and pictures of the page as it was signed ' + 'and as it is',
    async () => {
      const pdf =
        (await attacks.find(({ name }) => name === 'hide: text covered by a stamp')?.make()) ?? Buffer.alloc(0);
      const { findings, verdict, risk } = (await examine(pdf, 'application/json')).json() as ForensicReport;
      const answer = await examine(pdf, 'application/pdf');
      const document = pdfOf(answer);
      expect(answer.headers.get('content-disposition')).to.match(/-forensics\.pdf"/);
      await checkSyntax(document);
      const text = (await textOf(document)).replace(/\s+/g, ' ');
      expect([verdict, text.includes('Tampered'), text.includes(String(risk))]).to.deep.equal(['tampered', true, true]);
      for (const { title } of findings) expect(text).to.include(title);
      expect(text)
        .to.include('as it was signed')
        .and.include('as it is now')
        .and.include('Ada sells her house')
        .and.include('Signature1');
      expect((await imagesOf(document)).length).to.be.greaterThan(3);
      expect(await infoOf(document)).to.include({ Title: 'Forensic report', Tagged: 'yes' });
      expect(answer.headers.get('document-pages')).to.equal((await infoOf(document)).Pages);
      expect(service.warnings).to.deep.equal([]);
    },
  );

  it('shows in its pictures what form fields show, as it was signed and as it is', async () => {
    const pdf =
      (await sneaky.find(({ name }) => name === 'a place for a signature that covers the text')?.make()) ??
      Buffer.alloc(0);
    const report = await examineFile({ bytes: pdf, now: new Date() });
    const pictures = await evidencePictures({ bytes: pdf, password: undefined, report });
    const shown = pictures.filter(
      ({ finding }) => finding !== null && report.findings[finding]?.id === 'signed-text-covered',
    );
    expect(shown.map(({ caption }) => caption)).to.deep.equal(['Page 1, as it was signed', 'Page 1, as it is now']);
    expect(Buffer.from(shown[0]?.png ?? []).equals(Buffer.from(shown[1]?.png ?? []))).to.equal(false);
  });

  it('says of a clean file that nothing was found, and that this proves little', async () => {
    const text = (await textOf(pdfOf(await examine(contractPdf(), 'application/pdf')))).replace(/\s+/g, ' ');
    expect(text)
      .to.include('Clean')
      .and.include('Nothing unusual.')
      .and.include('does not prove that there is nothing to find');
  });

  it('shows what the document says as text, never as markup', async () => {
    const pdf = Buffer.from(
      contractPdf()
        .toString('latin1')
        .replace('(Ada)/P', '(<b>)/P')
        .replace('/Root 1 0 R', '/Info<</Title(<script>alert\\(1\\)</script><img src=x>)>>/Root 1 0 R'),
      'latin1',
    );
    const text = await textOf(pdfOf(await examine(pdf, 'application/pdf')));
    expect(text.replace(/\s+/g, ' ')).to.include('<script>alert(1)</script><img src=x>');
  });
});
