import { channel } from 'node:diagnostics_channel';
import { createThreads, type Threads } from '../../src/threads/threads.ts';
import {
  entriesOfGroups,
  keys,
  keysOfGroup,
  rendering,
  startService,
  type OwnService,
  type Service,
} from './service.ts';

/** How many files of one process may take the same service. */
const maxFiles = 200;
const groups = Array.from({ length: maxFiles }, (_, index) => String(index + 1));

interface Warm {
  readonly service: Promise<OwnService>;
  /** Groups of clients that no file has had. */
  readonly free: string[];
}

const services = new Map<string, Warm>();
let threads: Threads | undefined;

// The runner's process sends this once, after its last file: scripts/test/worker.mjs.
channel('colophon:tests-over').subscribe(() => {
  for (const { service } of services.values()) void service.then((started) => started.stop());
  void threads?.stop();
});

/**
 * A service of these settings that all files of this process have in common, warm: two browsers, and threads that have
 * loaded their modules. It is stopped after the last file. Each call has clients of its own, so that jobs, sessions and
 * idempotency keys of one file are never those of another; its requests take `keys` of service.ts, whatever their
 * client is named. A test that stops or starves its service, or looks at the service's processes, starts its own.
 */
export async function sharedService(
  settings: Readonly<Record<string, string>> = {},
  parts: { readonly partSize?: number } = {},
): Promise<Service> {
  const name = JSON.stringify([settings, parts]);
  const warm = services.get(name) ?? {
    service: startService({ SERVICE_API_KEYS: entriesOfGroups(['', ...groups]), ...settings }, parts),
    free: [...groups],
  };
  services.set(name, warm);
  const group = warm.free.shift();
  if (group === undefined) throw new Error(`More than ${maxFiles} files of one process take the same service.`);
  return forGroup(await warm.service, group);
}

function forGroup(service: OwnService, group: string): Service {
  const own = keysOfGroup(group);
  const byKey = new Map<string, string>(
    (['core', 'pro', 'enterprise'] as const).map((tier) => [keys[tier], own[tier]]),
  );
  service.warnings.length = 0; // those of the file before
  const request: Service['request'] = (method, path, { key = keys.core, ...options } = {}) =>
    service.request(method, path, { ...options, key: key === null ? null : (byKey.get(key) ?? key) });
  return { app: service.app, url: service.url, warnings: service.warnings, request, render: rendering(request) };
}

/** Threads for tools without a browser: the same for all files of this process, stopped after the last one. */
export function sharedThreads(): Threads {
  threads ??= createThreads({ count: 2, megabytes: 512, queue: 100 });
  return threads;
}
