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
  /** The fields of the last `set_font`, as JSON; `null` = there was none. */
  readonly font: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Each use moves it. An expired session is still found for `goneFor`. */
  readonly expiresAt: number;
}

/** A request to append one operation. */
export interface SessionAppend {
  readonly client: string;
  readonly id: string;
  /** The operation, as JSON in UTF-8; the driver decides whether it becomes a blob. */
  readonly operation: Uint8Array;
  /** The active font after this operation, as JSON; `null` = unchanged. */
  readonly font: string | null;
  /** The revisions at which the operation may be appended; `null` = any. */
  readonly ifMatch: readonly number[] | null;
  readonly limits: { readonly operations: number; readonly bytes: number };
  readonly now: number;
}

/** The result of `append`. `index` is the place of the operation, from 0. */
export type Appended =
  | { readonly state: 'appended'; readonly revision: number; readonly index: number; readonly expiresAt: number }
  | { readonly state: 'missing' | 'expired' | 'mismatch' }
  | { readonly state: 'full'; readonly limit: 'operations' | 'bytes' };

/** Sessions and their logs of operations. */
export interface SessionStore {
  open(session: NewSession, guards?: Guards<Session>): Promise<Session>;
  /**
   * The session of this client; `use` extends its life. An expired session is found for `goneFor` (its `expiresAt` is
   * past), after that the result is `null`.
   */
  find(client: string, id: string, now: number, use: boolean): Promise<Session | null>;
  /** Appends an operation; concurrent calls are put in one order. `guards` apply only when it was appended. */
  append(append: SessionAppend, guards?: Guards<Extract<Appended, { state: 'appended' }>>): Promise<Appended>;
  /**
   * The first `count` operations, in order, with the bytes of their appends. Throws AppError `session-not-found` when
   * the session has fewer, because it was deleted meanwhile or has expired.
   */
  operations(id: string, count: number): Promise<readonly Uint8Array[]>;
  /** Deletes the session and its operations; `false` = there is none. */
  remove(client: string, id: string, now: number, guards?: Guards<boolean>): Promise<boolean>;
}
