import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request, type Response } from 'express';
import type { HttpDeps } from '../deployment.ts';
import type { Tuning } from '../tuning.ts';

/** Not imported: an import reads all properties of the module, and one of them loads undici, which takes 20 ms. */
const { createServer } = process.getBuiltinModule('node:http');

/** The listener of Node. Its own limits are wider than those of the pipeline, which are reported with an answer. */
export function nodeServer(requestTimeoutMs: number, { bodyStall }: Tuning): Server {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: 20_000,
    requestTimeout: requestTimeoutMs + bodyStall + 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5000,
  });
  // A client may end its side after a whole request. Node has this option, but its types do not.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server.setTimeout(requestTimeoutMs + 60_000); // a client that does not read its answer
}

/**
 * Wraps a handler in Express, which provides the client's address (`trust proxy`) and `req.accepts`. Express has no
 * routes here: the pipeline does the rest.
 */
export function expressShell(
  trustProxy: HttpDeps['config']['trustProxy'],
  answer: (req: Request, res: Response) => void,
): (req: IncomingMessage, res: ServerResponse) => void {
  const app = appOf(trustProxy);
  const { request, response } = prototypesOf(trustProxy);
  Object.assign(app, { request, response });
  app.use(answer);
  // The router skips a path that it can't parse; the pipeline answers that one too.
  return (req, res) => void app(req as Request, res as Response, () => answer(req as Request, res as Response));
}

function appOf(trustProxy: HttpDeps['config']['trustProxy']): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', trustProxy);
  return app;
}

const prototypes = new Map<string, Pick<Express, 'request' | 'response'>>();

/**
 * The prototypes that Express gives to requests and answers, the same for all servers with that setting: V8 would
 * discard the code that it has compiled for the first server when another one has requests.
 */
function prototypesOf(trustProxy: HttpDeps['config']['trustProxy']): Pick<Express, 'request' | 'response'> {
  const key = JSON.stringify(trustProxy);
  const known = prototypes.get(key) ?? appOf(trustProxy);
  prototypes.set(key, known);
  return known;
}

/** Starts to listen; resolves with the port that was taken. Rejects with the error of the system. */
export function listen(server: Server, port: number, host: string): Promise<{ port: number; host: string }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ port: (server.address() as AddressInfo).port, host });
    });
  });
}

/** Closes the port and all connections; also a server that never listened. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
