import type { FairQueue } from '../../../fair-queue.ts';
import type { Services, Tool } from '../../../editions/edition.ts';
import { joiInput } from '../../../input/input.ts';
import { AppError } from '../../../problems.ts';
import { joi } from '../../../input/fields.ts';
import { outputSchema } from '../../../render/model/output-options.ts';
import { revisionMismatch, type Sessions } from '../../../sessions/sessions.ts';
import type { Approvals } from '../../approval/approvals.ts';
import { principalOf, type Handler } from '../../exchange.ts';
import { jsonOf } from '../../body/payload.ts';
import type { SessionReader } from '../../body/reading/session-reader.ts';
import { choose, represent } from '../../answer/representation.ts';
import { contextOf } from './context-of.ts';
import { ifMatchOf } from './if-match.ts';
import type { ReplayBody } from './replay.ts';

interface RenderSession {
  readonly output?: object;
  readonly dryRun?: boolean;
}

/** The body of `POST .../render`: fields of `output` that stand in place of the session's own, for this once. */
export const renderSessionInput = joiInput(
  joi.object<RenderSession>({
    output: outputSchema,
    dryRun: joi.boolean().default(false).description('Answers the resolved plan and prints nothing.'),
  }),
);

/** A session of more bytes than this is read when it is its turn. */
const large = 1024 * 1024;

interface RenderSessionDeps {
  readonly tool: Tool;
  readonly services: Services;
  readonly sessions: Sessions;
  readonly gate: FairQueue;
  readonly approvals: Approvals;
  readonly reader: SessionReader;
}

/**
 * `POST .../render`: what `/render` answers to the operations that the session has now; approved as that is, where the
 * tool needs an approval.
 */
export function renderSession({ tool, services, sessions, gate, approvals, reader }: RenderSessionDeps): Handler {
  return async (exchange) => {
    const { client } = principalOf(exchange);
    const ifMatch = ifMatchOf(exchange.req.headers['if-match']);
    const session = await sessions.find(client, exchange.params.sessionId ?? '', true);
    const sent = jsonOf(await exchange.payload());
    renderSessionInput.validate(sent);
    const { output = {}, dryRun = false } = sent as RenderSession;
    const representation = dryRun ? 'application/json' : choose(exchange.req, tool.produces);
    if (session.operations === 0)
      throw new AppError('nothing-to-render', 'The session has no operations yet. Add content first.');
    if (ifMatch !== null && !ifMatch.includes(session.revision)) throw revisionMismatch();
    const context = { ...contextOf(exchange), reports: representation !== 'application/pdf' };
    const run = async () => {
      const body: ReplayBody = { document: session.document, output: session.output, given: output, dryRun };
      const request = await reader.replay(await sessions.operations(session), body, { client, signal: context.signal });
      return approvals.run(exchange, { tool, request }, async () =>
        represent(await tool.run(request, services, context), representation, exchange.stages),
      );
    };
    return session.bytes + session.document.length > large ? gate.run({ client, signal: context.signal }, run) : run();
  };
}
