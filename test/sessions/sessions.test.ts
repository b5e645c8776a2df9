import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../src/problems.ts';
import { maxOperations } from '../../src/sessions/session-problems.ts';
import { createSessions, type Change, type Sessions } from '../../src/sessions/sessions.ts';
import { contentOf, newOperation, type SessionOperation } from '../../src/sessions/content.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import type { Session } from '../../src/store/facets/sessions.ts';
import type { Store } from '../../src/store/store.ts';

const addition = (operation: SessionOperation, more: Partial<Change> = {}): Change => ({
  change: { kind: 'insert', operations: [newOperation(contentOf(operation))], at: null },
  ifMatch: null,
  maxBytes: 1_000_000,
  ...more,
});
const text = (value: string, more: object = {}): SessionOperation => ({ op: 'add_text', text: value, ...more });
const slugOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof AppError ? error.slug : String(error)),
  );

describe('Sessions over the embedded store', () => {
  let folder: string;
  let store: Store;
  let sessions: Sessions;
  let session: Session;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-sessions-'));
    store = openSqliteStore(join(folder, 'colophon.db'));
    sessions = createSessions(store.sessions);
    session = await sessions.open('acme', { document: '{"title":"T"}', output: '{}', ttl: 60_000 });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const read = async () =>
    (await sessions.operations(await sessions.find('acme', session.id, false))).map(
      (bytes) => JSON.parse(Buffer.from(bytes).toString()) as SessionOperation,
    );

  it('keep operations as they were sent, in order', async () => {
    const sent = [
      text('ünïcödé 漢字 \u0000'),
      text('two', { size: 12, id: 'b' }),
      { op: 'add_html', html: 'x'.repeat(100_000) },
    ];
    for (const operation of sent) await sessions.change(session, addition(operation));
    expect(await read()).to.deep.equal(sent);
  });

  it('read no more than there was when the session was found', async () => {
    await sessions.change(session, addition(text('one')));
    const found = await sessions.find('acme', session.id, false);
    await sessions.change(session, addition(text('two')));
    expect(await sessions.operations(found)).to.have.length(1);
  });

  it('tell the font that is active', async () => {
    await sessions.change(session, addition({ op: 'set_font', family: 'Inter' }));
    await sessions.change(session, addition(text('x')));
    expect((await sessions.find('acme', session.id, false)).font).to.equal('{"family":"Inter"}');
  });

  it('take one id once, from however many stores at once', async () => {
    const other = openSqliteStore(join(folder, 'colophon.db'));
    const both = [sessions, createSessions(other.sessions)];
    const tries = Array.from({ length: 24 }, (_, index) =>
      slugOf(both[index % 2]!.change(session, addition(text('x', { id: `id${index % 6}` })))),
    );
    const slugs = await Promise.all(tries);
    expect(slugs.filter((slug) => slug === 'none')).to.have.length(6);
    expect(slugs.filter((slug) => slug === 'invalid-request')).to.have.length(18);
    expect(new Set((await read()).map(({ id }) => id)).size).to.equal(6);
    await other.close();
  });

  it('are full at twenty thousand operations, or at the bytes that the client may have, all of it counted', async () => {
    const slim = addition(text('x'), { maxBytes: Buffer.byteLength('{"title":"T"}{}{"op":"add_text","text":"x"}') });
    await sessions.change(session, slim);
    expect(await slugOf(sessions.change(session, slim))).to.equal('limit-exceeded');
    const many = createSessions({
      ...store.sessions,
      edit: (given) =>
        Promise.resolve(
          given.limits.operations === maxOperations ? { state: 'full', limit: 'operations' } : { state: 'missing' },
        ),
    });
    expect(await slugOf(many.change(session, addition(text('x'))))).to.equal('limit-exceeded');
  });

  it('live on when they are used', async () => {
    const ends = async () => (await sessions.find('acme', session.id, false)).expiresAt;
    const uses = [
      () => sessions.find('acme', session.id, true),
      () => sessions.change(session, addition(text('x'))),
      () => sessions.change(session, addition(text('x', { id: 'x' }))),
    ];
    for (const use of uses) {
      const before = await ends();
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await ends()).to.equal(before);
      await use();
      expect(await ends()).to.be.above(before);
    }
  });

  it('belong to a client, end, and never come back', async () => {
    expect(await slugOf(sessions.find('globex', session.id, true))).to.equal('session-not-found');
    expect(await slugOf(sessions.find('acme', `${session.id}\u0000`, true))).to.equal('session-not-found');
    const brief = await sessions.open('acme', { document: '{}', output: '{}', ttl: 1 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const work of [
      sessions.find('acme', brief.id, true),
      sessions.change(brief, addition(text('x'))),
      sessions.change(brief, addition(text('x', { id: 'x' }))),
    ])
      expect(await slugOf(work)).to.equal('session-expired');
    expect(await slugOf(sessions.remove(session, [1]))).to.equal('revision-mismatch');
    await sessions.remove(session, [0]);
    expect(await slugOf(sessions.remove(session, null))).to.equal('session-not-found');
    for (const work of [
      sessions.change(session, addition(text('x'))),
      sessions.change(session, addition(text('x', { id: 'x' }))),
    ])
      expect(await slugOf(work)).to.equal('session-not-found');
  });
});
