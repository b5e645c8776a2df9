import { expect } from 'chai';
import { textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { contractPdf, signed } from '../../support/signed-files.ts';

const text = { op: 'add_text', text: 'Orders grew in every region.' };
const stamp = (fields: object) => ({ op: 'add_stamp', ...fields });

describe('add_stamp, where it can not be done,', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const refusal = async (operations: readonly object[], more: object = {}) => {
    const answer = await service.render({ operations, ...more });
    const { type, errors } = answer.json();
    return [answer.status, String(type).split('/').at(-1), errors?.[0]?.pointer];
  };
  it('refuses a transparent stamp where PDF/A-1 is requested', async () => {
    const output = { conformance: 'PDF/A-1b' };
    expect((await refusal([text, stamp({ text: 'A', opacity: 0.5 })], { output })).slice(0, 2)).to.deep.equal([
      422,
      'conformance-not-reached',
    ]);
  });

  it('leaves pages of signed PDFs alone, and is refused on them', async () => {
    const contract = (await signed(contractPdf())).toString('base64');
    expect(await refusal([text, { op: 'add_pdf', data: contract }, stamp({ text: 'COPY' })])).to.deep.equal([
      422,
      'signature-would-break',
      '/operations/2',
    ]);
    const operations = [text, { op: 'add_pdf', data: contract }, stamp({ text: 'COPY', pages: '1' })];
    const pages = (await textOf(pdfOf(await service.render({ operations })))).split('\f').slice(0, -1);
    expect(pages.map((page) => page.includes('COPY'))).to.deep.equal([true, false, false]);
  });

  it('warns of placeholders that do not exist', async () => {
    const answer = await service.render(
      { operations: [text, stamp({ text: '{pgae} {bates}' })] },
      { headers: { accept: 'application/json' } },
    );
    const { report } = answer.json() as { report: { warnings: { code: string; pointer: string }[] } };
    const found = report.warnings.map(({ code, pointer }) => [code, pointer]);
    expect(found).to.deep.equal([
      ['placeholder-unknown', '/operations/1/text'],
      ['placeholder-unknown', '/operations/1/text'],
    ]);
  });

  it('is in the report with its fonts, and with characters that no font has', async () => {
    const answer = await service.render(
      {
        operations: [text, stamp({ text: 'A 𒀀' }), stamp({ html: '<p style="font-family:Cousine">B \uE124</p>' })],
      },
      { headers: { accept: 'application/json' } },
    );
    const { report } = answer.json() as { report: { warnings: { code: string; message: string }[]; fonts: unknown } };
    const missing = report.warnings.filter(({ code }) => code === 'glyph-missing').map(({ message }) => message);
    expect(missing).to.have.length(2);
    expect(missing.join())
      .to.match(/page 1/)
      .and.to.contain('𒀀');
    expect(JSON.stringify(report.fonts)).to.contain('Cousine');
  });

  it('names its mistakes', async () => {
    const wrong: [object, number, string][] = [
      [{}, 400, ''],
      [{ text: 'A', html: '<b>A</b>' }, 400, ''],
      [{ text: 'A', at: 'middle' }, 400, '/at'],
      [{ text: 'A', at: { x: 1 } }, 400, '/at/y'],
      [{ text: 'A', opacity: 2 }, 400, '/opacity'],
      [{ text: 'A', colour: 'red' }, 400, '/colour'],
      [{ text: 'A', position: { x: 1, y: 1 } }, 400, '/position'],
      [{ asset: 'none' }, 400, '/asset'],
      [{ image: 'QUJD' }, 422, '/image'],
      [{ text: 'A', pages: '2' }, 422, '/pages'],
    ];
    for (const [fields, status, field] of wrong) {
      const [found, , pointer] = await refusal([text, stamp(fields)]);
      expect([found, pointer], JSON.stringify(fields)).to.deep.equal([status, `/operations/1${field}`]);
    }
  });
});
