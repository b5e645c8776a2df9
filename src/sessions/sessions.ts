import { randomUUID } from 'node:crypto';
import { AppError } from '../problems.ts';
import type { Guards } from '../store/facets/guards.ts';
import type { Appended, Session, SessionStore } from '../store/facets/sessions.ts';
import { FairQueue } from '../fair-queue.ts';
import { refuseUsedId } from './used-ids.ts';

/** One operation of a session, as an entry of `operations` of a render: `op` and the fields of the request. */
export type SessionOperation = Readonly<Record<string, unknown>> & { readonly op: string };

/** An operation as it is stored. */
export interface SessionEntry {
  readonly id: unknown;
  /** The operation, as JSON in UTF-8. */
  readonly json: Uint8Array;
  /** The fields of `set_font`, as JSON; `null` for any other operation. */
  readonly font: string | null;
}

/** The `document` and `output` with which a session is opened. */
export interface Opening {
  /** `document` of the request, as JSON. */
  readonly document: string;
  /** `output` of the request, as JSON. */
  readonly output: string;
  /** Milliseconds that the session lives without use. */
  readonly ttl: number;
}

/** A request to append an operation. */
export interface Addition {
  readonly entry: SessionEntry;
  /** The revisions at which the operation may be appended; `null` = any. */
  readonly ifMatch: readonly number[] | null;
  /** Bytes that `document`, `output` and the operations may have together, as JSON in UTF-8. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The result of an append that succeeded. */
export type Landed = Extract<Appended, { state: 'appended' }>;

/**
 * Documents that stay open across calls, as logs of operations that only grow (docs/spec/jobs-and-sessions.md). Every
 * call throws AppError `session-not-found` when the client has no such session, and `session-expired` when it was not
 * used for longer than its `ttl`.
 */
export interface Sessions {
  /** Opens a session without operations. */
  open(client: string, opening: Opening, guards?: Guards<Session>): Promise<Session>;
  /** The session; `use` extends its life by its `ttl`. */
  find(client: string, id: string, use: boolean): Promise<Session>;
  /**
   * Appends an operation that is valid by itself. Throws AppError `revision-mismatch`, `limit-exceeded`, and
   * `invalid-request` when another operation has its id.
   */
  append(session: Session, addition: Addition, guards?: Guards<Landed>): Promise<Landed>;
  /** The operations that the session had when it was found, each as JSON in UTF-8. */
  operations(session: Session): Promise<readonly Uint8Array[]>;
  /** Deletes the session; `false` = another call has deleted it already. */
  remove(session: Session, guards?: Guards<boolean>): Promise<boolean>;
}

/** The number of operations that one session, like one render, may have. */
export const maxOperations = 10_000;

/** The form of `randomUUID`. Other ids never reach the store. */
const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The sessions of one store. */
export function createSessions(store: SessionStore): Sessions {
  const reading = new FairQueue({ placesPerClient: 1 });

  async function find(client: string, id: string, use: boolean): Promise<Session> {
    const now = Date.now();
    const session = idShape.test(id) ? await store.find(client, id, now, use) : null;
    if (session === null) throw missing();
    if (session.expiresAt <= now) throw expired();
    return session;
  }

  /**
   * Appends an operation with an id. The ids of the log are checked first, and the operation is appended only at the
   * checked revision; after a concurrent change the check is repeated.
   */
  async function appendWithId(session: Session, addition: Addition, guards?: Guards<Landed>): Promise<Appended> {
    const { client, id } = session;
    for (;;) {
      const current = await find(client, id, false);
      if (addition.ifMatch !== null && !addition.ifMatch.includes(current.revision)) return { state: 'mismatch' };
      const done = await reading.enter(client, addition.signal); // logs are large, so a client has one at a time in memory
      try {
        refuseUsedId(addition.entry.id, await store.operations(id, current.operations));
      } finally {
        done();
      }
      const appended = await store.append(rowOf(current, { ...addition, ifMatch: [current.revision] }), guards);
      if (appended.state !== 'mismatch') return appended;
    }
  }

  return {
    open: (client, { document, output, ttl }, guards) =>
      store.open({ id: randomUUID(), client, document, output, ttl, now: Date.now() }, guards),
    find,
    async append(session, addition, guards) {
      const appended = await (addition.entry.id === undefined
        ? store.append(rowOf(session, addition), guards)
        : appendWithId(session, addition, guards));
      return landed(appended, addition);
    },
    operations: ({ id, operations }) => store.operations(id, operations),
    remove: ({ client, id }, guards) => store.remove(client, id, Date.now(), guards),
  };
}

/** The operation as it is stored. */
export function entryOf(operation: SessionOperation): SessionEntry {
  const { op, ...fields } = operation;
  return {
    id: fields.id,
    json: Buffer.from(JSON.stringify(operation)),
    font: op === 'set_font' ? JSON.stringify(fields) : null,
  };
}

function rowOf(
  { client, id, document, output }: Session,
  { entry, ifMatch, maxBytes }: Addition,
): Parameters<SessionStore['append']>[0] {
  const bytes = Math.max(0, maxBytes - Buffer.byteLength(document) - Buffer.byteLength(output));
  return {
    client,
    id,
    operation: entry.json,
    font: entry.font,
    ifMatch,
    limits: { operations: maxOperations, bytes },
    now: Date.now(),
  };
}

function landed(appended: Appended, { maxBytes }: Addition): Landed {
  switch (appended.state) {
    case 'appended':
      return appended;
    case 'missing':
      throw missing();
    case 'expired':
      throw expired();
    case 'mismatch':
      throw revisionMismatch();
    case 'full':
      throw full(appended.limit, maxBytes);
  }
}

function full(limit: 'operations' | 'bytes', maxBytes: number): AppError {
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

function missing(): AppError {
  return new AppError(
    'session-not-found',
    'There is no session of that id. It was deleted, or this client never had it.',
  );
}

function expired(): AppError {
  return new AppError(
    'session-expired',
    'The session was not used for longer than its `ttl` and has ended. Open a new one.',
  );
}

/** The problem of a request whose `If-Match` names no current revision. */
export function revisionMismatch(): AppError {
  return new AppError(
    'revision-mismatch',
    'The session is at none of the revisions in `If-Match`. GET the session: its `ETag` is the revision that it is at.',
  );
}
