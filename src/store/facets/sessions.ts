import type { Blob } from './blobs.ts';
import type { Guards } from './guards.ts';

/** A session as it is opened. */
export interface NewSession {
  readonly id: string;
  readonly client: string;
  /** `document` of the session, as JSON. */
  readonly document: string;
  /** `output` of the session, as JSON. */
  readonly output: string;
  /** Milliseconds that the session lives without use. */
  readonly ttl: number;
  readonly now: number;
}

/** The record of a session, without its operations. */
export interface Session {
  readonly id: string;
  readonly client: string;
  readonly document: string;
  readonly output: string;
  readonly ttl: number;
  /** 0 after opening; each change adds one. */
  readonly revision: number;
  /** The number of operations. */
  readonly operations: number;
  /** The bytes of the operations, as JSON in UTF-8. */
  readonly bytes: number;
  /** The fields of the last `set_font`, as JSON; `null` = there is none. */
  readonly font: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Each use moves it. An expired session is still found for `goneFor`. */
  readonly expiresAt: number;
}

/** The content of one operation. */
export interface OperationContent {
  /** The operation, as JSON in UTF-8; the driver decides whether it becomes a blob. */
  readonly json: Uint8Array;
  /** The `id` that the operation has in the document, where no other operation may have it; `null` = none. */
  readonly anchor: string | null;
  /** The fields of `set_font`, as JSON; `null` for any other operation. */
  readonly font: string | null;
  /** The assets that it names; none unless given. */
  readonly assets?: readonly AssetUse[];
}

/** An asset that an operation names. */
export interface AssetUse {
  readonly name: string;
  /** True where the session must have it; others may be in `document` or installed. */
  readonly isNeeded: boolean;
}

/** A file of a session, by the name that operations have for it. */
export interface SessionAsset {
  readonly name: string;
  readonly contentType: string;
  readonly blob: Blob;
}

/** An operation that is added. */
export interface NewOperation extends OperationContent {
  /** The name by which later changes refer to it. */
  readonly operationId: string;
}

/** A place beside another operation. */
export type Beside = { readonly before: string } | { readonly after: string };

/** A change of a session. Operations are named by their `operationId`. */
export type SessionChange =
  /** Adds operations, in order; `at` = `null` is the end. */
  | { readonly kind: 'insert'; readonly operations: readonly NewOperation[]; readonly at: Beside | null }
  | { readonly kind: 'replace'; readonly operationId: string; readonly content: OperationContent }
  | { readonly kind: 'remove'; readonly operationId: string }
  /** `index` is the place after the move, from 0. */
  | { readonly kind: 'move'; readonly operationId: string; readonly to: Beside | { readonly index: number } }
  | { readonly kind: 'options'; readonly document: string; readonly output: string; readonly ttl: number }
  /** Stores an asset, also in place of one of the same name; `maxBytes` is for all assets together. */
  | { readonly kind: 'put-asset'; readonly asset: SessionAsset; readonly maxBytes: number }
  | { readonly kind: 'remove-asset'; readonly name: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

/** A request to change a session. */
export interface SessionEdit {
  readonly client: string;
  readonly id: string;
  readonly change: SessionChange;
  /** The revisions at which the session may be changed; `null` = any. */
  readonly ifMatch: readonly number[] | null;
  /** The most operations, and bytes of operations, that the session may have after the change. */
  readonly limits: { readonly operations: number; readonly bytes: number };
  readonly now: number;
}

/** A change that was made. */
export interface Changed {
  readonly state: 'changed';
  readonly session: Session;
  /** The place of the first operation that was inserted, or of the one that was replaced or moved; else `null`. */
  readonly index: number | null;
  /** True where an asset of a new name was stored. */
  readonly isNew?: boolean;
}

/** The result of an edit. */
export type Edited =
  | Changed
  /** `absent`: an operation that the change names is not there; `past-end`: an index outside the list. */
  | {
      readonly state:
        'missing' | 'expired' | 'mismatch' | 'absent' | 'past-end' | 'nothing-to-undo' | 'nothing-to-redo';
    }
  | { readonly state: 'full'; readonly limit: 'operations' | 'bytes' | 'assets' }
  /** The session has no asset of that name. */
  | { readonly state: 'asset-absent'; readonly name: string }
  /** An operation names the asset, so that it can't be removed. */
  | { readonly state: 'asset-in-use'; readonly name: string; readonly operationId: string }
  /** The operation at `index` has the anchor. */
  | { readonly state: 'taken'; readonly anchor: string; readonly index: number };

/** An operation as it is read back. */
export interface StoredOperation {
  readonly operationId: string;
  /** As JSON in UTF-8. */
  readonly json: Uint8Array;
}

/** The operations that a reader wants, of those that the session had at a revision. */
export interface Wanted {
  readonly id: string;
  readonly revision: number;
  /** The place of the first one. */
  readonly from: number;
  /** The most of them. */
  readonly limit: number;
}

/** A copy of a session. */
export interface SessionFork {
  readonly client: string;
  /** The session that is copied. */
  readonly source: string;
  /** The id of the copy. */
  readonly id: string;
  /** The revision whose content is copied; `null` = the current one. */
  readonly revision: number | null;
  /** The revisions at which the session may be copied; any unless given. */
  readonly ifMatch?: readonly number[] | null;
  readonly now: number;
}

/** The end of a session. */
export interface SessionRemoval {
  readonly client: string;
  readonly id: string;
  /** The revisions at which it may be deleted; any unless given. */
  readonly ifMatch?: readonly number[] | null;
  readonly now: number;
}

/** The result of a removal. */
export type Removed = 'removed' | 'missing' | 'mismatch';

/** A copy that was made. */
export interface Copied {
  readonly state: 'forked';
  readonly session: Session;
}

/** The result of a fork. */
export type Forked =
  | Copied
  /** `not-retained`: the session no longer has the content of that revision, or never had it. */
  | { readonly state: 'missing' | 'expired' | 'mismatch' | 'not-retained' };

/** Changes that can be undone: the content before each of them is retained. */
export const retainedSteps = 100;

/** Sessions and their operations. */
export interface SessionStore {
  open(session: NewSession, guards?: Guards<Session>): Promise<Session>;
  /**
   * The session of this client; `use` extends its life. An expired session is found for `goneFor` (its `expiresAt` is
   * past), after that the result is `null`.
   */
  find(client: string, id: string, now: number, use: boolean): Promise<Session | null>;
  /** Changes a session; concurrent changes are put in one order. `guards` apply only when it was changed. */
  edit(edit: SessionEdit, guards?: Guards<Changed>): Promise<Edited>;
  /**
   * Operations that the session had at a revision, in order. Throws AppError `session-not-found` when the session was
   * deleted meanwhile or has expired, and `session-conflict` when the revision is no longer retained.
   */
  operations(wanted: Wanted): Promise<readonly StoredOperation[]>;
  /** One operation and its place; `null` = the session has no such operation now. Throws as `operations` does. */
  operation(id: string, operationId: string): Promise<(StoredOperation & { readonly index: number }) | null>;
  /** The assets that the session had at a revision, by name. Throws as `operations` does. */
  assets(id: string, revision: number): Promise<readonly SessionAsset[]>;
  /** Copies a session. `guards` apply only when it was copied. */
  fork(fork: SessionFork, guards?: Guards<Copied>): Promise<Forked>;
  /** Deletes the session and its operations. `guards` apply only when it was deleted. */
  remove(removal: SessionRemoval, guards?: Guards<Removed>): Promise<Removed>;
}
