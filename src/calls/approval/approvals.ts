import { createHash } from 'node:crypto';
import { FairQueue } from '../../fair-queue.ts';
import type { Log } from '../../log.ts';
import { AppError } from '../../problems.ts';
import type { ApprovalStore } from '../../store/facets/approvals.ts';
import type { Guards } from '../../store/facets/guards.ts';
import type { StoredAnswer } from '../../store/facets/idempotency.ts';
import type { Caller } from '../caller.ts';
import { approvalDigest } from './approval-digest.ts';
import { readApproval, type ReadApproval } from './approval-token.ts';
import type { Approvers } from './approvers.ts';
import { invalid, type ApprovalSubject } from './claims.ts';
import { coveredBy, type Approvable, type Covered } from './covered.ts';

/** The single use of an approval, for the transaction of the work that it allows. */
export type Use = NonNullable<Guards<never>['approval']>;

/** The approval of a human that some tools need (docs/spec/keys-and-editions.md). */
export interface Approvals {
  requires(approvable: Approvable): boolean;
  /**
   * Answers by `work`, which starts once the call has a valid approval. The approval is used in the same transaction
   * that stores the answer of an `Idempotency-Key`. Work that fails leaves the approval unused. Throws AppError
   * `approval-required`, `approval-invalid`.
   */
  run<T>(caller: Caller, approvable: Approvable, work: ApprovedWork<T, null>): Promise<T>;
  /** The same for work that uses the approval in its own transaction; `null` = the tool needs none. */
  commit<T>(caller: Caller, approvable: Approvable, work: ApprovedWork<T, Use | null>): Promise<T>;
}

/** Work that may need an approval. */
export interface ApprovedWork<T, U> {
  readonly do: (use: U) => Promise<T>;
  /** The answer as the store has it for a replay; the audit log states its status and location. */
  readonly stored: (answer: T) => StoredAnswer;
}

interface ApprovalsDeps {
  /** Names of tools. */
  readonly required: readonly string[];
  readonly approvers: Approvers;
  readonly store: ApprovalStore;
}

/** What is to be approved; `steps` are those that a tool made of others needs it for. */
type Subject = ApprovalSubject & Pick<Covered, 'steps'>;

function stepsIn({ steps }: Pick<Covered, 'steps'>): Pick<Covered, 'steps'> {
  return steps === undefined ? {} : { steps };
}

/** A call that needs an approval. */
interface Beginning {
  readonly subject: Subject;
  readonly caller: Caller;
  readonly audit: Log;
}

/**
 * Milliseconds after its expiry for which the use of an approval is remembered: longer than any request takes, because
 * the clocks of nodes differ.
 */
const remembered = 24 * 3_600_000;

/** Approvals by these approvers, each of which is used once. */
export function createApprovals({ required, approvers, store }: ApprovalsDeps): Approvals {
  /**
   * Requests that share an approval run one after the other. The next one is refused where the approval was used, and
   * runs where the work before it has failed.
   */
  const turns = new FairQueue({ placesPerClient: 1 });

  const requires: Approvals['requires'] = (approvable) => coveredBy(approvable, required) !== null;

  async function begin<T>({ subject, audit, caller }: Beginning, work: ApprovedWork<T, Use>): Promise<T> {
    const approval = await readApproval(tokenOf(caller, subject), subject, approvers);
    const use = useOf(approval);
    const leave = await turns.enter(use.id, caller.signal);
    try {
      if (await store.isUsed(use.id)) throw used();
      audit.info({ ...subject, ...auditEntry(approval) }, 'an approved run begins');
      const answer = await work.do(use);
      const { status, headers } = work.stored(answer);
      audit.info({ ...subject, ...auditEntry(approval), status, location: headers.location }, 'an approval was used');
      return answer;
    } finally {
      leave();
    }
  }

  const commit: Approvals['commit'] = async (caller, approvable, work) => {
    const covered = coveredBy(approvable, required);
    if (covered === null) return work.do(null);
    const { client, kid } = caller.principal;
    const { name } = approvable.tool;
    const subject = { client, tool: name, digest: approvalDigest(name, covered.request), ...stepsIn(covered) };
    const audit = caller.log.child({ audit: true, kid }, { level: 'info' }); // written whatever SERVICE_LOG_LEVEL is
    return begin({ subject, audit, caller }, work).catch((error: unknown) => {
      throw refusal(error, subject, audit);
    });
  };

  return {
    requires,
    commit,
    run: (caller, approvable, { do: run, stored }) =>
      commit(caller, approvable, {
        stored,
        async do(use) {
          const answer = await run(null);
          if (use === null) return answer;
          caller.signal.throwIfAborted(); // no client is left to receive the answer
          const keep = caller.claim && { ...caller.claim, answer: stored(answer) };
          if (!(await store.use(use.id, use.expiresAt, keep ?? undefined))) throw used();
          return answer;
        },
      }),
  };
}

function tokenOf({ approval }: Caller, { tool, client }: ApprovalSubject): string {
  if (approval !== null) return approval;
  throw new AppError(
    'approval-required',
    `\`${tool}\` needs the approval of a human. Have an approver sign the digest in \`approval\` for the ` +
      `client '${client}', and send the request again with that as \`Approval\`.`,
  );
}

function useOf({ kid, claims: { jti, exp } }: ReadApproval): Use {
  const id = createHash('sha256')
    .update(JSON.stringify([kid, jti]))
    .digest('hex');
  return { id, expiresAt: Math.ceil(exp * 1000) + remembered };
}

function used(): AppError {
  return invalid('It has been used; each is good for one request.');
}

/**
 * Adds the digest to be approved to a refusal for lack of an approval, and writes it to the audit log. Leaves any other
 * error unchanged.
 */
function refusal(error: unknown, subject: Subject, audit: Log): unknown {
  if (!(error instanceof AppError) || (error.slug !== 'approval-required' && error.slug !== 'approval-invalid'))
    return error;
  audit.info(
    { ...subject, why: error.message },
    error.slug === 'approval-required' ? 'an approval is required' : 'an approval was refused',
  );
  return new AppError(error.slug, error.message, {
    extra: { approval: { tool: subject.tool, digest: subject.digest, ...stepsIn(subject) } },
    cause: error.cause,
  });
}

/** Who approved, why and until when. */
function auditEntry({ kid, claims: { sub, reason, jti, iat, exp } }: ReadApproval): object {
  return {
    approver: sub,
    approverKid: kid,
    reason,
    approval: jti,
    approvedAt: new Date(iat * 1000),
    approvedUntil: new Date(exp * 1000),
  };
}
