import { nearName } from '../near-names.ts';
import { prefix, type Setting } from './setting.ts';
import { settingEntries } from './settings.ts';

/** The settings as `--help` lists them. */
export function settingsHelp(): string {
  const lines = settingEntries.map(
    ([, entry]) =>
      `  ${(prefix + entry.name).padEnd(34)} ${entry.help}\n  ${''.padEnd(34)} ${entry.kind.label}; default: ` +
      defaultOf(entry),
  );
  return ['Settings, all from the environment:', '', ...lines, ''].join('\n');
}

const asSetting = (text: string) => text.toUpperCase().replaceAll('-', '_');

/** What is wrong with arguments of the service, which takes none: settings are variables. */
export function unknownArguments(given: readonly string[]): string {
  const [first = '', second = ''] = given;
  const [, flag = '', value = second.startsWith('-') ? '' : second] = /^--?([^=]*)(?:=(.*))?$/.exec(first) ?? [];
  const names = settingEntries.map(([, { name }]) => name);
  const meant = names.find((name) => name === asSetting(flag)) ?? nearName(asSetting(flag), names);
  const example = meant === null ? '' : `, here ${prefix}${meant}=${value === '' ? '...' : value} npm start`;
  return `There is no argument '${first}'. Settings are variables of the environment${example}; --help lists them.`;
}

/** The settings as docs/settings.md lists them. */
export function settingsPage(): string {
  const rows = settingEntries.map(([, entry]) =>
    `| \`${prefix}${entry.name}\` | ${entry.kind.label} | ${defaultOf(entry)} | ${entry.help} |`.replaceAll(
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
      'table in `src/config/settings.ts`.',
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

function defaultOf({ fallback, unset }: Setting<unknown>): string {
  return fallback === null ? (unset ?? 'none') : fallback === '' ? 'none' : fallback;
}
