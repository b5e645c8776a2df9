import type { Input } from '../../input/input.ts';
import { operationInputs } from '../../render/model/operation-input.ts';
import type { RenderRequest } from '../../render/model/types/render-request.ts';
import { task } from '../../threads/threads.ts';
import {
  readAddition,
  readOpening,
  type Arriving,
  type ReadAddition,
  type ReadOpening,
  type SessionBody,
} from './read-session.ts';
import { checkAsset, type TypedAsset } from './assets/check-asset.ts';
import { readOperations, type ArrivingOperations, type ReadOperations } from './read-operations.ts';
import { replay as replayed, type ReplayBody } from './replay.ts';
import { StandIns, type CrossedOutcome } from '../reading/crossing.ts';
import { installedIn, named, type Installation } from '../reading/installed-readings.ts';
import { outcomeOf } from '../reading/read.ts';

interface Sent {
  readonly installation: Installation;
}

/** The opening of a session as it goes to the thread. */
export type SentOpening = Sent & { readonly payload: SessionBody };
/** An addition as it goes to the thread. */
export type SentAddition = Sent & { readonly arriving: Arriving; readonly operation: string };
/** Operations as they go to the thread. */
export type SentOperations = Sent & { readonly arriving: ArrivingOperations };
/** A replay as it goes to the thread. */
export type SentReplay = Sent & {
  readonly log: readonly Uint8Array[];
  readonly body: ReplayBody;
  /** Names of tools whose requests must not come back packed. */ readonly unpacked: readonly string[];
};

/** An opening that was read, as it comes back. */
export type CrossedOpening = Omit<ReadOpening, 'outcome'> & { readonly outcome: CrossedOutcome | null };
/** An addition that was read, as it comes back. */
export type CrossedAddition = Omit<ReadAddition, 'outcome'> & { readonly outcome: CrossedOutcome };

/** Operations that were read, as they come back. */
export type CrossedOperations = Omit<ReadOperations, 'outcome'> & { readonly outcome: CrossedOutcome };

/** `readOpening` on a thread. */
export const opening = task<SentOpening, CrossedOpening>(async ({ installation, payload }) => {
  const { readings, operations } = await installedIn(installation);
  const { tool, input } = named(readings, 'render');
  const read = await readOpening(payload, { input, operations });
  return { ...read, outcome: read.outcome === null ? null : new StandIns([]).outcome(read.outcome, tool, []) };
});

/** `readAddition` on a thread. */
export const addition = task<SentAddition, CrossedAddition>(async ({ installation, arriving, operation: name }) => {
  const { readings, operations } = await installedIn(installation);
  const { tool, input } = named(readings, 'render');
  const operation = operations.find((each) => each.name === name);
  if (operation === undefined) throw new Error(`The thread has no operation ${name}.`);
  const read = await readAddition(arriving, { input, operation });
  return { ...read, outcome: new StandIns([]).outcome(read.outcome, tool, []) };
});

/** `readOperations` on a thread. */
export const operations = task<SentOperations, CrossedOperations>(async ({ installation, arriving }) => {
  const { readings, operations: known } = await installedIn(installation);
  const { tool, input } = named(readings, 'render');
  const read = await readOperations(arriving, { input, operations: known });
  return { ...read, outcome: new StandIns([]).outcome(read.outcome, tool, []) };
});

/** `checkAsset` on a thread. */
export const asset = task<TypedAsset, null>(async (typed) => {
  await checkAsset(typed);
  return null;
});

/** `replay` on a thread. */
export const replay = task<SentReplay, CrossedOutcome>(async ({ installation, log, body, unpacked }) => {
  const { readings, operations } = await installedIn(installation);
  const { tool, input } = named(readings, 'render');
  const outcome = await outcomeOf(() =>
    replayed(log, body, { input: input as Input<RenderRequest>, inputs: operationInputs(operations) }),
  );
  return new StandIns([]).outcome(outcome, tool, unpacked);
});
