import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import type { Tool } from '../../../src/editions/edition.ts';
import {
  approversFile,
  askedBy,
  sendFiles,
  signed,
  type ApproversFile,
  type GivenClaims,
} from '../../support/approvals.ts';
import { documentTools } from '../../support/document-tools.ts';
import { bearer, startHttp, problemOf, until, type Built, type Calls } from '../../support/http.ts';
import { ended, resultOf, submit } from '../../support/jobs.ts';

const limits = { SERVICE_RATE_LIMIT_CORE: '100000', SERVICE_RATE_LIMIT_PRO: '100000', SERVICE_RATE_LIMIT_IP: '100000' };
const one = Buffer.from('%PDF-1.7 one');
const two = Buffer.from('%PDF-1.7 two');
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** `join` says what it was given, too. */
const tellingDocumentTools = (calls: Calls): Tool[] =>
  documentTools(calls).map((tool) => {
    const run: Tool['run'] = (input, services, context) => (
      calls.push({ input, context }),
      tool.run(input, services, context)
    );
    return tool.name === 'join' ? { ...tool, run } : tool;
  });

describe('A tool that needs an approval', () => {
  let approvers: ApproversFile;
  let app: Built;
  before(async () => {
    approvers = approversFile();
    app = await startHttp({
      env: {
        ...limits,
        SERVICE_APPROVAL_REQUIRED: 'echo,print,fail,sleep,look,join',
        SERVICE_APPROVERS_FILE: approvers.path,
      },
      tools: tellingDocumentTools,
    });
  });
  after(async () => {
    await app.stop();
    approvers.remove();
  });

  const path = (tool: string): string => `/api/v1/${tool}`;
  const ask = async (tool: string, body: unknown = {}): Promise<GivenClaims & { tool: string; digest: string }> =>
    askedBy(await app.post(path(tool), body));
  const sign = (claims: GivenClaims, header?: GivenClaims): Promise<string> =>
    signed(approvers.privateJwk, claims, header);
  const post = (
    tool: string,
    body: unknown,
    approval: string,
    headers: Record<string, string> = {},
  ): Promise<Response> => app.post(path(tool), body, { approval, ...headers });
  const audited = (event: string, digest: string): Record<string, unknown>[] =>
    app.lines.filter(({ audit, msg, digest: of }) => audit === true && msg === event && of === digest);

  it('is refused without one, and told what is to be approved', async () => {
    const response = await app.post(path('echo'), { text: 'a' });
    const problem = await problemOf(response);
    expect(problem).to.include({ slug: 'approval-required', status: 403 });
    expect(problem.detail).to.contain('`echo`').and.contain("'acme'");
    expect(problem.approval).to.have.all.keys('tool', 'digest').and.include({ tool: 'echo' });
    expect((problem.approval as { digest: string }).digest).to.match(/^sha256:[0-9a-f]{64}$/);
    expect(app.calls.filter(({ input }) => (input as { text?: string }).text === 'a')).to.deep.equal([]);
  });

  it('says so in capabilities, as the others do that need none', async () => {
    const { tools } = (await (
      await app.fetch('/api/v1/capabilities', { headers: { authorization: bearer() } })
    ).json()) as { tools: { name: string; approval: boolean }[] };
    expect(tools.filter(({ approval }) => approval).map(({ name }) => name)).to.have.members([
      'echo',
      'print',
      'fail',
      'sleep',
      'look',
      'join',
    ]);
    expect((await app.post(path('cut'), { document: { data: base64(one) } })).status).to.equal(200);
    expect((await app.post(path('sign'), {}, { authorization: bearer('pro') })).status).to.equal(200);
  });

  it('looks at the body first: one that is wrong is 400, with an approval and without', async () => {
    expect(await problemOf(await app.post(path('echo'), { text: 1 }))).to.include({
      slug: 'invalid-request',
      status: 400,
    });
    expect(await problemOf(await app.post(path('echo'), '{'))).to.include({ slug: 'malformed-json', status: 400 });
    expect(await problemOf(await post('echo', { number: 'x' }, 'x.y.z'))).to.include({
      slug: 'invalid-request',
      status: 400,
    });
    expect(await problemOf(await app.post(path('look'), { document: { jobId: 'no-such-job' } }))).to.include({
      slug: 'job-not-found',
      status: 404,
    });
  });

  it('looks at the key first: what it may not use it is not asked to have approved', async () => {
    expect(await problemOf(await app.post(path('print'), {}, { authorization: bearer('narrow') }))).to.include({
      slug: 'capability-denied',
    });
    expect((await app.post(path('print'), {}, { authorization: '' })).status).to.equal(401);
  });

  it('runs with one, once', async () => {
    const asked = await ask('echo', { text: 'once' });
    const token = await sign(asked);
    const answer = await post('echo', { text: 'once' }, token);
    expect(answer.status).to.equal(200);
    expect(await answer.json()).to.have.deep.property('input', { text: 'once' });
    const again = await problemOf(await post('echo', { text: 'once' }, token));
    expect(again)
      .to.include({ slug: 'approval-invalid', status: 403 })
      .and.deep.include({ approval: { tool: 'echo', digest: asked.digest } });
    expect(again.detail).to.contain('has been used');
    expect(app.calls.filter(({ input }) => (input as { text?: string }).text === 'once')).to.have.length(1);
  });

  it('tells the audit log who approved what for whom, when and why, and what was refused', async () => {
    const asked = await ask('echo', { text: 'audited' });
    expect(audited('an approval is required', asked.digest)).to.have.length(1);
    const token = await sign({ ...asked, jti: 'audited-1' });
    const id = (await post('echo', { text: 'audited' }, token)).headers.get('x-request-id');
    const [begun] = audited('an approved run begins', asked.digest);
    const [used] = audited('an approval was used', asked.digest);
    for (const line of [begun, used])
      expect(line)
        .to.include({
          id,
          client: 'acme',
          tool: 'echo',
          approver: 'anna',
          approverKid: approvers.publicJwk.kid,
          reason: 'I have read it',
          approval: 'audited-1',
        })
        .and.have.property('time');
    expect(used).to.include({ status: 200 });
    await post('echo', { text: 'audited' }, token);
    const [refused] = audited('an approval was refused', asked.digest);
    expect(refused?.why).to.contain('has been used');
  });

  const hour = 3600;
  const now = (): number => Math.floor(Date.now() / 1000);
  const wrong: readonly [what: string, claims: () => GivenClaims, says: RegExp][] = [
    ['for another document', () => ({ digest: `sha256:${'0'.repeat(64)}` }), /another request/],
    ['for another client', () => ({ client: 'globex' }), /another client/],
    ['for another tool', () => ({ tool: 'print' }), /another tool, 'print'/],
    ['for another service', () => ({ aud: 'other' }), /`aud`/],
    ['in the name of somebody else than the owner of its key', () => ({ sub: 'bert' }), /`sub`/],
    ['that says no', () => ({ decision: 'deny' }), /not approved; the decision is 'deny'/],
    ['that has expired', () => ({ iat: now() - 400, exp: now() - 1 }), /has expired, at 20/],
    ['that is good for longer than ten minutes', () => ({ exp: now() + 602, iat: now() }), /longer than 10 minutes/],
    ['that ends before it begins', () => ({ iat: now() + 5, exp: now() + 4 }), /ends before/],
    ['from the future', () => ({ iat: now() + 60, exp: now() + 120 }), /future/],
    ['with times that are none', () => ({ iat: 'now', exp: null }), /`iat`, `exp`/],
    ['without a reason', () => ({ reason: '  ' }), /`reason`/],
    ['without an id', () => ({ jti: undefined }), /`jti`/],
    ['with a claim of another type', () => ({ sub: ['anna'], iss: 7 }), /`iss`, `sub`/],
    ['with an endless text', () => ({ reason: 'x'.repeat(2001) }), /`reason`/],
  ];
  for (const [what, claims, says] of wrong) {
    it(`refuses an approval ${what}`, async () => {
      const asked = await ask('echo', { text: what });
      const problem = await problemOf(await post('echo', { text: what }, await sign({ ...asked, ...claims() })));
      expect(problem).to.include({ slug: 'approval-invalid', status: 403 });
      expect(problem.detail).to.match(says);
      expect((await post('echo', { text: what }, await sign(asked))).status).to.equal(200);
    });
  }

  it('refuses an approval of the client itself, however it writes its name', async () => {
    for (const name of ['acme', 'ACME ', 'ａｃｍｅ']) {
      const own = approversFile(name);
      const mine = await startHttp({
        env: { ...limits, SERVICE_APPROVAL_REQUIRED: 'echo', SERVICE_APPROVERS_FILE: own.path },
      });
      const asked = await askedBy(await mine.post(path('echo'), {}));
      const problem = await problemOf(
        await mine.post(path('echo'), {}, { approval: await signed(own.privateJwk, asked) }),
      );
      expect(problem.detail, name).to.contain('The approver is the client itself');
      await mine.stop();
      own.remove();
    }
  });

  it('takes a clock that is a little ahead, and an approval of ten minutes whole', async () => {
    const asked = await ask('echo', { text: 'clock' });
    expect(
      (await post('echo', { text: 'clock' }, await sign({ ...asked, iat: now() + 20, exp: now() + 620 }))).status,
    ).to.equal(200);
  });

  it('refuses what is no approval, in words', async () => {
    const asked = await ask('echo', { text: 'form' });
    const good = await sign(asked);
    const [header = '', payload = '', signature = ''] = good.split('.');
    const other = await signed(
      { ...approvers.privateJwk, ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) } as never,
      asked,
    );
    const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const cases: [token: string, says: RegExp][] = [
      ['', /compact JWS/],
      ['Bearer', /compact JWS/],
      [`Bearer ${good}`, /compact JWS/],
      [`${good}, ${good}`, /compact JWS/],
      [`${header}.${payload}`, /compact JWS/],
      [`${header}..${signature}`, /compact JWS/],
      [`${header}.${payload}.${signature}=`, /compact JWS/],
      [`${header}.${encoded({ ...asked, sub: 'anna' })}.${signature}`, /signature/],
      [other, /signature/],
      [await sign(asked, { typ: 'JWT' }), /`typ`/],
      [await sign(asked, { kid: 'nobody' }), /`kid`/],
      [await sign(asked, { kid: '__proto__' }), /`kid`/],
      [
        `${encoded({ alg: 'none', typ: 'approval+jwt', kid: approvers.publicJwk.kid })}.${payload}.${signature}`,
        /EdDSA/,
      ],
      [
        `${encoded({ alg: 'HS256', typ: 'approval+jwt', kid: approvers.publicJwk.kid })}.${payload}.${signature}`,
        /EdDSA/,
      ],
      [
        encoded({ alg: 'EdDSA', typ: 'approval+jwt', kid: approvers.publicJwk.kid, crit: ['b64'], b64: false }) +
          `.${payload}.${signature}`,
        /JWS|signature/,
      ],
      [`${Buffer.from('[]').toString('base64url')}.${payload}.${signature}`, /JWS/],
      ['AAAA.AAAA.AAAA', /JWS/],
    ];
    for (const [token, says] of cases) {
      const problem = await problemOf(await post('echo', { text: 'form' }, token === '' ? ' ' : token));
      expect(problem, token).to.include({ slug: 'approval-invalid', status: 403 });
      expect(problem.detail, token).to.match(says);
    }
    expect((await post('echo', { text: 'form' }, good)).status).to.equal(200);
  });

  it('leaves the approval as it was when the run fails, and when it is not even begun', async () => {
    const asked = await ask('fail', {});
    const token = await sign(asked);
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await post('fail', {}, token)).status).to.equal(500);
    const bad = { failWith: 'invalid-pdf' };
    const again = await sign(await ask('fail', bad));
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await post('fail', bad, again)).status).to.equal(422);
    const notAcceptable = await sign(await ask('print', { text: 'accept' }));
    expect((await post('print', { text: 'accept' }, notAcceptable, { accept: 'image/png' })).status).to.equal(406);
    expect((await post('print', { text: 'accept' }, notAcceptable)).status).to.equal(200);
  });

  it(
    'leaves the approval as it was when the client goes away, or the time is over; who waits ' + 'for it goes on then',
    async () => {
      const hasty = await startHttp({
        env: {
          ...limits,
          SERVICE_APPROVAL_REQUIRED: 'sleep',
          SERVICE_APPROVERS_FILE: approvers.path,
          SERVICE_REQUEST_TIMEOUT: '400ms',
        },
      });
      const token = await sign(await askedBy(await hasty.post(path('sleep'), {})));
      const gone = new AbortController();
      const left = hasty
        .fetch(path('sleep'), {
          method: 'POST',
          headers: { authorization: bearer(), 'content-type': 'application/json', approval: token },
          body: '{}',
          signal: gone.signal,
        })
        .catch(() => null);
      await until(() => hasty.calls.length === 1);
      const next = hasty.post(path('sleep'), {}, { approval: token });
      gone.abort();
      expect(await left).to.equal(null);
      expect(await problemOf(await next)).to.include({ slug: 'request-timeout', status: 504 });
      expect((await hasty.post(path('sleep'), {}, { approval: token })).status).to.equal(504);
      expect(hasty.calls).to.have.length(3);
      expect(hasty.lines.filter(({ msg }) => msg === 'an approval was used')).to.deep.equal([]);
      await hasty.stop();
    },
  );

  describe('and documents', () => {
    const options = { pages: '1-2', every: 3 };
    it('gives one digest to one content, whichever way it comes', async () => {
      const { digest } = await ask('look', { document: { data: base64(one) }, ...options });
      const raw = await app.fetch(`${path('look')}?pages=1-2&every=3`, {
        method: 'POST',
        headers: { authorization: bearer(), 'content-type': 'application/pdf' },
        body: new Uint8Array(one),
      });
      const form = await sendFiles(app, path('look'), { request: options, files: [['document', one, 'a name.pdf']] });
      expect((await askedBy(raw)).digest).to.equal(digest);
      expect((await askedBy(form)).digest).to.equal(digest);
      expect(
        (await ask('look', { ...options, document: { data: `data:application/pdf;base64,${base64(one)}` } })).digest,
      ).to.equal(digest);
    });

    it('gives the same to the result of a job', async () => {
      const done = await ended(app, await approvedJob({ tool: 'print', input: { text: 'a document' } }));
      const bytes = new Uint8Array(await (await resultOf(app, done.id)).arrayBuffer());
      expect((await ask('look', { document: { jobId: done.id } })).digest).to.equal(
        (await ask('look', { document: { data: base64(bytes) } })).digest,
      );
      const merged = { documents: [{ data: base64(one) }, { jobId: done.id, pages: '1' }] };
      expect((await ask('join', merged)).digest).to.equal(
        (await ask('join', { documents: [{ data: base64(one) }, { data: base64(bytes), pages: '1' }] })).digest,
      );
    });

    it('gives another to other documents, another order, other options, and another tool', async () => {
      const of = (...documents: Uint8Array[]) => ({ documents: documents.map((data) => ({ data: base64(data) })) });
      const { digest } = await ask('join', of(one, two));
      const others = [
        of(two, one),
        of(one, one),
        of(one),
        { ...of(one, two), mode: 'a' },
        { documents: [{ data: base64(one), password: 'x' }, { data: base64(two) }] },
        { documents: [{ data: base64(one) }, { data: base64(two), password: 'x' }] },
      ];
      const digests = [
        digest,
        ...(await Promise.all(others.map(async (body) => (await ask('join', body)).digest))),
        (await ask('look', { document: { data: base64(one) } })).digest,
      ];
      expect(new Set(digests).size).to.equal(digests.length);
    });

    it('shows nothing of them, nor of a password, in the problem and in the log', async () => {
      const from = app.lines.length;
      const response = await app.post(path('look'), {
        document: { data: base64(Buffer.from('%PDF secret content')) },
        password: 'a-secret-password',
      });
      const text = await response.text();
      expect(text + JSON.stringify(app.lines.slice(from)))
        .to.not.contain('a-secret-password')
        .and.not.contain(base64(Buffer.from('secret cont')).slice(0, 12));
    });

    it('does not let the name of a file into what was approved without it', async () => {
      const files: [string, Uint8Array, string][] = [
        ['documents', one, 'harmless.pdf'],
        ['documents', two, 'other.pdf'],
      ];
      const asked = await askedBy(await sendFiles(app, path('join'), { files }));
      const renamed = files.map(
        ([field, content], index) => [field, content, `not approved ${index}.pdf`] as [string, Uint8Array, string],
      );
      expect(
        (await sendFiles(app, path('join'), { files: renamed, headers: { approval: await sign(asked) } })).status,
      ).to.equal(200);
      const { documents } = app.calls.at(-1)?.input as { documents: { data: { name: string | null } }[] };
      expect(documents.map(({ data }) => data.name)).to.deep.equal([null, null]);
    });
  });

  describe('and an idempotency key', () => {
    it('replays the answer without a second approval', async () => {
      const asked = await ask('print', { text: 'kept' });
      const token = await sign(asked);
      const key = { 'idempotency-key': 'kept-1' };
      expect((await app.post(path('print'), { text: 'kept' }, key)).status).to.equal(403); // is not kept
      const first = await post('print', { text: 'kept' }, token, key);
      const body = await first.text();
      expect(first.status).to.equal(200);
      for (const headers of [key, { ...key, approval: token }, { ...key, approval: 'x' }] as Record<string, string>[]) {
        const again = await app.post(path('print'), { text: 'kept' }, headers);
        expect([again.status, again.headers.get('idempotency-replayed'), await again.text()]).to.deep.equal([
          200,
          'true',
          body,
        ]);
      }
      expect(await problemOf(await post('print', { text: 'kept' }, token, { 'idempotency-key': 'kept-2' }))).to.include(
        { slug: 'approval-invalid' },
      );
    });

    it('lets the same key go on with another approval where one was refused', async () => {
      const key = { 'idempotency-key': 'second-try' };
      const asked = await ask('print', { text: 'try' });
      expect((await post('print', { text: 'try' }, await sign({ ...asked, decision: 'deny' }), key)).status).to.equal(
        403,
      );
      expect((await post('print', { text: 'try' }, await sign(asked), key)).status).to.equal(200);
    });
  });

  async function approvedJob(
    body: { tool: string; input?: unknown },
    headers: Record<string, string> = {},
  ): Promise<string> {
    return submit(app, body, { approval: await sign(await askedBy(await app.post('/api/v1/jobs', body))), ...headers });
  }

  describe('as a job', () => {
    it('needs it when it is submitted, and not again when it runs', async () => {
      const body = { tool: 'echo', input: { text: 'a job' } };
      const asked = await askedBy(await app.post('/api/v1/jobs', body));
      expect(asked).to.deep.equal(await ask('echo', { text: 'a job' })); // one approval for one work, in either form
      const token = await sign(asked);
      const id = await submit(app, body, { approval: token });
      expect((await ended(app, id)).status).to.equal('succeeded');
      expect(await problemOf(await app.post('/api/v1/jobs', body, { approval: token }))).to.include({
        slug: 'approval-invalid',
      });
      expect(await problemOf(await post('echo', { text: 'a job' }, token))).to.include({ slug: 'approval-invalid' });
      expect(
        audited('an approval was used', asked.digest).map(({ location, status }) => [location, status]),
      ).to.deep.equal([[`/api/v1/jobs/${id}`, 202]]);
    });

    it('looks at body, tool and tier first', async () => {
      expect(await problemOf(await app.post('/api/v1/jobs', { tool: 'echo', input: { text: 1 } }))).to.include({
        slug: 'invalid-request',
      });
      expect(
        await problemOf(await app.post('/api/v1/jobs', { tool: 'print' }, { authorization: bearer('narrow') })),
      ).to.include({ slug: 'capability-denied' });
    });

    it('has the digest of its documents, in every form', async () => {
      const body = { tool: 'join', input: { documents: [{ data: base64(one) }, { data: base64(two), pages: '2' }] } };
      const { digest } = await askedBy(await app.post('/api/v1/jobs', body));
      const form = (name: string, approval?: string) =>
        sendFiles(app, '/api/v1/jobs', {
          request: { tool: 'join', input: { documents: [{}, { pages: '2' }] } },
          files: [
            ['documents', one, name],
            ['documents', two, name],
          ],
          ...(approval !== undefined && { headers: { approval } }),
        });
      const asked = await askedBy(await form('x.pdf'));
      expect(asked.digest)
        .to.equal(digest)
        .and.equal((await ask('join', body.input)).digest);
      const job = (await (await form('not approved.pdf', await sign(asked))).json()) as { id: string };
      expect((await ended(app, job.id)).status).to.equal('succeeded');
      const { documents } = app.calls.at(-1)?.input as { documents: { data: { name: string | null } }[] };
      expect(documents.map(({ data }) => data.name)).to.deep.equal([null, null]);
    });

    it('runs on what was approved, whatever becomes of the job that its document came from', async () => {
      const source = (await ended(app, await approvedJob({ tool: 'print', input: { text: 'source' } }))).id as string;
      const id = await approvedJob({ tool: 'look', input: { document: { jobId: source } } });
      await app.fetch(`/api/v1/jobs/${source}`, { method: 'DELETE', headers: { authorization: bearer() } });
      expect((await ended(app, id)).status).to.equal('succeeded');
    });

    it('keeps the approval when it can not be queued', async () => {
      const full = await startHttp({
        env: {
          ...limits,
          SERVICE_APPROVAL_REQUIRED: 'echo',
          SERVICE_APPROVERS_FILE: approvers.path,
          SERVICE_JOB_QUEUE_LIMIT: '1',
        },
        slots: 0,
      });
      const body = { tool: 'echo', input: {} };
      const asked = await askedBy(await full.post('/api/v1/jobs', body));
      const first = await submit(full, body, { approval: await sign(asked) });
      const token = await sign(asked);
      expect(await problemOf(await full.post('/api/v1/jobs', body, { approval: token }))).to.include({
        slug: 'overloaded',
      });
      await full.fetch(`/api/v1/jobs/${first}`, { method: 'DELETE', headers: { authorization: bearer() } });
      await submit(full, body, { approval: token });
      await full.stop();
    });

    it('is replayed with its idempotency key, and made once', async () => {
      const body = { tool: 'echo', input: { text: 'replayed job' } };
      const headers = {
        approval: await sign(await askedBy(await app.post('/api/v1/jobs', body))),
        'idempotency-key': 'job-1',
      };
      const id = await submit(app, body, headers);
      expect(await submit(app, body, headers)).to.equal(id);
    });
  });

  it('lets one of 20 requests through that come at once with one approval', async () => {
    for (const route of ['echo', 'jobs']) {
      const text = `race for ${route}`;
      const body = route === 'jobs' ? { tool: 'echo', input: { text } } : { text };
      const asked = await askedBy(await app.post(path(route), body));
      const token = await sign(asked);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => app.post(path(route), body, { approval: token })),
      );
      const statuses = answers.map(({ status }) => status);
      expect(
        statuses.filter((status) => status === 200 || status === 202),
        route,
      ).to.have.length(1);
      expect(
        statuses.filter((status) => status === 403),
        route,
      ).to.have.length(19);
    }
  });

  it('is not run by an approval of ten minutes and a second, nor by one that waits for its hour', async () => {
    const asked = await ask('echo', { text: 'later' });
    expect(
      (await post('echo', { text: 'later' }, await sign({ ...asked, iat: now() - hour, exp: now() - hour + 600 })))
        .status,
    ).to.equal(403);
    expect(
      (await post('echo', { text: 'later' }, await sign({ ...asked, iat: now() - 30, exp: now() + 571 }))).status,
    ).to.equal(403);
  });
});
