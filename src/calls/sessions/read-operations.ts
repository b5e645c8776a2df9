import { invalidRequest, type Input } from '../../input/input.ts';
import type { Mistake } from '../../problems.ts';
import type { Operation } from '../../render/model/operation.ts';
import { contentOf } from '../../sessions/content.ts';
import type { OperationContent } from '../../store/facets/sessions.ts';
import { jsonOf } from '../reading/assemble-body.ts';
import { outcomeOf, type Outcome } from '../reading/read.ts';
import { namesIn, withNames } from './session-assets.ts';
import type { SessionBody } from './read-session.ts';

/** Operations on their way into a session. */
export interface ArrivingOperations {
  readonly payload: SessionBody;
  /** `document` of the session, as JSON. */
  readonly document: string;
  /** The names of the assets of the session. */
  readonly assets: readonly string[];
  /** True where the body may also be a list, `{"operations": [...]}`. */
  readonly mayBeList: boolean;
}

/** Operations that were read. */
export interface ReadOperations {
  /** The names of the operations, and their contents, in order; empty where they are not valid. */
  readonly operations: readonly { readonly op: string; readonly content: OperationContent }[];
  /** True where the body is a list; the pointers of mistakes then lead into it. */
  readonly isList: boolean;
  /** True where one of them makes content that is composed. */
  readonly flows: boolean;
  /** The request of a render of these operations alone, as a dry run. */
  readonly outcome: Outcome;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads operations that name themselves by `op`. Throws AppError `malformed-json`, `limit-exceeded`, and
 * `invalid-request` where the body is neither an operation nor a list of them.
 */
export async function readOperations(
  { payload, document, assets, mayBeList }: ArrivingOperations,
  { input, operations: installed }: { readonly input: Input<unknown>; readonly operations: readonly Operation[] },
): Promise<ReadOperations> {
  const body = jsonOf(payload);
  if (!isFields(body)) throw invalidRequest([{ pointer: '', message: 'the body must be an object: an operation' }]);
  const isList = mayBeList && Object.hasOwn(body, 'operations') && !isNamed(body);
  const sent = isList ? body.operations : [body];
  const mistakes = isList ? mistakesOfList(body) : [];
  if (mistakes.length > 0) throw invalidRequest(mistakes);
  const list = sent as readonly unknown[];
  const outcome = await outcomeOf(() =>
    input.validate({ operations: list, document: withNames(document, assets), dryRun: true }),
  );
  const known = namesIn(document);
  const operations = 'request' in outcome ? list.map((each) => operationOf(each as Fields, known)) : [];
  const flows = operations.some(({ op }) => installed.some(({ name, flows: does }) => name === op && does));
  return { operations, isList, flows, outcome };
}

function isNamed(body: Fields): boolean {
  return Object.hasOwn(body, 'op') || Object.hasOwn(body, 'type');
}

function mistakesOfList(body: Fields): readonly Mistake[] {
  const others = Object.keys(body).filter((name) => name !== 'operations');
  return [
    ...(Array.isArray(body.operations) && body.operations.length > 0
      ? []
      : [{ pointer: '/operations', message: '`operations` must be a list with at least one operation' }]),
    ...others.map((name) => ({
      pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      message: `\`${name.slice(0, 64)}\` is not allowed: a list of operations has nothing beside it`,
    })),
  ];
}

/** The operation as it is stored: under `op`, whichever of its two fields named it. */
function operationOf(
  { op, type, ...fields }: Fields,
  known: ReadonlySet<string>,
): { readonly op: string; readonly content: OperationContent } {
  const name = String(op ?? type);
  return { op: name, content: contentOf({ op: name, ...fields }, known) };
}
