import { installedEditions } from '../../editions/registry.ts';
import { task } from '../../threads/threads.ts';
import { fingerprintOf, type FingerprintPieces } from '../fingerprint.ts';
import { StandIns, type CrossedOutcome, type FileAbout } from './crossing.ts';
import { readJob, readRequest, type ReadJob, type Reading, type ReadRequest, type Received } from './read.ts';

/** A received request as it is sent to a thread. */
interface Sent extends Omit<Received, 'files'> {
  readonly files: readonly FileAbout[];
  /** The folder of the editions. */
  readonly folder: string;
  /** Whether large parts of the valid request may come back packed. */
  readonly packs: boolean;
}

export type SentRequest = Sent & { readonly tool: string };
export type SentJob = Omit<Sent, 'packs'> & { /** Names of tools whose requests must not come back packed. */ readonly unpacked: readonly string[] };

export type CrossedRequest = Omit<ReadRequest, 'outcome'> & { readonly outcome: CrossedOutcome };
export type CrossedJob = Omit<ReadJob, 'outcome'> & { readonly outcome: CrossedOutcome };

export const request = task<SentRequest, CrossedRequest>(async ({ tool: name, files, folder, packs, ...received }) => {
  const reading = named(await readingsOf(folder), name);
  const standIns = new StandIns(files);
  const { reports, outcome } = await readRequest({ ...received, files: standIns.files }, reading);
  return { reports, outcome: standIns.outcome(outcome, reading.tool, packs) };
});

export const job = task<SentJob, CrossedJob>(async ({ files, folder, unpacked, ...received }) => {
  const readings = await readingsOf(folder);
  const standIns = new StandIns(files);
  const read = await readJob({ ...received, files: standIns.files }, readings);
  return { ...read, outcome: standIns.outcome(read.outcome, named(readings, read.tool).tool, !unpacked.includes(read.tool)) };
});

export const fingerprint = task<FingerprintPieces, string>((pieces) => fingerprintOf(pieces));

const known = new Map<string, readonly Reading[]>();

async function readingsOf(folder: string): Promise<readonly Reading[]> {
  const editions = await installedEditions(folder);
  const operations = editions.flatMap((edition) => edition.operations);
  const readings = known.get(folder) ?? editions.flatMap((edition) => edition.tools).map((tool): Reading => lazy(tool, operations));
  known.set(folder, readings);
  return readings;
}

/** The input of a tool takes a while to build, and a process reads requests to few of them. */
function lazy(tool: Reading['tool'], operations: Parameters<Reading['tool']['input']>[0]): Reading {
  let input: Reading['input'] | null = null;
  return {
    tool,
    get input() {
      return (input ??= tool.input(operations));
    },
  };
}

function named(readings: readonly Reading[], name: string): Reading {
  const reading = readings.find(({ tool }) => tool.name === name);
  if (reading === undefined) throw new Error(`The thread has no tool ${name}.`);
  return reading;
}
