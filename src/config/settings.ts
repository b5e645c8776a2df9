import {
  bytes,
  choice,
  domains,
  duration,
  flag,
  integer,
  origins,
  secret,
  text,
  toolNames,
  trustedProxies,
  url,
  type Kind,
} from './setting-kinds.ts';

/** One setting (docs/settings.md): the variable `SERVICE_<name>`, which is read once. */
export interface Setting<T> {
  readonly name: string;
  readonly kind: Kind<T>;
  /** The default, as an operator would write it; `null` = not set, and `unset` explains what applies then. */
  readonly fallback: string | null;
  readonly unset?: string;
  /** A valid value, for the message about an invalid one; the default where there is one. */
  readonly example?: string;
  readonly help: string;
}

/** The prefix of every variable of the service. */
export const prefix = 'SERVICE_';

function setting<T>(name: string, kind: Kind<T>, fallback: string, help: string): Setting<T> {
  return { name, kind, fallback, help };
}

function optional<T>(
  name: string,
  kind: Kind<T>,
  texts: Required<Pick<Setting<T>, 'unset' | 'help'>> & Pick<Setting<T>, 'example'>,
): Setting<T | null> {
  return { name, kind, fallback: null, ...texts };
}

/** No quota is larger than 1 PiB. */
const storage = { max: 2 ** 50 };

/** The table of settings. The reader (config.ts), its types, `--help` and docs/settings.md follow from it. */
export const settings = {
  port: setting('PORT', integer(0, 65_535), '8080', 'Port to listen on; 0 takes any free one.'),
  host: optional('HOST', text(), {
    unset: '0.0.0.0 with keys or as a worker, else 127.0.0.1',
    help: 'Address to listen on. Plain HTTP: put TLS in front of it.',
  }),
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
  sessionTtl: setting(
    'SESSION_TTL',
    duration({ min: 1000, max: 24 * 3_600_000 }),
    '1h',
    'How long an unused session exists; at most 24 h.',
  ),
  apiKeys: optional('API_KEYS', secret(), {
    unset: 'none',
    help: 'Keys, as `key:client:tier:attributes`, separated by white space or `;`.',
  }),
  apiKeysFile: optional('API_KEYS_FILE', text(), {
    unset: 'none',
    help: 'File of keys, one a line, re-read when it changes.',
  }),
  approvalRequired: setting(
    'APPROVAL_REQUIRED',
    toolNames(),
    'ai-certify',
    'Tools that need the approval of a human: see approvals.md.',
  ),
  approversFile: optional('APPROVERS_FILE', text(), {
    unset: 'none',
    help: 'JWK set of the approvers’ public keys, re-read when it changes.',
  }),
  corsOrigins: setting('CORS_ORIGINS', origins(), '', 'Origins that browsers may call from, or `*`.'),
  trustProxy: setting(
    'TRUST_PROXY',
    trustedProxies(),
    'off',
    'Proxies whose `X-Forwarded-For` is trusted: `off`, the number of proxies in front, or addresses and subnets.',
  ),
  dataDir: setting(
    'DATA_DIR',
    text(),
    './.data',
    'Folder of the embedded store, and of documents while they are received.',
  ),
  databaseUrl: optional('DATABASE_URL', secret(), {
    unset: 'the embedded store',
    help: 'PostgreSQL, for more than one node.',
  }),
  blobDir: optional('BLOB_DIR', text(), {
    unset: 'within DATA_DIR',
    help: 'Folder of results, shared when several nodes run.',
  }),
  role: setting(
    'ROLE',
    choice('all', 'api', 'worker'),
    'all',
    'The work of this process: all, requests only (`api`), or jobs only (`worker`, which needs no ' +
      'keys and answers only the probes).',
  ),
  chromiumPath: optional('CHROMIUM_PATH', text(), {
    unset: 'looked for',
    help: 'The chromium-headless-shell or Chromium to run.',
  }),
  chromiumSandbox: setting(
    'CHROMIUM_SANDBOX',
    choice('on', 'off'),
    'on',
    'The sandbox of Chromium; `off` only where the container itself is the sandbox.',
  ),
  fontsDir: optional('FONTS_DIR', text(), { unset: 'the bundled fonts', help: 'Folder of further fonts.' }),
  templatesDir: optional('TEMPLATES_DIR', text(), {
    unset: 'the bundled templates',
    help: 'Folder of further templates.',
  }),
  networkAllow: setting(
    'NETWORK_ALLOW',
    domains(),
    '',
    'Hosts that documents may load from (`cdn.example.com`, `*.example.com`, `cdn.example.com:8443`); a host ' +
      'without a port means 80 and 443. None by default.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    choice('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'The lowest level that is logged.',
  ),
  metricsPort: optional('METRICS_PORT', integer(0, 65_535), {
    unset: 'off',
    help:
      'Port of the metrics for Prometheus, on the same address; 0 takes any free one. They need no key, so only ' +
      'Prometheus should be able to reach the port.',
    example: '9090',
  }),
  problemBase: setting(
    'PROBLEM_BASE',
    url(),
    'https://colophon.dev/problems/',
    'What the `type` of a problem starts with.',
  ),
} as const satisfies Record<string, Setting<unknown>>;

/** The table by the keys of `Config`, with the type of value of each setting. */
export type Settings = typeof settings;

/** The table as pairs of the key in `Config` and the setting. */
export const settingEntries = Object.entries(settings) as [key: keyof Settings, setting: Setting<unknown>][];
