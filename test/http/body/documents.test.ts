import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { documentTools } from '../../support/document-tools.ts';
import { bearer, startHttp, problemOf, type Built } from '../../support/http.ts';
import { ended, submit } from '../../support/jobs.ts';

const small = Buffer.from('%PDF-1.7 small');
const large = Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(3_000_000)]);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const authorization = bearer();

function form(files: Readonly<Record<string, readonly Uint8Array[]>>, request?: unknown): FormData {
  const made = new FormData();
  for (const [field, list] of Object.entries(files))
    list.forEach((bytes, index) => made.append(field, new Blob([new Uint8Array(bytes)]), `file ${index + 1}.pdf`));
  if (request !== undefined)
    made.set('request', new Blob([JSON.stringify(request)], { type: 'application/json' }), 'request.json');
  return made;
}

describe('A document in a request', () => {
  let app: Built;
  before(async () => {
    app = await startHttp({
      env: { SERVICE_RATE_LIMIT_CORE: '10000', SERVICE_RATE_LIMIT_IP: '10000', SERVICE_PAYLOAD_LIMIT_CORE: '32MiB' },
      tools: documentTools,
    });
  });
  after(() => app.stop());

  const send = (path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
    app.fetch(path, { method: 'POST', headers: { authorization, ...headers }, body });
  const raw = (query: string, body: Uint8Array = small, headers: Record<string, string> = {}): Promise<Response> =>
    send(`/api/v1/look${query}`, new Uint8Array(body), { 'content-type': 'application/pdf', ...headers });
  const errorsOf = async (response: Response): Promise<string[]> =>
    ((await problemOf(response)).errors ?? []).map(({ pointer }) => pointer);

  it('is the same in each of the three forms', async () => {
    const options = {
      pages: '2-',
      every: 3,
      scale: 0.5,
      structure: true,
      mode: 'b',
      password: '12345',
      ranges: ['1', '2-3'],
      sizes: [1, 2.5],
      metadata: { title: 'T' },
    };
    for (const bytes of [small, large]) {
      const query = new URLSearchParams([
        ['pages', '2-'],
        ['every', '3'],
        ['scale', '0.5'],
        ['structure', 'true'],
        ['mode', 'b'],
        ['password', '12345'],
        ['ranges', '1'],
        ['ranges', '2-3'],
        ['sizes', '1'],
        ['sizes', '2.5'],
        ['request', '{"metadata":{"title":"T"}}'],
      ]);
      const answers = await Promise.all([
        raw(`?${query.toString()}`, bytes),
        send('/api/v1/look', form({ document: [bytes] }, options)),
        app.post('/api/v1/look', { document: { data: bytes.toString('base64') }, ...options }),
        app.post('/api/v1/look', {
          document: { data: `data:application/pdf;base64,${bytes.toString('base64')}` },
          ...options,
        }),
      ]);
      for (const answer of answers)
        expect(await answer.json()).to.deep.equal({
          document: { size: bytes.byteLength, sha256: sha256(bytes), digest: sha256(bytes) },
          ...options,
        });
    }
  });

  it('may be one of many, in the order of the parts, with options of its own', async () => {
    const json = {
      documents: [
        { data: small.toString('base64'), pages: '1' },
        { data: large.toString('base64') },
        { data: small.toString('base64') },
      ],
      mode: 'a',
    };
    const answers = await Promise.all([
      app.post('/api/v1/join', json),
      send('/api/v1/join', form({ documents: [small, large, small] }, { documents: [{ pages: '1' }], mode: 'a' })),
      send(
        '/api/v1/join',
        form({ documents: [large, small] }, { documents: [{ data: small.toString('base64'), pages: '1' }], mode: 'a' }),
      ),
    ]);
    for (const answer of answers)
      expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.concat([small, large, small]))).to.equal(true);
    const report = async (body: Promise<Response>): Promise<unknown> =>
      ((await (await body).json()) as { report: unknown }).report;
    const accept = { accept: 'application/json' };
    expect(
      await report(
        send(
          '/api/v1/join',
          form({ documents: [small, large, small] }, { documents: [{ pages: '1' }], mode: 'a' }),
          accept,
        ),
      ),
    ).to.deep.equal(await report(app.post('/api/v1/join', json, accept)));
  });

  it('may be the result of a job, of the same client', async () => {
    const { id: jobId } = await ended(
      app,
      await submit(app, { tool: 'join', input: { documents: [{ data: small.toString('base64') }] } }),
    );
    expect(await (await app.post('/api/v1/look', { document: { jobId } })).json()).to.have.nested.property(
      'document.sha256',
      sha256(small),
    );
    expect((await app.post('/api/v1/join', { documents: [{ jobId }, { data: 'JVBERg==' }] })).status).to.equal(200);
    expect(await problemOf(await app.post('/api/v1/look', { document: { jobId: 'other' } }))).to.include({
      slug: 'job-not-found',
      status: 404,
    });
    expect(
      await problemOf(await app.post('/api/v1/look', { document: { jobId } }, { authorization: bearer('ent') })),
    ).to.include({ slug: 'job-not-found' });
  });

  it(
    'is refused where the results that a request names are too large together, however few ' + 'words name them',
    async () => {
      const { id: jobId } = await ended(
        app,
        await submit(app, { tool: 'join', input: { documents: [{ data: large.toString('base64') }] } }),
      );
      const documents = new Array(200).fill({ jobId });
      expect(await problemOf(await app.post('/api/v1/join', { documents }))).to.include({
        slug: 'limit-exceeded',
        status: 422,
      });
      const { status, error } = await ended(app, await submit(app, { tool: 'join', input: { documents } }));
      expect([status, error.status, error.title]).to.deep.equal(['failed', 422, 'Limit exceeded']);
    },
  );

  it('is no job that has not finished, has failed, or made something else than one document', async () => {
    const running = await submit(app, { tool: 'hold', input: { document: { data: 'JVBERg==' } } });
    expect(await problemOf(await app.post('/api/v1/look', { document: { jobId: running } }))).to.include({
      slug: 'job-not-finished',
      status: 409,
    });
    await app.fetch(`/api/v1/jobs/${running}`, { method: 'DELETE', headers: { authorization } });
    const failed = await ended(app, await submit(app, { tool: 'fail', input: { failWith: 'invalid-pdf' } }));
    const report = await ended(app, await submit(app, { tool: 'look', input: { document: { data: 'JVBERg==' } } }));
    for (const { id: jobId } of [failed, report])
      expect(await problemOf(await app.post('/api/v1/look', { document: { jobId } }))).to.include({
        slug: 'invalid-pdf',
        status: 422,
      });
  });

  it('knows its file name, where the form has one', async () => {
    const text = async (response: Promise<Response>): Promise<[string, string | null]> => [
      await (await response).text(),
      (await response).headers.get('content-disposition'),
    ];
    const accept = { accept: 'text/plain' };
    expect(await text(send('/api/v1/look', form({ document: [small] }), accept))).to.deep.equal([
      'file 1.pdf\fäöü',
      'attachment; filename="file 1.txt"',
    ]);
    expect(await text(raw('', small, accept))).to.deep.equal(['no name\fäöü', 'attachment; filename="document.txt"']);
  });

  it('has all of its mistakes told at once, with pointers, in each form', async () => {
    const wrong = { pages: '5-2', every: 0, structure: 'maybe', unknown: 1, ranges: ['1', '0'] };
    const expected = ['/pages', '/every', '/structure', '/unknown', '/ranges/1'];
    expect(await errorsOf(await raw('?pages=5-2&every=0&structure=maybe&unknown=1&ranges=1&ranges=0'))).to.have.members(
      expected,
    );
    expect(await errorsOf(await send('/api/v1/look', form({ document: [small] }, wrong)))).to.have.members(expected);
    expect(
      await errorsOf(await app.post('/api/v1/look', { document: { data: 'no base64!' }, ...wrong })),
    ).to.have.members([...expected, '/document/data']);
    expect(
      await errorsOf(
        await app.post('/api/v1/join', {
          documents: [{ data: 'AAAA', pages: '0' }, { data: 7 }, {}, { data: 'AAAA', jobId: 'x' }],
          mode: 'c',
        }),
      ),
    ).to.have.members(['/documents/0/pages', '/documents/1/data', '/documents/2', '/documents/3', '/mode']);
  });

  it('has the mistakes of a query told too', async () => {
    expect(
      await errorsOf(
        await raw('?every=1&every=2&document=x&pages=0&request=%7B%22mode%22:%22a%22%7D&mode=b&__proto__=1'),
      ),
    ).to.have.members(['/every', '/document', '/pages', '/mode', '/__proto__']);
    expect(await errorsOf(await raw('?request=[]'))).to.deep.equal(['']);
    expect(await problemOf(await raw('?request={'))).to.include({ slug: 'malformed-json' });
    expect(await problemOf(await raw('?request={}&request={}'))).to.include({ slug: 'malformed-json' });
  });

  it('is missing, there twice, or too many: each is told at its place', async () => {
    expect(await errorsOf(await send('/api/v1/look', form({}, { pages: '1' })))).to.deep.equal(['/document']);
    expect(await errorsOf(await send('/api/v1/look', form({ document: [small, small] })))).to.deep.equal(['/document']);
    expect(
      await errorsOf(await send('/api/v1/look', form({ document: [small] }, { document: { data: 'AAAA' } }))),
    ).to.deep.equal(['/document']);
    expect(
      await errorsOf(await send('/api/v1/look', form({ document: [small] }, { document: { jobId: 'x' } }))),
    ).to.include('/document');
    expect(
      await errorsOf(await send('/api/v1/join', form({ documents: [small] }, { documents: [{}, { pages: '1' }] }))),
    ).to.deep.equal(['/documents/1']);
    expect(await errorsOf(await app.post('/api/v1/look', {}))).to.deep.equal(['/document']);
    expect(await errorsOf(await app.post('/api/v1/join', { documents: [] }))).to.deep.equal(['/documents']);
  });

  it('has a problem that reads as a sentence, also where the body as a whole is wrong', async () => {
    const detailOf = async (body: unknown): Promise<unknown> =>
      (await problemOf(await app.post('/api/v1/look', body))).detail;
    expect(await detailOf([])).to.equal(
      'The body must be an object, not a list; its fields are `document`, `password`, `pages`, `every`, `scale`, ' +
        '`structure`, `mode`, `ranges`, `sizes`, `metadata`.',
    );
    expect(await detailOf({ document: { data: 'AAAA' }, every: 0 })).to.equal(
      '`every` must be greater than or equal to 1 (at `/every`).',
    );
  });

  it('as the body itself is taken by tools of one document only', async () => {
    const response = await send('/api/v1/join', small, { 'content-type': 'application/pdf' });
    expect(response.headers.get('accept')).to.equal('application/json, multipart/form-data');
    expect(await problemOf(response)).to.include({ slug: 'unsupported-media-type' });
    expect((await raw('', new Uint8Array(), { 'content-type': 'Application/PDF; version=1.7' })).status).to.equal(200);
  });

  it('makes a retry the same request in each form, and another document another', async () => {
    const key = (name: string): Record<string, string> => ({ 'idempotency-key': name });
    const replayed = async (response: Promise<Response>): Promise<string | null> =>
      (await response).headers.get('idempotency-replayed') ?? String((await response).status);
    for (const [name, again, other] of [
      ['raw', () => raw('?pages=1', large, key('raw')), () => raw('?pages=1', small, key('raw'))],
      ['query', () => raw('?pages=1?', small, key('query')), () => raw('?pages=1', small, key('query'))],
      [
        'form',
        () => send('/api/v1/look', form({ document: [large] }, { pages: '1' }), key('form')),
        () => send('/api/v1/look', form({ document: [small] }, { pages: '1' }), key('form')),
      ],
      [
        'order',
        () => send('/api/v1/join', form({ documents: [large, small] }), key('order')),
        () => send('/api/v1/join', form({ documents: [small, large] }), key('order')),
      ],
    ] as const) {
      await again();
      expect(await replayed(again()), name).to.equal('true');
      expect(await replayed(other()), name).to.equal('409');
    }
  });
});
