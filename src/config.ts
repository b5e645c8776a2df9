import { nearName } from './near-names.ts';
import { availableParallelism } from 'node:os';
import Joi from 'joi';
import { memoryShares } from './memory-shares.ts';
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

/** One setting (docs/settings.md): `SERVICE_<name>`, read once. */
interface Setting<T> {
  readonly name: string;
  readonly kind: Kind<T>;
  /** As an operator would write it; `null` = not set, which `says` then explains. */
  readonly fallback: string | null;
  readonly says?: string;
  /** A right value, for the message about a wrong one; the default where there is one. */
  readonly example?: string;
  readonly help: string;
}

function setting<T>(name: string, kind: Kind<T>, fallback: string, help: string): Setting<T> {
  return { name, kind, fallback, help };
}

function optional<T>(name: string, kind: Kind<T>, says: string, help: string, example?: string): Setting<T | null> {
  return { name, kind, fallback: null, says, help, ...(example !== undefined && { example }) };
}

/** The most that a client may be allowed to store: more than any disk has. */
const storage = { most: 2 ** 50 };

/** The one table: the reader, its types, `--help` and docs/settings.md follow from it. */
const settings = {
  port: setting('PORT', integer(0, 65_535), '8080', 'Port to listen on; 0 takes any free one.'),
  host: optional(
    'HOST',
    text(),
    '0.0.0.0 with keys or as a worker, else 127.0.0.1',
    'Address to listen on. Plain HTTP: put TLS in front of it.',
  ),
  workerCount: optional(
    'WORKER_COUNT',
    integer(1, 256),
    'the number of cores, or fewer where memory is short',
    'Warm pages, each of which serves one request at a time.',
    '4',
  ),
  queueLimit: setting(
    'QUEUE_LIMIT',
    integer(0, 100_000),
    '100',
    'Synchronous requests that may wait for a worker; past it each client has its share of this number, and ' +
      'then 503 `overloaded`.',
  ),
  queueTimeout: setting(
    'QUEUE_TIMEOUT',
    duration({ least: 100 }),
    '30s',
    'The longest that a request waits for a worker; past it: 503 `overloaded`.',
  ),
  jobQueueLimit: setting(
    'JOB_QUEUE_LIMIT',
    integer(0, 10_000_000),
    '10000',
    'Jobs that may be queued; past it: 503 `overloaded`.',
  ),
  maxPages: setting(
    'MAX_PAGES',
    integer(1, 1_000_000),
    '10000',
    'Pages that one document may have; past it: 422 `too-many-pages`.',
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
  rateLimitIp: setting(
    'RATE_LIMIT_IP',
    integer(1, 10_000_000),
    '600',
    'Requests a minute from one address (an IPv6 /56 counts as one).',
  ),
  rateLimitAuthFailures: setting(
    'RATE_LIMIT_AUTH_FAILURES',
    integer(1, 10_000_000),
    '100',
    'Failed authentications a minute from one address; past it: 429.',
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
    duration({ least: 100 }),
    '60s',
    'What a synchronous request may take; past it its work is stopped: 504.',
  ),
  scriptTimeout: setting(
    'SCRIPT_TIMEOUT',
    duration({ least: 100 }),
    '10s',
    'How long a script of a document may run without a pause; past it: 422 `render-failed`.',
  ),
  grace: setting('GRACE', duration(), '30s', 'What requests under way may still take when the service stops.'),
  jobTimeout: setting(
    'JOB_TIMEOUT',
    duration({ least: 100 }),
    '15m',
    'What a job may take; past it it is stopped and has failed.',
  ),
  jobRetention: setting(
    'JOB_RETENTION',
    duration({ least: 60_000, most: 30 * 24 * 3_600_000 }),
    '24h',
    'How long the result of a job is stored, unless the job states it in `retain`; 1 min to 30 days.',
  ),
  jobLease: setting(
    'JOB_LEASE',
    duration({ least: 2000 }),
    '30s',
    'How long after the last sign of life of a process its jobs go to another; 2 s at least. Nodes that share ' +
      'a store need clocks that differ by much less.',
  ),
  storageQuota: optional(
    'STORAGE_QUOTA',
    bytes(storage),
    'none',
    'What one client may store, whatever its tier: inputs and results of jobs, stored answers and sessions. ' +
      'Past it: 429 `storage-quota-exceeded`.',
    '2GiB',
  ),
  storageQuotaCore: optional(
    'STORAGE_QUOTA_CORE',
    bytes(storage),
    'STORAGE_QUOTA, else 2GiB',
    'The same with core keys.',
    '2GiB',
  ),
  storageQuotaPro: optional(
    'STORAGE_QUOTA_PRO',
    bytes(storage),
    'STORAGE_QUOTA, else 10GiB',
    'The same with Pro keys.',
    '10GiB',
  ),
  storageQuotaEnterprise: optional(
    'STORAGE_QUOTA_ENTERPRISE',
    bytes(storage),
    'STORAGE_QUOTA, else 50GiB',
    'The same with Enterprise keys.',
    '50GiB',
  ),
  sessionsEnabled: setting('SESSIONS_ENABLED', flag(), 'false', 'Registers the session routes.'),
  sessionTtl: setting(
    'SESSION_TTL',
    duration({ least: 1000, most: 24 * 3_600_000 }),
    '1h',
    'How long an unused session lives; 24 h at most.',
  ),
  apiKeys: optional(
    'API_KEYS',
    secret(),
    'none',
    'Keys, as `key:client:tier:attributes`, separated by white space or `;`.',
  ),
  apiKeysFile: optional('API_KEYS_FILE', text(), 'none', 'File of keys, one a line, re-read when it changes.'),
  approvalRequired: setting(
    'APPROVAL_REQUIRED',
    toolNames(),
    'ai-certify',
    'Tools that need the approval of a human: see approvals.md.',
  ),
  approversFile: optional(
    'APPROVERS_FILE',
    text(),
    'none',
    'JWK set of the approvers’ public keys, re-read when it changes.',
  ),
  corsOrigins: setting('CORS_ORIGINS', origins(), '', 'Origins that browsers may call from, or `*`.'),
  trustProxy: setting(
    'TRUST_PROXY',
    trustedProxies(),
    'off',
    'Whose `X-Forwarded-For` to believe: `off`, the number of proxies in front, or their addresses and subnets.',
  ),
  dataDir: setting(
    'DATA_DIR',
    text(),
    './.data',
    'Folder of the embedded store, and of documents while they are received.',
  ),
  databaseUrl: optional('DATABASE_URL', secret(), 'the embedded store', 'PostgreSQL, for more than one node.'),
  blobDir: optional('BLOB_DIR', text(), 'within DATA_DIR', 'Folder of results, shared when several nodes run.'),
  role: setting(
    'ROLE',
    choice('all', 'api', 'worker'),
    'all',
    'What this process does: everything, or requests alone (`api`), or jobs alone (`worker`, which needs no ' +
      'keys and answers the probes only).',
  ),
  chromiumPath: optional('CHROMIUM_PATH', text(), 'looked for', 'The chromium-headless-shell or Chromium to run.'),
  chromiumSandbox: setting(
    'CHROMIUM_SANDBOX',
    choice('on', 'off'),
    'on',
    'The sandbox of Chromium; `off` only where the container itself is the sandbox.',
  ),
  fontsDir: optional('FONTS_DIR', text(), 'the bundled fonts', 'Folder of further fonts.'),
  templatesDir: optional('TEMPLATES_DIR', text(), 'the bundled templates', 'Folder of further templates.'),
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
    'How much is logged.',
  ),
  metricsPort: optional(
    'METRICS_PORT',
    integer(0, 65_535),
    'off',
    'Port of the metrics for Prometheus, on the same address; 0 takes any free one. They need no key: let ' +
      'nobody reach it but who may scrape.',
    '9090',
  ),
  problemBase: setting(
    'PROBLEM_BASE',
    url(),
    'https://colophon.dev/problems/',
    'What the `type` of a problem starts with.',
  ),
} as const satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;
type Read = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never };

/**
 * The settings as the service works with them: durations in milliseconds, sizes in bytes, rates in requests a minute.
 */
export interface Config extends Omit<Read, 'host' | 'workerCount'> {
  readonly host: string;
  readonly workerCount: number;
}

const prefix = 'SERVICE_';
const entries = Object.entries(settings) as [keyof Settings, Setting<unknown>][];

/** Every mistake in the settings, one a line: the service does not start. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(['The settings have mistakes:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

/**
 * Reads the settings out of `env` (pass `process.env`: this file is where it is read). An empty variable is an unset
 * one. Throws ConfigError with every mistake at once, unknown `SERVICE_*` names included.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name.startsWith(prefix) && value?.trim()),
  );
  const validated = schema.validate(given, { abortEarly: false });
  const values = validated.value as Record<string, unknown>;
  const mistakes = validated.error?.details.map(mistakeOf) ?? mistakesBetween(given, values);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const read = Object.fromEntries(
    entries.map(([key, { name }]) => [key, values[prefix + name] ?? null]),
  ) as unknown as Read;
  return {
    ...read,
    host:
      read.host ?? (read.role === 'worker' || (read.apiKeys ?? read.apiKeysFile) !== null ? '0.0.0.0' : '127.0.0.1'),
    workerCount: read.workerCount ?? Math.min(availableParallelism(), memoryShares().workers),
  };
}

const schema = Joi.object(Object.fromEntries(entries.map(([, entry]) => [prefix + entry.name, schemaOf(entry)])));

function schemaOf({ kind, fallback, example }: Setting<unknown>): Joi.Schema {
  const right = example ?? fallback;
  const read = Joi.string()
    .custom((value: string, helpers) => {
      const result = kind.parse(value.trim());
      if ('value' in result) return result.value;
      const isComplete = !right || result.mistake.includes('Use for example');
      return helpers.error('setting', {
        says: isComplete ? result.mistake : `${result.mistake} Use for example ${right}.`,
      });
    })
    .messages({ setting: '{#says}' });
  if (fallback === null) return read;
  const parsed = kind.parse(fallback);
  if ('mistake' in parsed) throw new Error(parsed.mistake);
  return read.default(() => parsed.value);
}

/** Limits of a tier that the operator sets, and that the limit of all requests does not let through. */
function mistakesBetween(
  given: Readonly<Record<string, string | undefined>>,
  values: Readonly<Record<string, unknown>>,
): string[] {
  const most = Number(values[`${prefix}BODY_LIMIT`]);
  const names = ['CORE', 'PRO', 'ENTERPRISE'].map((tier) => `${prefix}PAYLOAD_LIMIT_${tier}`);
  return names
    .filter((name) => given[name] !== undefined && Number(values[name]) > most)
    .map(
      (name) =>
        `${name}: '${given[name]}' is more than SERVICE_BODY_LIMIT, which is ${most} bytes. Raise that, or use ` +
        `for example ${most}.`,
    );
}

function mistakeOf({ type, path, message }: Joi.ValidationErrorItem): string {
  const name = String(path[0]);
  if (type !== 'object.unknown') return `${name}: ${message}`;
  const near = nearName(
    name,
    entries.map(([, entry]) => prefix + entry.name),
    4,
  );
  return `${name}: there is no such setting${near === null ? '.' : `; did you mean ${near}?`}`;
}

/** The settings as `--help` lists them. */
export function settingsHelp(): string {
  const lines = entries.map(
    ([, entry]) =>
      `  ${(prefix + entry.name).padEnd(34)} ${entry.help}\n  ${''.padEnd(34)} ${entry.kind.says}; default: ` +
      defaultOf(entry),
  );
  return ['Settings, all from the environment:', '', ...lines, ''].join('\n');
}

/** The settings as docs/settings.md tells them. */
export function settingsPage(): string {
  const rows = entries.map(([, entry]) =>
    `| \`${prefix}${entry.name}\` | ${entry.kind.says} | ${defaultOf(entry)} | ${entry.help} |`.replaceAll(
      '|`',
      '\\|`',
    ),
  );
  return [
    '# Settings',
    '',
    'All settings come from the environment and are read once, at the start. All mistakes are reported at ' +
      'once, and a name that starts with',
    '`SERVICE_` and is not in this table is one. An empty variable counts as unset. This page is made from the ' +
      'table in `src/config.ts`.',
    '',
    'Durations are `500ms`, `60s`, `5m`, `24h` (a bare number is seconds); sizes are `64MiB`, `8MB` (a bare ' +
      'number is bytes);',
    'rates are requests a minute; lists are separated by commas.',
    '',
    '| setting | kind | default | what it does |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function defaultOf({ fallback, says }: Setting<unknown>): string {
  return fallback === null ? (says ?? 'none') : fallback === '' ? 'none' : fallback;
}
