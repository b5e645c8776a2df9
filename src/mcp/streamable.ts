import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { checkStorage } from '../calls/access/check-storage.ts';
import type { CallDeps } from '../calls/call-tool.ts';
import type { Caller } from '../calls/caller.ts';
import type { Deployment } from '../calls/deployment.ts';
import { parseJson } from '../calls/reading/json-text.ts';
import type { Config } from '../config/config.ts';
import { isSchema } from '../input/input.ts';
import { AppError } from '../problems.ts';
import { Stages } from '../stages.ts';
import type { Connection, Desk } from './connection.ts';
import { isForeign } from './foreign-origin.ts';
import { createProtocolServer } from './protocol.ts';
import { runningCalls, type RunningCalls } from './running-calls.ts';
import { createToolset } from './tools/toolset.ts';

/** A request over Streamable HTTP, from a client whose key is known. */
export interface StreamableRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly caller: Caller;
}

/** The parts of the deployment that this transport needs. */
export interface StreamableDeps {
  readonly config: Config;
  readonly deployment: Deployment;
}

const sessionHeader = 'mcp-session-id';
/** The codes of JSON-RPC 2.0 (5.1), and that of the protocol for any other error. */
const codes = { parse: -32700, invalidRequest: -32600, other: -32000 } as const;

/**
 * Serves the protocol over Streamable HTTP. Each message has a server of its own, so that any node answers it. The id
 * of a session names the calls of one connection for cancellation, and nothing else is stored about it.
 */
export function serveStreamable(
  { config, deployment }: StreamableDeps,
  deps: CallDeps,
): (request: StreamableRequest) => Promise<Response> {
  const desk: Desk = {
    offer: deployment,
    tools: createToolset(deployment, deps, false),
    deps,
    problemBase: config.problemBase,
    root: null,
    timeoutMs: config.requestTimeout,
  };
  const running = runningCalls();
  return async (request) => {
    const { headers, method, body, caller } = request;
    if (isForeign(headers, config.corsOrigins))
      return refusal(403, codes.other, 'The `Origin` of the request is not one that this deployment allows.');
    const session = sessionOf(request);
    if (method === 'DELETE') {
      if (session !== null) running.end(session);
      return new Response(null, { status: 204 });
    }
    const parsed = parse(body);
    if (parsed instanceof Response) return parsed;
    if (storesDocuments(parsed, desk)) await checkStorage({ config, store: deps.store }, caller.principal);
    const response = await answer(connectionOf(desk, caller, { running, session }), request, parsed);
    if (isCall(parsed, 'initialize') && response.ok) response.headers.set(sessionHeader, randomUUID());
    return response;
  };
}

/** The session of a request, which is its client's alone; `null` = it has none. */
function sessionOf({ headers, caller: { principal } }: StreamableRequest): string | null {
  const id = headers[sessionHeader];
  return id === undefined || id === '' ? null : `${principal.client} ${id}`;
}

type Message = Readonly<Record<string, unknown>>;

/** The message of a body, or the refusal of what is none. The protocol has no batches (2025-06-18). */
function parse(body: Uint8Array): Message | Response {
  let message: unknown;
  try {
    message = parseJson(body);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusal(400, codes.parse, error.message);
  }
  if (isSchema(message)) return message;
  return refusal(400, codes.invalidRequest, 'The body must be one JSON-RPC message; there are no batches.');
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}

function isCall({ method, id }: Message, name: string): boolean {
  return method === name && id !== undefined;
}

/** True for a call of a tool whose result is stored. */
function storesDocuments(message: Message, { tools }: Desk): boolean {
  if (!isCall(message, 'tools/call') || !isSchema(message.params)) return false;
  const produces = tools.get(String(message.params.name))?.tool.produces;
  return produces !== undefined && produces !== 'report' && produces !== 'text-report';
}

interface Sessions {
  readonly running: RunningCalls;
  readonly session: string | null;
}

function connectionOf(desk: Desk, caller: Caller, { running, session }: Sessions): Connection {
  return {
    desk,
    client: caller.principal.client,
    log: caller.log,
    caller: ({ signal, progress }) => ({
      ...caller,
      signal: AbortSignal.any([caller.signal, signal]),
      stages: new Stages(progress),
      claim: null,
    }),
    underWay: (id, cancel) => (session === null ? () => undefined : running.add(session, id, cancel)),
    cancel: (id) => session !== null && running.cancel(session, id),
  };
}

/** Only a call of a tool is answered as a stream: it may take long, and reports its progress. */
async function answer(
  connection: Connection,
  { headers, caller: { signal } }: StreamableRequest,
  message: Message,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !isCall(message, 'tools/call'),
  });
  const ending: Connection = {
    ...connection,
    underWay: (id, cancel) =>
      connection.underWay(id, () => {
        cancel();
        void transport.close(); // the answer to a cancelled request is never sent
      }),
  };
  const server = createProtocolServer(ending, null);
  await server.connect(transport);
  // A client that is gone receives nothing; at a stop or a timeout the answer is still sent.
  const aborted = (): void => void (signal.reason instanceof AppError || transport.close());
  signal.addEventListener('abort', aborted, { once: true });
  return transport.handleRequest(new Request('http://localhost/mcp', { method: 'POST', headers }), {
    parsedBody: message,
  });
}
