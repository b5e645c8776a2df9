import { readStored, storeBytes } from '../../stored-bytes.ts';
import { sizeOf } from '../../facets/blobs.ts';
import { maxAttempts, maxLostRuns, type JobClaim, type JobOutcome, type JobStore } from '../../facets/jobs.ts';
import { blobsOf } from '../blob-uses.ts';
import { claimOf, type OutcomeColumn } from './job-rows.ts';
import type { JobStatements } from './job-statements.ts';
import type { Parts } from '../parts.ts';
import type { QueueSignal } from './queue-signal.ts';
import { storedIn, blobColumn, type Row } from '../rows.ts';
import { settle, transaction } from '../transaction.ts';

/** The parts of the store that claims use. */
interface ClaimParts extends Pick<Parts, 'database' | 'blobs' | 'uses'> {
  readonly statements: JobStatements;
  readonly signal: QueueSignal;
}

/** The part of the job store that workers use: they claim jobs, renew their claims, and end or give back the jobs. */
export function jobClaims(parts: ClaimParts): Pick<JobStore, 'claim' | 'renew' | 'succeed' | 'fail' | 'giveBack'> {
  const { database, blobs, statements, signal } = parts;
  return {
    claim: (worker, leaseUntil, now, lost) =>
      settle(async () => {
        const row = claim(parts, { worker, leaseUntil, now, lost: JSON.stringify(lost) });
        return row
          ? { ...claimOf(row), request: await readStored(blobs, storedIn(row.request, row.request_blob)) }
          : null;
      }),
    renew: (running, leaseUntil) =>
      settle(() =>
        transaction(database, () =>
          running
            .filter(
              ({ id, attempt, percent, stage }) =>
                statements.renew.run({ id, attempt, percent, stage, leaseUntil }).changes === 0,
            )
            .map(({ id, attempt }) => ({ id, attempt })),
        ),
      ),
    succeed: (held, outcome, now) => settle(() => succeed(parts, held, outcome, now)),
    fail: ({ id, attempt }, problem, now) =>
      settle(() => statements.fail.run({ id, attempt, problem: JSON.stringify(problem), now }).changes === 1),
    giveBack: (held, again, now) =>
      settle(() => {
        const isGiven = giveBack(parts, held, again, now);
        if (isGiven) signal.queued();
        return isGiven;
      }),
  };
}

interface Claim {
  readonly worker: string;
  readonly leaseUntil: number;
  readonly now: number;
  /** The problem of a job whose workers died, as JSON. */
  readonly lost: string;
}

function claim({ database, statements }: ClaimParts, { worker, leaseUntil, now, lost }: Claim): Row | undefined {
  if (!statements.claimable.get({ now })) return undefined;
  return transaction(database, () => {
    statements.failLapsed.run({ now, lost, maxAttempts, maxLostRuns });
    statements.requeueLapsed.run({ now });
    return statements.claim.get({ worker, leaseUntil, now });
  });
}

async function succeed(
  { database, blobs, uses, statements }: ClaimParts,
  { id, attempt }: JobClaim,
  { about, ...outcome }: JobOutcome,
  now: number,
): Promise<boolean> {
  const stored = await storeBytes(blobs, about);
  await blobs.hold(outcome.parts);
  const column: OutcomeColumn = outcome;
  return transaction(database, () => {
    const { changes } = statements.succeed.run({
      id,
      attempt,
      now,
      outcome: JSON.stringify(column),
      about: stored.inline,
      aboutBlob: blobColumn(stored),
      bytes: about.byteLength + sizeOf(outcome.parts),
    });
    if (changes === 1) uses.add(`result ${id}`, [...outcome.parts, ...blobsOf(stored)]);
    return changes === 1;
  });
}

function giveBack(
  { database, statements }: ClaimParts,
  { id, attempt }: JobClaim,
  { notBefore, counts, problem }: Parameters<JobStore['giveBack']>[1],
  now: number,
): boolean {
  return transaction(database, () => {
    if (
      counts &&
      statements.failLast.run({ id, attempt, now, problem: JSON.stringify(problem), maxAttempts }).changes === 1
    )
      return true;
    return statements.giveBack.run({ id, attempt, notBefore, uncounted: counts ? 0 : 1 }).changes === 1;
  });
}
