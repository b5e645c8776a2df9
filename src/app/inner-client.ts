import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import type { HttpDeps } from '../http/deployment.ts';
import { createServer } from '../http/server/server.ts';
import { createLog } from '../log.ts';
import type { SendRender } from './warm-up.ts';

/** Not imported: an import reads all properties of the module, and one of them loads undici, which takes 20 ms. */
const { request } = process.getBuiltinModule('node:http');

/** A client within the process, with an HTTP server of its own. */
export interface InnerClient {
  readonly send: SendRender;
  /** Ends the server, with a request that is under way. */
  close(): Promise<void>;
}

/** Requests a minute that no client within the process reaches. */
const ratePerMinute = 1_000_000;

/**
 * Opens a client whose requests pass through every stage of HTTP. Its server has the parts of the service, but it does
 * not listen: connections to it are streams in memory, and its only key is random. Its requests are neither logged nor
 * measured.
 */
export function openInnerClient(deps: Omit<HttpDeps, 'log' | 'ended' | 'mounts'>): InnerClient {
  const key = `svc_live_start_${randomBytes(24).toString('hex')}`;
  const server = createServer({
    ...deps,
    config: {
      ...deps.config,
      apiKeys: `${key}:start:core:rate=${ratePerMinute}`,
      apiKeysFile: null,
      approvalRequired: [],
      approversFile: null,
      rateLimitIp: ratePerMinute,
    },
    log: createLog('silent'),
  });
  return {
    async send(body) {
      const text = JSON.stringify(body);
      const sent = request({
        createConnection: () => server.connect(),
        method: 'POST',
        path: '/api/v1/render',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
        },
      });
      sent.end(text);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const content = await buffer(answer);
      if (answer.statusCode !== 200)
        throw new Error(`status ${answer.statusCode}: ${content.toString().slice(0, 500)}`);
    },
    close: () => server.stop(),
  };
}
