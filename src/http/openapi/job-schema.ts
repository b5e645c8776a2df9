import { jobStatuses } from '../../store/facets/jobs.ts';
import { schemaRef } from './schema-components.ts';

const text = { type: 'string', minLength: 1 };
const time = { type: 'string', format: 'date-time' };
const orNull = (schema: object, description: string) => ({ anyOf: [schema, { type: 'null' }], description });
const closed = { type: 'object', additionalProperties: false } as const;

const result = {
  ...closed,
  required: ['contentType', 'bytes', 'sha256', 'href'],
  properties: {
    contentType: text,
    bytes: { type: 'integer', minimum: 0 },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    href: { type: 'string', pattern: '^/api/v1/jobs/[^/]+/result$' },
  },
} as const;

/** The status of a job. */
export const jobStatus = { type: 'string', enum: jobStatuses } as const;

/** A job as clients see it (docs/spec/jobs-and-sessions.md). */
export const jobSchema = {
  ...closed,
  description: 'A job. Values that do not exist yet are `null`.',
  required: [
    'id',
    'tool',
    'status',
    'progress',
    'attempts',
    'createdAt',
    'startedAt',
    'finishedAt',
    'expiresAt',
    'error',
    'result',
  ],
  properties: {
    id: text,
    tool: text,
    status: jobStatus,
    progress: {
      ...closed,
      required: ['percent', 'stage'],
      properties: {
        percent: { type: 'integer', minimum: 0, maximum: 100 },
        stage: orNull(text, 'While it runs: the stage that it is in, by the name that `Server-Timing` has for it.'),
      },
    },
    attempts: {
      type: 'integer',
      minimum: 0,
      description:
        'How often it has been started; one more where a process or a browser ended under it: twice at most ' +
        'where processes end, three times at most in all.',
    },
    createdAt: time,
    startedAt: orNull(time, 'When its last run began.'),
    finishedAt: orNull(time, 'When it ended.'),
    expiresAt: orNull(time, 'When the result is deleted; for a day after that the job answers 410.'),
    error: orNull(schemaRef('Problem'), 'Of a job that failed: why. `instance` is the id of the job.'),
    result: orNull(result, 'Of a job that succeeded: the answer that `href` gives by default.'),
  },
} as const;

/** A page of the list of jobs. */
export const jobListSchema = {
  ...closed,
  description: 'Jobs of the client, the newest first.',
  required: ['jobs', 'next'],
  properties: {
    jobs: { type: 'array', items: schemaRef('Job') },
    next: orNull(text, 'The `cursor` of the next page. `null` = this is the last one.'),
  },
} as const;
