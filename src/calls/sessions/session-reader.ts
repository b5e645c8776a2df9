import type { Input } from '../../input/input.ts';
import { operationInputs } from '../../render/model/operation-input.ts';
import type { Operation } from '../../render/model/operation.ts';
import type { RenderRequest } from '../../render/model/types/render-request.ts';
import { extension, type Threads } from '../../threads/threads.ts';
import type { Payload } from '../reading/received.ts';
import { checkAsset, type TypedAsset } from './assets/check-asset.ts';
import { readAddition, readOpening, type Arriving, type ReadAddition, type ReadOpening } from './read-session.ts';
import { readOperations, type ArrivingOperations, type ReadOperations } from './read-operations.ts';
import { replay, type ReplayBody } from './replay.ts';
import type { Installation } from '../reading/installed-readings.ts';
import { arrived, type CrossedOutcome } from '../reading/crossing.ts';
import { requestOf, type For, type Reading } from '../reading/read.ts';
import type {
  CrossedAddition,
  CrossedOpening,
  CrossedOperations,
  SentAddition,
  SentOpening,
  SentOperations,
  SentReplay,
} from './session-task.ts';

type ReceivedBody = Pick<Payload, 'kind' | 'request' | 'files' | 'isLarge'>;

/** Reads the requests of sessions, on a thread where they are large. */
export interface SessionReader {
  /** See `readOpening`. */
  opening(payload: ReceivedBody, from: For): Promise<ReadOpening>;
  /** See `readAddition`. */
  addition(
    arriving: Arriving & { readonly payload: ReceivedBody },
    operation: Operation,
    from: For,
  ): Promise<ReadAddition>;
  /** See `readOperations`. */
  operations(arriving: ArrivingOperations & { readonly payload: ReceivedBody }, from: For): Promise<ReadOperations>;
  /** See `checkAsset`; always on a thread, where there are any. */
  asset(asset: TypedAsset, from: For): Promise<void>;
  /** See `replay`. */
  replay(log: readonly Uint8Array[], body: ReplayBody, from: For): Promise<RenderRequest>;
}

interface SessionReaderDeps {
  /** The tool `render`. */
  readonly render: Reading;
  readonly operations: readonly Operation[];
  readonly installation: Installation;
  /** Where large requests are read; `null` = all is read here. */
  readonly threads: Threads | null;
  /** Names of tools whose requests must not come back packed. */
  readonly unpacked: readonly string[];
}

const tasks = new URL(`./session-task${extension}`, import.meta.url);

/** Bytes of stored JSON above which it is read on a thread. */
const largeBytes = 128 * 1024;

/** A reader of requests to sessions. */
export function createSessionReader({
  render,
  operations,
  installation,
  threads,
  unpacked,
}: SessionReaderDeps): SessionReader {
  const input = render.input as Input<RenderRequest>;
  const inputs = operationInputs(operations);
  const run = <T>(on: Threads, name: string, sent: unknown, { client, signal }: For): Promise<T> =>
    on.run<T>(tasks, name, sent, { lane: 'compose', client, signal });
  const body = ({ kind, request }: ReceivedBody) => ({ kind, request, files: [] });
  return {
    async opening(payload, from) {
      if (threads === null || !payload.isLarge) return readOpening(payload, { input, operations });
      const read = await run<CrossedOpening>(
        threads,
        'opening',
        { installation, payload: body(payload) } satisfies SentOpening,
        from,
      );
      return { ...read, outcome: read.outcome === null ? null : await arrived(read.outcome, []) };
    },
    async addition({ payload, query, document, assets }, operation, from) {
      const isLarge = payload.files.length === 0 && (payload.isLarge || document.length > largeBytes);
      if (threads === null || !isLarge) return readAddition({ payload, query, document, assets }, { input, operation });
      const sent: SentAddition = {
        installation,
        arriving: { payload: body(payload), query, document, assets },
        operation: operation.name,
      };
      const read = await run<CrossedAddition>(threads, 'addition', sent, from);
      return { ...read, outcome: await arrived(read.outcome, []) };
    },
    async operations({ payload, document, assets, mayBeList }, from) {
      const isLarge = payload.isLarge || document.length > largeBytes;
      if (threads === null || !isLarge)
        return readOperations({ payload, document, assets, mayBeList }, { input, operations });
      const arriving = { payload: body(payload), document, assets, mayBeList };
      const sent: SentOperations = { installation, arriving };
      const read = await run<CrossedOperations>(threads, 'operations', sent, from);
      return { ...read, outcome: await arrived(read.outcome, []) };
    },
    async asset(asset, from) {
      await (threads === null ? checkAsset(asset) : run<null>(threads, 'asset', asset, from));
    },
    async replay(log, given, from) {
      const bytes =
        given.document.length + given.output.length + log.reduce((sum, { byteLength }) => sum + byteLength, 0);
      if (threads === null || bytes <= largeBytes) return replay(log, given, { input, inputs });
      const crossed = await run<CrossedOutcome>(
        threads,
        'replay',
        { installation, log, body: given, unpacked } satisfies SentReplay,
        from,
      );
      return requestOf(await arrived(crossed, [])) as RenderRequest;
    },
  };
}
