import { expect } from 'chai';
import { openSession, postJson, problemIn, sessionAt } from '../../../support/sessions.ts';
import { keys, pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';
import { textOf } from '../../../support/pdf.ts';

const nobodys = '0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f';

describe('A session', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  it('is opened, told, looked at without a body, deleted, and then never was', async () => {
    const document = { size: 'A5', title: 'Held open' };
    const opened = await postJson(service, '/api/v1/sessions', { document, output: { outline: false }, ttl: '30m' });
    expect([opened.status, opened.headers.get('etag')]).to.deep.equal([201, '"0"']);
    const told = opened.json();
    expect(opened.headers.get('location')).to.equal(`/api/v1/sessions/${told.sessionId}`);
    expect(told).to.include({ status: 'open', revision: 0, operations: 0, font: null, createdAt: told.updatedAt });
    expect(told).to.deep.include({ document, output: { outline: false } });
    expect(Date.parse(told.expiresAt) - Date.parse(told.createdAt)).to.equal(30 * 60_000);
    const session = sessionAt(service, told.sessionId);
    expect((await session.tell()).json()).to.deep.include({ sessionId: told.sessionId, document });
    const head = await service.request('HEAD', session.path);
    expect([head.status, head.headers.get('etag'), head.body.byteLength]).to.deep.equal([200, '"0"', 0]);
    expect((await service.request('DELETE', session.path)).status).to.equal(204);
    for (const gone of [
      await service.request('DELETE', session.path),
      await session.tell(),
      await session.post('text', { text: 'x' }),
      await session.post('render'),
    ])
      expect(problemIn(gone)).to.deep.equal([404, 'session-not-found']);
  });

  it('refuses a query on its routes, except the options beside an image', async () => {
    const session = await openSession(service);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const json = (path: string, body: object) =>
      service.request('POST', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    for (const answer of [
      await json(`${session.path}/text?color=red`, { text: 'x' }),
      await json(`${session.path}/images?color=red`, { alt: '', data: Buffer.from(svg).toString('base64') }),
      await json('/api/v1/sessions?color=red', {}),
      await service.request('POST', `${session.path}/render?color=red`),
      await service.request('GET', `${session.path}?color=red`),
      await service.request('DELETE', `${session.path}?color=red`),
    ]) {
      expect(problemIn(answer)).to.deep.equal([400, 'invalid-request', '/color']);
    }
    const image = { headers: { 'content-type': 'image/svg+xml' }, body: svg };
    expect((await service.request('POST', `${session.path}/images?alt=A&width=40`, image)).status).to.equal(201);
    expect((await session.tell()).json().operations).to.equal(1);
  });

  it('is opened by no body at all, and lives an hour', async () => {
    const opened = await postJson(service, '/api/v1/sessions', undefined);
    expect(opened.status).to.equal(201);
    const { createdAt, expiresAt, document, output } = opened.json();
    expect([document, output, Date.parse(expiresAt) - Date.parse(createdAt)]).to.deep.equal([{}, {}, 3_600_000]);
  });

  it('takes pages, text, images, tables, HTML and a font, and prints them in order', async () => {
    const session = await openSession(service);
    const square =
      'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Cpath d="M0 ' +
      '0h1v1H0z"/%3E%3C/svg%3E';
    const steps: [string, object?][] = [
      ['text', { text: 'First' }],
      ['font', { family: 'Source Serif 4', size: 14 }],
      ['text', { text: 'Second' }],
      ['pages'],
      ['tables', { columns: ['Item'], rows: [['Third']] }],
      ['images', { data: square, alt: '', width: 40 }],
      ['html', { html: '<p>Fourth</p>' }],
    ];
    for (const [index, [route, body]] of steps.entries()) {
      const answer = await session.post(route, body);
      expect([answer.status, answer.json(), answer.headers.get('etag')]).to.deep.equal([
        201,
        { sessionId: session.id, revision: index + 1, index },
        `"${index + 1}"`,
      ]);
    }
    const told = (await session.tell()).json();
    expect(told).to.deep.include({ revision: 7, operations: 7, font: { family: 'Source Serif 4', size: 14 } });
    const pdf = pdfOf(await session.post('render'));
    expect((await textOf(pdf, 1)).match(/First|Second/g)).to.deep.equal(['First', 'Second']);
    expect((await textOf(pdf, 2)).match(/Item|Third|Fourth/g)).to.deep.equal(['Item', 'Third', 'Fourth']);
  });

  it('stays open after a render, grows, and renders again, with an output of that one time', async () => {
    const session = await openSession(service, { output: { filename: 'own.pdf', outline: false } });
    await session.post('text', { text: 'Before' });
    const first = await session.post('render', { output: { filename: 'once.pdf' } });
    expect(first.headers.get('content-disposition')).to.equal('attachment; filename="once.pdf"');
    await session.post('text', { text: 'After' });
    const second = await session.post('render');
    expect(second.headers.get('content-disposition')).to.equal('attachment; filename="own.pdf"');
    expect((await textOf(pdfOf(second))).match(/Before|After/g)).to.deep.equal(['Before', 'After']);
    expect((await session.tell()).json()).to.deep.include({
      revision: 2,
      output: { filename: 'own.pdf', outline: false },
    });
  });

  it('answers a render in JSON, and its plan alone, where that is asked for', async () => {
    const session = await openSession(service);
    await session.post('images', { data: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E' });
    const { document, report } = (await session.post('render', {}, { headers: { accept: 'application/json' } })).json();
    expect([document.pages, report.warnings.map(({ code }: { code: string }) => code)]).to.deep.equal([
      1,
      ['image-without-alt'],
    ]);
    const plan = (await session.post('render', { dryRun: true })).json();
    expect(plan).to.deep.include({ tier: 'core', steps: [{ op: 'add_image', tier: 'core' }] });
    expect(problemIn(await session.post('render', {}, { headers: { accept: 'text/html' } }))).to.deep.equal([
      406,
      'not-acceptable',
    ]);
  });

  it('is nothing to render while it is empty, or has only a font', async () => {
    const session = await openSession(service);
    expect(problemIn(await session.post('render'))).to.deep.equal([422, 'nothing-to-render']);
    await session.post('font', { family: 'Inter' });
    expect(problemIn(await session.post('render'))).to.deep.equal([422, 'nothing-to-render']);
    await session.post('pages');
    expect((await session.post('render')).status).to.equal(200);
  });

  it('is not there for another client, whatever it does, and an id of any other shape is none', async () => {
    const session = await openSession(service);
    const other = { key: keys.pro };
    const tries = [
      session.tell(other),
      session.post('text', { text: 'x' }, other),
      session.post('render', {}, other),
      service.request('DELETE', session.path, other),
      service.request('HEAD', session.path, other),
    ];
    for (const answer of await Promise.all(tries)) expect(answer.status).to.equal(404);
    for (const id of [nobodys, nobodys.toUpperCase(), '%00', 'x'.repeat(5000), '..', `${nobodys}%0a`])
      expect(
        (
          await service.request('POST', `/api/v1/sessions/${id}/text`, {
            headers: { 'content-type': 'application/json' },
            body: '{"text":"x"}',
          })
        ).status,
      ).to.equal(404);
    expect((await session.tell()).status).to.equal(200);
  });

  it('tells the methods of its paths, and refuses others', async () => {
    const refused = await service.request('PUT', `/api/v1/sessions/${nobodys}`);
    expect([refused.status, refused.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, PATCH, DELETE, OPTIONS']);
    expect((await service.request('GET', '/api/v1/sessions')).headers.get('allow')).to.equal('POST, OPTIONS');
    expect((await service.request('OPTIONS', `/api/v1/sessions/${nobodys}/font`)).status).to.equal(204);
    expect(problemIn(await service.request('POST', `/api/v1/sessions/${nobodys}/charts`))).to.deep.equal([
      404,
      'not-found',
    ]);
  });

  it('takes no operation that a render refuses, in a list or in place of another', async () => {
    const session = await openSession(service);
    const added = await session.post('operations', { op: 'add_text', text: 'There' });
    const [{ operationId }] = added.json().operations as [{ operationId: string }];
    for (const [operation, slug] of [
      [{ op: 'add_template', name: 'no-such-template' }, 'template-not-found'],
      [{ op: 'add_template', source: '{{#if}}' }, 'template-error'],
      [{ op: 'add_template', name: 'invoice', data: {} }, 'template-data-invalid'],
      [{ op: 'add_image', data: Buffer.from('no image').toString('base64') }, 'invalid-image'],
    ] as const) {
      expect(problemIn(await session.post('operations', operation))[1]).to.equal(slug);
      const headers = { 'content-type': 'application/json' };
      const path = `${session.path}/operations/${operationId}`;
      const replaced = await service.request('PUT', path, { headers, body: JSON.stringify(operation) });
      expect(problemIn(replaced)[1]).to.equal(slug);
    }
  });

  it('is listed in capabilities, and nothing of all this was worth a warning', async () => {
    expect((await service.request('GET', '/api/v1/capabilities')).json().sessions).to.deep.equal({ enabled: true });
    expect(service.warnings).to.deep.equal([]);
  });
});
