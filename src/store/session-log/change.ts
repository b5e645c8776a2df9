import { randomUUID } from 'node:crypto';
import type { AssetUse, Edited, OperationContent, SessionChange, SessionEdit } from '../facets/sessions.ts';
import { lengthOf, type StoredBytes } from '../stored-bytes.ts';
import { putAsset, removeAsset } from './asset-changes.ts';
import { useAssets } from './assets.ts';
import { changed, fullOf, lackOf, takenBy, type Changing, type Effect, type Of, type Refused } from './changing.ts';
import { addContents, addEntries, endEntry, entryNow, indexOf, newEntry, type Entry } from './entries.ts';
import { endOptions, forget, oldestOf, optionBytes, restore, type History } from './history.ts';
import { gapAtIndex, gapBeside, placesFor, placesIn, shortenPlaces } from './places.ts';
import type { Work } from './queries.ts';
import { recordOf, writeSession, type StoredSession } from './session-row.ts';

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
    storedBytes: session.storedBytes + effect.stored + optionBytes(options) - optionBytes(session) - freed,
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

/** An operation that comes into the list. */
interface Added {
  readonly entry: Entry;
  readonly body: StoredBytes;
  readonly uses: readonly AssetUse[];
}

function addedOf(
  { operationId }: { readonly operationId: string },
  operation: OperationContent,
  { place, body }: { readonly place: string; readonly body: StoredBytes },
): Added {
  const entry = newEntry({ operationId, place, content: randomUUID() }, operation, body);
  return { entry, body, uses: operation.assets ?? [] };
}

function* addAll({ session: { id }, revision }: Changing, added: readonly Added[]): Work<void> {
  const contents = added.map(({ entry: { content }, body, uses }) => ({ content, stored: body, uses }));
  yield* addContents(id, contents);
  yield* addEntries(
    id,
    revision,
    added.map(({ entry }) => entry),
  );
  yield* useAssets(id, contents);
}

function* insert({ operations, at }: Of<'insert'>, changing: Changing): Work<Effect | Refused> {
  const { session, stored } = changing;
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
  const added = operations.map((operation, index): Added => {
    const [body, place] = [stored[index], places[index]];
    if (body === undefined || place === undefined) throw new Error('Each operation has stored bytes and a place.');
    return addedOf(operation, operation, { place, body });
  });
  yield* addAll(changing, added);
  const index = at === null ? session.operations : yield* indexOf(session.id, places[0] ?? '');
  yield* shortenPlaces(session.id, places);
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
  yield* endEntry(session.id, revision, operationId);
  yield* addAll(changing, [addedOf(entry, given, { place: entry.place, body })]);
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
    yield* addEntries(session.id, revision, [{ ...entry, place: places[0] ?? '' }]);
    yield* shortenPlaces(session.id, places);
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
