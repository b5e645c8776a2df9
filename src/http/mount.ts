import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { CallDeps } from '../calls/call-tool.ts';
import type { Caller } from '../calls/caller.ts';
import { jsonBody } from './body/accepted-body.ts';
import { callerOf } from './caller-of.ts';
import type { Answer, Exchange, Route } from './exchange.ts';

/** A request to a mount, after every stage of the pipeline. */
export interface MountedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body, which is JSON in UTF-8; empty where the method has none. */
  readonly body: Uint8Array;
  /** Its signal aborts when the client goes away, also while the answer is streamed, and at the end of a stop. */
  readonly caller: Caller;
}

/**
 * A transport of its own that is served at a path of this listener. Requests to it pass the stages of all requests:
 * limits of size, keys, rates. Its answers may be streams.
 */
export interface Mount {
  readonly path: string;
  readonly methods: readonly string[];
  /** Headers that pages of the origins in SERVICE_CORS_ORIGINS may send to it and read from it. */
  readonly headers: { readonly sent: readonly string[]; readonly shown: readonly string[] };
  /** Starts to serve with the parts of all calls. */
  readonly open: (deps: CallDeps) => (request: MountedRequest) => Promise<Response>;
}

/** The route of a mount. */
export function mountRoute({ path, methods, open }: Mount, deps: CallDeps): Route {
  const serve = open(deps);
  const handle = async (exchange: Exchange): Promise<Answer> => {
    const { request: body } = await exchange.payload();
    const { method, headers } = exchange.req;
    const caller = callerOf(exchange);
    return answerOf(await serve({ method, headers: single(headers), body, caller }));
  };
  return {
    path,
    methods: Object.fromEntries(methods.map((method) => [method, handle])),
    body: jsonBody,
    tool: null,
    streams: true,
    probe: false,
  };
}

function single(headers: Exchange['req']['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => isText(entry[1])));
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Headers that belong to the connection, or that `send` sets. */
const unsent = new Set(['connection', 'cache-control', 'content-length', 'transfer-encoding']);

async function answerOf(response: Response): Promise<Answer> {
  const { status, body } = response;
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !unsent.has(name)));
  if (body === null || response.headers.get('content-type') !== 'text/event-stream')
    return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
  const stream = Readable.fromWeb(body as ReadableStream<Uint8Array>);
  return { status, headers, body: new Uint8Array(), streamed: { size: null, stream } };
}
