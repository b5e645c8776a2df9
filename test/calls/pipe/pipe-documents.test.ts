import { expect } from 'chai';
import { pipeExamples } from '../../../src/calls/pipe/pipe-examples.ts';
import { edition as core } from '../../../src/editions/core/index.ts';
import { examplePdf } from '../../../src/editions/example-pdf.ts';
import { edition as pro } from '../../../src/editions/pro/index.ts';
import { exampleCertificate, exampleKey } from '../../../src/editions/pro/tools/sign/example-credential.ts';
import { infoOf, textOf } from '../../support/pdf.ts';
import { keys, pdfOf, type Answered, type Json, type RequestOptions, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { pdfsig } from '../../support/signatures.ts';

const letter = (text = 'Dear Ada Lovelace') => ({
  tool: 'render',
  input: { operations: [{ op: 'add_text', text }], document: { title: 'Offer' }, output: { filename: 'offer.pdf' } },
});
const annex = { data: examplePdf('Terms', 'More terms') };
const credential = { certificate: exampleCertificate, privateKey: exampleKey };

describe('A pipe of documents', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const pipe = (steps: readonly object[], options: RequestOptions = {}): Promise<Answered> =>
    service.request('POST', '/api/v1/pipe', {
      key: keys.pro,
      ...options,
      headers: { 'content-type': 'application/json', ...options.headers },
      body: JSON.stringify({ steps }),
    });
  const asJson = { headers: { accept: 'application/json' } };
  const submit = (steps: readonly object[]): Promise<Answered> =>
    service.request('POST', '/api/v1/jobs', {
      key: keys.pro,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'pipe', input: { steps } }),
    });
  const resultOf = async ({ id }: Json, accept = '*/*'): Promise<Answered> => {
    for (;;) {
      const answer = await service.request('GET', `/api/v1/jobs/${String(id)}/result`, {
        key: keys.pro,
        headers: { accept },
      });
      if (answer.status !== 409) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('is rendered, merged with an annex and signed in one request', async () => {
    const answer = await pipe([
      letter(),
      { tool: 'merge', input: { documents: [{ step: 0 }, { ...annex, pages: '2' }] } },
      { tool: 'sign', input: { document: { step: 1 }, ...credential, reason: 'Agreed' } },
    ]);
    const pdf = pdfOf(answer);
    expect(await textOf(pdf))
      .to.contain('Dear Ada Lovelace')
      .and.contain('More terms');
    expect(await textOf(pdf, 2)).to.not.contain('Dear');
    expect(await infoOf(pdf)).to.include({ Pages: '2', Title: 'Offer' });
    expect(await pdfsig(pdf)).to.have.length(1);
    expect(answer.headers.get('document-pages')).to.equal('2');
    expect(answer.headers.get('content-disposition')).to.contain('merged.pdf');
  });

  it('has its documents in their order, and the problem of the first wrong one', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `Letter number ${index} of twelve`);
    const join = { tool: 'merge', input: { documents: texts.map((_, step) => ({ step })) } };
    const began = performance.now();
    const answer = await pipe([...texts.map((text) => letter(text)), join]);
    const elapsedMs = performance.now() - began;
    const pages = (await textOf(pdfOf(answer))).split('\f').slice(0, -1);
    expect(pages.map((page) => page.trim())).to.deep.equal(texts);
    const stages = [...(answer.headers.get('server-timing') ?? '').matchAll(/(\w+);dur=([\d.]+)/g)];
    expect(stages.map(([, name]) => name)).to.include.members(['print', 'merge']);
    expect(stages.reduce((sum, [, , dur]) => sum + Number(dur), 0)).to.be.at.most(elapsedMs);
    const wrong = (index: number) => ({
      tool: 'render',
      input: { operations: [{ op: 'add_template', name: `none-${index}` }] },
    });
    const failed = await pipe([letter(), letter(), wrong(2), letter(), wrong(4)]);
    expect(failed.json()).to.include({ step: 2 });
    expect(failed.json().type).to.contain('template-not-found');
    expect(failed.json().detail).to.contain('none-2');
  });

  it('reports on each step in JSON, and answers as the last tool does', async () => {
    const steps = [letter(), { tool: 'merge', input: { documents: [{ step: 0, pages: '1', title: 'A' }, annex] } }];
    const { document, report, reports, ...others } = (await pipe(steps, asJson)).json();
    expect(others).to.deep.equal({});
    expect(document).to.include({ contentType: 'application/pdf', pages: 3 });
    expect(reports).to.have.length(2);
    expect(reports[0].fonts).to.be.an('array').and.not.to.deep.equal([]);
    expect(reports[1]).to.deep.equal(report);
  });

  it('removes a name, and proves it by the text of the result', async () => {
    const steps = [
      letter(),
      { tool: 'redact', input: { document: { step: 0 }, text: [{ literal: 'Ada Lovelace' }] } },
      { tool: 'extract-text', input: { document: { step: 1 } } },
    ];
    const text = await pipe(steps, { headers: { accept: 'text/plain' } });
    expect(text.body.toString()).to.contain('Dear').and.not.contain('Lovelace');
    const { pages, reports } = (await pipe(steps, asJson)).json();
    expect(pages[0].text).to.contain('Dear').and.not.contain('Ada');
    expect(reports[2].pages).to.deep.equal(pages);
    expect(reports[1].verifiedBy).to.deep.equal(['content', 'pdfium', 'raw']);
  });

  it('ends in an archive where its last step splits', async () => {
    const answer = await pipe([
      { tool: 'merge', input: { documents: [annex, annex] } },
      { tool: 'split', input: { document: { step: 0 }, every: 3 } },
    ]);
    expect(answer.headers.get('content-type')).to.equal('application/zip');
    const listed = (
      await pipe(
        [
          { tool: 'merge', input: { documents: [annex, annex] } },
          { tool: 'split', input: { document: { step: 0 }, every: 3 } },
        ],
        asJson,
      )
    ).json();
    expect(listed.documents.map(({ pages }: Json) => pages)).to.deep.equal([3, 1]);
    expect(listed.reports).to.have.length(2);
  });

  it('is the same as a job, in every form of its answer', async () => {
    const steps = [
      { tool: 'merge', input: { documents: [annex, annex] } },
      { tool: 'optimize', input: { document: { step: 0 } } },
    ];
    const direct = await pipe(steps);
    const job = (await submit(steps)).json();
    const result = await resultOf(job);
    expect(result.headers.get('document-pages')).to.equal('4');
    expect(result.headers.get('document-warnings')).to.equal(direct.headers.get('document-warnings'));
    const { reports } = (await resultOf(job, 'application/json')).json();
    expect(reports.map((report: object) => 'warnings' in report)).to.deep.equal([true, true]);
  });

  it('takes the text of a job in the form that the request for the result accepts', async () => {
    const steps = [letter('A job'), { tool: 'extract-text', input: { document: { step: 0 } } }];
    const job = (await submit(steps)).json();
    expect((await resultOf(job, 'text/plain')).body.toString()).to.contain('A job');
    expect((await resultOf(job, 'application/json')).json().reports).to.have.length(2);
    expect((await resultOf(job, 'application/pdf')).status).to.equal(406);
  });

  it('uses the result of a job as a document, and one document in several steps', async () => {
    const first = (await submit([letter('From a job'), { tool: 'optimize', input: { document: { step: 0 } } }])).json();
    await resultOf(first);
    const pdf = pdfOf(
      await pipe([
        { tool: 'merge', input: { documents: [{ jobId: first.id }] } },
        { tool: 'merge', input: { documents: [{ step: 0 }, { step: 0 }] } },
        { tool: 'merge', input: { documents: [{ step: 1 }, { step: 0 }] } },
      ]),
    );
    expect((await textOf(pdf)).match(/From a job/g)).to.have.length(3);
    const missing = await pipe([
      letter(),
      { tool: 'merge', input: { documents: [{ step: 0 }, { jobId: 'no-such-job' }] } },
    ]);
    expect(missing.json()).to.include({ status: 404, step: 1 });
  });

  it('opens what an earlier step has encrypted', async () => {
    const secret = {
      ...letter('Secret'),
      input: { ...letter('Secret').input, output: { encryption: { userPassword: 'key' } } },
    };
    const open = { tool: 'extract-text', input: { document: { step: 0 }, password: 'key' } };
    expect((await pipe([secret, open], asJson)).json().pages[0].text).to.contain('Secret');
    const wrong = await pipe([secret, { tool: 'merge', input: { documents: [annex, { step: 0, password: 'no' }] } }]);
    expect(wrong.json()).to.include({ status: 422, step: 1 });
  });

  it('names the step that fails, and the place in the whole request', async () => {
    const answer = await pipe([
      letter(),
      { tool: 'merge', input: { documents: [{ step: 0, pages: '7' }] } },
      { tool: 'sign', input: { document: { step: 1 }, ...credential } },
    ]);
    expect(answer.json()).to.include({ status: 422, step: 1 });
    expect(answer.json().type).to.match(/page-out-of-range$/);
    expect(answer.json().errors[0].pointer).to.equal('/steps/1/input/documents/0/pages');
  });

  it('finds the mistakes of all steps before the first one runs', async () => {
    const answer = await pipe([
      { tool: 'render', input: { operations: [{ op: 'add_text' }] } },
      { tool: 'merge', input: { documents: [{ step: 0 }, { data: '%%' }, {}], outline: 'none of it' } },
      { tool: 'extract-text', input: { document: { step: 1, jobId: 'a' }, nonsense: 1 } },
    ]);
    expect(answer.status).to.equal(400);
    expect(answer.json().errors.map(({ pointer }: Json) => pointer)).to.have.members([
      '/steps/0/input/operations/0/text',
      '/steps/1/input/documents/1/data',
      '/steps/1/input/documents/2',
      '/steps/1/input/outline',
      '/steps/2/input/document/step',
      '/steps/2/input/nonsense',
    ]);
    const [message] = answer
      .json()
      .errors.flatMap((error: Json) => (error.pointer.endsWith('/2') ? [error.message] : []));
    expect(message).to.match(/exactly one of `data`, `jobId`, `step`$/);
  });

  it('keeps the problem of one wrong step', async () => {
    const answer = await pipe([
      { tool: 'render', input: { operations: [{ op: 'add_txt', text: 'a' }] } },
      { tool: 'merge', input: { documents: [{ step: 0 }] } },
    ]);
    expect(answer.json()).to.include({ status: 400, step: 0 });
    expect(answer.json().type).to.match(/unknown-operation$/);
    expect(answer.json().errors[0].pointer).to.match(/^\/steps\/0\/input\/operations\/0/);
  });

  it('is forbidden where a step is, whatever comes with it', async () => {
    const steps = [letter(), { tool: 'sign', input: { document: { step: 0 } } }];
    const direct = await pipe(steps, { key: keys.core });
    expect(direct.json()).to.include({ status: 403, step: 1 });
    expect(direct.json().type).to.match(/tier-required$/);
    const job = await service.request('POST', '/api/v1/jobs', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'pipe', input: { steps } }),
    });
    expect(job.json()).to.include({ status: 403, step: 1 });
  });

  it('runs for eight clients at once on two workers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        pipe(
          [
            letter(`Letter ${index}`),
            { tool: 'merge', input: { documents: [{ step: 0 }, annex] } },
            { tool: 'extract-text', input: { document: { step: 1 }, pages: '1' } },
          ],
          { headers: { accept: 'text/plain' }, key: index % 2 === 0 ? keys.pro : keys.core },
        ),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.toString().trim()])).to.deep.equal(
      answers.map((_, index) => [200, `Letter ${index}`]),
    );
  });

  it('reads a large request on a thread, with its documents', async () => {
    const html = `<p>Page one</p><!-- ${'x'.repeat(200_000)} --><p>The end</p>`;
    const answer = await pipe(
      [
        { tool: 'render', input: { operations: [{ op: 'add_html', html }] } },
        { tool: 'merge', input: { documents: [annex, { step: 0, pages: 'last' }] } },
        { tool: 'extract-text', input: { document: { step: 1 } } },
      ],
      { headers: { accept: 'text/plain' } },
    );
    expect(answer.body.toString()).to.contain('More terms').and.contain('The end');
    const job = (
      await submit([
        { tool: 'render', input: { operations: [{ op: 'add_html', html }] } },
        { tool: 'extract-text', input: { document: { step: 0 } } },
      ])
    ).json();
    expect((await resultOf(job, 'text/plain')).body.toString()).to.contain('The end');
  });

  it('takes the examples of its description', async () => {
    const examples = Object.values(pipeExamples([...core.tools, ...pro.tools])) as { steps: object[] }[];
    expect(examples).to.have.length(3);
    for (const { steps } of examples) expect((await pipe(steps)).status).to.equal(200);
  });

  it('is offered like any other tool', async () => {
    const { tools } = (await service.request('GET', '/api/v1/capabilities')).json();
    expect(tools.find(({ name }: Json) => name === 'pipe')).to.deep.equal({
      name: 'pipe',
      tier: 'core',
      path: '/api/v1/pipe',
      approval: false,
      async: true,
      usable: true,
    });
  });
});
