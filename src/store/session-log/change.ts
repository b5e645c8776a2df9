import { randomUUID } from 'node:crypto';
import type { Edited, OperationContent, SessionChange, SessionEdit } from '../facets/sessions.ts';
import { lengthOf, type StoredBytes } from '../stored-bytes.ts';
import { addContent, addEntry, anchorIndex, endEntry, entryNow, indexOf, newEntry } from './entries.ts';
import { addAsset, assetBytes, assetNow, endAsset, isAssetUsed, useAssets } from './assets.ts';
import {
  afterChange,
  endOptions,
  optionBytes,
  forget,
  oldestOf,
  restore,
  type History,
  type Options,
} from './history.ts';
import { areLong, gapAtIndex, gapBeside, placesFor, placesIn, shortenPlaces } from './places.ts';
import type { Work } from './queries.ts';
import { recordOf, writeSession, type StoredSession } from './session-row.ts';

type Refused = Exclude<Edited, { readonly state: 'changed' }>;
type Of<K extends SessionChange['kind']> = Extract<SessionChange, { readonly kind: K }>;

/** The effect of a change on the record of its session. */
interface Effect {
  readonly index: number | null;
  /** How many operations, and bytes of operations, there are more. */
  readonly operations: number;
  readonly bytes: number;
  /** The bytes of contents that were stored. */
  readonly stored: number;
  readonly options?: Options | null;
  readonly history: History;
  readonly isNew?: boolean;
}

/** A change of a session that may be changed, and the contents that are stored for it, in order. */
interface Changing {
  readonly session: StoredSession;
  readonly limits: SessionEdit['limits'];
  readonly stored: readonly StoredBytes[];
  /** The revision after the change. */
  readonly revision: number;
}

/** The contents that a change stores, in order. */
export function contentsOf(change: SessionChange): readonly OperationContent[] {
  if (change.kind === 'insert') return change.operations;
  return change.kind === 'replace' ? [change.content] : [];
}

/** Changes a session that may be changed, within a transaction. `stored` are the contents of the change, in order. */
export function* changeSession(
  session: StoredSession,
  { change, limits, now }: SessionEdit,
  stored: readonly StoredBytes[],
): Work<Edited> {
  const effect = yield* effectOf(change, { session, limits, stored, revision: session.revision + 1 });
  if ('state' in effect) return effect;
  const freed = yield* forget(session.id, oldestOf(effect.history, session.revision + 1));
  const options = effect.options ?? session;
  const written = yield* writeSession({
    ...session,
    document: options.document,
    output: options.output,
    ttl: options.ttl,
    revision: session.revision + 1,
    operations: session.operations + effect.operations,
    bytes: session.bytes + effect.bytes,
    storedBytes: session.storedBytes + effect.stored - freed,
    history: effect.history,
    updatedAt: Math.max(session.updatedAt, now),
    expiresAt: Math.max(session.expiresAt, now + options.ttl),
  });
  const { index, isNew } = effect;
  return { state: 'changed', session: recordOf(written), index, ...(isNew !== undefined && { isNew }) };
}

function* effectOf(change: SessionChange, changing: Changing): Work<Effect | Refused> {
  switch (change.kind) {
    case 'insert':
      return yield* insert(change, changing);
    case 'replace':
      return yield* replace(change, changing);
    case 'remove':
      return yield* remove(change, changing);
    case 'move':
      return yield* move(change, changing);
    case 'options':
      return yield* setOptions(change, changing);
    case 'put-asset':
      return yield* putAsset(change, changing);
    case 'remove-asset':
      return yield* removeAsset(change, changing);
    case 'undo':
      return yield* undo(changing);
    case 'redo':
      return yield* redo(changing);
  }
}

function* insert({ operations, at }: Of<'insert'>, changing: Changing): Work<Effect | Refused> {
  const { session, stored, revision } = changing;
  const bytes = stored.reduce((sum, each) => sum + lengthOf(each), 0);
  const full = fullOf(changing, operations.length, bytes);
  if (full !== null) return full;
  for (const operation of operations) {
    const { operationId } = operation;
    const refused = (yield* takenBy(session.id, operation, operationId)) ?? (yield* lackOf(session.id, operation));
    if (refused !== null) return refused;
  }
  const places = yield* placesFor(session.id, at, operations.length);
  if (places === null) return { state: 'absent' };
  for (const [index, operation] of operations.entries()) {
    const { operationId } = operation;
    const [content, body, place] = [randomUUID(), stored[index], places[index]];
    if (body === undefined || place === undefined) throw new Error('Each operation has stored bytes and a place.');
    yield* addContent(session.id, content, body);
    yield* addEntry(session.id, revision, newEntry({ operationId, place, content }, operation, body));
    yield* useAssets(session.id, content, operation.assets ?? []);
  }
  const index = at === null ? session.operations : yield* indexOf(session.id, places[0] ?? '');
  if (areLong(places)) yield* shortenPlaces(session.id);
  return { index, operations: operations.length, bytes, stored: bytes, history: changed(changing) };
}

function* replace({ operationId, content: given }: Of<'replace'>, changing: Changing): Work<Effect | Refused> {
  const { session, stored, revision } = changing;
  const entry = yield* entryNow(session.id, operationId);
  if (entry === undefined) return { state: 'absent' };
  const [body] = stored;
  if (body === undefined) throw new Error('A replacement has stored bytes.');
  const bytes = lengthOf(body) - entry.bytes;
  const refused =
    fullOf(changing, 0, bytes) ??
    (yield* takenBy(session.id, given, operationId)) ??
    (yield* lackOf(session.id, given));
  if (refused !== null) return refused;
  const content = randomUUID();
  yield* endEntry(session.id, revision, operationId);
  yield* addContent(session.id, content, body);
  yield* addEntry(session.id, revision, newEntry({ operationId, place: entry.place, content }, given, body));
  yield* useAssets(session.id, content, given.assets ?? []);
  const index = yield* indexOf(session.id, entry.place);
  return { index, operations: 0, bytes, stored: lengthOf(body), history: changed(changing) };
}

function* remove({ operationId }: Of<'remove'>, changing: Changing): Work<Effect | Refused> {
  const { session, revision } = changing;
  const entry = yield* entryNow(session.id, operationId);
  if (entry === undefined) return { state: 'absent' };
  yield* endEntry(session.id, revision, operationId);
  return { index: null, operations: -1, bytes: -entry.bytes, stored: 0, history: changed(changing) };
}

function* move({ operationId, to }: Of<'move'>, changing: Changing): Work<Effect | Refused> {
  const { session, revision } = changing;
  const entry = yield* entryNow(session.id, operationId);
  if (entry === undefined) return { state: 'absent' };
  if ('index' in to && to.index >= session.operations) return { state: 'past-end' };
  const isItself = operationId === ('before' in to ? to.before : 'after' in to ? to.after : null);
  if (!isItself) {
    const gap = 'index' in to ? yield* gapAtIndex(session.id, operationId, to.index) : yield* gapBeside(session.id, to);
    if (gap === null) return { state: 'absent' };
    const places = placesIn(gap, 1);
    yield* endEntry(session.id, revision, operationId);
    yield* addEntry(session.id, revision, { ...entry, place: places[0] ?? '' });
    if (areLong(places)) yield* shortenPlaces(session.id);
  }
  const moved = yield* entryNow(session.id, operationId);
  const index = yield* indexOf(session.id, moved?.place ?? '');
  return { index, operations: 0, bytes: 0, stored: 0, history: changed(changing) };
}

function* setOptions({ document, output, ttl }: Of<'options'>, changing: Changing): Work<Effect | Refused> {
  const { session, limits, revision } = changing;
  const options = { document, output, ttl };
  if (session.bytes > limits.bytes && optionBytes(options) > optionBytes(session))
    return { state: 'full', limit: 'bytes' };
  const stored = yield* endOptions(session.id, revision, session);
  return { index: null, operations: 0, bytes: 0, stored, options, history: changed(changing) };
}

function* putAsset({ asset, maxBytes }: Of<'put-asset'>, changing: Changing): Work<Effect | Refused> {
  const { session, revision } = changing;
  const replaced = yield* assetNow(session.id, asset.name);
  const bytes = (yield* assetBytes(session.id)) - (replaced ?? 0) + asset.blob.size;
  if (bytes > maxBytes) return { state: 'full', limit: 'assets' };
  yield* endAsset(session.id, revision, asset.name);
  yield* addAsset(session.id, revision, { ...asset, content: randomUUID() });
  return { ...ofAssets(changing), stored: asset.blob.size, isNew: replaced === null };
}

function* removeAsset({ name }: Of<'remove-asset'>, changing: Changing): Work<Effect | Refused> {
  const { session, revision } = changing;
  if ((yield* assetNow(session.id, name)) === null) return { state: 'asset-absent', name };
  if (yield* isAssetUsed(session.id, name)) return { state: 'asset-in-use', name };
  yield* endAsset(session.id, revision, name);
  return ofAssets(changing);
}

/** A change of an asset is no step that can be undone; as any change, it discards what could be redone. */
function ofAssets({ session: { history } }: Changing): Effect {
  return { index: null, operations: 0, bytes: 0, stored: 0, history: { undo: history.undo, redo: [] } };
}

function* undo(changing: Changing): Work<Effect | Refused> {
  const { history, revision } = changing.session;
  const earlier = history.undo.at(-1);
  if (earlier === undefined) return { state: 'nothing-to-undo' };
  return yield* restored(earlier, changing, { undo: history.undo.slice(0, -1), redo: [...history.redo, revision] });
}

function* redo(changing: Changing): Work<Effect | Refused> {
  const { history, revision } = changing.session;
  const earlier = history.redo.at(-1);
  if (earlier === undefined) return { state: 'nothing-to-redo' };
  return yield* restored(earlier, changing, { undo: [...history.undo, revision], redo: history.redo.slice(0, -1) });
}

function* restored(earlier: number, { session, revision }: Changing, history: History): Work<Effect> {
  const { operations, bytes, options } = yield* restore(session.id, earlier, revision);
  const stored = options === null ? 0 : yield* endOptions(session.id, revision, session);
  return { index: null, operations, bytes, stored, options, history };
}

const changed = ({ session }: Changing): History => afterChange(session.history, session.revision);

/** The limit that the session would exceed; `null` = none. */
function fullOf({ session, limits }: Changing, operations: number, bytes: number): Refused | null {
  if (operations > 0 && session.operations + operations > limits.operations)
    return { state: 'full', limit: 'operations' };
  return bytes > 0 && session.bytes + bytes > limits.bytes ? { state: 'full', limit: 'bytes' } : null;
}

/** The other operation that has the anchor of this one; `null` = none has. */
function* takenBy(session: string, { anchor }: OperationContent, operationId: string): Work<Refused | null> {
  if (anchor === null) return null;
  const index = yield* anchorIndex(session, anchor, operationId);
  return index === null ? null : { state: 'taken', anchor, index };
}

/** The asset that an operation needs and the session does not have; `null` = it has all. */
function* lackOf(session: string, { assets = [] }: OperationContent): Work<Refused | null> {
  for (const { name, isNeeded } of assets)
    if (isNeeded && (yield* assetNow(session, name)) === null) return { state: 'asset-absent', name };
  return null;
}
