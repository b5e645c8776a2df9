import { expect } from 'chai';
import {
  retainedSteps,
  type Edited,
  type Session,
  type SessionChange,
  type SessionEdit,
} from '../../../src/store/facets/sessions.ts';
import { goneFor } from '../../../src/store/facets/jobs.ts';
import { at, rejection, textOf, withStore, type MakeHome } from './home.ts';
import { newEdit, newOperation, newSession } from './sessions.ts';

const most = 20_000;

export function sessionRuleSuite(name: string, make: MakeHome): void {
  describe(`Every change of the sessions of ${name}`, () => {
    const home = withStore(make);
    const edit = (change: SessionChange, changes: Partial<SessionEdit> = {}): Promise<Edited> =>
      home.store.sessions.edit(newEdit(change, changes));
    const insertion = (ids: readonly string[]): SessionChange => ({
      kind: 'insert',
      operations: ids.map((id) => newOperation(`"${id}"`, { operationId: id })),
      at: null,
    });
    const add = (...ids: string[]): Promise<Edited> => edit(insertion(ids));
    const found = async (id = 's'): Promise<Session> => (await home.store.sessions.find('acme', id, at(0), false))!;
    const listed = async ({ id = 's', from = 0, limit = 1000, revision = -1 } = {}): Promise<string> => {
      const wanted = { id, from, limit, revision: revision === -1 ? (await found(id)).revision : revision };
      const operations = await home.store.sessions.operations(wanted);
      return operations.map(({ json }) => JSON.parse(textOf(json)) as string).join('');
    };
    const asset = async (asName: string): Promise<SessionChange> => ({
      kind: 'put-asset',
      asset: { name: asName, contentType: 'text/css', blob: await home.store.blobs.put(Buffer.from(asName)) },
      maxBytes: 1000,
    });
    /** A change of each kind, all of which can be made after `prepared`. */
    const each = async (): Promise<readonly SessionChange[]> => [
      { kind: 'insert', operations: [newOperation('"x"')], at: { after: 'a' } },
      { kind: 'replace', operationId: 'a', content: { json: Buffer.from('"A"'), anchor: null, font: null } },
      { kind: 'move', operationId: 'a', to: { index: 1 } },
      { kind: 'remove', operationId: 'b' },
      { kind: 'options', document: '{}', output: '{}', ttl: 1e9 },
      { kind: 'undo' },
      { kind: 'redo' },
      await asset('new'),
      { kind: 'remove-asset', name: 'new' },
    ];
    const prepared = async (): Promise<void> => {
      await add('a', 'b', 'c');
      await edit(await asset('old'));
    };
    beforeEach(() => home.store.sessions.open(newSession('s', { ttl: 1e9 })));

    it('is made at the revision that is named, and at no other, by one of two', async () => {
      await prepared();
      for (const change of await each()) {
        const { revision } = await found();
        for (const ifMatch of [[], [revision - 1], [revision + 1]])
          expect(await edit(change, { ifMatch }), change.kind).to.deep.equal({ state: 'mismatch' });
        const ifMatch = [revision];
        const both = await Promise.all([edit(change, { ifMatch }), edit(change, { ifMatch })]);
        expect(both.map(({ state }) => state).sort(), change.kind).to.deep.equal(['changed', 'mismatch']);
        expect((await found()).revision, change.kind).to.equal(revision + 1);
      }
      const { revision } = await found();
      const other = { client: 'acme', source: 's', id: 'f', revision: null, now: at(0) };
      const removal = { client: 'acme', id: 's', now: at(0) };
      for (const ifMatch of [[], [revision - 1]]) {
        expect(await home.store.sessions.fork({ ...other, ifMatch })).to.deep.equal({ state: 'mismatch' });
        expect(await home.store.sessions.remove({ ...removal, ifMatch })).to.equal('mismatch');
      }
      expect(await home.store.sessions.fork({ ...other, ifMatch: [revision] })).to.have.property('state', 'forked');
      expect(await home.store.sessions.remove({ ...removal, ifMatch: [revision] })).to.equal('removed');
    });

    it('is that of its client, while the session lives', async () => {
      await prepared();
      const before = [await found(), await listed()];
      const fork = { client: 'globex', source: 's', id: 'f', revision: null, now: at(0) };
      for (const change of await each()) {
        expect(await edit(change, { client: 'globex' }), change.kind).to.deep.equal({ state: 'missing' });
        expect(await edit(change, { now: at(1e9) + 1000 }), change.kind).to.deep.equal({ state: 'expired' });
        expect(await edit(change, { now: at(1e9) + goneFor + 1000 }), change.kind).to.deep.equal({ state: 'missing' });
      }
      expect(await home.store.sessions.fork(fork)).to.deep.equal({ state: 'missing' });
      expect(await home.store.sessions.fork({ ...fork, client: 'acme', now: at(1e9) + 1000 })).to.deep.equal({
        state: 'expired',
      });
      expect(await home.store.sessions.find('globex', 'f', at(0), false)).to.equal(null);
      expect([await found(), await listed()]).to.deep.equal(before);
    });

    it('is undone whole: a list that was added together, a patch, a replacement', async () => {
      await add('a', 'b', 'c');
      const original = await found();
      await edit({ kind: 'options', document: '{"title":"B"}', output: '{"x":1}', ttl: 5e8 });
      await edit({
        kind: 'replace',
        operationId: 'b',
        content: { json: Buffer.from('"B"'), anchor: null, font: null },
      });
      await add('d', 'e');
      await edit({ kind: 'undo' });
      expect([await listed(), (await found()).document]).to.deep.equal(['aBc', '{"title":"B"}']);
      await edit({ kind: 'undo' });
      expect([await listed(), (await found()).document]).to.deep.equal(['abc', '{"title":"B"}']);
      await edit({ kind: 'undo' });
      const { document, output, ttl } = original;
      expect(await found()).to.include({ document, output, ttl, operations: 3 });
      for (let step = 0; step < 3; step += 1) await edit({ kind: 'redo' });
      expect(await listed()).to.equal('aBcde');
      expect(await found()).to.include({ document: '{"title":"B"}', output: '{"x":1}', ttl: 5e8, operations: 5 });
      await edit({ kind: 'undo' });
      expect((await edit({ kind: 'move', operationId: 'a', to: { index: 1 } })).state).to.equal('changed');
      expect(await edit({ kind: 'redo' }), 'a change discards what could be redone').to.deep.equal({
        state: 'nothing-to-redo',
      });
      expect(await listed()).to.equal('Bac');
    });

    it('is listed in parts, those of earlier revisions too, while they are retained', async () => {
      await add('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
      await edit({ kind: 'move', operationId: 'j', to: { before: 'a' } });
      await edit({ kind: 'remove', operationId: 'c' });
      for (const [part, expected] of [
        [{ from: 0, limit: 3 }, 'jab'],
        [{ from: 3, limit: 4 }, 'defg'],
        [{ from: 7, limit: 1000 }, 'hi'],
        [{ from: 9, limit: 10 }, ''],
        [{ from: 19_999, limit: 1 }, ''],
        [{ from: 1, limit: 3, revision: 1 }, 'bcd'],
        [{ from: 0, limit: 2, revision: 2 }, 'ja'],
        [{ from: 0, limit: 5, revision: 0 }, ''],
      ] as const)
        expect(await listed(part), JSON.stringify(part)).to.equal(expected);
      for (let step = 0; step < retainedSteps; step += 1)
        await edit({ kind: 'move', operationId: 'a', to: { index: step % 2 } });
      const gone = await rejection(listed({ revision: 2 }));
      expect(gone).to.have.property('slug', 'session-conflict');
      expect(await listed({ revision: 3 })).to.equal('jabdefghi');
    });

    it('can be forked from as long as it is retained, and no longer', async () => {
      await add('a');
      for (let step = 1; step <= retainedSteps; step += 1) await add(String.fromCodePoint(0x4e00 + step));
      const fork = (id: string, revision: number) =>
        home.store.sessions.fork({ client: 'acme', source: 's', id, revision, now: at(0) });
      expect(await fork('f0', 0)).to.deep.equal({ state: 'not-retained' });
      expect(await fork('f102', retainedSteps + 2)).to.deep.equal({ state: 'not-retained' });
      expect((await fork('f1', 1)).state).to.equal('forked');
      expect(await listed({ id: 'f1' })).to.equal('a');
      expect(await edit({ kind: 'undo' }, { id: 'f1' })).to.deep.equal({ state: 'nothing-to-undo' });
    });

    it(`may add up to the ${most} operations of a session in one go, which are undone, redone and forked`, async () => {
      const ids = Array.from({ length: most }, (_, index) => `o${index}`);
      const limits = { operations: most, bytes: 1e9 };
      expect(await edit(insertion([...ids, 'more']), { limits })).to.deep.equal({ state: 'full', limit: 'operations' });
      expect(await edit(insertion(ids), { limits })).to.deep.include({ state: 'changed', index: 0 });
      expect(await edit(insertion(['more']), { limits })).to.deep.equal({ state: 'full', limit: 'operations' });
      expect((await edit({ kind: 'remove', operationId: 'o7' }, { limits })).state).to.equal('changed');
      expect(await edit(insertion(['more']), { limits })).to.deep.include({ state: 'changed', index: most - 1 });
      for (let step = 0; step < 3; step += 1) await edit({ kind: 'undo' });
      expect(await found()).to.include({ operations: 0, bytes: 0 });
      await edit({ kind: 'redo' });
      expect(await found()).to.include({ operations: most });
      expect(await listed({ from: most - 2 })).to.equal('o19998o19999');
      await home.store.sessions.fork({ client: 'acme', source: 's', id: 'f', revision: null, now: at(0) });
      expect(await listed({ id: 'f', from: 5, limit: 2 })).to.equal('o5o6');
    }).timeout(60_000);
  });
}
