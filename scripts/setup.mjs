// Installs what is missing: npm dependencies, a Chromium, fonts for Chinese, Japanese and Korean; with --test also the
// tools that the tests judge with; with --browser a Chromium alone, whose path it prints (the command `colophon`, which
// also runs without this project's package-lock.json). Says nothing when nothing is missing. `npm start` and `npm test`
// begin with it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collectionsToMake, systemCollections } from './cjk-fonts.mjs';
import { canMakeEnvironment, makeClientEnvironment } from './client-python.mjs';
import { installDependencies, seconds, siteFolder, sitePackages } from './packages.mjs';
import { findCommand, isExecutable, root, say, stop } from './project.mjs';

// Headless-shell first: it is 3 to 5 times faster than a full Chromium on small documents.
const browsers = [
  '/usr/lib/chromium/chromium-headless-shell',
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
];
const testTools = {
  pdftotext: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdfsig: 'poppler-utils',
  qpdf: 'qpdf',
  openssl: 'openssl',
  unzip: 'unzip',
  postgres: 'postgresql',
};
// Debian has one folder of programs a version, none of them on PATH.
const postgresFolder = '/usr/lib/postgresql';
// Read by postgresql-common when a server is installed. The tests start their own server; nobody asked for another on
// port 5432.
const noCluster = '/etc/postgresql-common/createcluster.d/colophon-tests.conf';
// What the service does without, with a word about it: package, is it needed here, what its absence means. Those of
// `test` are for the tests alone.
const extras = [
  {
    name: 'fonts-noto-cjk',
    needed: () => process.platform === 'linux' && systemCollections().length === 0,
    without: 'Chinese, Japanese and Korean text has no glyphs here',
  },
  {
    name: 'chromium-sandbox',
    needed: () => needsSetuidSandbox(),
    without:
      'Chromium may find no sandbox here (this system gives ordinary users no user namespaces), and the ' +
      'service will say so',
  },
  {
    name: 'python3-venv',
    test: true,
    needed: () => !canMakeEnvironment(),
    without: 'there is no Python 3.10 with venv, so the tests of the Python client are skipped',
  },
];
const forCommand = process.argv.includes('--browser');
const elsewhere = forCommand
  ? 'COLOPHON_CHROMIUM=/path/to/chromium colophon ...'
  : 'SERVICE_CHROMIUM_PATH=/path/to/chromium npm start';
const noteOf = ({ name }) => join(root, 'node_modules', '.cache', 'colophon', `${name}-missing`);
const day = 24 * 60 * 60 * 1000;

/** Installs, and resolves once the fonts are made too, which goes on beside what the caller does next. */
export function setup({ test = false } = {}) {
  installDependencies('.', 'the npm dependencies');
  if (test) installDependencies(siteFolder, sitePackages); // test/docs/site.test.ts builds the site
  installPackages({ test });
  if (test) makeClientEnvironment();
  return makeFonts();
}

/** In a process of its own: the caller may be busy with a build. */
async function makeFonts() {
  if (collectionsToMake().length === 0) return;
  say('Making TrueType versions of the fonts for Chinese, Japanese and Korean (once, about 20 s) ...');
  const started = Date.now();
  const making = spawn(process.execPath, [join(root, 'scripts', 'cjk-fonts.mjs')], { stdio: ['ignore', 2, 2] });
  const problem = await new Promise((resolve) => {
    making.on('error', (error) => resolve(error.message));
    making.on('exit', (code, signal) =>
      resolve(code === 0 ? undefined : `it ended with ${signal ?? code}; its own words are above`),
    );
  });
  if (problem === undefined) say(`Fonts made in ${seconds(started)}.`);
  else
    say(
      `Warning: the fonts could not be made (${problem}). Chinese, Japanese and Korean text is embedded as ` +
        'Type 3 fonts until the next start.',
    );
}

// ---- system packages

function installPackages({ test }) {
  const needsBrowser = !chromium();
  const tools = test ? missingTools() : [];
  // Chromium refuses its sandbox to root, so root starts it through setpriv. Debian always has it; others may not.
  const needsSetpriv = process.platform === 'linux' && process.getuid() === 0 && !findCommand('setpriv');

  const required = [
    ...(needsBrowser ? ['chromium-headless-shell'] : []),
    ...(needsSetpriv ? ['util-linux'] : []),
    ...new Set(tools.map((tool) => testTools[tool])),
  ];
  const wished = forCommand ? [] : extras.filter((extra) => (test || !extra.test) && extra.needed());
  if (required.length === 0 && wished.every(notedToday)) return;

  const why = whyNotApt();
  if (why && required.length > 0) stop(missingWords({ needsBrowser, needsSetpriv, tools, required, wished, why }));
  if (!why) aptInstall({ required, wished, tools, needsBrowser });
  for (const extra of wished) if (extra.needed()) warnOf(extra);
}

function missingTools() {
  const there = (tool) =>
    tool === 'postgres' ? postgresPrograms().some((folder) => isExecutable(join(folder, tool))) : findCommand(tool);
  return Object.keys(testTools).filter((tool) => !there(tool));
}

function postgresPrograms() {
  return existsSync(postgresFolder)
    ? readdirSync(postgresFolder).map((version) => join(postgresFolder, version, 'bin'))
    : [];
}

/** The browser that SERVICE_CHROMIUM_PATH names, else the first one found. */
function chromium() {
  const named = process.env.SERVICE_CHROMIUM_PATH;
  if (!named) return findCommand(...browsers);
  if (isExecutable(named)) return named;
  return stop([
    `SERVICE_CHROMIUM_PATH is '${named}', and there is no program at that place.`,
    'To mend it: correct the setting, or remove it (unset SERVICE_CHROMIUM_PATH) so that a Chromium is looked ' +
      'for and, on Debian as root, installed.',
  ]);
}

/** For the service's environment: it looks in /usr/bin by itself, and this one may be elsewhere on PATH. */
export function chromiumSetting() {
  const found = process.env.SERVICE_CHROMIUM_PATH ? undefined : findCommand(...browsers);
  return found && !/^\/usr\/(bin|lib)\//.test(found) ? { SERVICE_CHROMIUM_PATH: found } : {};
}

/**
 * Debian's Chromium makes its sandbox from user namespaces, and falls back on a set-user-id helper where it may not: in
 * a plain chroot, or with kernel.unprivileged_userns_clone=0. Asks the kernel (5 ms) only while the helper is not
 * there.
 */
function needsSetuidSandbox() {
  if (process.platform !== 'linux' || process.getuid() !== 0 || process.env.SERVICE_CHROMIUM_SANDBOX === 'off')
    return false;
  const setpriv = findCommand('setpriv');
  if (!setpriv || !findCommand('apt-get') || existsSync('/usr/lib/chromium/chrome-sandbox')) return false;
  const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs', '--'];
  return spawnSync(setpriv, [...nobody, 'unshare', '--user', 'true'], { stdio: 'ignore' }).status !== 0;
}

function whyNotApt() {
  if (!findCommand('apt-get')) return 'no-apt';
  return process.getuid() === 0 ? undefined : 'not-root';
}

function missingWords({ needsBrowser, needsSetpriv, tools, required, wished, why }) {
  const lines = ['Colophon cannot start yet. What is missing on this machine:'];
  if (needsBrowser) lines.push('  - a Chromium to print with (chromium-headless-shell, chromium or google-chrome)');
  if (needsSetpriv) lines.push('  - setpriv (util-linux), which gives up root before Chromium starts');
  if (tools.length > 0) lines.push(`  - ${tools.join(', ')}: the tests judge the PDFs and the stores with them`);
  lines.push('', 'To mend it:');
  if (why === 'not-root') {
    const packages = [...required, ...wished.map(({ name }) => name)].join(' ');
    lines.push(`  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages}`);
  } else {
    lines.push('  There is no apt-get here, so install them with the package manager of this system.');
  }
  if (needsBrowser) lines.push(`  A Chromium that is somewhere else will do as well: ${elsewhere}`);
  return lines;
}

function aptInstall({ required, wished, tools, needsBrowser }) {
  const names = wished.map(({ name }) => name);
  const started = Date.now();
  say(`Installing ${[...required, ...names].join(', ')} with apt-get${needsBrowser ? ' (about a minute)' : ''} ...`);
  const update = apt('update'); // one source that fails need not stop the packages that the others have
  const install = withoutCluster(required.includes(testTools.postgres), () => {
    const all = apt('install', ...required, ...names);
    return !all.ok && names.length > 0 && required.length > 0 ? apt('install', ...required) : all;
  });
  const browserFound = findCommand(...browsers) ?? process.env.SERVICE_CHROMIUM_PATH;
  const stillMissing =
    (required.length > 0 && !install.ok) || !browserFound || missingTools().some((tool) => tools.includes(tool));
  if (stillMissing) {
    stop([
      `apt-get could not install ${required.join(', ')}. Its own words:`,
      ...[...update.complaints, ...install.complaints].map((line) => `  ${line}`),
      '',
      'To mend it: check that this machine reaches its package mirror, then run the same command again; or do ' +
        'it by hand:',
      `  apt-get update && apt-get install -y --no-install-recommends ${required.join(' ')}`,
      ...(needsBrowser
        ? [
            'chromium-headless-shell is a package of Debian 12 and newer. Elsewhere install any Chromium or ' +
              `Chrome, and name it: ${elsewhere}`,
          ]
        : []),
    ]);
  }
  say(`Done in ${seconds(started)}.`);
}

/** Installs a PostgreSQL server without the database cluster that Debian would make and start. */
function withoutCluster(installsPostgres, install) {
  if (!installsPostgres) return install();
  mkdirSync(dirname(noCluster), { recursive: true });
  writeFileSync(noCluster, 'create_main_cluster = false\n');
  const forget = () => rmSync(noCluster, { force: true });
  process.on('exit', forget); // also when it is interrupted
  try {
    return install();
  } finally {
    forget();
  }
}

function apt(command, ...packages) {
  const options = [
    '-qq',
    '-o',
    'DPkg::Lock::Timeout=120',
    '-o',
    'APT::Acquire::Retries=2',
    '-o',
    'Acquire::http::Timeout=30',
  ];
  const args =
    command === 'install' ? [command, ...options, '-y', '--no-install-recommends', ...packages] : [command, ...options];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  // Lists are not waited for by DPkg::Lock::Timeout, so another apt-get update that is under way is waited for here.
  for (const deadline = Date.now() + 120_000; ; spawnSync('sleep', ['2'])) {
    const { status, signal, stdout, stderr } = spawnSync(findCommand('apt-get'), args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (signal) process.exit(130);
    const lines = `${stderr}${stdout}`.split('\n').filter(Boolean);
    if (status !== 0 && stderr.includes('Could not get lock') && Date.now() < deadline) continue;
    const errors = lines.filter((line) => /^[EW]: /.test(line));
    // an update that reached nothing only warns
    return { ok: status === 0, complaints: (errors.length > 0 || status === 0 ? errors : lines).slice(-8) };
  }
}

/** Once a day, and it keeps apt-get from being tried at every start. */
function warnOf(extra) {
  say(`Warning: ${extra.name} is not installed: ${extra.without}. To mend it: apt-get install ${extra.name}`);
  mkdirSync(dirname(noteOf(extra)), { recursive: true });
  writeFileSync(noteOf(extra), '');
}

function notedToday(extra) {
  return existsSync(noteOf(extra)) && Date.now() - statSync(noteOf(extra)).mtimeMs < day;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!forCommand) await setup({ test: process.argv.includes('--test') });
  else {
    delete process.env.SERVICE_CHROMIUM_PATH; // of a service, not of the command
    installPackages({ test: false });
    process.stdout.write(chromium() ?? '');
  }
}
