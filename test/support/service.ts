import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type App, type AppParts } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/log.ts';
import { checkAnswer } from './contract.ts';

const secret = 'x'.repeat(40);

/** Keys of three clients, one of each tier; a service may serve many groups of such clients. */
export type Keys = Readonly<Record<'core' | 'pro' | 'enterprise', string>>;

export function keysOfGroup(group: string): Keys {
  return {
    core: `svc_live_core${group}_${secret}`,
    pro: `svc_live_pro${group}_${secret}`,
    enterprise: `svc_live_ent${group}_${secret}`,
  };
}

/** The keys of the first group, which every service has. */
export const keys = keysOfGroup('');

/** SERVICE_API_KEYS for these groups of clients. */
export function entriesOfGroups(groups: readonly string[]): string {
  return groups
    .flatMap((group) => {
      const { core, pro, enterprise } = keysOfGroup(group);
      return [`${core}:acme${group}:core`, `${pro}:beta${group}:pro`, `${enterprise}:gamma${group}:enterprise`];
    })
    .map((entry) => `${entry}:rate=1000000`)
    .join(' ');
}

/** JSON whose fields a test reads. */
export type Json = any;

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** The body as JSON. */
  json(): Json;
}

/**
 * The whole service, as a user has it: real Chromium, real store, port 0. Every answer is checked against the OpenAPI
 * document.
 */
export interface Service {
  readonly app: App;
  readonly url: string;
  /** Lines of the log, from `warn` up. */
  readonly warnings: string[];
  request(method: string, path: string, options?: RequestOptions): Promise<Answered>;
  /** `POST /api/v1/render` with a body as JSON. */
  render(body: unknown, options?: RequestOptions): Promise<Answered>;
}

/** A service that its test started, and stops. */
export interface OwnService extends Service {
  stop(): Promise<void>;
}

export interface RequestOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  readonly signal?: AbortSignal;
}

/** Starts a service of one's own. A test that does nothing to the service itself takes a shared one: shared.ts. */
export async function startService(
  settings: Readonly<Record<string, string>> = {},
  parts: Partial<AppParts> & { check?: boolean } = {},
): Promise<OwnService> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-test-'));
  const warnings: string[] = [];
  const log = createLog('warn', { write: (line) => void warnings.push(line) });
  const { check = true, ...given } = parts;
  const config = readConfig({
    SERVICE_PORT: '0',
    SERVICE_HOST: '127.0.0.1',
    SERVICE_API_KEYS: entriesOfGroups(['']),
    SERVICE_DATA_DIR: folder,
    SERVICE_RATE_LIMIT_IP: '1000000',
    SERVICE_WORKER_COUNT: '2',
    ...settings,
  });
  const app = await startApp(config, { log, ...given });
  const url = `http://127.0.0.1:${app.port}`;

  async function request(
    method: string,
    path: string,
    { key = keys.core, headers = {}, body, signal }: RequestOptions = {},
  ): Promise<Answered> {
    const authorization: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const answer = await fetch(url + path, {
      method,
      headers: { ...authorization, ...headers },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (check) checkAnswer({ method, path, status: answer.status, headers: answer.headers, body: bytes });
    return {
      status: answer.status,
      headers: answer.headers,
      body: bytes,
      json: () => JSON.parse(bytes.toString('utf8')),
    };
  }

  return {
    app,
    url,
    warnings,
    request,
    render: rendering(request),
    async stop() {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `render` of a service, by its `request`. */
export function rendering(request: Service['request']): Service['render'] {
  return (body, options = {}) =>
    request('POST', '/api/v1/render', {
      ...options,
      headers: { 'content-type': 'application/json', ...options.headers },
      body: JSON.stringify(body),
    });
}

/** The PDF of an answer that has to be one. */
export function pdfOf(answer: Answered): Buffer {
  if (answer.status !== 200)
    throw new Error(`expected a PDF, got ${answer.status}: ${answer.body.toString('utf8').slice(0, 500)}`);
  return answer.body;
}
