import { flushCompileCache } from 'node:module';
import { constants } from 'node:os';
import { ownBrowser, type OwnBrowser } from '../../app/own-browser.ts';
import { createLog } from '../../log.ts';
import { chromiumFinder } from './chromium-path.ts';
import { programs } from './programs.ts';

/** A signal that a person or the system sent. */
class Interrupted extends Error {
  readonly code: number;

  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`);
    this.code = 128 + constants.signals[signal];
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const brokenPipe = 128 + constants.signals.SIGPIPE;

/** Runs the command, and ends the process with its exit code. `chromium` names the browser; '' = an installed one. */
export async function main(args: readonly string[], chromium: string): Promise<void> {
  const signal = stoppedBy();
  endWithReader();
  const log = createLog('silent');
  // A browser takes longest to start, so it starts before the other modules are loaded.
  const browser = ownBrowser(log, chromiumFinder(chromium));
  if (printsHere(args)) await browser.spawned();
  const code = await run(args, { browser, signal });
  process.exitCode = code;
  flushCompileCache();
  process.exit(code); // whatever is open is killed and removed in the event `exit`
}

interface Running {
  readonly browser: OwnBrowser;
  readonly signal: AbortSignal;
}

async function run(args: readonly string[], { browser, signal }: Running): Promise<number> {
  const [{ runCommand }, { openOwnCalls }, { loadEditions }, { packageVersion }] = await Promise.all([
    import('../../command/run-command.ts'),
    import('../../app/own-calls.ts'),
    import('../../editions/registry.ts'),
    import('../../app/package-files.ts'),
  ]);
  const openOwn = ({ networkAllow }: { readonly networkAllow: string }) =>
    openOwnCalls(browser.log, { NETWORK_ALLOW: networkAllow }, browser);
  try {
    return await runCommand(args, {
      input: process.stdin,
      output: process.stdout,
      errors: process.stderr,
      signal,
      version: packageVersion,
      editions: () => loadEditions(),
      openOwn,
      programs: programs({ openOwn, signal }),
    });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    await browser.close();
    return error.code;
  }
}

/** True for arguments that print in this process. A mistake in them is found while the browser starts. */
function printsHere(args: readonly string[]): boolean {
  const [name = ''] = args;
  const isElsewhere = (argument: string) => /^(?:--server\b|--help$|-h$)/.test(argument);
  return (name === 'html' || name === 'render') && args.length > 1 && !args.some(isElsewhere);
}

/** Aborts at the first signal; the second ends the process at once. */
function stoppedBy(): AbortSignal {
  const stop = new AbortController();
  for (const name of signals)
    process.on(name, () => {
      const interrupted = new Interrupted(name);
      if (stop.signal.aborted) process.exit(interrupted.code);
      stop.abort(interrupted);
    });
  return stop.signal;
}

/** Ends the process where nobody reads its output any more, as `head` does. */
function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(brokenPipe);
    });
}
