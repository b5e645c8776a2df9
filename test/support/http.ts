import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Joi from 'joi';
import { readConfig, type Config } from '../../src/config/config.ts';
import type { Context, Tier } from '../../src/context.ts';
import type { Services, Tool, ToolResult } from '../../src/editions/edition.ts';
import type { HttpDeps } from '../../src/http/deployment.ts';
import type { Tuning } from '../../src/http/tuning.ts';
import { openApi } from '../../src/http/openapi/openapi.ts';
import { jobWork } from '../../src/calls/jobs/job-work.ts';
import { createReader } from '../../src/calls/reading/reader.ts';
import { createServer } from '../../src/http/server/server.ts';
import type { DescribedTool } from '../../src/http/openapi/route-problems.ts';
import { joiInput } from '../../src/input/input.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import { createRequestSeal } from '../../src/jobs/request-seal.ts';
import { runJobs, type Runner } from '../../src/jobs/run-jobs.ts';
import { createLog, type Log } from '../../src/log.ts';
import { AppError } from '../../src/problems.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import { contractOf } from './contract.ts';

export const secret = 'a-secret-of-more-than-32-characters';

/** Entries for SERVICE_API_KEYS: a key of each tier, and two with attributes. */
export const entries = [
  `svc_live_core_${secret}:acme:core:`,
  `svc_live_pro_${secret}:acme:pro:*`,
  `svc_live_ent_${secret}:globex:enterprise:`,
  `svc_live_narrow_${secret}:narrow:pro:scope=echo`,
  `svc_live_slow_${secret}:slow:core:rate=4`,
];

export function bearer(kid = 'core'): string {
  return `Bearer svc_live_${kid}_${secret}`;
}

interface Call {
  readonly input: unknown;
  readonly context: Context;
}

/** The calls of the fixture tools, in order. */
export type Calls = Call[];

interface FixtureTool {
  readonly name: string;
  readonly tier?: Tier;
  readonly produces?: 'document' | 'report' | 'report-document';
  readonly fileParts?: readonly string[];
  readonly run: (input: Record<string, unknown>, context: Context) => Promise<ToolResult>;
}

export function fixtureTool(
  { name, tier = 'core', produces = 'report', fileParts = [], run }: FixtureTool,
  calls: Calls,
): Tool {
  const schema = Joi.object<Record<string, unknown>>({
    text: Joi.string(),
    number: Joi.number(),
    files: Joi.array(),
    failWith: Joi.string(),
  });
  const tool: Tool<Record<string, unknown>> & Pick<DescribedTool, 'problems'> = {
    problems: ['invalid-pdf', 'template-not-found', 'overloaded'],
    name,
    tier,
    produces,
    fileParts,
    summary: name,
    description: name,
    examples: {},
    input: () => joiInput(schema),
    withFiles: (request, files) => ({
      ...(request as object),
      files: files.map(({ field, filename, data }) => [field, filename, Buffer.from(data).toString()]),
    }),
    run(input, _services, context) {
      calls.push({ input, context });
      return run(input, context);
    },
  };
  return tool;
}

/** Runs until it is aborted, and ends a moment later. */
export function untilAborted({ signal }: Context): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => void setTimeout(() => reject(new Error('stopped')), 50);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

function fixtureTools(calls: Calls): Tool[] {
  return [
    fixtureTool(
      {
        name: 'echo',
        fileParts: ['assets'],
        run: (input) => Promise.resolve({ kind: 'report', report: { input, call: calls.length } }),
      },
      calls,
    ),
    fixtureTool(
      {
        name: 'print',
        produces: 'document',
        run: (input, { stages }) =>
          stages.run('print', () => ({
            kind: 'document',
            pdf: Buffer.from(`%PDF ${String(input.text)} ${calls.length}`),
            pages: 2,
            filename: 'q3 – bericht.pdf',
            report: { warnings: [] },
          })),
      },
      calls,
    ),
    fixtureTool({ name: 'sleep', run: (_input, context) => untilAborted(context) }, calls),
    fixtureTool(
      {
        name: 'fail',
        run: (input) =>
          Promise.reject(
            input.failWith === undefined
              ? new Error('/secret/path')
              : new AppError(input.failWith as 'invalid-pdf', 'So it is.'),
          ),
      },
      calls,
    ),
    fixtureTool(
      { name: 'sign', tier: 'pro', run: () => Promise.resolve({ kind: 'report', report: { signed: true } }) },
      calls,
    ),
  ];
}

export interface Built {
  readonly url: string;
  readonly port: number;
  readonly calls: Calls;
  /** The log, one parsed line each. */
  readonly lines: Record<string, unknown>[];
  readonly deps: HttpDeps;
  readonly stopping: AbortController;
  /** Every answer is checked against the OpenAPI document of this very deployment. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A POST of JSON, with a core key; a header given as `''` is left out. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends raw bytes and gives everything that comes back until the connection closes. */
  raw(...pieces: (string | Buffer | number)[]): Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  readonly env?: Record<string, string>;
  /** Values that no operator may set, such as a retention of milliseconds. */
  readonly config?: Partial<Config>;
  readonly tuning?: Partial<Tuning>;
  readonly notReady?: () => string | null;
  readonly dataDir?: string;
  /** Beside the fixture tools; `calls` is where a tool may note that it ran. */
  readonly tools?: (calls: Calls) => readonly Tool[];
  readonly services?: Partial<Services>;
  /** In place of the log that `lines` has. */
  readonly log?: Log;
  /** Jobs that run at once; none = this process runs none. */
  readonly slots?: number;
  /** True unless given: jobs may hold keys. */
  readonly sealed?: boolean;
}

/** The HTTP floor with fixture tools, on a free port, with a store of its own. Requests go through real sockets. */
export async function startHttp({
  env = {},
  config: values = {},
  tuning = {},
  notReady = () => null,
  dataDir,
  tools: more = () => [],
  services = {},
  log,
  slots = 2,
  sealed = true,
}: Options = {}): Promise<Built> {
  const calls: Calls = [];
  const lines: Record<string, unknown>[] = [];
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'colophon-http-'));
  const store = openSqliteStore(join(folder, 'colophon.db'));
  const stopping = new AbortController();
  const given = {
    SERVICE_PORT: '0',
    SERVICE_HOST: '127.0.0.1',
    SERVICE_API_KEYS: entries.join(' '),
    SERVICE_LOG_LEVEL: 'debug',
    SERVICE_DATA_DIR: folder,
    ...env,
  };
  const config = { ...readConfig(given), ...values };
  const running: { runner: Runner | null } = { runner: null };
  const added = more(calls);
  const tools = [...fixtureTools(calls).filter(({ name }) => added.every((tool) => tool.name !== name)), ...added];
  const deps: HttpDeps = {
    config,
    log: log ?? createLog('debug', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
    store,
    services: {
      pixels: { image: config.imagePixels, total: config.imagePixelsTotal },
      ...services,
    } as Services,
    jobs: createJobs({ store: store.jobs, limit: config.jobQueueLimit, abort: (id) => running.runner?.abort(id) }),
    deployment: {
      version: '1.2.3',
      chromium: 'Chromium/1',
      tiers: ['core', 'pro'],
      editions: [],
      tools,
      operations: ['add_text', 'add_url'].map((name) => ({
        name,
        tier: 'core',
        summary: name,
        schema: Joi.object(),
        flows: true,
        example: {},
      })),
      templates: [{ name: 'report', description: 'A report' }],
      fonts: () => Promise.resolve([{ name: 'Inter' }]),
    },
    reader: createReader({
      tools,
      operations: [],
      surroundings: { templates: [], requestTimeoutMs: 60_000 },
      elsewhere: null,
      unpacked: [],
    }),
    seal: sealed ? createRequestSeal() : null,
    notReady,
    stopping: stopping.signal,
    tuning: { keyFileInterval: 20, ...tuning },
  };
  const server = createServer(deps);
  const { port } = await server.listen();
  if (slots > 0)
    running.runner = runJobs({
      store: store.jobs,
      work: jobWork(deps),
      slots,
      lease: config.jobLease,
      timeout: config.jobTimeout,
      log: deps.log,
    });
  const url = `http://127.0.0.1:${port}`;
  const check = contractOf(
    openApi({ version: '1.2.3', tools, operations: deps.deployment.operations, problemBase: deps.config.problemBase }),
  );
  const fetchChecked = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url + path, init);
    check({
      method: init.method ?? 'GET',
      path,
      status: response.status,
      headers: response.headers,
      body: new Uint8Array(await response.clone().arrayBuffer()),
    });
    return response;
  };
  return {
    url,
    port,
    calls,
    lines,
    deps,
    stopping,
    fetch: fetchChecked,
    post: (path, body, headers = {}) => {
      const given = Object.entries({ authorization: bearer(), 'content-type': 'application/json', ...headers }).filter(
        ([, value]) => value !== '',
      );
      return fetchChecked(path, {
        method: 'POST',
        headers: Object.fromEntries(given),
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    },
    raw: (...pieces) => exchangeRaw(port, pieces),
    async stop() {
      await Promise.all([server.stop(), running.runner?.stop(config.grace)]);
      await store.close();
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A number among the pieces is a pause in milliseconds. */
async function exchangeRaw(port: number, pieces: readonly (string | Buffer | number)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const piece of pieces) {
    if (typeof piece === 'number') await new Promise((resolve) => setTimeout(resolve, piece));
    else if (!socket.destroyed) socket.write(piece);
  }
  await closed;
  return Buffer.concat(received).toString('latin1');
}

/** Waits until `condition` holds; the test's own timeout is the limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

export async function problemOf(
  response: Response,
): Promise<Record<string, unknown> & { slug: string; errors?: { pointer: string; message: string }[] }> {
  const problem = (await response.json()) as Record<string, unknown>;
  return { ...problem, slug: String(problem.type).split('/').at(-1) ?? '' };
}
