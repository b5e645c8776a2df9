import type { Config } from '../config/config.ts';
import type { HttpServer } from '../http/server/server.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { wordsOf } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

/** Starts the listener for requests. Rejects with a message for the operator. */
export async function listenForRequests(
  server: HttpServer,
  { host, port }: Config,
): Promise<{ readonly host: string; readonly port: number }> {
  return server.listen().catch((cause: unknown) => {
    throw new Error(
      `The service can not listen on ${host}, port ${port}: ${wordsOf(cause)}. Choose another ` +
        'with SERVICE_HOST and SERVICE_PORT.',
      { cause },
    );
  });
}

/** The parts that are measured. */
interface Measured {
  readonly server: HttpServer;
  readonly store: Store;
  /** The labels of the build, for dashboards. */
  readonly about: Parameters<Metrics['build']>[0];
}

/** Starts the listener for the metrics; resolves with its port. Rejects with a message for the operator. */
export async function listenForMetrics(
  metrics: Metrics,
  { host, metricsPort }: Config,
  { server, store, about }: Measured,
): Promise<number> {
  metrics.build(about);
  metrics.server(server);
  metrics.queue(store);
  const { port } = await metrics.listen({ host, port: metricsPort ?? 0 }).catch((cause: unknown) => {
    throw new Error(
      `The metrics can not be served on ${host}, port ${metricsPort ?? 0}: ${wordsOf(cause)}. Choose another ` +
        'with SERVICE_METRICS_PORT.',
      { cause },
    );
  });
  return port;
}
