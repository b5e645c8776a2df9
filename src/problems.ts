/** A warning that `failOn` turns into an error; docs/warnings.md has the page of each. */
const warned = (title: string) =>
  [
    422,
    title,
    'The document has the warning of this name, and `failOn` asks for a failure.',
    'Correct what each of `errors` names; [warnings.md](warnings.md) explains the warning.',
  ] as const;

/**
 * The catalogue of problems (docs/spec/requests.md, RFC 9457): one table from which the answers, the docs page
 * and the responses of the OpenAPI document are made.
 *
 * `means` and `mend` are the page of the slug: what happened, and what a client does about it.
 */
export const problems = {
  'malformed-json': [
    400,
    'Malformed JSON',
    'The body is not JSON by RFC 8259.',
    'Send UTF-8 JSON; `detail` says where it stops being JSON.',
  ],
  'invalid-request': [
    400,
    'Invalid request',
    'The request is wrong by its own schema.',
    '`errors` lists every mistake with a JSON Pointer to it.',
  ],
  'unknown-operation': [
    400,
    'Unknown operation',
    'An entry of `operations` names an operation that this deployment does not have.',
    'Use a name from `operations` of `GET /api/v1/capabilities`.',
  ],
  'unknown-tool': [
    400,
    'Unknown tool',
    'A job names a tool that this deployment does not have.',
    'Use a name from `tools` of `GET /api/v1/capabilities`.',
  ],
  'invalid-multipart': [
    400,
    'Invalid multipart body',
    'The multipart body is broken, or its parts are not those of the tool.',
    'Send the file parts that the reference names, and the options as one JSON part `request`.',
  ],
  'invalid-idempotency-key': [
    400,
    'Invalid idempotency key',
    'The `Idempotency-Key` header is empty, too long, or has characters outside printable ASCII.',
    'Send 1 to 255 characters of printable ASCII; a UUID is a good key.',
  ],
  'missing-key': [
    401,
    'API key missing',
    'The request carries no bearer key.',
    'Send `Authorization: Bearer <API_KEY>`.',
  ],
  'invalid-key': [
    401,
    'API key invalid',
    'The key is unknown, wrong, expired or revoked.',
    'Check the key with whoever runs the service.',
  ],
  'tier-required': [
    403,
    'Higher tier required',
    'The tier of the key is below the tier of the route.',
    'Use a key of the tier that `detail` names.',
  ],
  'capability-denied': [
    403,
    'Capability denied',
    'The scope of the key does not include this tool.',
    'Use a key whose scope includes it.',
  ],
  'approval-required': [
    403,
    'Approval required',
    'The tool needs the approval of a human for this very request.',
    'Have an approver sign the digest in `approval` and send it as `Approval`.',
  ],
  'approval-invalid': [
    403,
    'Approval invalid',
    'The approval is wrong, expired, used, or for another document.',
    'Send the request without an approval to learn its digest, and ask for a new approval of that.',
  ],
  'not-found': [
    404,
    'Not found',
    'There is no such route in this deployment.',
    'Compare the path with the reference; a tool of an edition that is not installed has no route.',
  ],
  'job-not-found': [
    404,
    'Job not found',
    'There is no such job of this client.',
    'Check the id; a deleted job is gone.',
  ],
  'session-not-found': [
    404,
    'Session not found',
    'There is no such session of this client.',
    'Check the id; a closed session is gone.',
  ],
  'template-not-found': [
    404,
    'Template not found',
    'There is no such template.',
    'Use a name from `templates` of `GET /api/v1/capabilities`.',
  ],
  'method-not-allowed': [
    405,
    'Method not allowed',
    'The path exists, with other methods.',
    'Use a method from the `Allow` header.',
  ],
  'not-acceptable': [
    406,
    'Not acceptable',
    'The tool cannot answer in a media type that `Accept` allows.',
    'Accept one of the media types that `detail` names.',
  ],
  'payload-too-large': [
    413,
    'Payload too large',
    'The body is larger than the limit for it.',
    'Send less, or use a key of a higher tier; `limits` of `GET /api/v1/capabilities` tells them.',
  ],
  'unsupported-media-type': [
    415,
    'Unsupported media type',
    'The body is of a type, charset or encoding that the route does not take.',
    'Use a media type that `detail` names, without `Content-Encoding`.',
  ],
  'request-timeout-body': [
    408,
    'Body not received in time',
    'The body stalled, or was not whole within the request timeout.',
    'Send it again over a better connection.',
  ],
  'idempotency-conflict': [
    409,
    'Idempotency key reused',
    'The key was used with another request.',
    'Use a new key for a new request.',
  ],
  'idempotency-in-progress': [
    409,
    'Request still in progress',
    'The first request with this key is still running.',
    'Try again after `Retry-After` seconds.',
  ],
  'job-not-finished': [409, 'Job not finished', 'The job has no result yet.', 'Poll the job until it has succeeded.'],
  'session-conflict': [409, 'Session conflict', 'The session is being deleted.', 'Open a new session.'],
  'job-result-expired': [
    410,
    'Job result expired',
    'The retention of the result has run out.',
    'Submit the job again, with a longer `retain`.',
  ],
  'session-expired': [
    410,
    'Session expired',
    'The session was not used for longer than its `ttl`.',
    'Open a new session.',
  ],
  'revision-mismatch': [
    412,
    'Revision mismatch',
    'The session has moved on since the revision in `If-Match`.',
    'Read the session again, and repeat the change if it still makes sense.',
  ],
  'invalid-pdf': [
    422,
    'Invalid PDF',
    'The document is not a PDF that can be read.',
    'Check the file; `detail` says what is wrong.',
  ],
  'encrypted-pdf': [422, 'Encrypted PDF', 'The document needs a password.', 'Send it as `password`.'],
  'wrong-password': [
    422,
    'Wrong password',
    'The password does not open the document or key.',
    'Send the right password.',
  ],
  'page-out-of-range': [
    422,
    'Page out of range',
    'A page range names a page that the document does not have.',
    'Name pages up to the last, or leave the end open (`3-`).',
  ],
  'field-not-found': [
    422,
    'Field not found',
    'The form has no field of that name.',
    'List the fields with `export: "fields"`.',
  ],
  'field-value-invalid': [
    422,
    'Field value invalid',
    'The value does not suit the field.',
    '`errors` tells what the field takes.',
  ],
  'invalid-image': [
    422,
    'Invalid image',
    'The image data cannot be decoded.',
    'Send PNG, JPEG, WebP, AVIF, GIF or SVG.',
  ],
  'invalid-font': [422, 'Invalid font', 'The font data cannot be read.', 'Send TrueType, OpenType, WOFF or WOFF2.'],
  'invalid-certificate': [
    422,
    'Invalid certificate',
    'The certificate cannot be used to sign.',
    'Use a valid certificate that is made for signing; `detail` says what is wrong with this one.',
  ],
  'certificate-key-mismatch': [
    422,
    'Certificate and key do not match',
    'The private key does not belong to the certificate.',
    'Send the key of this certificate.',
  ],
  'template-error': [
    422,
    'Template error',
    'The template cannot be parsed, or failed while it was filled.',
    '`detail` has the line and the reason.',
  ],
  'render-failed': [
    422,
    'Render failed',
    'The browser could not print this content.',
    'Simplify or correct what `detail` names.',
  ],
  'resource-blocked': [
    422,
    'Resource blocked',
    'The `url` of an operation is not allowed; or the content refers to a resource that policy forbids, and ' +
      '`failOn` asks for a failure.',
    'Send the resource as an asset, or have its host allowed.',
  ],
  'resource-failed': [
    422,
    'Resource failed',
    'A resource could not be loaded or decoded, and `failOn` asks for a failure.',
    'Repair the resource that `detail` names.',
  ],
  'console-error': [
    422,
    'Console error',
    'A script of the content reported an error, and `failOn` asks for a failure.',
    'Repair the script; `detail` has its message.',
  ],
  'font-missing': [
    422,
    'Font missing',
    'The content asks for a font that is not there, and `failOn` asks for a failure.',
    'Send it in `document.fonts`, or use one from `fonts` of `GET /api/v1/capabilities`.',
  ],
  'glyph-missing': [
    422,
    'Glyph missing',
    'No font has a glyph for a character, and `failOn` asks for a failure.',
    'Send a font that has it in `document.fonts`.',
  ],
  overflow: warned('Content overflows'),
  'element-unsupported': warned('Element not printed'),
  'link-broken': warned('Link to nothing'),
  'placeholder-unknown': warned('Unknown placeholder'),
  'variable-unknown': warned('Unknown variable'),
  'css-ignored': warned('CSS without effect'),
  'image-without-alt': warned('Image without a text'),
  'table-too-wide': warned('Table too wide'),
  'columns-too-wide': warned('Columns too wide'),
  'barcode-too-small': warned('Barcode too small'),
  'wait-ignored': warned('Wait ignored'),
  'encoding-guessed': warned('Encoding guessed'),
  'still-moving': warned('Still moving'),
  'navigation-blocked': warned('Navigation blocked'),
  'language-unknown': warned('Language of code unknown'),
  'code-not-highlighted': warned('Code not highlighted'),
  'background-left-out': warned('Background left out'),
  'attachment-renamed': warned('Attachment renamed'),
  'field-renamed': warned('Field renamed'),
  'field-not-placed': warned('Field not placed'),
  'nothing-to-render': [
    422,
    'Nothing to render',
    'The operations put nothing on any page.',
    'Add an operation that brings content.',
  ],
  'conformance-not-reached': [
    422,
    'Conformance not reached',
    'The document cannot be made to conform to the standard asked for.',
    'Change what the findings in `detail` name, or ask for a standard that allows it.',
  ],
  'redaction-incomplete': [
    422,
    'Redaction incomplete',
    'Something that was to go could still be found, so nothing was returned.',
    '`detail` says where it was found; add that place to `areas`.',
  ],
  'signature-would-break': [
    422,
    'Signature would break',
    'The change would make a signature of the document invalid.',
    'Send `breakSignatures: true` if that is meant.',
  ],
  'too-many-pages': [
    422,
    'Too many pages',
    'The document has more pages than allowed.',
    'Split it, or raise `output.maxPages` up to the limit of the deployment.',
  ],
  'limit-exceeded': [
    422,
    'Limit exceeded',
    'The content goes past a limit on objects, depth, bytes, pixels or time.',
    'Send less of what `detail` names.',
  ],
  'storage-quota-exceeded': [
    429,
    'Storage quota exceeded',
    'The client has stored as many bytes as its tier allows: inputs and results of jobs, stored answers and sessions.',
    'Delete jobs and sessions that are not needed any more, or try again after `Retry-After` seconds, when the ' +
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
    'Something went wrong in the service.',
    'Report the `instance` to whoever runs the service.',
  ],
  overloaded: [
    503,
    'Overloaded',
    'Every worker is busy and the queue is full.',
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
    'The service cannot print yet, or not any more.',
    'Try again after `Retry-After` seconds.',
  ],
  'request-timeout': [
    504,
    'Request timeout',
    'The work was not done within the request timeout and was stopped.',
    'Send less, or submit it as a job.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, means: string, mend: string]>;

export type Slug = keyof typeof problems;

/** A mistake in a body: where (JSON Pointer, RFC 6901) and what. */
export interface Mistake {
  readonly pointer: string;
  readonly message: string;
}

interface AppErrorOptions {
  readonly errors?: readonly Mistake[];
  /** Extension members of the problem document. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/** An error that a client is told: a slug for programs, a sentence for people, a cause for the log. */
export class AppError extends Error {
  readonly slug: Slug;
  readonly errors: readonly Mistake[];
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(slug: Slug, detail: string, options: AppErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.slug = slug;
    this.errors = options.errors ?? [];
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return problems[this.slug][0];
  }

  /** Plain data, so that an error crosses from a worker thread whole. */
  toPlain(): PlainAppError {
    return { appError: true, slug: this.slug, detail: this.message, errors: this.errors, extra: this.extra };
  }

  static fromPlain(plain: PlainAppError): AppError {
    return new AppError(plain.slug, plain.detail, { errors: plain.errors, extra: plain.extra });
  }
}

export interface PlainAppError {
  readonly appError: true;
  readonly slug: Slug;
  readonly detail: string;
  readonly errors: readonly Mistake[];
  readonly extra: Readonly<Record<string, unknown>>;
}
