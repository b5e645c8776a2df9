import { problems, type Slug } from '../../problems.ts';
import type { Header, Reference, Response } from './description.ts';
import { headerAs, headerRefs } from './headers.ts';
import { schemaRef } from './schema-components.ts';

/** The problems of the catalogue as responses, for one `problemBase`. */
export interface ProblemResponses {
  /** One response for each status, with every problem of the catalogue that has it. */
  readonly components: Readonly<Record<string, Response>>;
  /** The responses, by status, of a route that can answer with exactly these problems. */
  of(slugs: readonly Slug[]): Record<string, Response | Reference>;
}

/** Builds the responses. `base` is the address that `type` of a problem begins with (`SERVICE_PROBLEM_BASE`). */
export function problemResponses(base: string): ProblemResponses {
  const whole = byStatus(Object.keys(problems) as Slug[]);
  const catalogue = [...whole].map(([status, slugs]) => [`Problem${status}`, response(status, slugs, base)] as const);
  const components = { ...Object.fromEntries(catalogue), [headersTooLarge]: tooLargeHeaders };
  return {
    components,
    of: (slugs) => {
      const entries = [...byStatus(slugs)].map(([status, listed]) => {
        const complete = listed.length === whole.get(status)?.length;
        return [
          String(status),
          complete ? { $ref: `#/components/responses/Problem${status}` } : response(status, listed, base),
        ] as const;
      });
      return { ...Object.fromEntries(entries), 431: { $ref: `#/components/responses/${headersTooLarge}` } };
    },
  };
}

const headersTooLarge = 'HeadersTooLarge';

/** The answer to a request line and headers that are too large. It is given before any route. */
const tooLargeHeaders: Response = {
  description: 'The request line and headers are larger than 16 KiB. The `type` of the problem is `about:blank`.',
  headers: headerRefs('X-Request-Id'),
  content: { 'application/problem+json': { schema: schemaRef('Problem') } },
};

/** The slugs by status, both in ascending order, each slug once. */
function byStatus(slugs: readonly Slug[]): Map<number, Slug[]> {
  const found = new Map<number, Slug[]>();
  for (const slug of [...new Set(slugs)].sort()) {
    const status = problems[slug][0];
    found.set(status, [...(found.get(status) ?? []), slug]);
  }
  return new Map([...found].sort(([one], [other]) => one - other));
}

/** The response of a status. All problems share one schema, so that generated clients have one class for them. */
function response(status: number, slugs: readonly Slug[], base: string): Response {
  return {
    description: `One of the problems ${slugs.map((slug) => `\`${slug}\``).join(', ')}.`,
    headers: { ...headerRefs('X-Request-Id'), ...headersByStatus[status] },
    content: { 'application/problem+json': { schema: schemaRef('Problem') } },
    'x-problem-types': slugs.map((slug) => base + slug),
  };
}

const limited = headerRefs('RateLimit', 'RateLimit-Policy');
const replayable = headerRefs('Idempotency-Replayed');

/** The headers of each status beside the id, which every answer has. */
const headersByStatus: Readonly<Record<number, Readonly<Record<string, Header | Reference>>>> = {
  400: { ...limited, ...replayable },
  401: headerRefs('WWW-Authenticate'),
  403: { ...headerAs('RateLimit', false), ...headerAs('RateLimit-Policy', false) },
  404: replayable,
  405: headerRefs('Allow'),
  406: limited,
  408: limited,
  409: { ...limited, ...replayable, ...headerRefs('Retry-After') },
  410: limited,
  412: limited,
  415: { ...limited, ...headerRefs('Accept') },
  422: { ...limited, ...replayable },
  429: { ...headerAs('RateLimit', false), ...headerAs('RateLimit-Policy', false), ...headerAs('Retry-After', true) },
  503: headerAs('Retry-After', true),
  504: limited,
};

/** The body of every error (RFC 9457). */
export const problemSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457). Match on `type`; `detail` is for people and may change.',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: {
    type: {
      type: 'string',
      format: 'uri',
      description: 'The stable identifier of the problem, and the address of its page.',
    },
    title: { type: 'string', description: 'A short summary, the same for every occurrence.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    detail: { type: 'string', minLength: 1, description: 'What failed, why, and what to do.' },
    instance: { type: 'string', minLength: 1, description: 'The id of the request, as in `X-Request-Id`.' },
    limit: {
      type: 'integer',
      minimum: 0,
      description: 'With `payload-too-large`: the most bytes that the body may have.',
    },
    usedBytes: {
      type: 'integer',
      minimum: 0,
      description: 'With `storage-quota-exceeded`: the bytes that the client has stored.',
    },
    limitBytes: {
      type: 'integer',
      minimum: 1,
      description: 'With `storage-quota-exceeded`: the bytes that it may store.',
    },
    step: {
      type: 'integer',
      minimum: 0,
      description:
        'Of a pipe: the step that failed or, where only one has mistakes, that has them. Steps count from 0.',
    },
    approval: {
      type: 'object',
      description: 'With `approval-required` and `approval-invalid`: what an approver has to sign.',
      required: ['tool', 'digest'],
      properties: {
        tool: { type: 'string' },
        digest: {
          type: 'string',
          pattern: '^sha256:[0-9a-f]{64}$',
          description: 'Of the tool, the parameters and the documents of this request, in whichever form they came.',
        },
        steps: {
          type: 'array',
          description: 'Of a pipe: the steps that the approval covers.',
          items: { type: 'integer', minimum: 0 },
        },
      },
      additionalProperties: false,
    },
    errors: {
      type: 'array',
      minItems: 1,
      description: 'Every mistake in the body, each with its place.',
      items: {
        type: 'object',
        required: ['pointer', 'message'],
        properties: {
          pointer: {
            type: 'string',
            pattern: '^(/|$)',
            description: 'The place in the body (JSON Pointer, RFC 6901).',
          },
          message: { type: 'string', minLength: 1 },
        },
        additionalProperties: false,
      },
    },
  },
} as const;
