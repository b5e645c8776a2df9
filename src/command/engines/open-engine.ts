import { UsageError } from '../exit-codes.ts';
import type { Engine } from './call.ts';
import type { Arguments } from '../arguments/parse-arguments.ts';
import type { Files } from '../arguments/read-files.ts';
import type { Surroundings } from '../surroundings.ts';

/** Opens what runs the calls of a command: this process, or the service of `--server`. Throws UsageError. */
export async function openEngine(
  { given, files }: { readonly given: Arguments['given']; readonly files: Files },
  around: Surroundings,
): Promise<Engine> {
  const [server] = given.get('server') ?? [];
  const [keyFile] = given.get('key-file') ?? [];
  const hosts = given.get('allow-network') ?? [];
  if (server === undefined) {
    if (keyFile !== undefined) throw new UsageError('`--key-file` goes with `--server`.');
    const { ownEngine } = await import('./own-engine.ts');
    return ownEngine(await around.openOwn({ networkAllow: hosts.join(',') }), around.signal);
  }
  if (hosts.length > 0)
    throw new UsageError('`--allow-network` does not go with `--server`: the service decides what it loads.');
  const { serviceEngine, serviceUrl } = await import('./service-engine.ts');
  const key = keyFile === undefined ? null : keyOf(await files.read(keyFile), keyFile);
  return serviceEngine({ url: serviceUrl(server), key }, around.signal);
}

/** The key in a file, which holds nothing else. */
function keyOf(bytes: Buffer, path: string): string {
  const key = bytes.toString('utf8').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError(`'${path}' does not hold a key alone.`);
  return key;
}
