import { randomUUID } from 'node:crypto';
import { invalidRequest } from '../input/input.ts';
import { AppError } from '../problems.ts';
import type { Guards } from '../store/facets/guards.ts';
import type {
  Changed,
  Copied,
  Edited,
  Removed,
  Session,
  SessionAsset,
  SessionChange,
  SessionEdit,
  SessionStore,
  StoredOperation,
} from '../store/facets/sessions.ts';
import {
  assetMissing,
  expired,
  full,
  maxOperations,
  missing,
  notRetained,
  operationMissing,
  revisionMismatch,
  taken,
  unknownAsset,
} from './session-problems.ts';

/** The `document` and `output` with which a session is opened. */
export interface Opening {
  /** `document` of the request, as JSON. */
  readonly document: string;
  /** `output` of the request, as JSON. */
  readonly output: string;
  /** Milliseconds that the session lives without use. */
  readonly ttl: number;
}

/** A request to change a session. */
export interface Change {
  readonly change: SessionChange;
  /** The revisions at which the session may be changed; `null` = any. */
  readonly ifMatch: readonly number[] | null;
  /** Bytes that `document`, `output` and the operations may have together, as JSON in UTF-8. */
  readonly maxBytes: number;
}

/** A part of the operations of a session. */
export interface Part {
  /** The place of the first one, from 0. */
  readonly from: number;
  readonly limit: number;
}

/** A request to copy a session. */
export interface Copy {
  /** The revision whose content is copied; `null` = the current one. */
  readonly revision: number | null;
  /** The revisions at which the session may be copied; `null` = any. */
  readonly ifMatch: readonly number[] | null;
}

/**
 * Documents that stay open across calls, as lists of operations (docs/spec/jobs-and-sessions.md). Every call throws
 * AppError `session-not-found` when the client has no such session, and `session-expired` when it was not used for
 * longer than its `ttl`.
 */
export interface Sessions {
  /** Opens a session without operations. */
  open(client: string, opening: Opening, guards?: Guards<Session>): Promise<Session>;
  /** The session; `use` extends its life by its `ttl`. */
  find(client: string, id: string, use: boolean): Promise<Session>;
  /**
   * Changes a session; operations are valid by themselves. Throws AppError `revision-mismatch`, `limit-exceeded`,
   * `operation-not-found`, `session-conflict` where there is nothing to undo or redo, and `invalid-request` when
   * another operation has the id of one, or an index is outside the list.
   */
  change(session: Session, change: Change, guards?: Guards<Changed>): Promise<Changed>;
  /** The operations that the session had when it was found, each as JSON in UTF-8. */
  operations(session: Session): Promise<readonly Uint8Array[]>;
  /** A part of the operations that the session had when it was found. */
  part(session: Session, part: Part): Promise<readonly StoredOperation[]>;
  /** The assets that the session had when it was found, by name. */
  assets(session: Session): Promise<readonly SessionAsset[]>;
  /** One operation and its place. Throws AppError `operation-not-found`. */
  operation(session: Session, operationId: string): Promise<StoredOperation & { readonly index: number }>;
  /**
   * A new session with the content of this one, at an earlier revision where one is given. Throws AppError
   * `revision-mismatch`, and `session-conflict` where that is not retained.
   */
  fork(session: Session, copy: Copy, guards?: Guards<Copied>): Promise<Copied>;
  /** Deletes the session at one of these revisions; `null` = any. Throws AppError `revision-mismatch`. */
  remove(session: Session, ifMatch: readonly number[] | null, guards?: Guards<Removed>): Promise<void>;
}

/** The form of `randomUUID`. Other ids never reach the store. */
const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The same, and that of operations of sessions which are older than their ids. */
const operationIdShape = /^[0-9a-f-]{32,36}$/;

/** The sessions of one store. */
export function createSessions(store: SessionStore): Sessions {
  async function find(client: string, id: string, use: boolean): Promise<Session> {
    const now = Date.now();
    const session = idShape.test(id) ? await store.find(client, id, now, use) : null;
    if (session === null) throw missing();
    if (session.expiresAt <= now) throw expired();
    return session;
  }

  return {
    open: (client, { document, output, ttl }, guards) =>
      store.open({ id: randomUUID(), client, document, output, ttl, now: Date.now() }, guards),
    find,
    async change(session, change, guards) {
      return changedOf(await store.edit(editOf(session, change), guards), change);
    },
    async operations({ id, revision, operations }) {
      const all = await store.operations({ id, revision, from: 0, limit: operations });
      if (all.length !== operations) throw missing();
      return all.map(({ json }) => json);
    },
    part: ({ id, revision }, part) => store.operations({ id, revision, ...part }),
    assets: ({ id, revision }) => store.assets(id, revision),
    async operation({ id }, operationId) {
      const found = operationIdShape.test(operationId) ? await store.operation(id, operationId) : null;
      if (found === null) throw operationMissing();
      return found;
    },
    async fork({ client, id: source }, copy, guards) {
      const forked = await store.fork({ client, source, id: randomUUID(), ...copy, now: Date.now() }, guards);
      switch (forked.state) {
        case 'forked':
          return forked;
        case 'missing':
          throw missing();
        case 'expired':
          throw expired();
        case 'mismatch':
          throw revisionMismatch();
        case 'not-retained':
          throw notRetained(copy.revision);
      }
    },
    async remove({ client, id }, ifMatch, guards) {
      const removed = await store.remove({ client, id, ifMatch, now: Date.now() }, guards);
      if (removed === 'missing') throw missing();
      if (removed === 'mismatch') throw revisionMismatch();
    },
  };
}

function editOf({ client, id, document, output }: Session, { change, ifMatch, maxBytes }: Change): SessionEdit {
  const options = change.kind === 'options' ? change : { document, output };
  const bytes = Math.max(0, maxBytes - Buffer.byteLength(options.document) - Buffer.byteLength(options.output));
  return { client, id, change, ifMatch, limits: { operations: maxOperations, bytes }, now: Date.now() };
}

function changedOf(edited: Edited, { change, maxBytes }: Change): Changed {
  switch (edited.state) {
    case 'changed':
      return edited;
    case 'missing':
      throw missing();
    case 'expired':
      throw expired();
    case 'mismatch':
      throw revisionMismatch();
    case 'absent':
      throw operationMissing();
    case 'past-end':
      throw invalidRequest([{ pointer: '/index', message: 'the index is past the last operation of the session' }]);
    case 'nothing-to-undo':
      throw new AppError('session-conflict', 'There is no change that could be undone.');
    case 'nothing-to-redo':
      throw new AppError('session-conflict', 'There is no change that was undone and could be applied again.');
    case 'full':
      throw full(edited.limit, change.kind === 'put-asset' ? change.maxBytes : maxBytes);
    case 'asset-absent':
      throw change.kind === 'remove-asset' ? assetMissing() : unknownAsset(edited.name, change);
    case 'asset-in-use':
      throw new AppError('asset-in-use', `The operation ${edited.operationId} names the asset '${edited.name}'.`);
    case 'taken':
      throw taken(edited, change);
  }
}

/** How often a reading is tried. */
const maxReadings = 5;

/** Finds and reads a session; again where its content was replaced meanwhile and no step retains it. */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await read();
    } catch (error) {
      const isGone = error instanceof AppError && error.slug === 'session-conflict';
      if (!isGone || tries === maxReadings) throw error;
    }
}
