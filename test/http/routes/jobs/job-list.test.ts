import { expect } from 'chai';
import { bearer, problemOf, startHttp, type Built } from '../../../support/http.ts';
import { ended, submit } from '../../../support/jobs.ts';

const limits = { SERVICE_RATE_LIMIT_CORE: '100000', SERVICE_RATE_LIMIT_PRO: '100000', SERVICE_RATE_LIMIT_IP: '100000' };

interface List {
  readonly jobs: readonly { readonly id: string; readonly status: string; readonly tool: string }[];
  readonly next: string | null;
}

describe('The list of jobs', () => {
  let app: Built;
  beforeEach(async () => {
    app = await startHttp({ env: limits });
  });
  afterEach(() => app.stop());

  const get = (query = '', kid = 'core'): Promise<Response> =>
    app.fetch(`/api/v1/jobs${query}`, { headers: { authorization: bearer(kid) } });
  const list = async (query = '', kid = 'core'): Promise<List> => {
    const response = await get(query, kid);
    if (response.status !== 200) throw new Error(`expected a list, got ${response.status}: ${await response.text()}`);
    return (await response.json()) as List;
  };
  const idsOf = ({ jobs }: List): string[] => jobs.map(({ id }) => id);
  const submitted = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.unshift(await submit(app, { tool: 'echo' }));
    return ids;
  };

  it('is empty for a client without jobs', async () => {
    expect(await list()).to.deep.equal({ jobs: [], next: null });
  });

  it('has every job as its own route shows it, the newest first', async () => {
    const ids = await submitted(3);
    ids.unshift(await submit(app, { tool: 'fail', input: { failWith: 'invalid-pdf' } }));
    const shown: unknown[] = [];
    for (const id of ids) shown.push(await ended(app, id));
    expect(await list()).to.deep.equal({ jobs: shown, next: null });
  });

  it('comes in pages that stay as they are while jobs are added and deleted', async () => {
    const ids = await submitted(7);
    const read: string[] = [];
    let query = '?limit=3';
    for (let page = 1; ; page += 1) {
      const { jobs, next } = await list(query);
      read.push(...idsOf({ jobs, next }));
      await submit(app, { tool: 'echo' });
      const last = jobs.at(-1)?.id ?? '';
      await app.fetch(`/api/v1/jobs/${last}`, { method: 'DELETE', headers: { authorization: bearer() } });
      if (next === null) {
        expect(page).to.equal(3);
        break;
      }
      query = `?limit=3&cursor=${next}`;
    }
    expect(read).to.deep.equal(ids);
  });

  it('has 50 jobs a page unless asked otherwise, 100 at most', async () => {
    const ids = await submitted(51);
    const first = await list();
    expect(idsOf(first)).to.deep.equal(ids.slice(0, 50));
    expect(await list(`?cursor=${first.next ?? ''}`)).to.deep.include({ next: null });
    expect(idsOf(await list('?limit=100'))).to.deep.equal(ids);
    expect(await list('?limit=51')).to.deep.include({ next: null });
  });

  it('can have the jobs of one status alone', async () => {
    const waiting = await startHttp({ env: limits, slots: 0 });
    const id = await submit(waiting, { tool: 'echo' });
    for (const [status, found] of [
      ['queued', [id]],
      ['running', []],
      ['succeeded', []],
      ['failed', []],
      ['cancelled', []],
    ] as const) {
      const response = await waiting.fetch(`/api/v1/jobs?status=${status}`, { headers: { authorization: bearer() } });
      expect(idsOf((await response.json()) as List), status).to.deep.equal(found);
    }
    await waiting.stop();
  });

  it('has the jobs of all keys of the client, and none of another client', async () => {
    const [own = ''] = await submitted(1);
    expect(idsOf(await list('', 'pro'))).to.deep.equal([own]);
    expect(await list('', 'ent')).to.deep.equal({ jobs: [], next: null });
    expect((await get('', 'nobody')).status).to.equal(401);
  });

  it('refuses the cursor of another client', async () => {
    await submitted(2);
    const { next } = await list('?limit=1');
    expect(await problemOf(await get(`?cursor=${next}`, 'ent'))).to.include({ slug: 'invalid-request', status: 400 });
  });

  it('takes an empty value as none', async () => {
    const ids = await submitted(1);
    await ended(app, ids[0] ?? '');
    expect(idsOf(await list('?status=&limit=50&cursor='))).to.deep.equal(ids);
  });

  it('is refused with every mistake of its query at once, each by its parameter', async () => {
    await submitted(2);
    const { next } = await list('?limit=1');
    const changed = `${next?.slice(0, -1)}${next?.endsWith('A') ? 'B' : 'A'}`;
    for (const [query, pointers] of [
      ['?status=done', ['/status']],
      ['?status=Queued', ['/status']],
      ['?limit=0', ['/limit']],
      ['?limit=101', ['/limit']],
      ['?limit=1.5', ['/limit']],
      ['?limit=ten', ['/limit']],
      ['?limit=1&limit=2', ['/limit']],
      ['?cursor=x', ['/cursor']],
      [`?cursor=${changed}`, ['/cursor']],
      ['?offset=3', ['/offset']],
      ['?stats=failed&limit=-1&cursor=0', ['/cursor', '/limit', '/stats']],
    ] as const) {
      const { slug, status, errors } = await problemOf(await get(query));
      expect([slug, status], query).to.deep.equal(['invalid-request', 400]);
      const found = (errors as { pointer: string }[]).map(({ pointer }) => pointer).sort();
      expect(found, query).to.deep.equal(pointers);
    }
    const { detail } = await problemOf(await get('?stats=failed'));
    expect(detail).to.contain('Did you mean `status`?');
  });
});
