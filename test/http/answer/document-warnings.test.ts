import { expect } from 'chai';
import { edition as core } from '../../../src/editions/core/index.ts';
import { edition as enterprise } from '../../../src/editions/enterprise/index.ts';
import { edition as pro } from '../../../src/editions/pro/index.ts';
import { keys, type Answered, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const tools = [core, pro, enterprise]
  .flatMap((edition) => edition.tools)
  .filter(
    ({ produces }) => produces === 'document' || produces === 'document-or-images' || produces === 'report-document',
  );

/** `Document-Warnings` is on every PDF of every tool, however it is fetched. */
describe('`Document-Warnings`', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_APPROVAL_REQUIRED: 'none' })));

  const post = (path: string, body: object, accept = 'application/pdf', more: Record<string, string> = {}) =>
    service.request('POST', path, {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json', accept, ...more },
      body: JSON.stringify(body),
    });
  const get = (path: string, method = 'GET'): Promise<Answered> =>
    service.request(method, path, { key: keys.enterprise, headers: { accept: 'application/pdf, application/zip' } });
  const counted = ({ status, headers }: Answered) => [
    status,
    headers.get('content-type'),
    headers.get('document-warnings'),
  ];
  /** The PDF of a job of a tool. */
  async function ofJob(tool: string, input: object, method = 'GET'): Promise<Answered> {
    const { id } = (await post('/api/v1/jobs', { tool, input }, 'application/json')).json();
    for (;;) {
      const { status } = (await get(`/api/v1/jobs/${id}`)).json();
      if (status === 'succeeded' || status === 'failed') return get(`/api/v1/jobs/${id}/result`, method);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('is tested with every tool that makes a PDF', () => {
    expect(tools.map(({ name }) => name)).to.include.members(['render', 'merge', 'sign', 'compare', 'redact']);
    expect(tools).to.have.length.of.at.least(10);
  });

  for (const { name, examples } of tools) {
    it(`is the number of warnings in the report of ${name}, 0 included, also of a job`, async () => {
      let pdfs = 0;
      for (const [example, input] of Object.entries(examples)) {
        const pdf = await post(`/api/v1/${name}`, input as object);
        if (pdf.headers.get('content-type') !== 'application/pdf') continue; // a report alone
        pdfs += 1;
        const json = (await post(`/api/v1/${name}`, input as object, 'application/json')).json();
        const { warnings = [] } = json.report ?? json;
        const expected = [200, 'application/pdf', String(warnings.length)];
        expect(counted(pdf), example).to.deep.equal(expected);
        if (pdfs === 1) expect(counted(await ofJob(name, input as object)), example).to.deep.equal(expected);
      }
      expect(pdfs).to.be.at.least(1);
    });
  }

  it('counts the warnings of a render, a merge and their jobs, and is on replays and on HEAD', async () => {
    const html = '<img src="gone.png" alt="Logo"><p class="x">A</p>';
    const body = { operations: [{ op: 'add_html', html }] };
    const replayed = { 'idempotency-key': `warnings-${process.pid}` };
    for (let count = 0; count < 2; count += 1)
      expect(counted(await post('/api/v1/render', body, 'application/pdf', replayed))[2]).to.equal('1');
    for (const method of ['GET', 'HEAD'])
      expect(counted(await ofJob('render', body, method))).to.deep.equal([200, 'application/pdf', '1']);
    const document = { data: (await post('/api/v1/render', body)).body.toString('base64') };
    const merged = await post('/api/v1/merge', { documents: [document, document] });
    expect(counted(merged)).to.deep.equal([200, 'application/pdf', '0']);
  });

  it('counts each search of a redaction that found nothing, with its place and without its text', async () => {
    const rendered = await post('/api/v1/render', { operations: [{ op: 'add_text', text: 'Ada Lovelace' }] });
    const input = {
      document: { data: rendered.body.toString('base64') },
      text: [{ literal: 'Ada' }, { literal: 'Nobody' }, { pattern: 'x{3}' }],
      presets: ['email'],
    };
    expect(counted(await post('/api/v1/redact', input))[2]).to.equal('3');
    const { report } = (await post('/api/v1/redact', input, 'application/json')).json();
    expect(report.warnings.map(({ pointer }: { pointer: string }) => pointer)).to.deep.equal([
      '/text/1',
      '/text/2',
      '/presets/0',
    ]);
    expect(JSON.stringify(report.warnings)).not.to.contain('Nobody');
  });

  it('is on an archive too, also that of a job: a split that found no place says so', async () => {
    const rendered = await post('/api/v1/render', { operations: [{ op: 'add_text', text: 'One' }] });
    const document = { data: rendered.body.toString('base64') };
    const zip = { 'content-type': 'application/zip' };
    for (const [input, count] of [
      [{ document, atText: 'zzz' }, '1'],
      [{ document, every: 1, names: '{tittle}' }, '1'],
      [{ document, every: 1 }, '0'],
    ] as const) {
      const expected = [200, zip['content-type'], count];
      expect(counted(await post('/api/v1/split', input, 'application/zip'))).to.deep.equal(expected);
      expect(counted(await ofJob('split', input))).to.deep.equal(expected);
    }
  });
});
