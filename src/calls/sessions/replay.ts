import { setImmediate } from 'node:timers/promises';
import { invalidRequest, type Input } from '../../input/input.ts';
import { AppError, type Mistake } from '../../problems.ts';
import { crossCheck } from '../../render/model/cross-checks.ts';
import type { OperationRequest } from '../../render/model/types/operation-request.ts';
import type { OperationInput } from '../../render/model/operation-input.ts';
import type { RenderRequest } from '../../render/model/types/render-request.ts';
import type { SessionOperation } from '../../sessions/content.ts';

import { withNames } from './session-assets.ts';

/** The way from the log of a session to the request of a render. */
export interface Replay {
  readonly input: Input<RenderRequest>;
  /** Of each operation that the deployment has, by name. */
  readonly inputs: ReadonlyMap<string, OperationInput>;
}

/** The fields beside the operations: those of the session, and of the request that renders it. */
export interface ReplayBody {
  /** `document` of the session, as JSON. */
  readonly document: string;
  /** The names of the assets of the session. */
  readonly assets: readonly string[];
  /** `output` of the session, as JSON, and the fields that replace its own. */
  readonly output: string;
  readonly given: object;
  readonly dryRun: boolean;
}

/** Operations that are read in one go: other requests are served between two of them. */
const stretch = 50;
const maxMistakes = 100;

/**
 * The request that `/render` would make of the same operations; `body` has the fields beside them. It is validated like
 * that request, but piece by piece, because a session may be larger than the limit of one body. Throws AppError
 * `invalid-request`, `unknown-operation`.
 */
export async function replay(
  log: readonly Uint8Array[],
  body: ReplayBody,
  { input, inputs }: Replay,
): Promise<RenderRequest> {
  const operations: OperationRequest[] = [];
  const mistakes: Mistake[] = [];
  const output = { ...(JSON.parse(body.output) as object), ...body.given };
  const request = input.validate({
    document: withNames(body.document, body.assets),
    output,
    dryRun: body.dryRun,
    operations: log.slice(0, 1).map(parsed),
  });
  for (const [index, entry] of log.entries()) {
    if (index % stretch === stretch - 1) await setImmediate();
    const { op, ...fields } = parsed(entry);
    const known = inputs.get(op);
    if (!known)
      throw new AppError(
        'unknown-operation',
        `The session has the operation \`${op}\`, which this deployment does not have any more.`,
      );
    const read = known.validate(fields, ['operations', index]);
    if ('value' in read) operations.push(read.value);
    else mistakes.push(...read.mistakes.slice(0, maxMistakes - mistakes.length));
  }
  const whole = { ...request, operations };
  const wrong = mistakes.length > 0 ? mistakes : crossCheck(whole);
  if (wrong.length > 0) throw invalidRequest(wrong);
  return whole;
}

function parsed(entry: Uint8Array): SessionOperation {
  return JSON.parse(Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength).toString('utf8')) as SessionOperation;
}
