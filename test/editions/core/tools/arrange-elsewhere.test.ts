import { expect } from 'chai';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { checkSyntax, textOf } from '../../../support/pdf.ts';
import { keys, pdfOf, type Service } from '../../../support/service.ts';
import { postJson, problemIn } from '../../../support/sessions.ts';
import { sharedService } from '../../../support/shared.ts';
import { shownPage } from '../../../support/shown-page.ts';

describe('arrange beyond its route', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  it('runs as a job, with a file part that a step names', async () => {
    const form = new FormData();
    const steps = [{ do: 'insert', document: { part: 'annex' }, at: 1 }];
    form.set('request', JSON.stringify({ tool: 'arrange', input: { steps } }));
    form.set('documents', new Blob([new Uint8Array(Buffer.from(examplePdf('A'), 'base64'))]), 'a.pdf');
    form.set('annex', new Blob([new Uint8Array(Buffer.from(examplePdf('B'), 'base64'))]), 'b.pdf');
    const headers = { authorization: `Bearer ${keys.core}` };
    const made = await fetch(`${service.url}/api/v1/jobs`, { method: 'POST', headers, body: form });
    const { id, jobId = id } = (await made.json()) as { id?: string; jobId?: string };
    expect(made.status).to.equal(202);
    let result: Response;
    do {
      await new Promise((next) => setTimeout(next, 50));
      result = await fetch(`${service.url}/api/v1/jobs/${jobId ?? ''}/result`, { headers });
    } while (result.status === 409);
    expect(result.status).to.equal(200);
    expect((await textOf(Buffer.from(await result.arrayBuffer()))).replaceAll(/\s/g, '')).to.equal('BA');
  });

  const send = async (steps: readonly object[], parts: Readonly<Record<string, Uint8Array>>) => {
    const body = new FormData();
    body.set('request', JSON.stringify({ steps }));
    for (const [name, bytes] of Object.entries(parts)) body.set(name, new Blob([new Uint8Array(bytes)]), name);
    return service.request('POST', '/api/v1/arrange', { body });
  };
  const a4 = (text: string) => Buffer.from(examplePdf(text), 'base64');
  const box = (width: number, height: number) =>
    `<div style="width:${width}pt;height:${height}pt;background:#000;print-color-adjust:exact"></div>`;

  it('stamps HTML, which the browser prints, on pages as they are shown', async () => {
    const steps = [
      { do: 'rotate', by: 90 },
      { do: 'stamp', html: box(60, 20), at: 'top-left', margin: 10 },
      { do: 'resize', size: 'A5', pages: '1' },
      { do: 'stamp', html: '<b>Seen &amp; filed</b>', at: 'bottom-right', rotation: 5 },
      { do: 'stamp', html: box(10, 10), at: { x: 100, y: 100 }, width: 30 },
    ];
    const pdf = pdfOf(await send(steps, { documents: a4('Offer') }));
    await checkSyntax(pdf);
    expect(await textOf(pdf)).to.contain('filed');
    const { at } = await shownPage(pdf, 1);
    expect([at(101, 101), at(108, 108), at(112, 105)]).to.deep.equal(['black', 'black', 'white']);
  });

  it('keeps PDF/A where it stamps HTML, and takes out what transparency forbids', async () => {
    for (const [conformance, stays] of [
      ['PDF/A-2b', true],
      ['PDF/A-1b', false],
    ] as const) {
      const made = await service.render({
        operations: [{ op: 'add_text', text: 'Offer' }],
        document: { title: 'Offer' },
        output: { conformance },
      });
      const steps = [{ do: 'stamp', html: '<p style="color:#c00">Seen <i>and</i> filed ✓</p>', at: 'top-right' }];
      const pdf = pdfOf(await send(steps, { documents: pdfOf(made) }));
      const checked = await service.request('POST', '/api/v1/compliance-check', {
        key: keys.enterprise,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ document: { data: pdf.toString('base64') } }),
      });
      const results = checked.json().results as { standard: string; compliant: boolean; failures: unknown[] }[];
      expect(
        results.map(({ standard, failures }) => [standard, failures]),
        conformance,
      ).to.deep.equal(stays ? [[conformance, []]] : []);
    }
  });

  it('has the pointers of steps in problems and warnings of their HTML', async () => {
    const nested = '<b>'.repeat(2000);
    const refused = await send([{ do: 'reverse' }, { do: 'stamp', html: nested }], { documents: a4('A') });
    expect(problemIn(refused)).to.deep.equal([422, 'limit-exceeded', '/steps/1']);
    const body = new FormData();
    body.set('request', JSON.stringify({ steps: [{ do: 'stamp', html: '<img src="none.png">Seen' }] }));
    body.set('documents', new Blob([new Uint8Array(a4('A'))]), 'a.pdf');
    const warned = await service.request('POST', '/api/v1/arrange', { body, headers: { accept: 'application/json' } });
    expect(warned.json().report.warnings[0].message).to.match(/^\/steps\/0\/html: /);
  });

  it('stamps an image that is a file part', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>';
    const step = { do: 'stamp', image: { part: 'seal' }, at: { x: 0, y: 0 }, width: 40 };
    const pdf = pdfOf(await send([step], { documents: a4('A'), seal: Buffer.from(svg) }));
    const { at } = await shownPage(pdf, 1);
    expect([at(38, 38), at(42, 42)]).to.deep.equal(['black', 'white']);
    expect(problemIn(await send([step], { documents: a4('A') }))).to.deep.equal([
      400,
      'invalid-request',
      '/steps/0/image/part',
    ]);
  });

  const pipe = (steps: readonly object[]) => postJson(service, '/api/v1/pipe', { steps });
  const made = (text: string) => ({ tool: 'render', input: { operations: [{ op: 'add_text', text }] } });
  const arranged = (...inserted: readonly object[]) => ({
    tool: 'arrange',
    input: { documents: [{ step: 0 }], steps: inserted.map((document) => ({ do: 'insert', document, at: 1 })) },
  });

  it('inserts documents that earlier steps of a pipe have made', async () => {
    const pdf = pdfOf(await pipe([made('Offer'), made('Cover'), arranged({ step: 1 }, { step: 1 }, { step: 0 })]));
    expect((await textOf(pdf)).match(/\w+/g)).to.deep.equal(['Offer', 'Cover', 'Cover', 'Offer']);
  });

  it('names the steps of a pipe that it can not insert', async () => {
    const wrong: [object, string][] = [
      [{ step: 5 }, '/step'],
      [{ step: 1 }, '/step'],
      [{ step: 'first' }, '/step'],
      [{ step: 0, data: 'JVBERi0=' }, '/step'],
      [{ part: 'annex' }, '/part'],
    ];
    for (const [document, field] of wrong)
      expect(problemIn(await pipe([made('Offer'), arranged(document)])), JSON.stringify(document)).to.deep.equal([
        ...[400, 'invalid-request', `/steps/1/input/steps/0/document${field}`],
      ]);
    const alone = await postJson(service, '/api/v1/arrange', {
      documents: [{ data: examplePdf('A') }],
      steps: [{ do: 'insert', document: { step: 0 } }],
    });
    expect(alone.status).to.equal(400);
  });

  it('is a step of a pipe', async () => {
    const body = {
      steps: [
        { tool: 'render', input: { operations: [{ op: 'add_text', text: 'Offer' }] } },
        {
          tool: 'arrange',
          input: {
            documents: [{ step: 0 }],
            steps: [
              { do: 'blank', at: 1 },
              { do: 'rotate', by: 90 },
            ],
          },
        },
      ],
    };
    const response = await fetch(`${service.url}/api/v1/pipe`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.core}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).to.equal(200);
    expect(response.headers.get('document-pages')).to.equal('2');
  });
});
