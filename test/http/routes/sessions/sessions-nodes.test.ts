import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession, problemIn, sessionAt } from '../../../support/sessions.ts';
import { postgres, type TestDatabase } from '../../../support/postgres.ts';
import { startService, pdfOf, type OwnService } from '../../../support/service.ts';
import { textOf } from '../../../support/pdf.ts';

describe('Sessions of two nodes over one PostgreSQL', () => {
  let blobs: string;
  let database: TestDatabase;
  let nodes: OwnService[];
  before(async function () {
    this.timeout(120_000);
    blobs = mkdtempSync(join(tmpdir(), 'colophon-blobs-'));
    database = await (await postgres()).database();
    const shared = {
      SERVICE_SESSIONS_ENABLED: 'true',
      SERVICE_DATABASE_URL: database.url,
      SERVICE_BLOB_DIR: blobs,
      SERVICE_WORKER_COUNT: '1',
    };
    nodes = [await startService(shared), await startService(shared)];
  });
  after(async () => {
    for (const node of nodes) await node.stop();
    await database.remove();
    rmSync(blobs, { recursive: true });
  });

  const node = (index: number) => nodes[index % 2]!;

  it('take appends of both at once in one order, and print it alike', async () => {
    const { id } = await openSession(node(0), {
      output: { deterministic: true },
      document: { title: 'Two nodes \u0000 ünïcödé' },
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        sessionAt(node(number), id).post('text', {
          text: `word${number} ${number === 7 ? 'long '.repeat(20_000) : ''}`,
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]));
    const places = answers.map((answer) => answer.json().index as number);
    expect([...places].sort((one, other) => one - other)).to.deep.equal(
      Array.from({ length: 50 }, (_, index) => index),
    );
    const [first, second] = [
      pdfOf(await sessionAt(node(0), id).post('render')),
      pdfOf(await sessionAt(node(1), id).post('render')),
    ];
    expect(first.equals(second)).to.equal(true);
    const order = (await textOf(first)).match(/word\d+/g) ?? [];
    expect(order).to.deep.equal(
      places
        .map((_, number) => `word${number}`)
        .sort((one, other) => places[Number(one.slice(4))]! - places[Number(other.slice(4))]!),
    );
  });

  it('take an id once, and a revision once, whichever node is asked', async () => {
    const { id } = await openSession(node(0));
    const withId = await Promise.all(
      Array.from({ length: 10 }, (_, number) => sessionAt(node(number), id).post('text', { text: 'x', id: 'same' })),
    );
    expect(withId.filter(({ status }) => status === 201)).to.have.length(1);
    const at = { headers: { 'if-match': '"1"' } };
    const guarded = await Promise.all(
      Array.from({ length: 20 }, (_, number) => sessionAt(node(number), id).post('text', { text: 'x' }, at)),
    );
    expect(guarded.filter(({ status }) => status === 201)).to.have.length(1);
    expect((await sessionAt(node(1), id).tell()).json()).to.include({ revision: 2 });
  });

  it('show the pages of the rendered document after edits on either node', async () => {
    const { id, path } = await openSession(node(0), { document: { size: 'A5', footer: { text: '{page} / {pages}' } } });
    const words = 'Revenue grew against the second quarter. '.repeat(12);
    const operations = Array.from({ length: 30 }, (_, number) => ({ op: 'add_text', text: `${number} ${words}` }));
    await sessionAt(node(0), id).post('operations', { operations });
    for (const [index, edit] of ['text', 'text', 'undo'].entries()) {
      await sessionAt(node(index), id).post(edit, edit === 'undo' ? undefined : { text: `Late ${words}` });
      const pdf = pdfOf(await sessionAt(node(0), id).post('render'));
      for (const page of [1, 8]) {
        const drawn = await node(0).request('POST', '/api/v1/rasterize', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ document: { data: pdf.toString('base64') }, pages: String(page), dpi: 40 }),
        });
        expect(drawn.status).to.equal(200);
        for (const shown of nodes) {
          const answer = await shown.request('GET', `${path}/pages/${page}?dpi=40`);
          expect(answer.body.equals(drawn.body), `${index}, ${page}`).to.equal(true);
        }
      }
    }
  });

  it('keep an answer with the change, and forget a deleted session, on both', async () => {
    const { id, path } = await openSession(node(0));
    const once = { headers: { 'idempotency-key': 'once' } };
    const answers = [
      await sessionAt(node(0), id).post('text', { text: 'x' }, once),
      await sessionAt(node(1), id).post('text', { text: 'x' }, once),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).to.deep.equal([
      [201, null],
      [201, 'true'],
    ]);
    expect((await node(1).request('DELETE', path)).status).to.equal(204);
    expect(problemIn(await sessionAt(node(0), id).post('text', { text: 'x' }))).to.deep.equal([
      404,
      'session-not-found',
    ]);
    expect(nodes.flatMap(({ warnings }) => warnings)).to.deep.equal([]);
  });
});
