import { joiInput, type Input } from '../../input.ts';
import { documentSchema } from '../../render/document-options.ts';
import { checked, joi } from '../../render/fields.ts';
import type { Operation } from '../../render/operation.ts';
import { outputSchema } from '../../render/output-options.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Config } from '../../config.ts';
import type { Session } from '../../store/store.ts';
import { duration } from '../../setting-kinds.ts';
import { principalOf, type Answer } from '../exchange.ts';
import { guardsOf } from '../keep.ts';
import { jsonOf } from '../payload.ts';
import type { Handler } from '../route.ts';
import { admit, type Admission } from './admit.ts';
import { contextOf } from './context-of.ts';
import { sessionAnswer } from './session-answer.ts';

interface OpenSession {
  readonly document?: object;
  readonly output?: object;
  readonly ttl?: string | number;
}

const shortest = 1000;
/** Milliseconds (contract 7). */
const longestTtl = 24 * 3_600_000;

/** Milliseconds, or `null` where it is no duration that a session may have. */
function ttlOf(ttl: unknown): number | null {
  const read = duration({ most: longestTtl }).parse(typeof ttl === 'number' || typeof ttl === 'string' ? String(ttl) : '');
  return 'value' in read && read.value >= shortest ? read.value : null;
}

const ttlField = checked({
  jsonSchema: { type: ['string', 'number'], minimum: shortest / 1000, maximum: longestTtl / 1000, pattern: '^\\d+(\\.\\d+)? ?(ms|s|m|h|d)?$', description: 'How long the session lives unused: `90s`, `30m`, `24h`, or seconds; from 1 s to 24 h. The deployment has a default.' },
  check(value, report) {
    if (ttlOf(value) === null) report([], 'must be a duration from 1s to 24h, for example "30m", or a number of seconds');
  },
});

/** The body of `POST /sessions`: `document` and `output` as a render has them. */
export const openSessionInput: Input<OpenSession> = joiInput(joi.object<OpenSession>({ document: documentSchema, output: outputSchema, ttl: ttlField }));

/** `POST /sessions`. */
export function openSession({ config, sessions, admission, operations }: { readonly config: Config; readonly sessions: Sessions; readonly admission: Admission; readonly operations: readonly Operation[] }): Handler {
  const [any] = operations;
  return async (exchange) => {
    const body = jsonOf(await exchange.payload());
    openSessionInput.validate(body);
    const { document = {}, output = {}, ttl } = body as OpenSession; // as sent: what it has by default is the render's own
    if (any) await admit({ operations: [{ op: any.name, ...any.example }], document, output }, { composes: true }, admission, contextOf(exchange));
    const answer = (session: Session): Answer => sessionAnswer(201, session);
    const lifetime = ttl === undefined ? config.sessionTtl : (ttlOf(ttl) ?? config.sessionTtl);
    return answer(await sessions.open(principalOf(exchange).client, { document, output, ttl: lifetime }, guardsOf(exchange, answer)));
  };
}
