import { filePartsOf } from '../../editions/documents.ts';
import type { Tool } from '../../editions/edition.ts';
import type { JsonSchema } from '../../input/input.ts';
import type { Slug } from '../../problems.ts';
import { warningNames } from '../../render/finish/diagnostics/warning-codes.ts';

/** The problems of each stage of the pipeline (docs/spec/requests.md), by its name there. */
const stages = {
  'size limits': ['payload-too-large'],
  authentication: ['missing-key', 'invalid-key', 'rate-limited'],
  'capability authorization': ['capability-denied'],
  'rate limits': ['rate-limited', 'not-ready'],
  idempotency: [
    'invalid-idempotency-key',
    'idempotency-conflict',
    'idempotency-in-progress',
    'request-timeout-body',
    'unsupported-media-type',
    'storage-quota-exceeded',
    'not-ready',
  ],
  timeout: ['shutting-down', 'request-timeout'],
  handler: ['internal-error'],
} as const satisfies Record<string, readonly Slug[]>;

/** A probe skips stages 4 to 8. */
export const livenessProblems: readonly Slug[] = [...stages['size limits'], ...stages.handler];
/** The problems of `/readyz`: those of a probe, and the two reasons for a 503. */
export const readinessProblems: readonly Slug[] = [...livenessProblems, 'not-ready', 'shutting-down'];

/** The problems of a route that reads, with any valid key. */
export const readingProblems: readonly Slug[] = [
  ...livenessProblems,
  ...stages.authentication,
  ...stages['rate limits'],
  ...stages.timeout,
];

/** Problems that only a request with a body gets. */
const ofBodies: readonly Slug[] = [
  'capability-denied',
  'unsupported-media-type',
  'request-timeout-body',
  'storage-quota-exceeded',
];

/**
 * The problems of a route that changes something by `DELETE`, or by a `POST` whose body is checked, with any valid key.
 */
export const deletingProblems: readonly Slug[] = Object.values(stages)
  .flat()
  .filter((slug) => !ofBodies.includes(slug));
/** The problems of a `POST` with a JSON body, with any valid key: all stages, and the faults of the body. */
export const postingProblems: readonly Slug[] = [
  ...Object.values(stages).flat(),
  'malformed-json',
  'invalid-request',
  'limit-exceeded',
];

/** The problems of an unknown path, or of an unknown method: the request gets no further than authorization. */
export const unmatchedProblems: readonly Slug[] = [
  ...livenessProblems,
  ...stages.authentication,
  'not-found',
  'method-not-allowed',
];

/** The problems of a tool that may need an approval, which the deployment decides. */
export const approving = ['approval-required', 'approval-invalid', 'not-ready'] as const;

const body = ['malformed-json', 'invalid-request', 'not-acceptable', 'overloaded', 'limit-exceeded'] as const;
const rendering = [
  'unknown-operation',
  'template-not-found',
  'template-error',
  'template-data-invalid',
  'invalid-image',
  'invalid-font',
  'page-out-of-range',
  'render-failed',
  'nothing-to-render',
  'reference-unresolved',
  ...warningNames,
  'conformance-not-reached',
  'too-many-pages',
] as const;
const reading = [
  'invalid-pdf',
  'encrypted-pdf',
  'wrong-password',
  'page-out-of-range',
  'too-many-pages',
  'job-not-found',
  'job-not-finished',
  'job-result-expired',
] as const;

/** All problems of the route of a tool: those of the pipeline, of its inputs, and of the tool itself. */
export function toolProblems(tool: DescribedTool, input: JsonSchema): Slug[] {
  return [...Object.values(stages).flat(), ...approving, ...workProblems(tool, input)];
}

/** The problems of a tool without those of the pipeline. A job of the tool can fail with these and others. */
export function workProblems(tool: DescribedTool, input: JsonSchema): Slug[] {
  const fields = Object.keys(input.properties ?? {});
  const has = (...names: readonly string[]): boolean => names.some((name) => fields.includes(name));
  return [
    ...(tool.madeOf === undefined ? [] : [...rendering, ...reading, 'signature-would-break' as const]),
    ...(tool.tier === 'core' ? [] : (['tier-required', 'not-found'] as const)),
    ...body,
    ...(filePartsOf(tool).length > 0 ? (['invalid-multipart'] as const) : []),
    ...(has('operations') ? rendering : []),
    ...(has('document', 'documents') && !has('operations') ? reading : []),
    ...(has('breakSignatures') ? (['signature-would-break'] as const) : []),
    ...(tool.problems ?? []),
  ];
}

/** A tool, with its own problems beside those that follow from its inputs. */
export type DescribedTool = Tool & { readonly problems?: readonly Slug[] };
