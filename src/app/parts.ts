import type { Egress } from '../browser/network/egress.ts';
import type { Deployment } from '../calls/deployment.ts';
import type { Log } from '../log.ts';

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
