// Builds src/ into dist/ and the client into client/dist/ when anything that the build reads has changed since the last one.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, say, stop, systemEnvironment } from './project.mjs';

const dist = join(root, 'dist');
const clientSource = join(root, 'client', 'src');
const clientEntry = join(root, 'client', 'dist', 'index.js');
const stampFile = join(dist, '.stamp');

export function buildIfStale() {
  const stamp = sourceStamp();
  const built = [join(dist, 'main.js'), ...(existsSync(clientSource) ? [clientEntry] : [])].every((file) =>
    existsSync(file),
  );
  if (built && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  say('Building ...');
  rmSync(stampFile, { force: true }); // before the build: one that fails or is cut off must not pass for this one
  // The script of package.json decides what a build is; it needs no more of PATH than npm itself.
  const { status, signal, error } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: systemEnvironment(),
  });
  if (signal) process.exit(130);
  if (error || status !== 0) stop(`The build failed (${error ? error.message : 'see above'}), so nothing was started.`);
  writeFileSync(stampFile, stamp);
}

/** Names, sizes and times: reading all files would take a tenth of a start. */
function sourceStamp() {
  const inputs = [
    ...[join(root, 'src'), clientSource].flatMap((folder) => (existsSync(folder) ? filesUnder(folder) : [])),
    ...['bundle.mjs', 'client.mjs'].map((name) => join(root, 'scripts', name)),
    ...readdirSync(root)
      .filter((name) => /^tsconfig.*\.json$|^package(-lock)?\.json$/.test(name))
      .map((name) => join(root, name)),
  ];
  const hash = createHash('sha256');
  for (const file of inputs.sort()) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(file);
    hash.update(`${relative(root, file)}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\0`);
  }
  return hash.digest('hex');
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
