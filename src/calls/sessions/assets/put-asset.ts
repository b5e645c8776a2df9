import { invalidRequest } from '../../../input/input.ts';
import { AppError } from '../../../problems.ts';
import type { Changed, SessionAsset } from '../../../store/facets/sessions.ts';
import { checkStorage } from '../../access/check-storage.ts';
import { sessionAssetsLimit } from '../../access/limits.ts';
import type { Answering, Caller } from '../../caller.ts';
import type { Spooled } from '../../documents/spool.ts';
import { assetType } from './asset-type.ts';
import { changeSession, type SessionCallWithBody } from '../change-session.ts';
import type { SessionDeps } from '../open-session.ts';

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
  await checkWhole(deps, caller, file.stored, contentType);
  const asset = { name, contentType, blob: await deps.store.blobs.put(file.stored.stream()) };
  caller.signal.throwIfAborted();
  const maxBytes = sessionAssetsLimit(deps.config, principal.tier).bytes;
  const change = { kind: 'put-asset', asset, maxBytes } as const;
  return changeSession(deps, caller, { ...call, change }, { answer: (made) => answer({ ...made, asset }), stored });
}

/** Bytes of an asset above which it is read when it is its turn, and above which it is not read. */
const sizes = { large: 2 ** 20, largest: 256 * 2 ** 20 };

/** Reads an asset to its end, on a thread. A PDF that is larger than any request is read by the render that adds it. */
async function checkWhole(
  { reader, gate }: SessionDeps,
  { principal: { client }, signal }: Caller,
  stored: Spooled,
  contentType: string,
): Promise<void> {
  if (contentType === 'text/css') return;
  if (stored.size > sizes.largest) {
    if (contentType === 'application/pdf') return;
    throw new AppError(
      'limit-exceeded',
      `The file has ${stored.size} bytes; ${sizes.largest} are allowed for its type.`,
      {
        extra: { limit: sizes.largest },
      },
    );
  }
  const check = async () => reader.asset({ bytes: await stored.bytes(), contentType }, { client, signal });
  await (stored.size > sizes.large ? gate.run({ client, signal }, check) : check());
}
