import { expect } from 'chai';
import { complianceCheck } from '../../../../src/editions/enterprise/tools/compliance-check.ts';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { standards } from '../../../../src/pdf/xmp/standards.ts';
import { newEncryption } from '../../../../src/pdf/crypt/new-encryption.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { writePdf } from '../../../../src/pdf/file/writing/write.ts';
import { conforming } from '../../../support/conforming.ts';
import { bearer, problemOf } from '../../../support/http.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

interface Result {
  readonly standard: string;
  readonly compliant: boolean;
  readonly claimed: boolean;
  readonly failures: readonly {
    readonly clause: string;
    readonly test: number;
    readonly message: string;
    readonly occurrences: readonly {
      readonly page: number | null;
      readonly object: number | null;
      readonly message: string;
      readonly fix: string;
    }[];
  }[];
}

const plain = Buffer.from(examplePdf('Hello'), 'base64');

describe('compliance-check', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(complianceCheck);
  });
  after(() => service.stop());

  const check = (pdf: Uint8Array, options: object = {}) =>
    service.send('compliance-check', [{ name: 'archive.pdf', bytes: pdf }], options, { authorization: bearer('ent') });
  const results = async (pdf: Uint8Array, options?: object) => {
    const response = await check(pdf, options);
    expect(response.status).to.equal(200);
    return ((await response.json()) as { results: Result[] }).results;
  };

  it('names each requirement that is not met by its clause, with where and how it is mended', async () => {
    const [result] = await results(plain, { standards: ['PDF/A-2b'] });
    expect(result).to.include({ standard: 'PDF/A-2b', compliant: false, claimed: false });
    const embedded = result?.failures.find(({ clause, test }) => clause === '6.2.11.4.1' && test === 1);
    expect(embedded?.occurrences[0]).to.include({
      page: 1,
      object: 4,
      box: null,
      message: 'A font that text is shown in has no embedded program that can be read: Helvetica.',
      fix: 'Embed the font.',
    });
    expect(result?.failures.map(({ clause }) => clause)).to.include.members(['6.1.2', '6.1.3', '6.2.4.3', '6.6.2.1']);
  });

  it('checks what the document claims, unless standards are asked for', async () => {
    expect(
      (await results(conforming(['PDF/A-2b']))).map(({ standard, compliant, claimed }) => [
        standard,
        compliant,
        claimed,
      ]),
    ).to.deep.equal([['PDF/A-2b', true, true]]);
    expect(await results(plain)).to.deep.equal([]);
  });

  it('takes the standards in the order of the request, with or without their family', async () => {
    const answers = await results(plain, { standards: ['PDF/UA-1', '4f', '1a', 'PDF/A-3u'] });
    expect(answers.map(({ standard, compliant }) => [standard, compliant])).to.deep.equal([
      ['PDF/UA-1', false],
      ['PDF/A-4f', false],
      ['PDF/A-1a', false],
      ['PDF/A-3u', false],
    ]);
  });

  it('finds what conforms to each standard compliant, and what has no embedded font not', async () => {
    for (const name of [...standards.keys()].filter((each) => !['PDF/A-4e', 'PDF/A-4f', 'PDF/UA-2'].includes(each))) {
      const [[good], [bad]] = [
        await results(conforming([name]), { standards: [name] }),
        await results(plain, { standards: [name] }),
      ];
      expect([name, good?.compliant, good?.claimed, bad?.compliant]).to.deep.equal([name, true, true, false]);
    }
  });

  it('judges a document that is encrypted or damaged, and refuses what is no PDF', async () => {
    const file = openPdf(conforming(['PDF/A-1b']));
    const encrypted = Buffer.from(
      writePdf({
        objects: file.numbers().map((num) => [num, file.get(num)] as const),
        trailer: file.trailer,
        version: '1.7',
        compress: false,
        encrypt: newEncryption({ userPassword: '', ownerPassword: 'owner' }),
      }),
    );
    expect(
      (await results(encrypted, { standards: ['PDF/A-1b'] }))[0]?.failures.map(
        ({ clause, test }) => `${clause}-${test}`,
      ),
    ).to.include('6.1.3-2');
    expect((await results(Buffer.from('%PDF-1.4\n1 0 obj'), { standards: ['PDF/A-1b'] }))[0]).to.include({
      compliant: false,
    });
    expect(await problemOf(await check(Buffer.from('PK\u0003\u0004'), { standards: ['PDF/A-1b'] }))).to.include({
      status: 422,
      slug: 'invalid-pdf',
    });
  });

  it('says which standards there are', async () => {
    const problem = await problemOf(await check(plain, { standards: ['PDF/X-4'] }));
    expect(problem).to.include({ status: 400, slug: 'invalid-request' });
    expect(problem.errors?.[0]?.pointer).to.equal('/standards/0');
    expect(await problemOf(await check(plain, { standards: [] }))).to.include({ status: 400 });
  });

  it('is not for a key of a lower tier', async () => {
    expect(
      await problemOf(await service.send('compliance-check', [plain], {}, { authorization: bearer('pro') })),
    ).to.include({ status: 403, slug: 'tier-required' });
  });
});
