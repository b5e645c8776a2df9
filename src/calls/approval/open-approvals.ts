import type { Config } from '../../config/config.ts';
import type { Log } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import type { Deployment } from '../deployment.ts';
import { ApprovalsError, openApprovers } from './approvers.ts';
import { createApprovals, type Approvals } from './approvals.ts';

/** Tools of editions that may be absent: one list of settings serves deployments with and without them. */
const ofEditions = [
  'sign',
  'fill-form',
  'redact',
  'compare',
  'check-accessibility',
  'optimize',
  'compliance-check',
  'forensic-analyze',
  'ai-certify',
];
/** The tool that needs an approval unless the operator sets another list. */
const byDefault = 'ai-certify';

interface ApprovalSettings {
  readonly config: Config;
  readonly deployment: Pick<Deployment, 'tools'>;
  readonly store: Pick<Store, 'approvals'>;
  readonly log: Log;
}

/**
 * The approvals of a deployment. Throws ApprovalsError when a name is not that of a tool (a typing error would leave
 * a tool unguarded), or the approvers have mistakes. `interval` = milliseconds between two checks of their file.
 */
export function openApprovals(
  { config, deployment, store, log }: ApprovalSettings,
  interval: number,
): Approvals & { close(): void } {
  const installed = deployment.tools.map(({ name }) => name);
  const { approvalRequired: required, approversFile: file, role } = config;
  const unknown = required.filter((name) => !installed.includes(name) && !ofEditions.includes(name));
  if (unknown.length > 0)
    throw new ApprovalsError(
      unknown.map(
        (name) => `SERVICE_APPROVAL_REQUIRED: there is no tool '${name}'; the tools here are ${installed.join(', ')}.`,
      ),
    );
  const absent = required.filter((name) => !installed.includes(name) && name !== byDefault);
  if (absent.length > 0)
    log.warn({ tools: absent }, 'SERVICE_APPROVAL_REQUIRED names tools of an edition that is not installed');
  const guarded = required.filter((name) => installed.includes(name) && name !== byDefault);
  if (guarded.length > 0 && file === null && role !== 'worker')
    log.warn(
      { tools: guarded },
      'these tools need an approval, and without SERVICE_APPROVERS_FILE nobody can give one',
    );
  // a worker runs jobs that were approved at their submission
  const approvers = openApprovers({ file: role === 'worker' ? null : file, log, interval });
  return { ...createApprovals({ required, approvers, store: store.approvals }), close: () => approvers.close() };
}
