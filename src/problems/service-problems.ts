import type { ProblemRow } from './problem-row.ts';

/** Problems of the service: quotas, load, readiness and failures. */
export const serviceProblems = {
  'storage-quota-exceeded': [
    429,
    'Storage quota exceeded',
    'The client has stored as many bytes as its tier allows: inputs and results of jobs, stored answers and sessions.',
    'Delete jobs and sessions that are no longer needed, or try again after `Retry-After` seconds, when the ' +
      'next of them expire. A request without `Idempotency-Key` stores nothing.',
  ],
  'rate-limited': [
    429,
    'Too many requests',
    'The rate limit of the address or of the client is used up.',
    'Try again after `Retry-After` seconds.',
  ],
  'internal-error': [
    500,
    'Internal error',
    'The service failed.',
    'Report the `instance` to the operator of the service.',
  ],
  overloaded: [
    503,
    'Overloaded',
    'Every worker is busy and the queue is full, or the machine has too little memory.',
    'Try again after `Retry-After` seconds.',
  ],
  'shutting-down': [
    503,
    'Shutting down',
    'The service is stopping.',
    'Try again in a moment; another node will answer, or this one once it has restarted.',
  ],
  'not-ready': [
    503,
    'Not ready',
    'The service cannot print yet, or can no longer print.',
    'Try again after `Retry-After` seconds.',
  ],
  'request-timeout': [
    504,
    'Request timeout',
    'The work was not finished within the request timeout, and was stopped.',
    'Send less, or submit it as a job.',
  ],
} as const satisfies Record<string, ProblemRow>;
