import type { Tuning } from './tuning.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Deployment } from '../calls/deployment.ts';
import type { Services } from '../editions/edition.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { RequestSeal } from '../jobs/request-seal.ts';
import type { Outcome } from './server/access-log.ts';
import type { Mount } from './mount.ts';
import type { Reader } from '../calls/reading/reader.ts';

/** The parts from which `app.ts` builds the HTTP floor. */
export interface HttpDeps {
  readonly config: Config;
  readonly log: Log;
  readonly store: Store;
  readonly services: Services;
  readonly deployment: Deployment;
  /** Documents held open across calls; without it they have no routes. */
  readonly sessions?: Sessions | undefined;
  readonly jobs: Jobs;
  readonly reader: Reader;
  /**
   * Encrypts requests with keys of clients; null where jobs may run in another process, so that there are no jobs of
   * such tools.
   */
  readonly seal: RequestSeal | null;
  /** Readiness: `null` when every dependency and the page pool are ready, else what is missing. */
  readonly notReady: () => Promise<string | null> | string | null;
  /** Aborted when the service stops: synchronous work gets its grace and is then cut off. */
  readonly stopping: AbortSignal;
  /** Further transports at paths of this listener. */
  readonly mounts?: readonly Mount[];
  /** Is called with every request that has ended. */
  readonly ended?: (outcome: Outcome) => void;
  /** Limits that have no setting, for tests that can't wait for them. */
  readonly tuning?: Partial<Tuning>;
}
