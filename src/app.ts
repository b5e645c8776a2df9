import { Cleanup } from './app/cleanup.ts';
import { openFoundation, type Foundation } from './app/foundation.ts';
import type { Egress } from './browser/network/egress.ts';
import type { Deployment } from './calls/deployment.ts';
import type { Config } from './config/config.ts';
import { checkPlaces } from './config/setting-places.ts';
import type { Log } from './log.ts';

/** A running service. */
export interface App {
  readonly host: string;
  readonly port: number;
  /** The port of the metrics; `null` = they are not served. */
  readonly metricsPort: number | null;
  readonly deployment: Deployment;
  /** True when every worker runs and the first documents have been printed. */
  ready(): boolean;
  /** The number of pages that are to run, and of those that can print now. */
  workers(): { readonly wanted: number; readonly fit: number };
  /** Waits for the work under way within the grace, then stops everything and removes its files. */
  stop(): Promise<void>;
}

/** The parts of a service that tests and tools replace. */
export interface AppParts {
  readonly log: Log;
  /** The folder of the editions; the one beside this file unless given. */
  readonly editions?: URL;
  /** The network of documents; follows `SERVICE_NETWORK_ALLOW` unless given. */
  readonly egress?: Egress;
  /** The size of the parts of a long document (long-flow.ts). */
  readonly partSize?: number;
  /** True where documents are rendered after the start until the code is compiled, while nothing else is to be done. */
  readonly keepsWarming?: boolean;
}

/**
 * Builds every part in the order of the floors and starts to serve; the one place that sees all floors. Rejects with a
 * message for the operator, after everything that was opened is closed again.
 */
export async function startApp(config: Config, parts: AppParts): Promise<App> {
  const stack = new Cleanup(parts.log, config.grace + 15_000);
  let opening: Promise<Foundation> | null = null;
  try {
    await checkPlaces(config);
    const spawned = Promise.withResolvers<null>();
    opening = openFoundation(config, parts.log, stack, () => spawned.resolve(null));
    // Loading modules blocks the event loop, so it waits until the browsers start beside it.
    await Promise.race([spawned.promise, opening]);
    const { assemble } = await import('./app/assemble.ts'); // loads while the browsers start
    return await assemble(config, parts, stack, opening);
  } catch (error) {
    await opening?.catch(() => undefined);
    await stack.run();
    throw error;
  }
}
