import { task } from '../../threads/threads.ts';
import { StandIns, type CrossedOutcome, type FileAbout } from './crossing.ts';
import { installedIn, named } from './installed-readings.ts';
import { readJob, readRequest, type ReadJob, type ReadRequest, type Received } from './read.ts';
import { fingerprintOf, type FingerprintPieces } from './fingerprint.ts';

/** A received request as it is sent to a thread. */
interface Sent extends Omit<Received, 'files'> {
  readonly files: readonly FileAbout[];
  /** The folder of the editions. */
  readonly folder: string;
  /** Names of tools whose requests must not come back packed. */
  readonly unpacked: readonly string[];
}

/** A request as it goes to the thread. */
export type SentRequest = Sent & { readonly tool: string };
/** A submission of a job as it goes to the thread. */
export type SentJob = Sent;

/** A request that was read, as it comes back. */
export type CrossedRequest = Omit<ReadRequest, 'outcome'> & { readonly outcome: CrossedOutcome };
/** A submission that was read, as it comes back. */
export type CrossedJob = Omit<ReadJob, 'outcome'> & { readonly outcome: CrossedOutcome };

/** `readRequest` on a thread. */
export const request = task<SentRequest, CrossedRequest>(
  async ({ tool: name, files, folder, unpacked, ...received }) => {
    const reading = named((await installedIn(folder)).readings, name);
    const standIns = new StandIns(files);
    const read = await readRequest({ ...received, files: standIns.files }, reading);
    return { ...read, outcome: standIns.outcome(read.outcome, reading.tool, unpacked) };
  },
);

/** `readJob` on a thread. */
export const job = task<SentJob, CrossedJob>(async ({ files, folder, unpacked, ...received }) => {
  const { readings } = await installedIn(folder);
  const standIns = new StandIns(files);
  const read = await readJob({ ...received, files: standIns.files }, readings);
  return {
    ...read,
    outcome: standIns.outcome(read.outcome, named(readings, read.tool).tool, unpacked),
  };
});

/** `fingerprintOf` on a thread. */
export const fingerprint = task<FingerprintPieces, string>((pieces) => fingerprintOf(pieces));
