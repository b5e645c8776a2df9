import { bytes, duration, flag, integer } from './setting-kinds.ts';
import { optional, setting, type Setting } from './setting.ts';

/** No quota is larger than 1 PiB. */
const storage = { max: 2 ** 50 };

/** The part of the table that limits work: how much of it there can be, how long it can take, how much it stores. */
export const workSettings = {
  workerCount: optional('WORKER_COUNT', integer(1, 256), {
    unset: 'the number of cores, or fewer where memory is short',
    help: 'Warm pages, each of which serves one request at a time.',
    example: '4',
  }),
  queueLimit: setting(
    'QUEUE_LIMIT',
    integer(0, 100_000),
    '256',
    'How many synchronous requests can wait for a worker. Above it each client has its share of this number, and ' +
      'requests above that share get 503 `overloaded`.',
  ),
  queueTimeout: setting(
    'QUEUE_TIMEOUT',
    duration({ min: 100 }),
    '30s',
    'How long a request waits for a worker at most; then 503 `overloaded`.',
  ),
  jobQueueLimit: setting(
    'JOB_QUEUE_LIMIT',
    integer(0, 10_000_000),
    '10000',
    'How many jobs can be queued; above it: 503 `overloaded`.',
  ),
  maxPages: setting(
    'MAX_PAGES',
    integer(1, 1_000_000),
    '10000',
    'How many pages one document can have; above it: 422 `too-many-pages`.',
  ),
  imagePixels: setting(
    'IMAGE_PIXELS',
    integer(1, 400_000_000),
    '40000000',
    'How many pixels one image of a page can have; above it: 422 `limit-exceeded`.',
  ),
  imagePixelsTotal: setting(
    'IMAGE_PIXELS_TOTAL',
    integer(1, 1_000_000_000_000),
    '4000000000',
    'How many pixels all images of one request can have together; above it: 422 `limit-exceeded`.',
  ),
  bodyLimit: setting('BODY_LIMIT', bytes(), '64MiB', 'The largest body of any request.'),
  payloadLimitCore: setting(
    'PAYLOAD_LIMIT_CORE',
    bytes(),
    '16MiB',
    'The largest body with a core key, within BODY_LIMIT.',
  ),
  payloadLimitPro: setting('PAYLOAD_LIMIT_PRO', bytes(), '64MiB', 'The same with a Pro key.'),
  payloadLimitEnterprise: setting('PAYLOAD_LIMIT_ENTERPRISE', bytes(), '256MiB', 'The same with an Enterprise key.'),
  rateLimitIp: optional('RATE_LIMIT_IP', integer(1, 10_000_000), {
    unset: 'the highest rate of a tier or key',
    help: 'Requests a minute from one address (an IPv6 /56 counts as one).',
    example: '6000',
  }),
  rateLimitAuthFailures: setting(
    'RATE_LIMIT_AUTH_FAILURES',
    integer(1, 10_000_000),
    '100',
    'Failed authentications a minute from one address; above it: 429.',
  ),
  rateLimitCore: setting(
    'RATE_LIMIT_CORE',
    integer(1, 10_000_000),
    '120',
    'Requests a minute of one client with core keys; the `rate` of a key replaces it.',
  ),
  rateLimitPro: setting('RATE_LIMIT_PRO', integer(1, 10_000_000), '600', 'The same with Pro keys.'),
  rateLimitEnterprise: setting(
    'RATE_LIMIT_ENTERPRISE',
    integer(1, 10_000_000),
    '3000',
    'The same with Enterprise keys.',
  ),
  requestTimeout: setting(
    'REQUEST_TIMEOUT',
    duration({ min: 100 }),
    '60s',
    'How long a synchronous request can take; then its work is stopped: 504.',
  ),
  scriptTimeout: setting(
    'SCRIPT_TIMEOUT',
    duration({ min: 100 }),
    '10s',
    'How long a script of a document can run without a pause; then 422 `render-failed`.',
  ),
  grace: setting('GRACE', duration(), '30s', 'How long running requests can still take when the service stops.'),
  jobTimeout: setting(
    'JOB_TIMEOUT',
    duration({ min: 100 }),
    '15m',
    'How long a job can take; then it is stopped and has failed.',
  ),
  jobRetention: setting(
    'JOB_RETENTION',
    duration({ min: 60_000, max: 30 * 24 * 3_600_000 }),
    '24h',
    'How long the result of a job is stored, unless the job states it in `retain`; 1 min to 30 days.',
  ),
  jobLease: setting(
    'JOB_LEASE',
    duration({ min: 2000 }),
    '30s',
    'How long after the last sign of life of a process its jobs go to another; at least 2 s. Nodes that share ' +
      'a store need clocks that differ by much less than that.',
  ),
  idempotencyLease: setting(
    'IDEMPOTENCY_LEASE',
    duration({ min: 100 }),
    '30s',
    'How long after the last sign of life of a process the `Idempotency-Key` of a request that it had begun is free ' +
      'again. Nodes that share a store need clocks that differ by much less than that.',
  ),
  storageQuota: optional('STORAGE_QUOTA', bytes(storage), {
    unset: 'none',
    help:
      'How much one client can store, whatever its tier: inputs and results of jobs, stored answers and sessions. ' +
      'Above it: 429 `storage-quota-exceeded`.',
    example: '2GiB',
  }),
  storageQuotaCore: optional('STORAGE_QUOTA_CORE', bytes(storage), {
    unset: 'STORAGE_QUOTA, else 2GiB',
    help: 'The same with core keys.',
    example: '2GiB',
  }),
  storageQuotaPro: optional('STORAGE_QUOTA_PRO', bytes(storage), {
    unset: 'STORAGE_QUOTA, else 10GiB',
    help: 'The same with Pro keys.',
    example: '10GiB',
  }),
  storageQuotaEnterprise: optional('STORAGE_QUOTA_ENTERPRISE', bytes(storage), {
    unset: 'STORAGE_QUOTA, else 50GiB',
    help: 'The same with Enterprise keys.',
    example: '50GiB',
  }),
  sessionsEnabled: setting('SESSIONS_ENABLED', flag(), 'false', 'Registers the session routes.'),
  mcpEnabled: setting(
    'MCP_ENABLED',
    flag(),
    'false',
    'Serves the tools to assistants at `/mcp`, by the Model Context Protocol over Streamable HTTP.',
  ),
  sessionAssets: optional('SESSION_ASSETS', bytes(storage), {
    unset: 'none',
    help: 'How many bytes the assets of one session can have, whatever the tier. Above it: 413.',
    example: '64MiB',
  }),
  sessionAssetsCore: optional('SESSION_ASSETS_CORE', bytes(storage), {
    unset: 'SESSION_ASSETS, else 64MiB',
    help: 'The same with core keys.',
    example: '64MiB',
  }),
  sessionAssetsPro: optional('SESSION_ASSETS_PRO', bytes(storage), {
    unset: 'SESSION_ASSETS, else 256MiB',
    help: 'The same with Pro keys.',
    example: '256MiB',
  }),
  sessionAssetsEnterprise: optional('SESSION_ASSETS_ENTERPRISE', bytes(storage), {
    unset: 'SESSION_ASSETS, else 1GiB',
    help: 'The same with Enterprise keys.',
    example: '1GiB',
  }),
  sessionTtl: setting(
    'SESSION_TTL',
    duration({ min: 1000, max: 24 * 3_600_000 }),
    '1h',
    'How long an unused session exists; at most 24 h.',
  ),
} as const satisfies Record<string, Setting<unknown>>;
