import { joiInput, type Input } from '../../input/input.ts';
import { documentSchema } from '../../render/model/document-options.ts';
import { checked, joi } from '../../input/fields.ts';
import { outputSchema } from '../../render/model/output-options.ts';
import { duration } from '../../config/setting-kinds.ts';

/** The body of `POST /sessions`. */
export interface OpenSession {
  readonly document?: object;
  readonly output?: object;
  readonly ttl?: string | number;
}

const shortestTtlMs = 1000;
/** See docs/sessions.md. */
const maxTtlMs = 24 * 3_600_000;

/** Milliseconds, or `null` for a duration that no session may have. */
export function ttlOf(ttl: unknown): number | null {
  const read = duration({ max: maxTtlMs }).parse(typeof ttl === 'number' || typeof ttl === 'string' ? String(ttl) : '');
  return 'value' in read && read.value >= shortestTtlMs ? read.value : null;
}

const ttlField = checked({
  jsonSchema: {
    type: ['string', 'number'],
    minimum: shortestTtlMs / 1000,
    maximum: maxTtlMs / 1000,
    pattern: '^\\d+(\\.\\d+)? ?(ms|s|m|h|d)?$',
    description:
      'How long the session lives unused: `90s`, `30m`, `24h`, or seconds; from 1 s to 24 h. The deployment ' +
      'has a default.',
  },
  check(value, report) {
    if (ttlOf(value) === null)
      report([], 'must be a duration from 1s to 24h, for example "30m", or a number of seconds');
  },
});

/** The body of `POST /sessions`: `document` and `output` as a render has them. */
export const openSessionInput: Input<OpenSession> = joiInput(
  joi.object<OpenSession>({ document: documentSchema, output: outputSchema, ttl: ttlField }),
);
