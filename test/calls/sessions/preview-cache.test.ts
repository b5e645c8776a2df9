import { expect } from 'chai';
import { PrintCache } from '../../../src/calls/sessions/preview/print-cache.ts';
import { Runs, type Run, type StretchFile } from '../../../src/calls/sessions/preview/runs.ts';
import { SessionLog } from '../../../src/calls/sessions/preview/log/session-log.ts';
import type { Session } from '../../../src/store/facets/sessions.ts';

const noFields = { address: '', widgets: [] };
const session = { id: 'session', document: '{}', output: '{}' } as Session;
const text = (words: string) => Buffer.from(JSON.stringify({ op: 'add_text', text: words }));
const logOf = (...texts: readonly string[]): SessionLog =>
  SessionLog.of(session, { assets: [], log: texts.map(text) })!;
const later = Date.now() + 60_000;

describe('The printed pages of sessions in memory', () => {
  const fileOf = (bytes: number, expiresAt = later, sessionId = session.id): StretchFile => ({
    ...{
      sessionId,
      pdf: new Uint8Array(bytes),
      pages: [],
      number: 1,
      count: 1,
      inParts: false,
      expiresAt,
      fields: noFields,
    },
  });
  /** A page of the first operation, which ends where the second one begins a page. */
  const runOf = (log: SessionLog, file: StretchFile, until: number, isEnd = false): Run => ({
    ...{ file, page: 0, pages: 1, isForced: true, operations: 1, until, isEnd, digest: log.digestOf(0, until) },
    ...{
      size: 0,
      characters: 0,
      highlighted: 0,
      listed: [],
      ids: [],
      headings: [],
      styles: [],
      isSigned: false,
      numbers: null,
    },
  });
  const stored = (runs: Runs, log: SessionLog, bytes: number, expiresAt = later): StretchFile => {
    const file = fileOf(bytes, expiresAt);
    runs.add(log, file, new Map([[0, runOf(log, file, log.length)]]));
    return file;
  };

  it('make room by size, those first that were used least recently', () => {
    const runs = new Runs(1000);
    const [one, two, three] = [logOf('one'), logOf('two'), logOf('three')];
    const first = stored(runs, one, 400);
    stored(runs, two, 400);
    runs.use([runOf(one, first, 1)], later);
    stored(runs, three, 400);
    const has = (log: SessionLog): boolean => runs.find(session.id, log, { at: 0 }) !== null;
    expect([has(one), has(two), has(three)]).to.deep.equal([true, false, true]);
    stored(runs, two, 1001);
    expect([has(one), has(two), has(three)]).to.deep.equal([true, false, true]);
  });

  it('are those of a content as long as the operations are the same that decide where the page ends', () => {
    const runs = new Runs();
    const log = logOf('one', 'two');
    const file = fileOf(1);
    runs.add(log, file, new Map([[0, runOf(log, file, 2)]]));
    const found = (other: SessionLog): boolean => runs.find(session.id, other, { at: 0 }) !== null;
    expect([found(logOf('one', 'two', 'three')), found(logOf('one', 'too')), found(logOf('one'))]).to.deep.equal([
      true,
      false,
      false,
    ]);
    const end = logOf('end');
    runs.add(end, file, new Map([[0, runOf(end, file, 1, true)]]));
    expect([found(end), found(logOf('end', 'more'))]).to.deep.equal([true, false]);
  });

  it('are forgotten with their session, and when it has expired', () => {
    const runs = new Runs();
    const [one, two] = [logOf('one'), logOf('two')];
    stored(runs, one, 10, Date.now() - 1);
    stored(runs, two, 10);
    expect(runs.find(session.id, one, { at: 0 })).to.equal(null);
    expect(runs.has(session.id)).to.equal(true);
    runs.drop(session.id);
    expect([runs.find(session.id, two, { at: 0 }), runs.has(session.id)]).to.deep.equal([null, false]);
  });

  it('include whole documents, which make room for each other too', async () => {
    const cache = new PrintCache<{ pdf: Uint8Array; name: string }>(1000);
    const { signal } = new AbortController();
    let prints = 0;
    const get = (digest: string, bytes: number): Promise<unknown> =>
      cache.get({ sessionId: session.id, digest, expiresAt: later }, signal, () => {
        prints += 1;
        return Promise.resolve({ pdf: new Uint8Array(bytes), name: digest });
      });
    for (const digest of ['a', 'b', 'a', 'c', 'a', 'b']) await get(digest, 400);
    expect(prints).to.equal(4);
    await get('large', 1001);
    await get('large', 1001);
    expect(prints).to.equal(6);
  });
});
