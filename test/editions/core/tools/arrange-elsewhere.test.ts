import { expect } from 'chai';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { textOf } from '../../../support/pdf.ts';
import { keys, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

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
