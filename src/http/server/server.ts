import { join } from 'node:path';
import { duplexPair, type Duplex } from 'node:stream';
import { openKeys, type Keys } from '../../calls/access/keys.ts';
import { Spool, sweepSpool } from '../../calls/documents/spool.ts';
import { AppError } from '../../problems.ts';
import { problemAnswer } from '../answer/problem.ts';
import { send } from '../answer/send.ts';
import { admissionQueue } from '../../calls/access/admission-queue.ts';
import { openApprovals } from '../../calls/approval/open-approvals.ts';
import type { HttpDeps } from '../deployment.ts';
import { ClientGone } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { compose, pipeline } from '../pipeline.ts';
import { routeTable } from '../routes/route-table.ts';
import { routes } from '../routes/routes.ts';
import { tuning, type Tuning } from '../tuning.ts';
import { trackConnections, type Connections } from './connections.ts';
import { createExchange, follow, pathOf } from './create-exchange.ts';
import { close, expressShell, listen, nodeServer } from './node-server.ts';
import { socketPair } from './socket-pair.ts';

/** The HTTP server of a service. */
export interface HttpServer {
  /** Starts to listen; resolves with the address. Rejects with the error of the system. */
  listen(): Promise<{ port: number; host: string }>;
  /** Opens a connection within the process, also where the server does not listen; returns the client's end of it. */
  connect(): Promise<Duplex>;
  /**
   * The numbers of requests under way (`open`), and of requests with documents that have a place (`working`) or wait
   * for one (`waiting`).
   */
  load(): { readonly open: number; readonly working: number; readonly waiting: number };
  /** Milliseconds since a request was under way; 0 while one is. */
  quietMs(): number;
  /**
   * Stops the server. From now on `/readyz` and new work get 503. Requests under way have SERVICE_GRACE to finish and
   * are then cut off. The port closes last, so that no connection is refused while others are still served.
   */
  stop(): Promise<void>;
}

/** Builds the HTTP floor. Throws KeysError or ApprovalsError when the keys or the approvals have mistakes. */
export function createServer(deps: HttpDeps): HttpServer {
  const { config, log } = deps;
  const limits: Tuning = { ...tuning, ...deps.tuning };
  const stop = new AbortController();
  const isStopping = (): boolean => deps.stopping.aborted || stop.signal.aborted;
  const keys = openServerKeys(deps, limits);
  const approvals = openApprovals(deps, limits.keyFileInterval);
  const gate = admissionQueue(config);
  const all = routes({ ...deps, approvals, gate }, isStopping);
  const find = routeTable(all);
  const server = nodeServer(config.requestTimeout, limits);
  const connections = trackConnections(server, config.problemBase);
  const answer = answerer(deps, { limits, connections, keys, isStopping });

  const receiving = { stall: limits.bodyStall, whole: config.requestTimeout };
  const spoolFolder = join(config.dataDir, 'spool');
  const onRequest = expressShell(config.trustProxy, (req, res) => {
    const path = pathOf(req.url);
    const spool = new Spool(spoolFolder);
    const exchange = createExchange({ req, res, path, found: find(path), routes: all, log, receiving, spool });
    answer(exchange).catch((error: unknown) => {
      exchange.log.error({ err: error }, 'the answer could not be sent');
      res.destroy();
    });
  });
  // Without these listeners Node would answer both kinds of `Expect` before the pipeline sees the request.
  server.on('request', onRequest).on('checkContinue', onRequest).on('checkExpectation', onRequest);

  return {
    async listen() {
      await sweepSpool(spoolFolder);
      return listen(server, config.port, config.host);
    },
    async connect() {
      const [client, own] = await socketPair().catch(() => duplexPair());
      server.emit('connection', own);
      return client;
    },
    load: () => ({ open: connections.open.size, ...gate.load() }),
    quietMs: () => connections.quietMs(),
    async stop() {
      stop.abort();
      await drain(connections, config.grace);
      await connections.endIdle(limits.lingerTime);
      keys.close();
      approvals.close();
      await close(server);
    },
  };
}

function openServerKeys({ config, deployment, log }: HttpDeps, { keyFileInterval }: Tuning): Keys {
  return openKeys({
    variable: config.apiKeys,
    file: config.apiKeysFile,
    tools: deployment.tools.map(({ name }) => name),
    log,
    interval: keyFileInterval,
  });
}

interface Answering {
  readonly limits: Tuning;
  readonly connections: Connections;
  readonly keys: Keys;
  readonly isStopping: () => boolean;
}

/** Passes an exchange through the pipeline, and sends the answer or the problem. A client that has gone gets neither. */
function answerer(
  deps: HttpDeps,
  { limits, connections, keys, isStopping }: Answering,
): (exchange: Exchange) => Promise<void> {
  const stages = pipeline(deps, keys, isStopping);
  const all = compose(stages);
  const probing = compose(stages.filter(({ probes }) => probes));
  return async (exchange) => {
    follow(exchange, connections, deps.ended);
    const result = await (exchange.route?.probe ? probing : all)(exchange).catch((error: unknown) => {
      if (error instanceof ClientGone) return null;
      return problemAnswer(error, { base: deps.config.problemBase, requestId: exchange.id, log: exchange.log });
    });
    await exchange
      .release()
      .catch((error: unknown) => exchange.log.error({ err: error }, 'the spool could not be closed'));
    exchange.closing ||= isStopping();
    if (result) send(exchange, result, limits);
  };
}

/** Waits for the requests under way, and cuts off those that take longer than the grace. */
async function drain(connections: Connections, graceMs: number): Promise<void> {
  const cutOff = setTimeout(() => {
    for (const { cancel } of connections.open)
      cancel.abort(new AppError('shutting-down', 'The service stopped before the work was done.'));
  }, graceMs);
  await connections.drained();
  clearTimeout(cutOff);
}
