import type { Input } from '../../input/input.ts';
import type { Mistake } from '../../problems.ts';
import { OperationInput } from '../../render/model/operation-input.ts';
import type { Operation } from '../../render/model/operation.ts';
import { contentOf } from '../../sessions/content.ts';
import type { OperationContent } from '../../store/facets/sessions.ts';
import { type Payload } from '../reading/received.ts';
import { outcomeOf, type Outcome } from '../reading/read.ts';
import { openSessionInput, ttlOf, type OpenSession } from './open-session-input.ts';
import { namesIn, withNames } from './session-assets.ts';
import { fieldsOf } from './operation-fields.ts';
import { jsonOf } from '../reading/assemble-body.ts';

/** A received body of a route of sessions. */
export type SessionBody = Pick<Payload, 'kind' | 'request' | 'files'>;

/** The options of a new session. */
export interface ReadOpening {
  /** As they were sent, as JSON: the render fills in their defaults. */
  readonly document: string;
  readonly output: string;
  /** Milliseconds; `null` = as the deployment has it. */
  readonly ttlMs: number | null;
  /** The request of a render of one example with these options; `null` where no operation is installed. */
  readonly outcome: Outcome | null;
}

/** An operation that is appended. */
export interface ReadAddition {
  readonly content: OperationContent;
  /** The mistakes in the form of the request. */
  readonly mistakes: readonly Mistake[];
  /** The request of a render of this operation alone. Pointers to it begin with `/operations/0`. */
  readonly outcome: Outcome;
}

interface OpeningReader {
  /** Of the tool `render`. */
  readonly input: Input<unknown>;
  readonly operations: readonly Operation[];
}

/** Reads the body of `POST /sessions`. Throws AppError `malformed-json`, `limit-exceeded`, `invalid-request`. */
export async function readOpening(payload: SessionBody, { input, operations }: OpeningReader): Promise<ReadOpening> {
  const body = jsonOf(payload);
  openSessionInput.validate(body);
  const { document = {}, output = {}, ttl } = body as OpenSession;
  const [example] = operations;
  return {
    document: JSON.stringify(document),
    output: JSON.stringify(output),
    ttlMs: ttl === undefined ? null : ttlOf(ttl),
    outcome:
      example === undefined
        ? null
        : await outcomeOf(() =>
            input.validate(renderOf({ op: example.name, ...example.example }, { document, output })),
          ),
  };
}

/** An operation on its way into a session. */
export interface Arriving {
  readonly payload: SessionBody;
  readonly query: string;
  /** `document` of the session, as JSON. */
  readonly document: string;
  /** The names of the assets of the session. */
  readonly assets: readonly string[];
}

/**
 * Reads the body of a route that appends. Throws AppError `malformed-json`, `limit-exceeded`, and `invalid-request`
 * where it is no object.
 */
export async function readAddition(
  { payload, query, document, assets }: Arriving,
  { input, operation }: { readonly input: Input<unknown>; readonly operation: Operation },
): Promise<ReadAddition> {
  const { fields, mistakes } = await fieldsOf(payload, query, new OperationInput(operation).fieldsJsonSchema);
  const appended = { op: operation.name, ...fields };
  const outcome = await outcomeOf(() => input.validate(renderOf(appended, { document: withNames(document, assets) })));
  return { content: contentOf(appended, namesIn(document)), mistakes, outcome };
}

/** A dry run of a render of one operation. */
const renderOf = (operation: object, options: { readonly document: object; readonly output?: object }): object => ({
  operations: [operation],
  ...options,
  dryRun: true,
});
