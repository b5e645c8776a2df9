import type { Edited, OperationContent, SessionChange, SessionEdit } from '../facets/sessions.ts';
import type { StoredBytes } from '../stored-bytes.ts';
import { assetNow } from './assets.ts';
import { anchorIndex } from './entries.ts';
import { afterChange, type History, type Options } from './history.ts';
import type { Work } from './queries.ts';
import type { StoredSession } from './session-row.ts';

/** Why a change is not made. */
export type Refused = Exclude<Edited, { readonly state: 'changed' }>;
/** A change of this kind. */
export type Of<K extends SessionChange['kind']> = Extract<SessionChange, { readonly kind: K }>;

/** The effect of a change on the record of its session. */
export interface Effect {
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
export interface Changing {
  readonly session: StoredSession;
  readonly limits: SessionEdit['limits'];
  readonly stored: readonly StoredBytes[];
  /** The revision after the change. */
  readonly revision: number;
}

/** The history after a step. */
export const changed = ({ session }: Changing): History => afterChange(session.history, session.revision);

/** The limit that the session would exceed; `null` = none. */
export function fullOf({ session, limits }: Changing, operations: number, bytes: number): Refused | null {
  if (operations > 0 && session.operations + operations > limits.operations)
    return { state: 'full', limit: 'operations' };
  return bytes > 0 && session.bytes + bytes > limits.bytes ? { state: 'full', limit: 'bytes' } : null;
}

/** The other operation that has the anchor of this one; `null` = none has. */
export function* takenBy(session: string, { anchor }: OperationContent, operationId: string): Work<Refused | null> {
  if (anchor === null) return null;
  const index = yield* anchorIndex(session, anchor, operationId);
  return index === null ? null : { state: 'taken', anchor, index };
}

/** The asset that an operation needs and the session does not have; `null` = it has all. */
export function* lackOf(session: string, { assets = [] }: OperationContent): Work<Refused | null> {
  for (const { name, isNeeded } of assets)
    if (isNeeded && (yield* assetNow(session, name)) === null) return { state: 'asset-absent', name };
  return null;
}
