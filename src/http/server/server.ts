import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type Request, type Response } from 'express';
import { FairQueue } from '../../fair-queue.ts';
import { AppError } from '../../problems.ts';
import { Stages } from '../../stages.ts';
import { logAccess, outcomeOf } from './access-log.ts';
import { openApprovals } from '../../calls/approval/open-approvals.ts';
import { trackConnections, type Connections } from './connections.ts';
import { type HttpDeps } from '../deployment.ts';
import { tuning, type Tuning } from '../tuning.ts';
import { type Exchange } from '../exchange.ts';
import { ClientGone } from '../errors.ts';
import { openKeys } from '../../calls/access/keys.ts';
import { receive, type Receiving } from '../body/payload.ts';
import { emptyPayload, type Payload } from '../../calls/reading/received.ts';
import { compose, pipeline } from '../pipeline.ts';
import { problemAnswer } from '../answer/problem.ts';
import { routeTable, type FoundRoute } from '../routes/route-table.ts';
import { routes } from '../routes/routes.ts';
import { send } from '../answer/send.ts';
import { Spool, sweepSpool } from '../../calls/documents/spool.ts';

export interface HttpServer {
  listen(): Promise<{ port: number; host: string }>;
  /** Requests under way; and of those that work on documents how many work and wait. */
  load(): { readonly open: number; readonly working: number; readonly waiting: number };
  /**
   * Stops: from now on `/readyz` and new work get 503, what is under way has SERVICE_GRACE to finish and is then cut
   * off, and the port closes last, so that nobody is refused a connection while others are still served.
   */
  stop(): Promise<void>;
}

/** Builds the HTTP floor. Throws KeysError or ApprovalsError when the keys or the approvals have mistakes. */
export function createServer(deps: HttpDeps): HttpServer {
  const { config, log, deployment } = deps;
  const limits: Tuning = { ...tuning, ...deps.tuning };
  const keys = openKeys({
    variable: config.apiKeys,
    file: config.apiKeysFile,
    tools: deployment.tools.map(({ name }) => name),
    log,
    interval: limits.keyFileInterval,
  });
  const stop = new AbortController();
  const isStopping = (): boolean => deps.stopping.aborted || stop.signal.aborted;
  const approvals = openApprovals(deps, limits.keyFileInterval);
  const places = Math.max(2, Math.min(config.workerCount, 8));
  const gate = new FairQueue({
    places,
    placesPerClient: places - 1,
    waiting: config.queueLimit,
    patienceMs: config.queueTimeout,
  });
  const find = routeTable(routes({ ...deps, approvals, gate }, isStopping));
  const stages = pipeline(deps, keys, isStopping);
  const all = compose(stages);
  const probing = compose(stages.filter(({ probes }) => probes));
  const server = nodeServer(config.requestTimeout, limits);
  const connections = trackConnections(server, config.problemBase);

  async function answer(exchange: Exchange): Promise<void> {
    follow(exchange, connections, deps.ended);
    const result = await (exchange.route?.probe ? probing : all)(exchange).catch((error: unknown) => {
      if (error instanceof ClientGone) return null;
      return problemAnswer(error, { base: config.problemBase, requestId: exchange.id, log: exchange.log });
    });
    await exchange
      .release()
      .catch((error: unknown) => exchange.log.error({ err: error }, 'the spool could not be closed'));
    exchange.closing ||= isStopping();
    if (result) send(exchange, result, limits);
  }

  const receiving = { stall: limits.bodyStall, whole: config.requestTimeout };
  const spoolFolder = join(config.dataDir, 'spool');
  const onRequest = shell(config.trustProxy, (req, res) => {
    const path = pathOf(req.url);
    const exchange = createExchange({
      req,
      res,
      path,
      found: find(path),
      log,
      receiving,
      spool: new Spool(spoolFolder),
    });
    answer(exchange).catch((error: unknown) => {
      exchange.log.error({ err: error }, 'the answer could not be sent');
      res.destroy();
    });
  });
  // Both kinds of `Expect` would else be answered before the pipeline has seen them.
  server.on('request', onRequest).on('checkContinue', onRequest).on('checkExpectation', onRequest);

  return {
    async listen() {
      await sweepSpool(spoolFolder);
      return listen(server, config.port, config.host);
    },
    load: () => ({ open: connections.open.size, ...gate.load() }),
    async stop() {
      stop.abort();
      const cutOff = setTimeout(() => {
        for (const { cancel } of connections.open)
          cancel.abort(new AppError('shutting-down', 'The service stopped before the work was done.'));
      }, config.grace);
      await connections.drained();
      clearTimeout(cutOff);
      await connections.endIdle(limits.lingerTime);
      keys.close();
      approvals.close();
      await close(server);
    },
  };
}

/**
 * What a body and a connection may take, as Node itself watches it: wider than the pipeline's own limits, which come
 * with an answer.
 */
function nodeServer(requestTimeout: number, { bodyStall }: Tuning): Server {
  const server = createHttpServer({
    maxHeaderSize: 16_384,
    headersTimeout: 20_000,
    requestTimeout: requestTimeout + bodyStall + 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5000,
  });
  // A client may end its side after a whole request; Node has the option, and no type for it.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server.setTimeout(requestTimeout + 60_000); // a client that does not read its answer
}

function createExchange({
  found,
  receiving,
  spool,
  ...known
}: Pick<Exchange, 'req' | 'res' | 'path' | 'log'> & {
  found: FoundRoute | null;
  receiving: Receiving;
  spool: Spool;
}): Exchange {
  let payload: Promise<Payload> | null = null;
  const accepted = known.req.method === 'POST' ? (found?.route.body ?? null) : null;
  const exchange: Exchange = {
    ...known,
    route: found?.route ?? null,
    params: found?.params ?? {},
    start: performance.now(),
    stages: new Stages(),
    cancel: new AbortController(),
    id: '',
    limit: 0,
    principal: null,
    claim: null,
    continued: false,
    answered: false,
    closing: false,
    payload: () =>
      (payload ??= accepted ? receive(exchange, accepted, { ...receiving, spool }) : Promise.resolve(emptyPayload)),
    release: () => spool.close(),
  };
  return exchange;
}

/**
 * Express is the shell: whom to believe about addresses, and `req.accepts`. It has no routes; what happens inside is
 * the pipeline's.
 */
function shell(
  trustProxy: HttpDeps['config']['trustProxy'],
  answer: (req: Request, res: Response) => void,
): (req: IncomingMessage, res: ServerResponse) => void {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', trustProxy);
  app.use(answer);
  // The router passes by a path that it can't parse; the pipeline answers that one too.
  return (req, res) => void app(req as Request, res as Response, () => answer(req as Request, res as Response));
}

/** The path of a request target, be it in origin form or absolute form (RFC 9112, 3.2). */
function pathOf(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  if (path.startsWith('/') || !URL.canParse(path)) return path;
  return new URL(path).pathname;
}

/** Notices the end of an exchange, however it ends. */
function follow(exchange: Exchange, connections: Connections, ended: HttpDeps['ended']): void {
  const { req, res, cancel } = exchange;
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    connections.delete(exchange);
    const outcome = outcomeOf(exchange);
    logAccess(exchange, outcome);
    ended?.(outcome);
  };
  connections.add(exchange);
  req.on('error', () => undefined); // a connection that breaks while the body comes in; `cancel` says so
  res.on('error', () => undefined);
  res.once('close', () => {
    if (!res.writableFinished && !exchange.answered) cancel.abort(new ClientGone());
    end();
  });
  cancel.signal.addEventListener('abort', () => {
    if (cancel.signal.reason instanceof ClientGone) end();
  });
}

function listen(server: Server, port: number, host: string): Promise<{ port: number; host: string }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ port: (server.address() as AddressInfo).port, host });
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve()); // also where it never listened
    server.closeAllConnections();
  });
}
