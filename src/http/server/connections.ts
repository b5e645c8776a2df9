import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../problems.ts';
import { type Exchange } from '../exchange.ts';
import { ClientGone } from '../errors.ts';

/**
 * The exchanges under way and their connections. It reports clients that go away and broken requests, and lets the
 * server stop in order.
 */
export interface Connections {
  add(exchange: Exchange): void;
  delete(exchange: Exchange): void;
  readonly open: ReadonlySet<Exchange>;
  /** Milliseconds since an exchange was under way; 0 while one is. */
  quietMs(): number;
  /** Resolves when the exchanges that are under way now have ended. */
  drained(): Promise<void>;
  /**
   * Ends the connections without an exchange. Resolves when their clients have closed them too, or after `lingerMs`. A
   * connection that closes with an unread request would be reset (RFC 9112, 9.6).
   */
  endIdle(lingerMs: number): Promise<void>;
}

/** Tracks the connections of a server. */
export function trackConnections(server: Server, problemBase: string): Connections {
  const open = new Set<Exchange>();
  const bySocket = new WeakMap<Socket, Set<Exchange>>();
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  let lastEndedAt = performance.now();
  server.on('connection', (socket: Socket) => {
    const exchanges = new Set<Exchange>();
    bySocket.set(socket, exchanges);
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      for (const exchange of exchanges) exchange.cancel.abort(new ClientGone());
    });
    socket.once('end', () => probeHalfClosed(socket, exchanges));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const exchanges = [...(bySocket.get(socket) ?? [])];
    const receiving = exchanges.find(({ req }) => !req.complete);
    const last = exchanges.at(-1);
    if (isGone(error)) socket.destroy();
    else if (receiving) breakBody(receiving);
    else if (last)
      last.closing = true; // extra bytes after a complete request, which is still answered
    else if (socket.writable) socket.end(rawProblem(error, problemBase));
    else socket.destroy();
  });
  return {
    open,
    add(exchange) {
      open.add(exchange);
      bySocket.get(exchange.req.socket)?.add(exchange);
    },
    quietMs: () => (open.size > 0 ? 0 : performance.now() - lastEndedAt),
    delete(exchange) {
      open.delete(exchange);
      lastEndedAt = performance.now();
      bySocket.get(exchange.req.socket)?.delete(exchange);
      for (const check of waiting) check();
    },
    drained() {
      const now = [...open];
      return new Promise((resolve) => {
        const check = (): void => {
          if (now.some((exchange) => open.has(exchange))) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      });
    },
    async endIdle(lingerMs) {
      const idle = [...sockets].filter((socket) => !socket.destroyed && bySocket.get(socket)?.size === 0);
      const linger = AbortSignal.timeout(lingerMs);
      await Promise.all(idle.map((socket) => once(socket.end(), 'close', { signal: linger }).catch(() => undefined)));
    },
  };
}

/** True for a connection that is lost, or that ended in the middle of a request. */
function isGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'HPE_INVALID_EOF_STATE';
}

/**
 * Finds out whether a client is gone that ended its side of the connection (FIN) after a complete request. Such a
 * client either waits for the answer or is gone, and only a write shows which: the system of a client that is gone
 * replies with a reset, which closes the socket. So it gets an interim `100 Continue` repeatedly until the answer
 * begins; every client has to accept that at any time (RFC 9110, 15.2).
 */
function probeHalfClosed(socket: Socket, exchanges: ReadonlySet<Exchange>, waitMs = 25): void {
  const waiting = [...exchanges].find(({ req, res }) => req.httpVersion === '1.1' && !res.headersSent);
  if (!waiting || socket.destroyed) return;
  waiting.res.writeContinue();
  const timer = setTimeout(() => probeHalfClosed(socket, exchanges, Math.min(waitMs * 2, 5000)), waitMs);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Aborts an exchange whose body stopped being HTTP. Its reader fails, now or when the reading begins, and the pipeline
 * answers.
 */
function breakBody({ cancel }: Exchange): void {
  cancel.abort(new AppError('invalid-request', 'The body is not valid HTTP/1.1: its chunks are broken.'));
}

/** The answer to bytes that never became a request. */
function rawProblem({ code }: NodeJS.ErrnoException, base: string): string {
  const [status, title, type, detail] =
    code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large', 'about:blank', 'The request line and headers are larger than 16 KiB.']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout', `${base}request-timeout-body`, 'The request was not whole in time.']
        : [400, 'Bad Request', `${base}invalid-request`, 'The request is not valid HTTP/1.1.'];
  const id = randomUUID();
  const body = JSON.stringify({ type, title, status, detail, instance: id });
  const headers = [
    `X-Request-Id: ${id}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return [`HTTP/1.1 ${status} ${title}`, ...headers, '', body].join('\r\n');
}
