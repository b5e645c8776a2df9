import { createHash } from 'node:crypto';
import { FairQueue } from '../../fair-queue.ts';
import type { Tool } from '../../editions/edition.ts';
import type { Log } from '../../log.ts';
import { AppError } from '../../problems.ts';
import type { ApprovalStore, Guards } from '../../store/store.ts';
import { principalOf, type Answer, type Exchange } from '../exchange.ts';
import { remainingForm } from '../stages/store-idempotent-answer.ts';
import { approvalDigest } from './approval-digest.ts';
import { readApproval, type ReadApproval } from './approval-token.ts';
import type { Approvers } from './approvers.ts';
import { invalid, type ApprovalSubject } from './claims.ts';

/** What is about to be done: a tool, and its valid request with the documents opened. */
export interface Approvable {
  readonly tool: Pick<Tool, 'name'>;
  readonly request: unknown;
}

/** The single use of an approval, for the transaction of the work that it allows. */
export type Use = NonNullable<Guards<never>['approval']>;

/** The approval of a human that some tools need (docs/spec/keys-and-editions.md). */
export interface Approvals {
  requires(tool: Pick<Tool, 'name'>): boolean;
  /**
   * Answers by `work`, which may begin once the request has an approval that is good, and uses that up with the answer:
   * in one transaction with the answer of an `Idempotency-Key`. Work that fails leaves it as it was. Throws AppError
   * `approval-required`, `approval-invalid`.
   */
  run(exchange: Exchange, what: Approvable, work: () => Promise<Answer>): Promise<Answer>;
  /** The same for work that uses the approval in its own transaction; `null` = the tool needs none. */
  commit(exchange: Exchange, what: Approvable, work: (use: Use | null) => Promise<Answer>): Promise<Answer>;
}

interface ApprovalsDeps {
  /** Names of tools. */
  readonly required: readonly string[];
  readonly approvers: Approvers;
  readonly store: ApprovalStore;
}

/** A request that wants to begin. */
interface Beginning {
  readonly asked: ApprovalSubject;
  readonly exchange: Exchange;
  readonly audit: Log;
}

/**
 * For how long after its expiry the use of an approval is remembered, in milliseconds: longer than any request takes,
 * and clocks of nodes differ.
 */
const remembered = 24 * 3_600_000;

export function createApprovals({ required, approvers, store }: ApprovalsDeps): Approvals {
  /**
   * Requests that share an approval go one after the other: the next one learns whether it was used, or runs where the
   * work has failed.
   */
  const turns = new FairQueue({ placesPerClient: 1 });

  const requires: Approvals['requires'] = ({ name }) => required.includes(name);

  async function begin(
    { asked, audit, exchange: { req, cancel } }: Beginning,
    work: (use: Use) => Promise<Answer>,
  ): Promise<Answer> {
    const approval = await readApproval(tokenOf(req, asked), asked, approvers);
    const use = useOf(approval);
    const leave = await turns.enter(use.id, cancel.signal);
    try {
      if (await store.isUsed(use.id)) throw used();
      audit.info({ ...asked, ...told(approval) }, 'an approved run begins');
      const answer = await work(use);
      audit.info(
        { ...asked, ...told(approval), status: answer.status, location: answer.headers.location },
        'an approval was used',
      );
      return answer;
    } finally {
      leave();
    }
  }

  const commit: Approvals['commit'] = async (exchange, { tool, request }, work) => {
    if (!requires(tool)) return work(null);
    const { client, kid } = principalOf(exchange);
    const asked: ApprovalSubject = { client, tool: tool.name, digest: approvalDigest(tool.name, request) };
    const audit = exchange.log.child({ audit: true, kid }, { level: 'info' }); // written whatever SERVICE_LOG_LEVEL is
    return begin({ asked, audit, exchange }, work).catch((error: unknown) => {
      throw refusal(error, asked, audit);
    });
  };

  return {
    requires,
    commit,
    run: (exchange, what, work) =>
      commit(exchange, what, async (use) => {
        const answer = await work();
        if (use === null) return answer;
        exchange.cancel.signal.throwIfAborted(); // nobody would get it
        const keep = exchange.keep && { ...exchange.keep, answer: remainingForm(answer) };
        if (!(await store.use(use.id, use.expiresAt, keep ?? undefined))) throw used();
        return answer;
      }),
  };
}

function tokenOf({ headers: { approval } }: Exchange['req'], { tool, client }: ApprovalSubject): string {
  if (typeof approval === 'string') return approval;
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
 * A refusal for want of an approval names the digest that would have to be approved, and stands in the audit log; any
 * other error is left alone.
 */
function refusal(error: unknown, asked: ApprovalSubject, audit: Log): unknown {
  if (!(error instanceof AppError) || (error.slug !== 'approval-required' && error.slug !== 'approval-invalid'))
    return error;
  audit.info(
    { ...asked, why: error.message },
    error.slug === 'approval-required' ? 'an approval is required' : 'an approval was refused',
  );
  return new AppError(error.slug, error.message, {
    extra: { approval: { tool: asked.tool, digest: asked.digest } },
    cause: error.cause,
  });
}

/** Who approved, why and until when. */
function told({ kid, claims: { sub, reason, jti, iat, exp } }: ReadApproval): object {
  return {
    approver: sub,
    approverKid: kid,
    reason,
    approval: jti,
    approvedAt: new Date(iat * 1000),
    approvedUntil: new Date(exp * 1000),
  };
}
