import { imageTypes } from '../../context.ts';
import type { Header, Parameter, Reference } from './description.ts';

const seconds = { type: 'integer', minimum: 0 };
const count = { type: 'integer', minimum: 0 };
const pdf = ['application/pdf'];
const files = [...pdf, 'application/zip', 'text/plain', ...imageTypes];

/** Every header that an answer may carry beside those of plain HTTP (docs/spec/requests.md, docs/spec/documents.md). */
export const headers = {
  'X-Request-Id': {
    description:
      'The id of the request: the `X-Request-Id` that was sent, where it was acceptable, or else a new one. It ' +
      'is also in the log and in `instance` of a problem.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  RateLimit: {
    description:
      'The remaining quota of each limit, and the seconds until it is full again (IETF ' +
      'draft-ietf-httpapi-ratelimit-headers-08).',
    required: true,
    schema: { type: 'string', pattern: 'r=[0-9]+' },
  },
  'RateLimit-Policy': {
    description:
      'The limits of the address and of the client: quota and window in seconds (IETF ' +
      'draft-ietf-httpapi-ratelimit-headers-08).',
    required: true,
    schema: { type: 'string', pattern: 'q=[0-9]+' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is worth sending again.',
    required: false,
    schema: seconds,
  },
  'WWW-Authenticate': {
    description: 'The bearer challenge, with `error="invalid_token"` where a key was sent (RFC 6750).',
    required: true,
    schema: { type: 'string', pattern: '^Bearer' },
  },
  Accept: {
    description: 'The media types of a body that the route takes (RFC 9110, 15.5.16).',
    required: false,
    schema: { type: 'string', minLength: 3 },
  },
  Location: {
    description: 'The path of the created resource.',
    required: true,
    schema: { type: 'string', pattern: '^/api/v1/' },
  },
  ETag: {
    description: 'The revision (RFC 9110, 8.8.3).',
    required: true,
    schema: { type: 'string', pattern: '^"[0-9]+"$' },
  },
  Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string', minLength: 3 } },
  'Idempotency-Replayed': {
    description: '`true` when this is the stored answer of an earlier request with the same `Idempotency-Key`.',
    required: false,
    schema: { type: 'string', enum: ['true'] },
  },
  'Server-Timing': {
    description: 'The named stages that the request went through, with their milliseconds.',
    required: false,
    schema: { type: 'string', pattern: 'dur=' },
  },
  'Content-Disposition': {
    description: 'The file name of the answer.',
    required: false,
    'x-media-types': files,
    schema: { type: 'string', pattern: 'filename' },
  },
  'Content-Digest': {
    description: 'The SHA-256 of the body (RFC 9530).',
    required: true,
    schema: { type: 'string', pattern: '^sha-256=:[A-Za-z0-9+/]{43}=:$' },
  },
  'Document-Warnings': {
    description: 'The number of warnings of the document, also where it is 0. The JSON answer lists them.',
    required: false,
    'x-media-types': [...pdf, 'application/zip'],
    schema: count,
  },
  'Document-Pages': {
    description: 'The number of pages of the document, also where the answer is images of some of them.',
    required: false,
    'x-media-types': [...pdf, ...imageTypes],
    schema: { type: 'integer', minimum: 1 },
  },
} as const satisfies Record<string, Header>;

/** Every header that a request may carry beside those of plain HTTP. */
export const requestHeaders = {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.',
    schema: { type: 'string' },
    example: 'order-1042.invoice',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, ' +
      'and its answer replayed for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7E]+$' },
    example: '5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11',
  },
  Approval: {
    name: 'Approval',
    in: 'header',
    description:
      'The approval of a human for exactly this request: needed where the deployment has the tool in ' +
      '`SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC ' +
      '7515) over the digest that the problem `approval-required` names; each is good for one request.',
    schema: { type: 'string' },
    example: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).',
    schema: { type: 'string' },
    example: '*',
  },
} as const satisfies Record<string, Parameter>;

/** A response header that `components` describes. */
export type HeaderName = keyof typeof headers;

/** References to headers of `components`, for a response. */
export function headerRefs(...names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A header that is optional in one response and required in another. */
export function headerAs(name: HeaderName, required: boolean): Record<string, Header> {
  return { [name]: { ...headers[name], required } };
}

/** References to request headers of `components`, for the parameters of a route. */
export function requestHeaderRefs(...names: readonly (keyof typeof requestHeaders)[]): Reference[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
