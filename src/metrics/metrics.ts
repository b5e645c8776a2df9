import type { Outcome } from '../http/server/access-log.ts';
import type { HttpServer } from '../http/server/server.ts';
import { observeProcess } from './process.ts';
import { Registry } from './registry.ts';
import { observeRequests, observeServer } from './requests.ts';
import { serveMetrics } from './serve.ts';
import { observeWork, stageSeconds, type ObservedWork } from './work.ts';

/** The measurements of a process (SERVICE_METRICS_PORT). */
export interface Metrics extends ObservedWork {
  request(outcome: Outcome): void;
  server(server: Pick<HttpServer, 'load'>): void;
  /** Publishes the version of the service and of Chromium, and the role, for dashboards. */
  build(about: { readonly version: string; readonly chromium: string; readonly role: string }): void;
  /** Serves the text on a port of its own. Rejects when the port is taken. */
  listen(address: { readonly host: string; readonly port: number }): Promise<{ readonly port: number }>;
  stop(): Promise<void>;
}

/** Starts to collect: the process is observed from here on, until `stop`. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const unobserve = observeProcess(registry);
  const stages = stageSeconds(registry);
  const listener = serveMetrics(() => registry.text());
  return {
    ...observeWork(registry, stages),
    request: observeRequests(registry, stages),
    server: (server) => observeServer(registry, server),
    build: (about) =>
      registry.gauge('colophon_build_info', 'What runs; always 1.', ['version', 'chromium', 'role'], () => [
        { labels: about, value: 1 },
      ]),
    listen: (address) => listener.listen(address),
    async stop() {
      unobserve();
      await listener.close();
    },
  };
}
