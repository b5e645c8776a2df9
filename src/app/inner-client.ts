import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import type { HttpDeps } from '../http/deployment.ts';
import { createServer } from '../http/server/server.ts';
import { createLog } from '../log.ts';
import type { RateStore } from '../store/facets/rates.ts';
import type { SendRequest } from './warm-up.ts';

/** Not imported: an import reads all properties of the module, and one of them loads undici, which takes 20 ms. */
const { Agent, request } = process.getBuiltinModule('node:http');

/** A client within the process, with an HTTP server of its own. */
export interface InnerClient {
  readonly send: SendRequest;
  /** Ends the server, with a request that is under way. */
  close(): Promise<void>;
}

/**
 * Settings that could refuse the requests of this client: operators choose them for clients from outside, and the
 * service has to become ready with each of them.
 */
const ownSettings = {
  role: 'all',
  apiKeysFile: null,
  approvalRequired: [],
  approversFile: null,
  bodyLimit: 10_000_000,
  payloadLimitCore: 10_000_000,
  queueLimit: 100,
  queueTimeout: 60_000,
  requestTimeout: 60_000,
} as const;

/** Counts no requests, so that nothing depends on the database of the service. */
const uncounted: RateStore = {
  take: (takes) => Promise.resolve(takes.map(() => ({ allowed: true, remaining: 1, retryAfter: 1 }))),
};

/** Drops the lines of the log. They are formatted first, so that V8 compiles that code. */
const nowhere = { write: () => undefined };

/** Headers of widespread clients: V8 compiles code for the sets of headers that it has met. */
const headersOfClients: readonly Readonly<Record<string, string>>[] = [
  {},
  { Accept: '*/*', 'User-Agent': 'curl/8.5.0' },
  {
    Accept: '*/*',
    'Accept-Language': '*',
    'Sec-Fetch-Mode': 'cors',
    'User-Agent': 'node',
    'Accept-Encoding': 'gzip, deflate',
  },
];

/**
 * Opens a client whose requests pass through every stage of HTTP. Its server has the parts of the service, but it does
 * not listen, and its only key is random. Connections to it are sockets, so that V8 compiles the code for these. Its
 * requests are not measured, and the lines of its log go nowhere.
 */
export function openInnerClient(deps: Omit<HttpDeps, 'log' | 'ended' | 'mounts'>): InnerClient {
  const key = `svc_live_start_${randomBytes(24).toString('hex')}`;
  const server = createServer({
    ...deps,
    config: {
      ...deps.config,
      ...ownSettings,
      apiKeys: `${key}:start:core:`,
    },
    store: { ...deps.store, rates: uncounted },
    log: createLog(deps.config.logLevel, nowhere),
  });
  const agent = new Agent({ keepAlive: true });
  agent.createConnection = (_options, connected) => {
    void server.connect().then((connection) => connected?.(null, connection));
    return undefined;
  };
  let count = 0;
  return {
    async send(tool, body) {
      const text = JSON.stringify(body);
      const sent = request({
        agent,
        method: 'POST',
        path: `/api/v1/${tool}`,
        headers: {
          ...headersOfClients[count++ % headersOfClients.length],
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
        },
      });
      sent.end(text);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const content = await buffer(answer);
      if (answer.statusCode !== 200)
        throw new Error(`${tool}: status ${answer.statusCode}: ${content.toString().slice(0, 500)}`);
      return content;
    },
    close() {
      agent.destroy();
      return server.stop();
    },
  };
}
