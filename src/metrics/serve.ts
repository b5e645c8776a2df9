import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The listener of the metrics: apart from that of the service, so that a network may open it to scrapers alone. */
export interface MetricsListener {
  listen(address: { readonly host: string; readonly port: number }): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

/** The maximum number of scrapers at a time. */
const maxConnections = 20;
const patience = { headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 65_000 };

/** `GET /metrics` answers `text()`; it needs no key. */
export function serveMetrics(text: () => Promise<string>): MetricsListener {
  const server = createServer(patience, (req, res) => {
    answer(req, res, text).catch(() => res.destroy());
  });
  server.maxConnections = maxConnections;
  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve({ port: (server.address() as AddressInfo).port });
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve()); // also where it never listened
        server.closeAllConnections();
      }),
  };
}

async function answer(req: IncomingMessage, res: ServerResponse, text: () => Promise<string>): Promise<void> {
  const { status, type = 'text/plain; charset=utf-8', body } = await answerTo(req, text);
  res.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  res.end(body); // Node omits the body of an answer to HEAD
}

async function answerTo(
  { method = '', url = '' }: IncomingMessage,
  text: () => Promise<string>,
): Promise<{ readonly status: number; readonly type?: string; readonly body: string }> {
  const [path] = url.split('?');
  if (path !== '/metrics') return { status: 404, body: 'The metrics are at /metrics.\n' };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: 'The metrics are read with GET.\n' };
  return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: await text() };
}
