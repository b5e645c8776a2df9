import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../problems.ts';
import { ClientGone, type Exchange } from './exchange.ts';

/** Which exchanges are under way, and on which connection: for clients that go away, for broken requests, for the stop. */
export interface Connections {
  add(exchange: Exchange): void;
  delete(exchange: Exchange): void;
  readonly open: ReadonlySet<Exchange>;
  /** Waits until those that are under way now are over. */
  drained(): Promise<void>;
}

export function trackConnections(server: Server, problemBase: string): Connections {
  const open = new Set<Exchange>();
  const bySocket = new WeakMap<Socket, Set<Exchange>>();
  const waiting = new Set<() => void>();
  server.on('connection', (socket: Socket) => {
    const exchanges = new Set<Exchange>();
    bySocket.set(socket, exchanges);
    socket.once('close', () => {
      for (const exchange of exchanges) exchange.cancel.abort(new ClientGone());
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const exchanges = [...(bySocket.get(socket) ?? [])];
    const [receiving] = exchanges.filter(({ req }) => !req.complete);
    if (receiving && isGone(error)) receiving.cancel.abort(new ClientGone());
    else if (receiving) breakBody(receiving);
    else if (exchanges.length === 0 && socket.writable && !isGone(error)) socket.end(rawProblem(error, problemBase));
    else socket.destroy();
  });
  return {
    open,
    add(exchange) {
      open.add(exchange);
      bySocket.get(exchange.req.socket)?.add(exchange);
    },
    delete(exchange) {
      open.delete(exchange);
      bySocket.get(exchange.req.socket)?.delete(exchange);
      for (const look of waiting) look();
    },
    drained() {
      const now = [...open];
      return new Promise((resolve) => {
        const look = (): void => {
          if (now.some((exchange) => open.has(exchange))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
  };
}

function isGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'HPE_INVALID_EOF_STATE';
}

/** The bytes stopped being HTTP in the middle of a body: whoever reads it is told, now or when the reading begins, and answers through the pipeline. */
function breakBody({ cancel }: Exchange): void {
  cancel.abort(new AppError('invalid-request', 'The body is not valid HTTP/1.1: its chunks are broken.'));
}

/** The answer to what never became a request. */
function rawProblem({ code }: NodeJS.ErrnoException, base: string): string {
  const [status, title, type, detail] = code === 'HPE_HEADER_OVERFLOW'
    ? [431, 'Request Header Fields Too Large', 'about:blank', 'The request line and headers are larger than 16 KiB.']
    : code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'Request Timeout', `${base}request-timeout-body`, 'The request was not whole in time.']
      : [400, 'Bad Request', `${base}invalid-request`, 'The request is not valid HTTP/1.1.'];
  const body = JSON.stringify({ type, title, status, detail });
  const headers = ['Content-Type: application/problem+json', `Content-Length: ${Buffer.byteLength(body)}`, 'Cache-Control: no-store', 'X-Content-Type-Options: nosniff', 'Connection: close'];
  return [`HTTP/1.1 ${status} ${title}`, ...headers, '', body].join('\r\n');
}
