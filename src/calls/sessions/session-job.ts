import type { Tool } from '../../editions/edition.ts';
import { usedTools } from '../../editions/steps.ts';
import { joi } from '../../input/fields.ts';
import { below, invalidRequest, joiInput, type JsonSchema } from '../../input/input.ts';
import { AppError } from '../../problems.ts';
import { outputSchema } from '../../render/model/output-options.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { BlobStore } from '../../store/facets/blobs.ts';
import type { Session, SessionAsset } from '../../store/facets/sessions.ts';
import { checkMayUseAll } from '../access/authorize-tool.ts';
import type { Caller } from '../caller.ts';
import { jsonOf } from '../reading/assemble-body.ts';
import { jsonSizeOf } from '../reading/json-size.ts';
import type { Payload, ReceivedFile } from '../reading/received.ts';

interface SessionJobInput {
  readonly sessionId: string;
  readonly output?: object;
}

/** The `input` of a job that renders a session. */
const sessionJobInput = joiInput(
  joi.object<SessionJobInput>({
    sessionId: joi
      .string()
      .max(64)
      .required()
      .description('The session whose content is rendered, as it is when the job is submitted.'),
    output: outputSchema,
  }),
);

/** The schema of the same, for the description. */
export const sessionJobSchema: JsonSchema = {
  description: 'A session, in place of `operations` and `document`.',
  ...sessionJobInput.jsonSchema,
};

/** The parts that submissions of sessions need. */
export interface SessionJobDeps {
  readonly sessions?: Sessions | undefined;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly blobs: BlobStore;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The submission of a job with the content of the session in place of its `sessionId`, so that it is stored as any
 * render is. Other submissions are returned as they are. Throws AppError `invalid-request`, `capability-denied`,
 * `nothing-to-render`, and those of `Sessions.find`.
 */
export async function withSession(
  payload: Payload,
  caller: Caller,
  { sessions, tools, blobs }: SessionJobDeps,
): Promise<Payload> {
  const tool = tools.get('render');
  if (sessions === undefined || tool === undefined || !mayNameSession(payload)) return payload;
  const body = jsonOf(payload);
  if (!isFields(body) || body.tool !== tool.name || !isFields(body.input) || !Object.hasOwn(body.input, 'sessionId'))
    return payload;
  checkMayUseAll(caller.principal, usedTools({}, tool));
  const { sessionId, output = {} } = inputOf(body.input, payload);
  const session = await sessions.find(caller.principal.client, sessionId, true);
  if (session.operations === 0)
    throw new AppError('nothing-to-render', 'The session has no operations yet. Add content first.');
  const [assets, log] = [await sessions.assets(session), await sessions.operations(session)];
  const request = bodyOf(body, output, { session: withoutAssets(session, assets), log });
  const { isLarge } = await jsonSizeOf(request, 'session');
  return { kind: 'json', request, files: assets.map((asset) => fileOf(asset, blobs)), isLarge };
}

/** A large body has content of its own, and is not parsed here. */
function mayNameSession({ request, isLarge, kind }: Payload): boolean {
  return !isLarge && (kind === 'json' || kind === 'multipart') && Buffer.from(request).includes('"sessionId"');
}

function inputOf(input: Fields, { files }: Payload): SessionJobInput {
  if (files.length > 0)
    throw invalidRequest([{ pointer: '', message: 'a session has its own files: none may come with its job' }]);
  if (Object.hasOwn(input, 'operations'))
    throw invalidRequest(
      ['sessionId', 'operations'].map((name) => ({
        pointer: `/input/${name}`,
        message: '`sessionId` does not go with `operations`: a session has its own',
      })),
    );
  try {
    sessionJobInput.validate(input);
  } catch (error) {
    throw error instanceof AppError ? below(error, ['input']) : error;
  }
  return input as unknown as SessionJobInput;
}

/** The assets of the session come before those of `document`. */
function withoutAssets(session: Session, assets: readonly SessionAsset[]): Session {
  const { assets: own, ...rest } = JSON.parse(session.document) as { assets?: Readonly<Record<string, unknown>> };
  if (own === undefined || assets.length === 0) return session;
  const left = Object.entries(own).filter(([name]) => !assets.some((asset) => asset.name === name));
  return { ...session, document: JSON.stringify({ ...rest, assets: Object.fromEntries(left) }) };
}

function fileOf({ name, contentType, blob }: SessionAsset, blobs: BlobStore): ReceivedFile {
  async function* stream(): AsyncGenerator<Uint8Array, void> {
    yield* (await blobs.open(blob)) as AsyncIterable<Uint8Array>;
  }
  return { field: 'assets', filename: name, contentType, stored: { ...blob, bytes: () => blobs.read(blob), stream } };
}

/** The body of a submission: pieces of JSON that are there already, joined. */
function bodyOf(
  sent: Fields,
  given: object,
  { session, log }: { readonly session: Session; readonly log: readonly Uint8Array[] },
): Uint8Array {
  const output = JSON.stringify({ ...(JSON.parse(session.output) as object), ...given });
  const around = Object.entries(sent).filter(([name]) => name !== 'input'); // `tool` is always there
  const head = JSON.stringify(Object.fromEntries(around)).slice(0, -1);
  return Buffer.concat([
    Buffer.from(`${head},"input":{"document":${session.document},"output":${output},"operations":[`),
    ...log.flatMap((operation, index) => (index === 0 ? [operation] : [Buffer.from(','), operation])),
    Buffer.from(']}}'),
  ]);
}
