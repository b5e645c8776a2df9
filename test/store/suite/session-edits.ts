import { expect } from 'chai';
import fc from 'fast-check';
import { retainedSteps, type Edited, type SessionChange } from '../../../src/store/facets/sessions.ts';
import { at, textOf, withStore, type MakeHome } from './home.ts';
import { newEdit, newOperation, newSession } from './sessions.ts';
import { times } from '../../support/effort.ts';

/** What a session is, as its history says. */
interface Model {
  readonly ids: readonly string[];
  readonly document: string;
}

export function sessionEditSuite(name: string, make: MakeHome): void {
  describe(`Edits of the sessions of ${name}`, () => {
    const home = withStore(make);
    const edit = (change: SessionChange, changes = {}): Promise<Edited> =>
      home.store.sessions.edit(newEdit(change, changes));
    const add = async (...ids: string[]): Promise<Edited> =>
      edit({ kind: 'insert', operations: ids.map((id) => newOperation(`"${id}"`, { operationId: id })), at: null });
    const at0 = async () => (await home.store.sessions.find('acme', 's', at(0), false))!;
    const listed = async (id = 's'): Promise<string> => {
      const session = (await home.store.sessions.find('acme', id, at(0), false))!;
      const wanted = { id, revision: session.revision, from: 0, limit: 1000 };
      const found = await home.store.sessions.operations(wanted);
      expect(found).to.have.length(session.operations);
      return found.map(({ json }) => JSON.parse(textOf(json)) as string).join('');
    };
    beforeEach(() => home.store.sessions.open(newSession('s', { ttl: 1e9 })));

    it('insert at the end, before and after others, all or none', async () => {
      await add('a', 'd');
      const more = (id: string) => [newOperation(`"${id}"`, { operationId: id })];
      expect(await edit({ kind: 'insert', operations: more('b'), at: { after: 'a' } })).to.deep.include({ index: 1 });
      expect(await edit({ kind: 'insert', operations: more('c'), at: { before: 'd' } })).to.deep.include({ index: 2 });
      expect(await edit({ kind: 'insert', operations: more('0'), at: { before: 'a' } })).to.deep.include({ index: 0 });
      expect(await edit({ kind: 'insert', operations: more('x'), at: { before: 'nobody' } })).to.deep.equal({
        state: 'absent',
      });
      expect(await listed()).to.equal('0abcd');
      expect(await at0()).to.include({ revision: 4, operations: 5, bytes: 15 });
    });

    it('replace and remove', async () => {
      await add('a', 'b', 'c');
      const content = { json: newOperation('"B"').json, anchor: null, font: null };
      expect(await edit({ kind: 'replace', operationId: 'b', content })).to.deep.include({ index: 1 });
      expect(await edit({ kind: 'remove', operationId: 'a' })).to.have.property('state', 'changed');
      expect(await listed()).to.equal('Bc');
      for (const change of [
        { kind: 'remove', operationId: 'a' },
        { kind: 'replace', operationId: 'a', content },
        { kind: 'move', operationId: 'a', to: { index: 0 } },
        { kind: 'move', operationId: 'b', to: { after: 'a' } },
      ] as const)
        expect(await edit(change), change.kind).to.deep.equal({ state: 'absent' });
      expect(await home.store.sessions.operation('s', 'a')).to.equal(null);
      expect(await home.store.sessions.operation('s', 'c')).to.deep.include({ operationId: 'c', index: 1 });
    });

    it('move before, after and to an index', async () => {
      await add('a', 'b', 'c', 'd');
      const move = async (operationId: string, to: Extract<SessionChange, { kind: 'move' }>['to']) => {
        const moved = await edit({ kind: 'move', operationId, to });
        return [await listed(), 'index' in moved ? moved.index : moved.state];
      };
      expect(await move('a', { after: 'c' })).to.deep.equal(['bcad', 2]);
      expect(await move('d', { before: 'b' })).to.deep.equal(['dbca', 0]);
      expect(await move('d', { index: 3 })).to.deep.equal(['bcad', 3]);
      expect(await move('c', { index: 2 })).to.deep.equal(['bacd', 2]);
      expect(await move('c', { index: 0 })).to.deep.equal(['cbad', 0]);
      expect(await move('b', { before: 'b' })).to.deep.equal(['cbad', 1]);
      expect(await move('b', { index: 4 })).to.deep.equal(['cbad', 'past-end']);
    });

    it('know the font that is last now', async () => {
      const font = (id: string) => newOperation(`"${id}"`, { operationId: id, font: `{"family":"${id}"}` });
      await edit({ kind: 'insert', operations: [font('x'), font('y')], at: null });
      expect((await at0()).font).to.equal('{"family":"y"}');
      await edit({ kind: 'move', operationId: 'y', to: { index: 0 } });
      expect((await at0()).font).to.equal('{"family":"x"}');
      await edit({ kind: 'remove', operationId: 'x' });
      expect((await at0()).font).to.equal('{"family":"y"}');
      await edit({ kind: 'remove', operationId: 'y' });
      expect((await at0()).font).to.equal(null);
      await edit({ kind: 'undo' });
      expect((await at0()).font).to.equal('{"family":"y"}');
    });

    it('refuse an anchor that another operation has now', async () => {
      const anchored = (id: string) => [newOperation(`"${id}"`, { operationId: id, anchor: 'same' })];
      await add('a');
      await edit({ kind: 'insert', operations: anchored('b'), at: null });
      expect(await edit({ kind: 'insert', operations: anchored('c'), at: null })).to.deep.equal({
        state: 'taken',
        anchor: 'same',
        index: 1,
      });
      const content = { json: newOperation('"B"').json, anchor: 'same', font: null };
      expect(await edit({ kind: 'replace', operationId: 'a', content })).to.have.property('state', 'taken');
      expect(await edit({ kind: 'replace', operationId: 'b', content })).to.have.property('state', 'changed');
      await edit({ kind: 'remove', operationId: 'b' });
      expect(await edit({ kind: 'insert', operations: anchored('c'), at: null })).to.have.property('state', 'changed');
    });

    it('undo and redo any change, to the end of what is retained', async () => {
      expect(await edit({ kind: 'undo' })).to.deep.equal({ state: 'nothing-to-undo' });
      const ids = Array.from({ length: retainedSteps + 5 }, (_, index) => String.fromCodePoint(0x4e00 + index));
      for (const id of ids) await add(id);
      let undone = 0;
      while ((await edit({ kind: 'undo' })).state === 'changed') undone += 1;
      expect(undone).to.equal(retainedSteps);
      expect(await listed()).to.equal(ids.slice(0, 5).join(''));
      while ((await edit({ kind: 'redo' })).state === 'changed') undone -= 1;
      expect(undone).to.equal(0);
      expect(await listed()).to.equal(ids.join(''));
      await edit({ kind: 'undo' });
      await add('x');
      expect(await edit({ kind: 'redo' })).to.deep.equal({ state: 'nothing-to-redo' });
    });

    it('do not store what no step retains', async () => {
      const used = () => home.store.storage.usedBytes('acme', 1e12);
      await add('a');
      const full = await used();
      for (let round = 0; round < 150; round += 1) await edit({ kind: 'move', operationId: 'a', to: { index: 0 } });
      expect(await used()).to.equal(full);
      await edit({ kind: 'remove', operationId: 'a' });
      for (let round = 0; round < retainedSteps; round += 1)
        await edit({ kind: 'options', document: '{}', output: '{}', ttl: 1e9 });
      await new Promise((resolve) => setTimeout(resolve, 1100)); // PostgreSQL counts once a second
      const options = '{"title":"A"}{}'.length + retainedSteps * '{}{}'.length;
      expect(await used(), 'the options before each change, and the last ones').to.equal(options);
    });

    it('stay in order after many insertions in one place, also those that are undone', async () => {
      await add('a', 'z');
      const count = times(300, 1500);
      for (let index = 0; index < count; index += 1) {
        const one = [newOperation(`"${index % 10}"`, { operationId: `n${index}` })];
        await edit({ kind: 'insert', operations: one, at: { before: 'z' } });
      }
      for (let round = 0; round < 20; round += 1) await edit({ kind: 'undo' });
      for (let round = 0; round < 10; round += 1) await edit({ kind: 'redo' });
      const expected = Array.from({ length: count - 10 }, (_, index) => index % 10).join('');
      const session = await at0();
      const wanted = { id: 's', revision: session.revision, from: 0, limit: 20_000 };
      const found = (await home.store.sessions.operations(wanted)).map(
        ({ json }) => JSON.parse(textOf(json)) as string,
      );
      expect(found.join('')).to.equal(`a${expected}z`);
    });

    it('are those of a list with a history, whatever comes in whatever order', async () => {
      const kinds = ['add', 'add', 'before', 'remove', 'move', 'replace', 'options', 'undo', 'undo', 'redo'] as const;
      const steps = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(1000), fc.nat(1000)), { maxLength: 40 });
      let round = 0;
      await fc.assert(
        fc.asyncProperty(steps, async (given) => {
          const id = `m${(round += 1)}`;
          await home.store.sessions.open(newSession(id, { ttl: 1e9, document: '0' }));
          await follow(id, given);
        }),
        { numRuns: times(15, 100) },
      );
    });

    async function follow(id: string, steps: readonly (readonly [string, number, number])[]): Promise<void> {
      let now: Model = { ids: [], document: '0' };
      let undo: Model[] = [];
      let redo: Model[] = [];
      let made = 0;
      const states = [now];
      for (const [kind, a, b] of steps) {
        const { ids } = now;
        const target = ids[a % Math.max(1, ids.length)] ?? 'none';
        const fresh = String.fromCodePoint(0x4e00 + (made += 1));
        const operations = [newOperation(`"${fresh}"`, { operationId: fresh })];
        const [change, next] = stepOf(kind, { now, target, fresh, operations, index: b % Math.max(1, ids.length) });
        const edited = await home.store.sessions.edit(newEdit(change, { id }));
        if (kind === 'undo' || kind === 'redo') {
          const [from, to] = kind === 'undo' ? [undo, redo] : [redo, undo];
          const earlier = from.at(-1);
          expect(edited.state === 'changed', kind).to.equal(earlier !== undefined);
          if (earlier === undefined) continue;
          to.push(now);
          if (kind === 'undo') undo = undo.slice(0, -1);
          else redo = redo.slice(0, -1);
          now = earlier;
        } else {
          expect(edited.state === 'changed', `${kind}: ${edited.state}`).to.equal(next !== null);
          if (next === null) continue;
          undo = [...undo, now].slice(-retainedSteps);
          redo = [];
          now = next;
        }
        states.push(now);
        await check(id, now);
      }
      await checkForks(id, states, undo.length + redo.length);
    }

    async function check(id: string, { ids, document }: Model): Promise<void> {
      const session = (await home.store.sessions.find('acme', id, at(0), false))!;
      expect(session.document).to.equal(document);
      expect(session.operations).to.equal(ids.length);
      const found = await home.store.sessions.operations({ id, revision: session.revision, from: 0, limit: 1000 });
      expect(found.map(({ operationId }) => operationId)).to.deep.equal(ids);
      expect(session.bytes).to.equal(found.reduce((sum, { json }) => sum + json.byteLength, 0));
    }

    async function checkForks(id: string, states: readonly Model[], steps: number): Promise<void> {
      if (steps === 0) return;
      const revision = states.length - 1;
      const fork = `f-${id}`;
      const forked = await home.store.sessions.fork({ client: 'acme', source: id, id: fork, revision, now: at(10) });
      expect(forked.state).to.equal('forked');
      await check(fork, states.at(-1)!);
    }

    it('fork into a session of its own, also an earlier revision', async () => {
      await add('a', 'b');
      await add('c');
      await edit({ kind: 'options', document: '{"title":"Z"}', output: '{}', ttl: 5000 });
      await edit({ kind: 'remove', operationId: 'a' });
      const fork = (id: string, revision: number | null) =>
        home.store.sessions.fork({ client: 'acme', source: 's', id, revision, now: at(20) });
      expect((await fork('now', null)).state).to.equal('forked');
      expect((await fork('then', 1)).state).to.equal('forked');
      expect(await fork('later', 9)).to.deep.equal({ state: 'not-retained' });
      expect([await listed('now'), await listed('then'), await listed()]).to.deep.equal(['bc', 'ab', 'bc']);
      expect(await home.store.sessions.find('acme', 'then', at(20), false)).to.include({
        document: '{"title":"A"}',
        revision: 0,
      });
      expect(await home.store.sessions.find('acme', 'now', at(20), false)).to.include({
        document: '{"title":"Z"}',
        ttl: 5000,
      });
      await home.store.sessions.remove({ client: 'acme', id: 's', now: at(30) });
      expect(await listed('now')).to.equal('bc');
      expect(
        await home.store.sessions.fork({ client: 'b', source: 'now', id: 'x', revision: null, now: at(20) }),
      ).to.deep.equal({ state: 'missing' });
    });
  });
}

interface Stepping {
  readonly now: Model;
  readonly target: string;
  readonly fresh: string;
  readonly operations: readonly ReturnType<typeof newOperation>[];
  readonly index: number;
}

/** The change of a step, and the model after it; `null` = it is refused. */
function stepOf(
  kind: string,
  { now, target, fresh, operations, index }: Stepping,
): readonly [SessionChange, Model | null] {
  const { ids, document } = now;
  const isThere = ids.includes(target);
  const place = ids.indexOf(target);
  switch (kind) {
    case 'add':
      return [
        { kind: 'insert', operations, at: null },
        { ids: [...ids, fresh], document },
      ];
    case 'before':
      return [
        { kind: 'insert', operations, at: { before: target } },
        isThere ? { ids: ids.toSpliced(place, 0, fresh), document } : null,
      ];
    case 'remove':
      return [
        { kind: 'remove', operationId: target },
        isThere ? { ids: ids.filter((one) => one !== target), document } : null,
      ];
    case 'move':
      return [
        { kind: 'move', operationId: target, to: { index } },
        isThere ? { ids: ids.filter((one) => one !== target).toSpliced(index, 0, target), document } : null,
      ];
    case 'replace':
      return [
        { kind: 'replace', operationId: target, content: { json: operations[0]!.json, anchor: null, font: null } },
        isThere ? now : null,
      ];
    case 'options':
      return [
        { kind: 'options', document: fresh, output: '{}', ttl: 1e9 },
        { ids, document: fresh },
      ];
    default:
      return [{ kind: kind === 'undo' ? 'undo' : 'redo' }, now];
  }
}
