import { expect } from 'chai';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startService, keys, pdfOf } from '../support/service.ts';

/** A manifest with one tool that answers what it was sent. */
const manifest = (name: string) => `
export const edition = {
  name: '${name}',
  operations: [],
  tools: [{
    name: '${name}-echo', tier: '${name}', summary: 'Echo', description: 'Echo', produces: 'report',
    fileParts: [], examples: {},
    input: () => ({ jsonSchema: { type: 'object' }, validate: (body) => body }),
    run: (input) => Promise.resolve({ kind: 'report', report: { echo: input } }),
  }],
};`;

describe('The editions that are installed', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'editions-'));
    await symlink(join(import.meta.dirname, '../../src/editions/core'), join(folder, 'core'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const install = async (name: string, source: string) => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'index.js'), source);
  };
  const start = () =>
    startService({ SERVICE_WORKER_COUNT: '1' }, { editions: pathToFileURL(`${folder}/`), check: false });
  const echo = { body: '{"x":1}', headers: { 'content-type': 'application/json' } };

  it('bring their tools: a route for the tier, and an entry in capabilities', async () => {
    await install('pro', manifest('pro'));
    const service = await start();
    try {
      expect((await service.request('POST', '/api/v1/pro-echo', { key: keys.pro, ...echo })).json()).to.deep.equal({
        echo: { x: 1 },
      });
      const below = await service.request('POST', '/api/v1/pro-echo', { key: keys.core, ...echo });
      expect([below.status, below.json().type]).to.deep.equal([403, 'https://colophon.dev/problems/tier-required']);
      const { tiers, tools } = (await service.request('GET', '/api/v1/capabilities')).json();
      expect(tiers).to.deep.equal(['core', 'pro']);
      expect(tools.find(({ name }: { name: string }) => name === 'pro-echo')).to.include({
        tier: 'pro',
        path: '/api/v1/pro-echo',
        usable: false,
      });
    } finally {
      await service.stop();
    }
  });

  it('are not missed when they are absent: their routes are 404, and the core renders', async () => {
    const service = await start();
    try {
      const absent = await service.request('POST', '/api/v1/pro-echo', { key: keys.enterprise, ...echo });
      expect([absent.status, absent.json().type]).to.deep.equal([404, 'https://colophon.dev/problems/not-found']);
      expect((await service.request('GET', '/api/v1/capabilities')).json().tiers).to.deep.equal(['core']);
      pdfOf(await service.render({ operations: [{ op: 'add_text', text: 'core' }] }));
    } finally {
      await service.stop();
    }
  });

  it('stop the start when one is broken, instead of passing for absent', async () => {
    await install('pro', "import './nowhere.js';\n" + manifest('pro'));
    await start().then(
      () => expect.fail('the service started'),
      (error: unknown) => expect(String(error)).to.contain('nowhere.js'),
    );
    await rm(join(folder, 'pro'), { recursive: true });
    await mkdir(join(folder, 'pro'));
    await start().then(
      () => expect.fail('the service started'),
      (error: unknown) => expect(String(error)).to.contain('without its manifest'),
    );
  });
});
