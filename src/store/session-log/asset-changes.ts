import { randomUUID } from 'node:crypto';
import { addAsset, assetBytes, assetNow, assetUser, endAsset } from './assets.ts';
import type { Changing, Effect, Of, Refused } from './changing.ts';
import type { Work } from './queries.ts';

/** Stores an asset, also in place of another one. */
export function* putAsset({ asset, maxBytes }: Of<'put-asset'>, changing: Changing): Work<Effect | Refused> {
  const { session, revision } = changing;
  const replaced = yield* assetNow(session.id, asset.name);
  const bytes = (yield* assetBytes(session.id)) - (replaced ?? 0) + asset.blob.size;
  if (bytes > maxBytes) return { state: 'full', limit: 'assets' };
  yield* endAsset(session.id, revision, asset.name);
  yield* addAsset(session.id, revision, { ...asset, content: randomUUID() });
  return { ...ofAssets(changing), stored: asset.blob.size, isNew: replaced === null };
}

/** Removes an asset that no operation names. */
export function* removeAsset({ name }: Of<'remove-asset'>, changing: Changing): Work<Effect | Refused> {
  const { session, revision } = changing;
  if ((yield* assetNow(session.id, name)) === null) return { state: 'asset-absent', name };
  const operationId = yield* assetUser(session.id, name);
  if (operationId !== null) return { state: 'asset-in-use', name, operationId };
  yield* endAsset(session.id, revision, name);
  return ofAssets(changing);
}

/** Undo does not cover a change of an asset. As any change, it discards the steps that could be redone. */
function ofAssets({ session: { history } }: Changing): Effect {
  return { index: null, operations: 0, bytes: 0, stored: 0, history: { undo: history.undo, redo: [] } };
}
