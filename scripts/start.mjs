// `npm start`: installs what is missing, builds when the sources changed, and runs the service until it ends.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { buildIfStale } from './build.mjs';
import { findCommand, root, serviceNode, stop } from './project.mjs';
import { chromiumSetting, setup } from './setup.mjs';

const together = 500; // milliseconds within which the same signal counts as one

const fonts = setup();
buildIfStale();
await fonts;
// A larger young generation: printed pages pass through as large short-lived strings, and each small collection costs
// about a millisecond. A larger old generation to begin with: otherwise every print of a megabyte starts a full
// collection, which takes 50 ms.
const memory = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--initial-old-space-size=256'];
run(serviceNode(), [...memory, join(root, 'dist', 'main.js'), ...process.argv.slice(2)]);

/**
 * Runs the service as a child of this process and ends as it ends.
 *
 * A terminal sends Ctrl+C to every process of the group, and npm passes it on once more; the service would take the
 * second for "stop at once". So it gets a group of its own, and each signal from here exactly once. `--pdeathsig` stops
 * it should this process be killed outright, which its own group would otherwise hide from it.
 */
function run(node, args) {
  const setpriv = process.platform === 'linux' ? findCommand('setpriv') : undefined;
  const [command, ...rest] = setpriv ? [setpriv, '--pdeathsig', 'TERM', node, ...args] : [node, ...args];
  const service = spawn(command, rest, {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...chromiumSetting() },
  });
  service.on('error', (error) => stop(`The service could not be started: ${error.message}`));
  service.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

  const passedOn = {};
  const passOn = (signal) => {
    if (Date.now() - (passedOn[signal] ?? 0) > together) service.kill(signal);
    passedOn[signal] = Date.now();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, passOn);

  // A `kill` of npm may not reach this process (a shell between them swallows it). Losing the parent means the same.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      if (Object.keys(passedOn).length === 0) passOn('SIGTERM');
    }, 500);
  }
}
