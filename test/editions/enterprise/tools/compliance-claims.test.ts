import { expect } from 'chai';
import { type Answered, keys, pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

/** A page whose metadata claims part `part` of PDF/A. */
function claiming(part: string): Buffer {
  const about = '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">';
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
    (`xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${about}<pdfaid:part>${part}</pdfaid:part>` +
      '</rdf:Description></rdf:RDF></x:xmpmeta>');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
    `<</Type/Metadata/Subtype/XML/Length ${xmp.length}>>\nstream\n${xmp}\nendstream`,
  ];
  return Buffer.from(
    `%PDF-1.7\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<</Root ` +
      `1 0 R/Size 5>>\n`,
    'latin1',
  );
}

describe('compliance-check of a document without a result', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const check = (pdf: Uint8Array, options: object = {}): Promise<Answered> =>
    service.request('POST', '/api/v1/compliance-check', {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: { data: Buffer.from(pdf).toString('base64') }, ...options }),
    });
  const render = async (output: object): Promise<Buffer> =>
    pdfOf(
      await service.render({
        document: { title: 'Minutes', lang: 'en' },
        operations: [{ op: 'add_text', text: 'Approved.' }],
        output,
      }),
    );

  it('states that the document claims nothing', async () => {
    const answer = await check(await render({}));
    expect(answer.status).to.equal(200);
    expect(answer.json()).to.deep.equal({
      results: [],
      claims: [],
      notice: 'The document claims no standard, so none was checked. Name the standards to check in `standards`.',
    });
  });

  it('has no notice where there is a result: of a claim, or of the standards of the request', async () => {
    const claimed = (await check(await render({ conformance: ['PDF/A-2b', 'PDF/UA-1'] }))).json();
    expect(claimed)
      .to.deep.include({ claims: ['PDF/A-2b', 'PDF/UA-1'] })
      .and.not.to.have.property('notice');
    expect(claimed.results).to.deep.equal([
      { standard: 'PDF/A-2b', compliant: true, claimed: true, failures: [] },
      { standard: 'PDF/UA-1', compliant: true, claimed: true, failures: [] },
    ]);
    const named = (await check(await render({}), { standards: ['PDF/A-2b'] })).json();
    expect(named).to.deep.include({ claims: [] }).and.not.to.have.property('notice');
    expect(named.results).to.have.length(1);
  });

  it('names a claim of a standard that does not exist', async () => {
    const answer = (await check(claiming('9'))).json();
    expect([answer.results, answer.claims]).to.deep.equal([[], ['PDF/A-9']]);
    expect(answer.notice).to.equal(
      'No such standard is known, so it was not checked: PDF/A-9. Name the standards to check in `standards`.',
    );
  });

  it('states that a document is damaged beyond reading', async () => {
    const answer = (await check(Buffer.from('%PDF-1.7\nnothing of a document'))).json();
    expect([answer.results, answer.claims]).to.deep.equal([[], []]);
    expect(answer.notice).to.match(
      /^The document is damaged: .*Its claims cannot be read, so no standard was checked\./,
    );
  });

  it(
    'refuses a document that stays encrypted, with and without standards, and checks it with ' + 'its password',
    async () => {
      const locked = await render({ encryption: { userPassword: 'open sesame' } });
      for (const options of [{}, { standards: ['PDF/A-2b'] }]) {
        const refused = await check(locked, options);
        expect([refused.status, refused.json().type]).to.deep.equal([
          422,
          'https://colophon.dev/problems/encrypted-pdf',
        ]);
      }
      const wrong = await check(locked, { password: 'guess' });
      expect([wrong.status, wrong.json().type]).to.deep.equal([422, 'https://colophon.dev/problems/wrong-password']);
      expect((await check(locked, { password: 'open sesame' })).json()).to.deep.include({ results: [], claims: [] });
    },
  );
});
