import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type CallToolRequest,
  type CallToolResult,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '../problems.ts';
import { problemDocument } from '../problems/problem-document.ts';
import type { Connection } from './connection.ts';
import { progressListener } from './progress.ts';
import { listPrompts, promptOf } from './prompts.ts';
import { listResources, readResource, resourceTemplates } from './resources/listing.ts';
import type { Files } from './root/files.ts';
import { callTool } from './tools/call.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** No schema of a client is ever validated here, so that no server needs a validator of its own. */
const noValidator = {
  getValidator: () => () => {
    throw new Error('This server asks for nothing that would be validated.');
  },
};

/** A server of the protocol for one connection. The transport connects it. */
export function createProtocolServer(connection: Connection, files: Files | null): McpServer['server'] {
  const { desk, client } = connection;
  const { server } = new McpServer(
    { name: 'colophon', title: 'Colophon', version: desk.offer.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructions(desk.root !== null),
      jsonSchemaValidator: noValidator,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...desk.tools.values()].map(({ listed }) => listed),
  }));
  server.setRequestHandler(CallToolRequestSchema, (request, extra) => call(connection, files, request, extra));
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    const page = await listResources(desk, client, params?.cursor);
    return page ?? invalid('There is no page of this cursor.');
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const read = await readResource(desk, { client, signal }, uri).catch((error: unknown) =>
      notReadable(connection, uri, error),
    );
    return read ?? notFound(uri);
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listPrompts(desk.offer) }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const prompt = await promptOf(desk.offer, name, given);
    return prompt ?? invalid(`There is no prompt '${name.slice(0, 100)}'.`);
  });
  const { cancel } = connection;
  if (cancel !== null)
    server.setNotificationHandler(CancelledNotificationSchema, ({ params: { requestId } }) => {
      if (requestId !== undefined) cancel(requestId);
    });
  return server;
}

function instructions(hasRoot: boolean): string {
  return [
    'Colophon makes PDFs and works on them. A tool that makes a document returns its `uri`: give that `uri` to the next ' +
      'tool as `{"uri": "..."}`, and do not copy documents as base64.',
    hasRoot
      ? 'Files below the root folder are named as `{"path": "..."}`, and `saveTo` writes a result there.'
      : 'A document that is not here yet is sent as `{"data": "<base64>"}`.',
    'A refusal is a problem document: `errors` lists every mistake with the JSON Pointer of its place. Correct all of ' +
      'them and call the tool again.',
  ].join(' ');
}

/** A call of a tool. It ends when it is cancelled, when the connection ends, or when its time is up. */
async function call(
  connection: Connection,
  files: Files | null,
  { params: { name, arguments: given = {}, _meta } }: CallToolRequest,
  extra: Extra,
): Promise<CallToolResult> {
  const { desk } = connection;
  const cancelled = new AbortController();
  const forget = connection.underWay(extra.requestId, () => cancelled.abort(new Error('The call was cancelled.')));
  const { timeoutMs } = desk;
  const late = new AbortController();
  const timer = timeoutMs === null ? undefined : setTimeout(() => late.abort(timeUp(timeoutMs)), timeoutMs);
  const token = _meta?.progressToken;
  const progress = progressListener((at) => {
    if (token !== undefined && !extra.signal.aborted)
      extra
        .sendNotification({ method: 'notifications/progress', params: { progressToken: token, ...at } })
        .catch(() => undefined); // the connection has ended
  });
  const signal = AbortSignal.any([extra.signal, cancelled.signal, late.signal]);
  try {
    return await callTool(desk, { name, given }, connection.caller({ signal, progress }), files);
  } finally {
    clearTimeout(timer);
    forget();
  }
}

function timeUp(timeoutMs: number): AppError {
  return new AppError('request-timeout', `The work was not done within ${timeoutMs / 1000} s and was stopped.`);
}

function invalid(message: string): never {
  throw new McpError(ErrorCode.InvalidParams, message);
}

/** The code of the protocol for a resource that does not exist. */
const resourceNotFound = -32002;

function notFound(uri: string): never {
  throw new McpError(resourceNotFound, 'There is no such resource.', { uri });
}

/** A resource that does not exist for this client, or no longer, with its problem document. */
function notReadable({ desk, log }: Connection, uri: string, error: unknown): never {
  if (!(error instanceof AppError)) {
    log.error({ err: error }, 'a resource could not be read');
    throw new McpError(ErrorCode.InternalError, 'The resource could not be read.', { uri });
  }
  const problem = problemDocument(error, { base: desk.problemBase, instance: uri });
  throw new McpError(error.status === 404 || error.status === 410 ? resourceNotFound : -32000, error.message, {
    uri,
    problem,
  });
}
