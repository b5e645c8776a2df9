import { expect } from 'chai';
import type { AssetUse, Edited, SessionAsset, SessionChange } from '../../../src/store/facets/sessions.ts';
import { at, withStore, type MakeHome } from './home.ts';
import { newEdit, newOperation, newSession } from './sessions.ts';

export function sessionAssetSuite(name: string, make: MakeHome): void {
  describe(`Assets of the sessions of ${name}`, () => {
    const home = withStore(make);
    const edit = (change: SessionChange): Promise<Edited> => home.store.sessions.edit(newEdit(change));
    const put = async (asset: string, text: string, maxBytes = 1000): Promise<Edited> => {
      const blob = await home.store.blobs.put(Buffer.from(text));
      return edit({ kind: 'put-asset', asset: { name: asset, contentType: 'text/css', blob }, maxBytes });
    };
    const remove = (asset: string): Promise<Edited> => edit({ kind: 'remove-asset', name: asset });
    const add = (operationId: string, ...assets: AssetUse[]): Promise<Edited> =>
      edit({ kind: 'insert', operations: [{ ...newOperation('{}', { operationId }), assets }], at: null });
    const needed = (asset: string): AssetUse => ({ name: asset, isNeeded: true });
    const stored = async () => (await home.store.sessions.find('acme', 's', at(0), false))!;
    const textOf = async ({ blob }: SessionAsset): Promise<string> =>
      Buffer.from(await home.store.blobs.read(blob)).toString();
    const listed = async (id = 's', revision?: number): Promise<string> => {
      const session = (await home.store.sessions.find('acme', id, at(0), false))!;
      const assets = await home.store.sessions.assets(id, revision ?? session.revision);
      return (await Promise.all(assets.map(async (asset) => `${asset.name}=${await textOf(asset)}`))).join(' ');
    };
    /** Beside the options at the opening. */
    const used = async () => (await home.store.storage.usedBytes('acme', 0)) - '{"title":"A"}{}'.length; // counts anew
    beforeEach(() => home.store.sessions.open(newSession('s', { ttl: 1e9 })));

    it('come, are replaced and go, each change a revision', async () => {
      expect(await put('b', 'two')).to.include({ state: 'changed', isNew: true });
      expect(await put('a', 'one')).to.include({ isNew: true });
      expect(await put('a', 'three')).to.include({ isNew: false });
      expect(await listed()).to.equal('a=three b=two');
      expect(await remove('b')).to.have.property('state', 'changed');
      expect(await remove('b')).to.deep.equal({ state: 'asset-absent', name: 'b' });
      expect(await listed()).to.equal('a=three');
      expect(await stored()).to.include({ revision: 4, operations: 0, bytes: 0 });
      expect(await edit({ kind: 'undo' })).to.deep.equal({ state: 'nothing-to-undo' });
    });

    it('have a limit together, and count as stored bytes', async () => {
      await put('a', '12345', 8);
      expect(await put('b', '1234', 8)).to.deep.equal({ state: 'full', limit: 'assets' });
      expect(await put('a', '12345678', 8)).to.have.property('state', 'changed');
      expect(await used()).to.equal(8);
      await remove('a');
      expect(await used()).to.equal(0);
    });

    it('stay while an operation names them', async () => {
      await put('a', 'one');
      expect(await add('x', needed('b'))).to.deep.equal({ state: 'asset-absent', name: 'b' });
      expect(await add('x', needed('a'), { name: 'font', isNeeded: false })).to.have.property('state', 'changed');
      expect(await remove('a')).to.deep.equal({ state: 'asset-in-use', name: 'a', operationId: 'x' });
      const content = { json: Buffer.from('{}'), anchor: null, font: null };
      await edit({ kind: 'replace', operationId: 'x', content });
      expect(await remove('a')).to.have.property('state', 'changed');
    });

    it('come back with the operations that name them', async () => {
      await put('a', 'one');
      await put('free', 'free');
      await add('x', needed('a'));
      await edit({ kind: 'remove', operationId: 'x' });
      await remove('a');
      await remove('free');
      expect(await listed()).to.equal('');
      expect(await edit({ kind: 'undo' })).to.have.property('state', 'changed');
      expect(await listed()).to.equal('a=one');
      expect(await remove('a')).to.have.property('state', 'asset-in-use');
      await edit({ kind: 'redo' });
      expect(await remove('a')).to.have.property('state', 'changed');
    });

    it('are copied by a fork, also as they were at an earlier revision', async () => {
      await add('first');
      await put('a', 'one');
      await add('x', needed('a'));
      await put('a', 'two');
      const fork = { client: 'acme', source: 's', now: at(0) };
      expect(await home.store.sessions.fork({ ...fork, id: 'now', revision: null })).to.have.property(
        'state',
        'forked',
      );
      expect(await home.store.sessions.fork({ ...fork, id: 'then', revision: 3 })).to.have.property('state', 'forked');
      expect([await listed('now'), await listed('then')]).to.deep.equal(['a=two', 'a=one']);
      const removal = newEdit({ kind: 'remove-asset', name: 'a' });
      expect(await home.store.sessions.edit({ ...removal, id: 'then' })).to.have.property('state', 'asset-in-use');
      await home.store.sessions.remove({ client: 'acme', id: 's', now: at(0) });
      expect(await listed('then')).to.equal('a=one');
    });

    it('are freed once no retained step has them', async () => {
      await put('a', 'one');
      await add('x', needed('a'));
      await edit({ kind: 'remove', operationId: 'x' });
      await remove('a');
      expect(await used()).to.equal(5);
      for (let step = 0; step < 100; step += 1) await edit({ kind: 'options', document: '{}', output: '{}', ttl: 1e9 });
      expect(await used(), 'the options before each change, and the last ones').to.equal(100 * '{}{}'.length);
    });
  });
}
