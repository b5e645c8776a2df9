import { keepBytes, readStored } from '../../stored-bytes.ts';
import { maxAttempts, maxLostRuns, sizeOf, type JobClaim, type JobOutcome, type JobStore } from '../../store.ts';
import { blobsOf } from '../blob-uses.ts';
import { claimOf, type OutcomeColumn } from './job-rows.ts';
import type { JobStatements } from './job-statements.ts';
import type { Parts } from '../parts.ts';
import type { QueueSignal } from './queue-signal.ts';
import { storedIn, blobColumn, type Row } from '../rows.ts';
import { settle, transaction } from '../transaction.ts';

/** What workers do: they claim jobs, hold them, and end them or give them back. */
export function jobClaims(
  { database, blobs, uses }: Parts,
  statements: JobStatements,
  signal: QueueSignal,
): Pick<JobStore, 'claim' | 'renew' | 'succeed' | 'fail' | 'giveBack'> {
  function claim(worker: string, leaseUntil: number, now: number, lost: string): Row | undefined {
    if (!statements.claimable.get({ now })) return undefined;
    return transaction(database, () => {
      statements.failLapsed.run({ now, lost, maxAttempts, maxLostRuns });
      statements.requeueLapsed.run({ now });
      return statements.claim.get({ worker, leaseUntil, now });
    });
  }

  async function succeed({ id, attempt }: JobClaim, { about, ...outcome }: JobOutcome, now: number): Promise<boolean> {
    const kept = await keepBytes(blobs, about);
    await blobs.hold(outcome.parts);
    const column: OutcomeColumn = outcome;
    return transaction(database, () => {
      const { changes } = statements.succeed.run({
        id,
        attempt,
        now,
        outcome: JSON.stringify(column),
        about: kept.inline,
        aboutBlob: blobColumn(kept),
        bytes: about.byteLength + sizeOf(outcome.parts),
      });
      if (changes === 1) uses.add(`result ${id}`, [...outcome.parts, ...blobsOf(kept)]);
      return changes === 1;
    });
  }

  function giveBack(
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

  return {
    claim: (worker, leaseUntil, now, lost) =>
      settle(async () => {
        const row = claim(worker, leaseUntil, now, JSON.stringify(lost));
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
    succeed: (held, outcome, now) => settle(() => succeed(held, outcome, now)),
    fail: ({ id, attempt }, problem, now) =>
      settle(() => statements.fail.run({ id, attempt, problem: JSON.stringify(problem), now }).changes === 1),
    giveBack: (held, again, now) =>
      settle(() => {
        const given = giveBack(held, again, now);
        if (given) signal.queued();
        return given;
      }),
  };
}
