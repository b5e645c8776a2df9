import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { globSync, mkdtempSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { run } from './programs.ts';

/** As root PostgreSQL refuses to start: it gets the user of Debian's package, or nobody. */
const root = process.getuid?.() === 0;

/**
 * A real server, of the package that `npm test` installs: one for the whole run, in a temporary folder, on a Unix
 * socket. It writes through no disk cache: that guards against a power failure, which no test can cause; what a server
 * that is killed had written, the system still has.
 */
export interface PostgresServer {
  /** A new database: empty, or a copy of one that `prepare` has filled, which is done once for each such function. */
  database(prepare?: (url: string) => Promise<void>): Promise<TestDatabase>;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  /** `immediate` = as if the power had failed. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
}

export interface TestDatabase {
  readonly url: string;
  /** The password in `url`. */
  readonly password: string;
  readonly query: (text: string) => Promise<any[]>;
  remove(): Promise<void>;
}

let server: Promise<PostgresServer> | undefined;

/** The server of this run; it is stopped and removed when the run ends, however it ends. */
export function postgres(): Promise<PostgresServer> {
  server ??= startServer();
  return server;
}

async function startServer(): Promise<PostgresServer> {
  const programs =
    globSync('/usr/lib/postgresql/*/bin')
      .sort((a, b) => version(a) - version(b))
      .at(-1) ?? '';
  if (programs === '')
    throw new Error(
      'PostgreSQL is not installed, and the store for many nodes can not be tested without it. To mend it: ' +
        'apt-get install postgresql (npm test does that as root).',
    );
  const folder = mkdtempSync(join(tmpdir(), 'colophon-pg-'));
  const data = join(folder, 'data');
  const user = await identity();
  keep(user, programs, folder);
  const password = randomBytes(12).toString('base64url');
  const as = (program: string, ...args: string[]) =>
    run(...command(user, join(programs, program), args), { cwd: folder }).catch((error: unknown) =>
      failed(program, error),
    );

  if (user) await chown(folder, user.uid, user.gid);
  writeFileSync(join(folder, 'password'), password, { mode: 0o644 });
  await as(
    'initdb',
    '--no-sync',
    '-D',
    data,
    '-U',
    'colophon',
    '--auth=scram-sha-256',
    `--pwfile=${join(folder, 'password')}`,
    '--encoding=UTF8',
    '--locale=C',
  );
  const options =
    `-c listen_addresses='' -c unix_socket_directories='${folder}' -c max_connections=200 -c ` +
    'log_min_messages=fatal -c fsync=off -c full_page_writes=off';
  const start = async () => {
    await as('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', options, 'start');
  };
  const stop = async (mode: string) => {
    await as('pg_ctl', '-D', data, '-w', '-s', '-m', mode, 'stop');
  };
  await start();

  const urlOf = (name: string) => `postgresql://colophon:${password}@/${name}?host=${encodeURIComponent(folder)}`;
  let count = 0;
  const templates = new Map<(url: string) => Promise<void>, Promise<string>>();
  const template = async (prepare: (url: string) => Promise<void>) => {
    const name = `filled${templates.size}`;
    await ask(urlOf('postgres'), `CREATE DATABASE ${name}`);
    await prepare(urlOf(name));
    return name;
  };
  return {
    start,
    stop,
    async restart(mode) {
      await stop(mode);
      await start();
    },
    async database(prepare) {
      const name = `test${(count += 1)}`;
      if (prepare !== undefined && !templates.has(prepare)) templates.set(prepare, template(prepare));
      const from = prepare === undefined ? '' : ` TEMPLATE ${await templates.get(prepare)!}`;
      await ask(urlOf('postgres'), `CREATE DATABASE ${name}${from}`);
      const remove = async () => {
        await ask(urlOf('postgres'), `DROP DATABASE ${name} WITH (FORCE)`);
      };
      return { url: urlOf(name), password, query: (text) => ask(urlOf(name), text), remove };
    },
  };
}

/**
 * Waits for the end of this process (its pipe closes, also when it is killed), then stops the server and removes the
 * folder.
 */
function keep(user: Identity | null, programs: string, folder: string): void {
  const [stop, args] = command(user, join(programs, 'pg_ctl'), [
    '-D',
    join(folder, 'data'),
    '-s',
    '-w',
    '-m',
    'immediate',
    'stop',
  ]);
  // at the second try it has come up that was starting
  const script = 'folder=$1; shift; cat > /dev/null; "$@" || { sleep 2; "$@"; }; rm -rf "$folder"';
  const keeper = spawn('sh', ['-c', script, 'sh', folder, stop, ...args], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  (keeper.stdin as unknown as { unref(): void }).unref();
}

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

async function identity(): Promise<Identity | null> {
  if (!root) return null;
  const id = async (flag: string) =>
    Number((await run('id', [flag, 'postgres']).catch(() => ({ stdout: '65534' }))).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

function command(user: Identity | null, program: string, args: readonly string[]): [string, string[]] {
  return user
    ? ['setpriv', [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--', program, ...args]]
    : [program, [...args]];
}

function failed(program: string, error: unknown): never {
  const { stderr, message } = error as { stderr?: string; message: string };
  throw new Error(`PostgreSQL's ${program} failed: ${stderr ?? message}`, { cause: error });
}

function version(folder: string): number {
  return Number(folder.split('/').at(-2));
}

async function ask(url: string, text: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
