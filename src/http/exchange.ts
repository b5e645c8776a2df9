import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { Principal } from '../context.ts';
import type { Log } from '../log.ts';
import type { Stages } from '../stages.ts';
import type { BodyLimit } from '../calls/access/limits.ts';
import type { Claim } from '../calls/caller.ts';
import type { Payload } from '../calls/reading/received.ts';
import type { AcceptedBody } from './body/accepted-body.ts';
import type { Tool } from '../editions/edition.ts';

/**
 * The answer to a request. `headers` (names in lower case) are those that describe the body or belong to the
 * route; `send` adds the common ones.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** In place of `body`, for content that is read from the disk while it is sent. */
  readonly streamed?: StreamedBody;
}

/** Content that is not in memory. `send` reads the stream to its end or destroys it. */
export interface StreamedBody {
  /** Bytes of the whole content; `null` = not known yet, because it is still being made. */
  readonly size: number | null;
  readonly stream: Readable;
}

/** One request on its way through the pipeline; each stage fills in what it is there for. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  readonly start: number;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The route of the path; `null` = there is none. */
  readonly route: Route | null;
  /** All routes of the deployment. */
  readonly routes: readonly Route[];
  /** The segments of the path that match the parts in braces of the route, as they were sent. */
  readonly params: Readonly<Record<string, string>>;
  readonly stages: Stages;
  /**
   * Aborted by the timeout, by a client that went away or stopped speaking HTTP, and by the end of the grace at a stop.
   */
  readonly cancel: AbortController;
  /** Stage 1. */
  id: string;
  log: Log;
  /** Stages 2 and 4: the limit of the body. */
  limit: BodyLimit;
  /** Stage 4. */
  principal: Principal | null;
  /** Stage 7: the claim of an `Idempotency-Key`; a call that changes the store stores the answer under it. */
  claim: Claim | null;
  /** The whole body, read once, at the first call: 408, 413, 415 and a client that went away end here. */
  payload(): Promise<Payload>;
  /** Deletes the files of the body; called when the answer is made, or never will be. */
  release(): Promise<void>;
  /** True once the client got `100 Continue` for its `Expect`. */
  continued: boolean;
  /** True once the answer has been written whole, also where the connection still drains. */
  answered: boolean;
  /** True when the connection can't be used again after this answer. */
  closing: boolean;
}

/** The principal, in what runs after authentication. */
export function principalOf(exchange: Exchange): Principal {
  if (exchange.principal === null) throw new Error('This stage runs after authentication.');
  return exchange.principal;
}

/** An answer in JSON. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** An answer without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers, body: new Uint8Array() };
}

/** Answers one method of a route. */
export type Handler = (exchange: Exchange) => Promise<Answer> | Answer;

/** A path, with its methods and the bodies that they accept. */
export interface Route {
  /**
   * As the reference writes it. A part in braces (`/api/v1/jobs/{id}`) matches any one segment, which is then in
   * `exchange.params`.
   */
  readonly path: string;
  /** By method; `HEAD` comes with `GET`. */
  readonly methods: Readonly<Record<string, Handler>>;
  /** What the body of its `POST`, `PUT` or `PATCH` may be; `null` = no method of it takes one. */
  readonly body: AcceptedBody | null;
  /** The tool whose tier and scope guard the route; `null` = any key. */
  readonly tool: Tool | null;
  /** True where an answer may go on while the client listens, so that none is stored for an `Idempotency-Key`. */
  readonly streams?: boolean;
  /** A probe needs no key and is never refused for lack of quota. */
  readonly probe: boolean;
}
