import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * The entry point. Modules are imported after the compile cache is on: with it they load in two thirds of the time. Where
 * its folder cannot be written, Node goes on without it.
 */
enableCompileCache(
  process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '..', 'node_modules', '.cache', 'colophon', 'compile'),
);

/**
 * Node.js holds the output buffer of each call of zlib until a full garbage collection, and with it the pool from which
 * that buffer is taken. With the usual pools of 64 kB, such a collection was necessary every 230 invoices.
 */
Buffer.poolSize = 8192;

const given = process.argv.slice(2);

if (given.includes('--help')) {
  const { settingsHelp } = await import('./config/settings-text.ts');
  process.stdout.write(`${settingsHelp()}\n`);
} else if (given.length > 0) {
  const { unknownArguments } = await import('./config/settings-text.ts');
  fail(new Error(unknownArguments(given)));
} else await import('./serve.ts').then(({ serve }) => serve()).catch(fail);

/** Reports a failed start as a sentence, without a stack. */
function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 3000).unref();
}
