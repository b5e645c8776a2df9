import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryGroup, type MemoryGroup } from './cgroup.ts';
import { keys } from './service.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

/** The flags that `npm start` and the image give to Node. */
const flags = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** The outcome of one request. */
export interface Outcome {
  readonly status: number;
  readonly slug: string | null;
  readonly bytes: Buffer;
}

/** The service as a process of its own, in a control group of so many bytes, with default settings. */
export interface ContainedService {
  readonly group: MemoryGroup;
  /** `type` is the content type; ignored for a form. */
  post(tool: string, body: Uint8Array | string | FormData, type?: string): Promise<Outcome>;
  /** Milliseconds until `/healthz` answered 200; throws where it does not within five seconds. */
  healthMs(): Promise<number>;
  /** True while the process that was started is there. */
  alive(): boolean;
  stop(): Promise<void>;
}

/** Starts it and waits until it is ready; returns a sentence if no control group can be made. */
export async function startContained(limitBytes: number): Promise<ContainedService | string> {
  const group = memoryGroup(limitBytes);
  if (typeof group === 'string') return group;
  const folder = await mkdtemp(join(tmpdir(), 'colophon-contained-'));
  const entries = Object.entries(keys)
    .map(([tier, key]) => `${key}:${tier}:${tier}:rate=1000000`)
    .join(' ');
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    SERVICE_PORT: '0',
    SERVICE_HOST: '127.0.0.1',
    SERVICE_API_KEYS: entries,
    SERVICE_DATA_DIR: folder,
    SERVICE_RATE_LIMIT_IP: '1000000',
  };
  const child = spawn(
    'sh',
    ['-c', `echo $$ > ${group.processesFile}; exec "$0" "$@"`, process.execPath, ...flags, main],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const alive = (): boolean => child.exitCode === null && child.signalCode === null;
  const stop = async (): Promise<void> => {
    if (alive()) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await group.remove();
    await rm(folder, { recursive: true, force: true });
  };
  const url = await ready(() => output, alive).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    group,
    alive,
    stop,
    async post(tool, body, type = 'application/pdf') {
      const answer = await fetch(`${url}/api/v1/${tool}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys.enterprise}`,
          ...(!(body instanceof FormData) && { 'content-type': type }),
        },
        body: body instanceof Uint8Array ? new Uint8Array(body) : body,
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const slug =
        answer.headers.get('content-type') === 'application/problem+json'
          ? (/([a-z-]+)$/.exec((JSON.parse(bytes.toString()) as { type: string }).type)?.[1] ?? null)
          : null;
      return { status: answer.status, slug, bytes };
    },
    async healthMs() {
      const start = performance.now();
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) });
      if (answer.status !== 200) throw new Error(`/healthz answered ${answer.status}`);
      return performance.now() - start;
    },
  };
}

async function ready(output: () => string, alive: () => boolean): Promise<string> {
  for (;;) {
    const line = output()
      .split('\n')
      .find((text) => text.includes('"msg":"listening"'));
    if (line !== undefined) {
      const url = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
      if ((await fetch(`${url}/readyz`).catch(() => null))?.status === 200) return url;
    }
    if (!alive()) throw new Error(`the service ended: ${output()}`);
    await sleep(100);
  }
}
