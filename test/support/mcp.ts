import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Json, Service } from './service.ts';

/** A client of the official SDK, connected to a service with a key. */
export async function mcpClient(
  { url }: Pick<Service, 'url'>,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return client;
}

/** A client of the official SDK, connected to a process of its own over standard input and output. */
export async function stdioClient(root: string | null): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const args = ['test/support/mcp-stdio.ts', ...(root === null ? [] : [root])];
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return client;
}

export interface Called {
  readonly isError: boolean;
  /** The structured content. */
  readonly json: Json;
  /** The URIs of the resource links. */
  readonly links: readonly string[];
}

/** Calls a tool. */
export async function called(
  client: Client,
  name: string,
  given: Record<string, unknown>,
  options: Parameters<Client['callTool']>[2] = {},
): Promise<Called> {
  const result = (await client.callTool({ name, arguments: given }, undefined, options)) as CallToolResult;
  const [text] = result.content;
  if (text?.type !== 'text') throw new Error('The first content of a result is its text.');
  const json: Json = result.structuredContent;
  if (JSON.stringify(json) !== text.text) throw new Error('The text of a result is its structured content.');
  return {
    isError: result.isError === true,
    json,
    links: result.content.flatMap((content) => (content.type === 'resource_link' ? [content.uri] : [])),
  };
}

/** The bytes of a resource that is a PDF. */
export async function readPdf(client: Client, uri: string): Promise<Buffer> {
  const [content] = (await client.readResource({ uri })).contents;
  if (content === undefined || !('blob' in content)) throw new Error(`${uri} is no document.`);
  return Buffer.from(content.blob, 'base64');
}
