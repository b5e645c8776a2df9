import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { installedTools } from '../calls/pipe/installed-tools.ts';
import { loadEditions } from '../editions/registry.ts';
import { parseKeys } from '../calls/access/key-entries.ts';
import { KeysError, makeKey } from '../calls/access/keys.ts';

const usage = `Makes an API key and prints it once.

  npm run keys -- --client acme --tier pro [--scope render+merge] [--rate 120] [--expires 2027-01-31]
`;

/**
 * Makes a key with its entry in both forms, as lines for a terminal. Throws KeysError when the arguments make no valid
 * entry.
 */
export function newKey(args: readonly string[], tools: readonly string[]): string {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { client: text, tier: text, scope: text, rate: text, expires: text },
  });
  const attributes = (['scope', 'rate', 'expires'] as const).flatMap((name) =>
    values[name] === undefined ? [] : [`${name}=${values[name]}`],
  );
  const { key, hashedKey } = makeKey();
  const rest = `${values.client ?? ''}:${values.tier ?? 'core'}:${attributes.join(',')}`;
  const { keys, mistakes } = parseKeys([`${key}:${rest}`], 'The new key', new Set(tools));
  if (mistakes.length > 0) throw new KeysError(mistakes);
  if (keys.some(({ expiresAt }) => expiresAt !== null && expiresAt <= Date.now()))
    throw new KeysError([`The new key would be expired: ${values.expires ?? ''} is in the past. Name its last day.`]);
  return [
    'The key, for the client. It is shown this once:',
    `  ${key}`,
    '',
    'Its entry, without the secret. Append this line to a file of keys, for example keys.txt:',
    `  ${hashedKey}:${rest}`,
    '',
    'Start the service with that file; a running service reads it again by itself when it changes:',
    '  SERVICE_API_KEYS_FILE=keys.txt npm start',
    '',
    'The client sends the key in a header of each request:',
    `  export KEY=${key}`,
    '  curl http://127.0.0.1:8080/api/v1/capabilities -H "Authorization: Bearer $KEY"',
    '',
    'Where only the environment can hold keys, SERVICE_API_KEYS takes the entry with the secret in place of a file:',
    `  ${key}:${rest}`,
    '',
  ].join('\n');
}

async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(usage);
    return;
  }
  try {
    const editions = await loadEditions();
    process.stdout.write(
      newKey(
        args,
        installedTools(editions).map(({ name }) => name),
      ),
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(process.argv.slice(2));
