import { invalidRequest } from '../../input/input.ts';
import type { Changed, SessionAsset } from '../../store/facets/sessions.ts';
import { checkStorage } from '../access/check-storage.ts';
import { sessionAssetsLimit } from '../access/limits.ts';
import type { Answering, Caller } from '../caller.ts';
import { assetType } from './asset-type.ts';
import { changeSession, type SessionCallWithBody } from './change-session.ts';
import type { SessionDeps } from './open-session.ts';

const nameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Throws AppError `invalid-request` where no asset can have the name. */
export function checkAssetName(name: string): void {
  if (!nameShape.test(name))
    throw invalidRequest([
      { pointer: '/name', message: 'a name is 1 to 200 of `A-Z a-z 0-9 . _ -`, and begins with a letter or digit' },
    ]);
}

/** An asset that was stored. */
export interface PutAsset extends Changed {
  readonly asset: SessionAsset;
}

/** Stores an asset of a session of the caller. Throws the AppErrors of each step. */
export async function putAsset<T>(
  deps: SessionDeps,
  caller: Caller,
  { name, receive, ...call }: SessionCallWithBody & { readonly name: string },
  { answer, stored }: Answering<PutAsset, T>,
): Promise<T> {
  const { principal } = caller;
  checkAssetName(name);
  await deps.sessions.find(principal.client, call.sessionId, false);
  const [file] = (await receive()).files;
  if (file === undefined || file.stored.size === 0)
    throw invalidRequest([{ pointer: '', message: 'the body is empty: it must be the bytes of the asset' }]);
  const contentType = await assetType(file.stored);
  await checkStorage(deps, principal, file.stored.size);
  const asset = { name, contentType, blob: await deps.store.blobs.put(file.stored.stream()) };
  caller.signal.throwIfAborted();
  const maxBytes = sessionAssetsLimit(deps.config, principal.tier).bytes;
  const change = { kind: 'put-asset', asset, maxBytes } as const;
  return changeSession(deps, caller, { ...call, change }, { answer: (made) => answer({ ...made, asset }), stored });
}
