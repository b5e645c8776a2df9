import type { Egress } from '../../browser/network/egress.ts';
import { AppError } from '../../problems.ts';
import type { Step } from '../model/types/step.ts';
import { everyStep } from './plan.ts';

/** Operations whose `url` is fetched while the document is printed. */
const fetchingOperations: ReadonlySet<string> = new Set(['add_url', 'add_image']);

/** Throws AppError `resource-blocked` where the `url` of an operation has a host that the operator does not allow. */
export function refuseRemote(steps: readonly Step[], egress: Egress): void {
  for (const { name, params, pointer } of everyStep(steps)) {
    const { url } = params;
    if (!fetchingOperations.has(name) || typeof url !== 'string' || egress.allows(url)) continue;
    const message =
      `${new URL(url).host.slice(0, 255)} is not a host that documents can be loaded from. The operator allows ` +
      'hosts with SERVICE_NETWORK_ALLOW.';
    throw new AppError('resource-blocked', message, { errors: [{ pointer: `${pointer}/url`, message }] });
  }
}
