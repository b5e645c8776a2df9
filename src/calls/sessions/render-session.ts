import type { Services, Tool } from '../../editions/edition.ts';
import type { FairQueue } from '../../fair-queue.ts';
import { joi } from '../../input/fields.ts';
import { joiInput } from '../../input/input.ts';
import { AppError } from '../../problems.ts';
import { outputSchema } from '../../render/model/output-options.ts';
import { revisionMismatch } from '../../sessions/session-problems.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Approvals } from '../approval/approvals.ts';
import type { Settle } from '../call-tool.ts';
import { isImage } from '../result/result-body.ts';
import { contextOf, type Caller } from '../caller.ts';
import { jsonOf } from '../reading/assemble-body.ts';
import type { Payload } from '../reading/received.ts';
import type { BlobStore } from '../../store/facets/blobs.ts';
import type { Session, SessionAsset } from '../../store/facets/sessions.ts';
import { fill } from './session-assets.ts';
import type { ReplayBody } from './replay.ts';
import type { SessionReader } from './session-reader.ts';

interface RenderSession {
  readonly output?: object;
  readonly dryRun?: boolean;
}

/** The request of a render: fields of `output` that replace those of the session, this once. */
export const renderSessionInput = joiInput(
  joi.object<RenderSession>({
    output: outputSchema,
    dryRun: joi.boolean().default(false).description('Answers the resolved plan and prints nothing.'),
  }),
);

/** A session of more bytes than this is read when it is its turn. */
const large = 1024 * 1024;

/** The parts that all renders of sessions share. */
export interface RenderSessionDeps {
  /** The tool `render`. */
  readonly tool: Tool;
  readonly services: Services;
  readonly sessions: Sessions;
  readonly gate: FairQueue;
  readonly approvals: Approvals;
  readonly reader: SessionReader;
  readonly blobs: Pick<BlobStore, 'read'>;
}

/** A session to be rendered. */
export interface SessionRender {
  readonly sessionId: string;
  /** Revisions that the session may have (`If-Match`); `null` = any. */
  readonly ifMatch: readonly number[] | null;
  /** Called once the session is found. */
  readonly receive: () => Promise<Payload>;
}

/**
 * Renders the current operations of a session as the tool `render` does, with an approval where that tool needs one.
 * Throws the AppErrors of each step.
 */
export async function renderSession<T>(
  { tool, services, sessions, gate, approvals, reader, blobs }: RenderSessionDeps,
  caller: Caller,
  { sessionId, ifMatch, receive }: SessionRender,
  settle: Settle<T>,
): Promise<T> {
  const { signal } = caller;
  const { client } = caller.principal;
  const session = await sessions.find(client, sessionId, true);
  const sent = jsonOf(await receive());
  renderSessionInput.validate(sent);
  const { output = {}, dryRun = false } = sent as RenderSession;
  const { representation, imageType, answer, stored } = settle({ produces: tool.produces, reports: dryRun });
  if (session.operations === 0) throw nothingToRender();
  if (ifMatch !== null && !ifMatch.includes(session.revision)) throw revisionMismatch();
  const reports = representation !== 'application/pdf';
  const context = { ...contextOf(caller), reports, images: isImage(representation), imageType };
  const run = async () => {
    const assets = await sessions.assets(session);
    const log = await sessions.operations(session);
    const request = await requestOf({ reader, blobs }, caller, { session, assets, log, given: output, dryRun });
    const render = async () => answer(await tool.run(request, services, context));
    return approvals.run(caller, { tool, request }, { do: render, stored });
  };
  return session.bytes + session.document.length > large ? gate.run({ client, signal }, run) : run();
}

/** What a session contains, and the fields of the request that renders it. */
export interface SessionContent extends Pick<ReplayBody, 'given' | 'dryRun'> {
  readonly session: Session;
  readonly assets: readonly SessionAsset[];
  readonly log: readonly Uint8Array[];
}

/** The valid request of a render of this content. Throws the AppErrors of `replay`. */
export async function requestOf(
  { reader, blobs }: Pick<RenderSessionDeps, 'reader' | 'blobs'>,
  { principal: { client }, signal }: Caller,
  { session: { document, output }, assets, log, given, dryRun }: SessionContent,
): ReturnType<SessionReader['replay']> {
  const body: ReplayBody = { document, assets: assets.map(({ name }) => name), output, given, dryRun };
  const request = await reader.replay(log, body, { client, signal });
  await fill(request, assets, { texts: [...log, Buffer.from(document)], blobs });
  return request;
}

/** The problem of a session without operations. */
export function nothingToRender(): AppError {
  return new AppError('nothing-to-render', 'The session has no operations yet. Add content first.');
}
