import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ownCaller, type OwnCalls } from '../calls/own-calls.ts';
import { defaultProblemBase } from '../config/settings.ts';
import type { Connection, Desk } from './connection.ts';
import { pendingRequests } from './pending-requests.ts';
import { createProtocolServer } from './protocol.ts';
import { createFiles } from './root/files.ts';
import { openRoot } from './root/root-folder.ts';
import { createToolset } from './tools/toolset.ts';
import { wholeLines, maxLineBytes } from './whole-lines.ts';

/** The streams of a process, and what its owner allows. */
interface Stdio {
  /** The folder whose files calls may read and write; `null` = none. */
  readonly root: string | null;
  /** Stops to serve. */
  readonly signal: AbortSignal;
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves the protocol over standard input and output, for the owner of the process. Resolves when the input has ended
 * and all calls are answered, or when `signal` aborts. Rejects where the root is not a folder. The log of `own` must not
 * go to `output`.
 */
export async function serveStdio(own: OwnCalls, { root, signal, input, output }: Stdio): Promise<void> {
  const folder = root === null ? null : await openRoot(root);
  const desk: Desk = {
    offer: own.offer,
    tools: createToolset(own.offer, own.deps, folder !== null),
    deps: own.deps,
    problemBase: defaultProblemBase,
    root: folder,
    timeoutMs: null,
  };
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  const connection: Connection = {
    desk,
    client: ownCaller(own, { requestId: '', signal }).principal.client,
    log: own.log,
    caller: (call) => ownCaller(own, { requestId: randomUUID(), ...call }),
    underWay: () => () => undefined,
    cancel: null,
  };
  const server = createProtocolServer(connection, folder && createFiles(folder));
  const lines = wholeLines();
  server.onerror = (error) => own.log.warn({ err: error }, 'a message could not be read or answered');
  server.onclose = stop;
  signal.addEventListener('abort', stop, { once: true });
  output.on('error', stop); // the other side is gone
  try {
    if (signal.aborted) return;
    const transport = new StdioServerTransport(lines, output, { maxBufferSize: maxLineBytes * 2 });
    await server.connect(transport);
    const pending = pendingRequests(transport);
    const ended = once(lines, 'end').then(() => pending.none());
    input.once('error', stop).once('close', () => lines.end());
    input.pipe(lines);
    await Promise.race([ended, once(stopped.signal, 'abort')]);
  } finally {
    signal.removeEventListener('abort', stop);
    input.unpipe(lines);
    await server.close();
    output.off('error', stop);
  }
}
