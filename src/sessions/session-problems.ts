import { invalidRequest } from '../input/input.ts';
import { AppError } from '../problems.ts';
import { retainedSteps, type Edited, type SessionChange } from '../store/facets/sessions.ts';

/** The number of operations that one session may have. */
export const maxOperations = 20_000;

/** The problem of an id that another operation has. */
export function taken({ anchor, index }: Extract<Edited, { state: 'taken' }>, change: SessionChange): AppError {
  const at =
    change.kind === 'insert' && change.operations.length > 1
      ? `/operations/${change.operations.findIndex((operation) => operation.anchor === anchor)}/id`
      : '/id';
  return invalidRequest([{ pointer: at, message: `the id '${anchor}' is that of operation ${index} of the session` }]);
}

/** An operation names an asset that was removed while the operation was read. */
export function unknownAsset(name: string, change: SessionChange): AppError {
  const isList = change.kind === 'insert' && change.operations.length > 1;
  const at = isList ? change.operations.findIndex(({ assets = [] }) => assets.some((use) => use.name === name)) : 0;
  const pointer = isList ? `/operations/${at}/asset` : '/asset';
  return invalidRequest([{ pointer, message: `\`asset\` names '${name}', which the session does not have` }]);
}

/** The problem of a name that no asset of the session has. */
export function assetMissing(): AppError {
  return new AppError('asset-not-found', 'The session has no asset of that name. It was removed, or never there.');
}

/** The problem of a limit that a change would exceed. */
export function full(limit: 'operations' | 'bytes' | 'assets', maxBytes: number): AppError {
  if (limit === 'assets')
    return new AppError(
      'payload-too-large',
      `With this asset, the assets of the session would have more than ${maxBytes} bytes, which is the limit for this ` +
        'key.',
      { extra: { limit: maxBytes } },
    );
  if (limit === 'operations')
    return new AppError(
      'limit-exceeded',
      `The session has ${maxOperations} operations, which is the most that one may have. Render it, and open another.`,
    );
  return new AppError(
    'limit-exceeded',
    `With this operation the session would be larger than ${maxBytes} bytes (its document, output and ` +
      'operations as JSON, with images in base64), which is the limit for this key. Render it, and open another.',
  );
}

/** The problem of an id that no session of the client has. */
export function missing(): AppError {
  return new AppError(
    'session-not-found',
    'There is no session of that id. It was deleted, or this client never had it.',
  );
}

/** The problem of a session that has ended. */
export function expired(): AppError {
  return new AppError(
    'session-expired',
    'The session was not used for longer than its `ttl` and has ended. Open a new one.',
  );
}

/** The problem of an id that no operation of the session has. */
export function operationMissing(): AppError {
  return new AppError(
    'operation-not-found',
    'The session has no operation of that id. It was removed, or never there.',
  );
}

/** The problem of a revision that cannot be copied. */
export function notRetained(revision: number | null): AppError {
  return new AppError(
    'session-conflict',
    `The session has not retained the content of revision ${revision ?? 'now'}: that of the last ${retainedSteps} ` +
      'changes is.',
  );
}

/** The problem of a request whose `If-Match` names no current revision. */
export function revisionMismatch(): AppError {
  return new AppError(
    'revision-mismatch',
    'The session is at none of the revisions in `If-Match`. GET the session: its `ETag` is the revision that it is at.',
  );
}
