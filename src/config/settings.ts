import { choice, domains, integer, origins, secret, text, toolNames, trustedProxies, url } from './setting-kinds.ts';
import { optional, setting, type Setting } from './setting.ts';
import { workSettings } from './work-settings.ts';

/** What the `type` of a problem starts with, where nobody has set another start. */
export const defaultProblemBase = 'https://colophon.dev/problems/';

/** The table of settings. The reader (config.ts), its types, `--help` and docs/settings.md follow from it. */
export const settings = {
  port: setting('PORT', integer(0, 65_535), '8080', 'Port to listen on; 0 takes any free one.'),
  host: optional('HOST', text(), {
    unset: '0.0.0.0 with keys or as a worker, else 127.0.0.1',
    help: 'Address to listen on. Plain HTTP: put TLS in front of it.',
  }),
  ...workSettings,
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
  problemBase: setting('PROBLEM_BASE', url(), defaultProblemBase, 'What the `type` of a problem starts with.'),
} as const satisfies Record<string, Setting<unknown>>;

/** The table by the keys of `Config`, with the type of value of each setting. */
export type Settings = typeof settings;

/** The table as pairs of the key in `Config` and the setting. */
export const settingEntries = Object.entries(settings) as [key: keyof Settings, setting: Setting<unknown>][];
