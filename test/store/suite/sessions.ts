import { expect } from 'chai';
import { goneFor } from '../../../src/store/facets/jobs.ts';
import type { Guards } from '../../../src/store/facets/guards.ts';
import type {
  Changed,
  Edited,
  NewOperation,
  NewSession,
  Session,
  SessionChange,
  SessionEdit,
} from '../../../src/store/facets/sessions.ts';
import type { Store } from '../../../src/store/store.ts';
import { at, bytesOf, largeBytes, rejection, textOf, withStore, type MakeHome } from './home.ts';
import { plain } from './job-samples.ts';

export const limits = { operations: 1000, bytes: 1e9 };

export function newSession(id: string, changes: Partial<NewSession> = {}): NewSession {
  return { id, client: 'acme', document: '{"title":"A"}', output: '{}', ttl: 1000, now: at(0), ...changes };
}

let made = 0;

/** A new operation of this JSON. */
export function newOperation(json: string | Uint8Array, changes: Partial<NewOperation> = {}): NewOperation {
  const operationId = `op-${(made += 1)}`;
  return { operationId, json: typeof json === 'string' ? bytesOf(json) : json, anchor: null, font: null, ...changes };
}

export function newEdit(change: SessionChange, changes: Partial<SessionEdit> = {}): SessionEdit {
  return { client: 'acme', id: 's', change, ifMatch: null, limits, now: at(10), ...changes };
}

/** An edit that adds one operation at the end. */
export function newAppend(
  operation: string | Uint8Array,
  { font = null, ...changes }: Partial<SessionEdit> & { readonly font?: string | null } = {},
): SessionEdit {
  return newEdit({ kind: 'insert', operations: [newOperation(operation, { font })], at: null }, changes);
}

type Appended =
  | { readonly state: 'appended'; readonly revision: number; readonly index: number | null; readonly expiresAt: number }
  | Exclude<Edited, Changed>;

/** Adds an operation; the result has the facts of the session that an append changes. */
export async function appendTo(store: Store, edit: SessionEdit, guards?: Guards<Changed>): Promise<Appended> {
  const edited = await store.sessions.edit(edit, guards);
  if (edited.state !== 'changed') return edited;
  const { revision, expiresAt } = edited.session;
  return { state: 'appended', revision, index: edited.index, expiresAt };
}

/** The JSON of the first operations of a session. */
export async function operationsOf(store: Store, id: string, count: number): Promise<readonly Uint8Array[]> {
  const session = await store.sessions.find('acme', id, at(0), false);
  const wanted = { id, revision: session?.revision ?? 0, from: 0, limit: count };
  return (await store.sessions.operations(wanted)).map(({ json }) => json);
}

export function sessionSuite(name: string, make: MakeHome): void {
  describe(`The sessions of ${name}`, () => {
    const home = withStore(make);
    const open = (id = 's'): Promise<Session> => home.store.sessions.open(newSession(id));
    const append = (operation: string | Uint8Array, changes: Parameters<typeof newAppend>[1] = {}): Promise<Appended> =>
      appendTo(home.store, newAppend(operation, changes));
    const find = (now: number, use = false): Promise<Session | null> =>
      home.store.sessions.find('acme', 's', at(now), use);
    const texts = async (count: number): Promise<string[]> => (await operationsOf(home.store, 's', count)).map(textOf);

    it('are empty when they are opened', async () => {
      const opened = await open();
      expect(opened).to.deep.equal({
        id: 's',
        client: 'acme',
        document: '{"title":"A"}',
        output: '{}',
        ttl: 1000,
        revision: 0,
        operations: 0,
        bytes: 0,
        font: null,
        createdAt: at(0),
        updatedAt: at(0),
        expiresAt: at(1000),
      });
      expect(await find(5)).to.deep.equal(opened);
      expect(await operationsOf(home.store, 's', 0)).to.deep.equal([]);
    });

    it('are known to their client only', async () => {
      await open();
      expect(await home.store.sessions.find('globex', 's', at(0), true)).to.equal(null);
      expect(await append('{}', { client: 'globex' })).to.deep.equal({ state: 'missing' });
      expect(await home.store.sessions.remove({ client: 'globex', id: 's', now: at(0) })).to.equal('missing');
      expect(await append('{}', { id: 'other' })).to.deep.equal({ state: 'missing' });
      expect(await find(0)).to.have.property('revision', 0);
    });

    it('grow by one operation at a time', async () => {
      await open();
      expect(await append('{"op":"a"}')).to.deep.equal({
        state: 'appended',
        revision: 1,
        index: 0,
        expiresAt: at(1010),
      });
      expect(await append('{"op":"ö"}', { now: at(20) })).to.deep.equal({
        state: 'appended',
        revision: 2,
        index: 1,
        expiresAt: at(1020),
      });
      expect(await find(30)).to.deep.include({
        revision: 2,
        operations: 2,
        bytes: 21,
        updatedAt: at(20),
        expiresAt: at(1020),
      });
      expect(await texts(2)).to.deep.equal(['{"op":"a"}', '{"op":"ö"}']);
      expect(await texts(1)).to.deep.equal(['{"op":"a"}']);
    });

    it('keep operations of any size, also after a sweep of what nothing names', async () => {
      await home.store.sessions.open(newSession('s', { ttl: 1e12 }));
      const given = [largeBytes(5), bytesOf('{}'), largeBytes(6, 300_000), largeBytes(5)];
      for (const operation of given) await append(operation);
      await home.store.sweep(at(1e11));
      expect(plain(await operationsOf(home.store, 's', 4))).to.deep.equal(given);
      expect(await find(10)).to.have.property('bytes', 70_000 + 2 + 300_000 + 70_000);
    });

    it('take 50 operations at once in one order, none lost, over two connections', async () => {
      const other = await home.another();
      await open();
      const found = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          appendTo(index % 2 === 0 ? home.store : other, newAppend(`{"n":${index}}`)),
        ),
      );
      const places = found.map((appended) =>
        appended.state === 'appended' ? [appended.index, appended.revision] : [],
      );
      expect(places.map(([index]) => index).sort((a, b) => a! - b!)).to.deep.equal(
        Array.from({ length: 50 }, (_, index) => index),
      );
      for (const [index, revision] of places) expect(revision).to.equal(index! + 1);
      const inOrder = places
        .map(([index], n) => [index!, `{"n":${n}}`] as const)
        .sort(([a], [b]) => a - b)
        .map(([, text]) => text);
      expect(await texts(50)).to.deep.equal(inOrder);
      expect(await find(20)).to.deep.include({ revision: 50, operations: 50 });
    });

    it('change at the revisions that are asked for only', async () => {
      await open();
      expect(await append('{"n":0}', { ifMatch: [1, 2] })).to.deep.equal({ state: 'mismatch' });
      expect(await append('{"n":0}', { ifMatch: [7, 0] })).to.deep.include({ state: 'appended', revision: 1 });
      expect(await append('{"n":1}', { ifMatch: [0] })).to.deep.equal({ state: 'mismatch' });
      expect(await append('{"n":1}', { ifMatch: [] })).to.deep.equal({ state: 'mismatch' });
      expect(await texts(1)).to.deep.equal(['{"n":0}']);
      const both = await Promise.all([append('{"n":1}', { ifMatch: [1] }), append('{"n":2}', { ifMatch: [1] })]);
      expect(both.map(({ state }) => state).sort()).to.deep.equal(['appended', 'mismatch']);
    });

    it('are full at the limit of operations, and of bytes', async () => {
      await open();
      const tight = { operations: 2, bytes: 1e9 };
      for (const expected of ['appended', 'appended', 'full'])
        expect(await append('{}', { limits: tight })).to.have.property('state', expected);
      expect(await append('{}', { limits: tight })).to.deep.equal({ state: 'full', limit: 'operations' });
      expect(await append('{"a":1}', { limits: { operations: 1000, bytes: 10 } })).to.deep.equal({
        state: 'full',
        limit: 'bytes',
      });
      expect(await append(largeBytes(7), { limits: { operations: 1000, bytes: 70_003 } })).to.deep.equal({
        state: 'full',
        limit: 'bytes',
      });
      expect(await append('{"a":1}', { limits: { operations: 1000, bytes: 11 } })).to.deep.include({
        state: 'appended',
        index: 2,
      });
    });

    it('remember the last font', async () => {
      await open();
      await append('{"op":"set_font"}', { font: '{"family":"Lora"}' });
      await append('{"op":"add_text"}');
      expect(await find(20)).to.have.property('font', '{"family":"Lora"}');
      await append('{"op":"set_font"}', { font: '{"size":"9pt"}' });
      expect(await find(20)).to.have.property('font', '{"size":"9pt"}');
    });

    it('live on when they are used, and do not when they are only looked at', async () => {
      await open();
      expect(await find(500)).to.have.property('expiresAt', at(1000));
      expect(await find(600, true)).to.deep.include({ expiresAt: at(1600), updatedAt: at(0), revision: 0 });
      expect(await find(1599)).to.have.property('expiresAt', at(1600));
      expect(await find(100, true), 'a clock that is behind').to.have.property('expiresAt', at(1600));
    });

    it('expire when they are not used, are gone for a day, and then never were', async () => {
      await open();
      await append('{}', { now: at(0) });
      expect(await append('{}', { now: at(1000) })).to.deep.equal({ state: 'expired' });
      for (const now of [1000, 1000 + goneFor - 1])
        expect(await find(now, true)).to.have.property('expiresAt', at(1000));
      expect(await find(1000 + goneFor)).to.equal(null);
      expect(await append('{}', { now: at(1000 + goneFor) })).to.deep.equal({ state: 'missing' });
      expect(await home.store.sessions.remove({ client: 'acme', id: 's', now: at(1000 + goneFor) })).to.equal(
        'missing',
      );
    });

    it('lose what they hold in the sweep once they have expired, and their name a day later', async () => {
      await open();
      await append(largeBytes(8), { now: at(0) });
      expect(await home.store.sweep(at(999))).to.equal(0);
      expect(await operationsOf(home.store, 's', 1)).to.have.length(1);
      await home.store.sweep(at(1000));
      expect(await find(1000)).to.have.property('expiresAt', at(1000));
      expect(await rejection(operationsOf(home.store, 's', 1))).to.have.property('slug', 'session-not-found');
      await home.store.sweep(at(1000 + goneFor));
      expect(await find(1000)).to.equal(null);
    });

    it('are deleted with what they hold, once', async () => {
      await open();
      await append('{}');
      expect(await home.store.sessions.remove({ client: 'acme', id: 's', now: at(20) })).to.equal('removed');
      expect(await home.store.sessions.remove({ client: 'acme', id: 's', now: at(20) })).to.equal('missing');
      expect(await find(20)).to.equal(null);
      expect(await append('{}')).to.deep.equal({ state: 'missing' });
      expect(await rejection(operationsOf(home.store, 's', 1))).to.have.property('slug', 'session-not-found');
    });

    it('outlive a restart', async () => {
      await open();
      await append('{"n":0}');
      await append(largeBytes(9));
      const before = await find(20);
      await home.restart();
      expect(await find(20)).to.deep.equal(before);
      expect(plain(await operationsOf(home.store, 's', 2))).to.deep.equal([bytesOf('{"n":0}'), largeBytes(9)]);
    });
  });
}
