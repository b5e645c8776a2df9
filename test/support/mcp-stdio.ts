import { createLog } from '../../src/log.ts';
import { openOwnCalls } from '../../src/app/own-calls.ts';
import { serveStdio } from '../../src/mcp/stdio.ts';

/** The process of a server over standard input and output: `node test/support/mcp-stdio.ts [ROOT]`. */
const [root] = process.argv.slice(2);
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
const own = await openOwnCalls(createLog('warn', process.stderr));
await serveStdio(own, { root: root ?? null, signal: stop.signal, input: process.stdin, output: process.stdout });
await own.close();
