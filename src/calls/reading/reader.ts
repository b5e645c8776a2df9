import type { Tool } from '../../editions/edition.ts';
import type { Operation } from '../../render/model/operation.ts';
import { extension, type Threads } from '../../threads/threads.ts';
import type { Payload } from './received.ts';
import { aboutFile, arrived } from './crossing.ts';
import { readJob, readRequest, type For, type ReadJob, type Reading, type ReadRequest, type Received } from './read.ts';
import { createSessionReader, type SessionReader } from '../sessions/session-reader.ts';
import type { CrossedJob, CrossedRequest, SentJob, SentRequest } from './read-task.ts';
import { fingerprintOf, type FingerprintPieces } from './fingerprint.ts';

/** A request to be read; one that is large is read on a thread. */
export type ToRead = Received & Pick<Payload, 'isLarge'>;

/** Reads requests: parses, places files and validates, so that no request holds up another. */
export interface Reader {
  /** See `readRequest`. */
  request(received: ToRead, tool: Tool, from: For): Promise<ReadRequest>;
  /** See `readJob`. */
  job(received: ToRead, from: For): Promise<ReadJob>;
  /** The identity of a request, see `fingerprintOf`. */
  fingerprint(pieces: FingerprintPieces, from: For & Pick<Payload, 'isLarge'>): Promise<string>;
  /** `null` where there is no tool `render`. */
  readonly sessions: SessionReader | null;
}

/** The parts of a reader. */
export interface ReaderDeps {
  readonly tools: readonly Tool[];
  readonly operations: readonly Operation[];
  /** Where large requests are read, and the folder in which a thread finds the editions; `null` = all is read here. */
  readonly elsewhere: { readonly threads: Threads; readonly editions: URL } | null;
  /**
   * Names of tools whose requests need an approval. Their requests are not packed, because an approval names the digest
   * of each value.
   */
  readonly unpacked: readonly string[];
}

const tasks = new URL(`./read-task${extension}`, import.meta.url);

/** A reader of requests to these tools. */
export function createReader({ tools, operations, elsewhere, unpacked }: ReaderDeps): Reader {
  const readings = tools.map((tool): Reading => ({ tool, input: tool.input(operations) }));
  const readingOf = (tool: Tool): Reading =>
    readings.find((reading) => reading.tool === tool) ?? { tool, input: tool.input(operations) };
  const sent = ({ kind, request, query, files }: ToRead) => ({
    kind,
    request,
    query,
    files: files.map(aboutFile),
    folder: elsewhere?.editions.href ?? '',
    unpacked,
  });
  const run = <T>(threads: Threads, name: string, input: unknown, { client, signal }: For): Promise<T> =>
    threads.run<T>(tasks, name, input, { lane: 'compose', client, signal });
  const render = readings.find(({ tool }) => tool.name === 'render');
  return {
    sessions: render === undefined ? null : createSessionReader({ render, operations, elsewhere, unpacked }),
    async request(received, tool, from) {
      if (elsewhere === null || !received.isLarge) return readRequest(received, readingOf(tool));
      const task: SentRequest = { ...sent(received), tool: tool.name };
      const read = await run<CrossedRequest>(elsewhere.threads, 'request', task, from);
      return { ...read, outcome: await arrived(read.outcome, received.files) };
    },
    async job(received, from) {
      if (elsewhere === null || !received.isLarge) return readJob(received, readings);
      const task: SentJob = sent(received);
      const read = await run<CrossedJob>(elsewhere.threads, 'job', task, from);
      return { ...read, outcome: await arrived(read.outcome, received.files) };
    },
    async fingerprint(pieces, { isLarge, ...from }) {
      return elsewhere === null || !isLarge
        ? fingerprintOf(pieces)
        : run<string>(elsewhere.threads, 'fingerprint', pieces, from);
    },
  };
}
