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
  /** Whether large parts of the valid request may come back packed. */
  readonly packs: boolean;
}

export type SentRequest = Sent & { readonly tool: string };
export type SentJob = Omit<Sent, 'packs'> & {
  /** Names of tools whose requests must not come back packed. */ readonly unpacked: readonly string[];
};

export type CrossedRequest = Omit<ReadRequest, 'outcome'> & { readonly outcome: CrossedOutcome };
export type CrossedJob = Omit<ReadJob, 'outcome'> & { readonly outcome: CrossedOutcome };

export const request = task<SentRequest, CrossedRequest>(async ({ tool: name, files, folder, packs, ...received }) => {
  const reading = named((await installedIn(folder)).readings, name);
  const standIns = new StandIns(files);
  const { reports, outcome } = await readRequest({ ...received, files: standIns.files }, reading);
  return { reports, outcome: standIns.outcome(outcome, reading.tool, packs) };
});

export const job = task<SentJob, CrossedJob>(async ({ files, folder, unpacked, ...received }) => {
  const { readings } = await installedIn(folder);
  const standIns = new StandIns(files);
  const read = await readJob({ ...received, files: standIns.files }, readings);
  return {
    ...read,
    outcome: standIns.outcome(read.outcome, named(readings, read.tool).tool, !unpacked.includes(read.tool)),
  };
});

export const fingerprint = task<FingerprintPieces, string>((pieces) => fingerprintOf(pieces));
