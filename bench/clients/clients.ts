import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../service.ts';
import { compileCsharp } from './csharp.ts';
import { hasCommand, installPackages, pythonWith, run } from './tools.ts';

/** What clients are made of, and the folder that this needs: `npm run clients` makes both anew, but for downloads. */
const project = join(import.meta.dirname, '../..');
const openapi = join(project, 'openapi.json');
const programs = join(import.meta.dirname, 'programs');
const work = join(project, '.tmp', 'clients');

/** One generator of clients: makes a client and compiles it, and gives the command that renders a PDF with it. */
interface Generator {
  readonly needs: readonly string[];
  make(folder: string): readonly string[];
}

const typescript = ['typescript@5.9.3', '@types/node@24.9.2'];

const generators: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    needs: [],
    make(folder) {
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      run(folder, ['npm', 'install', '--silent', '--prefix', '.', 'openapi-typescript@7.13.0', ...typescript]);
      // Without that option, each property with a default counts as required, also in requests.
      run(folder, ['node_modules/.bin/openapi-typescript', openapi, '--default-non-nullable=false', '-o', 'api.d.ts']);
      const program = takeProgram(folder, 'render-types.ts');
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--allowImportingTsExtensions'];
      run(folder, ['node_modules/.bin/tsc', ...options, '--target', 'es2022', program]);
      return [process.execPath, program];
    },
  },
  'openapi-python-client': {
    needs: ['python3'],
    make(folder) {
      const bin = pythonWith(join(work, 'python-client'), 'openapi-python-client==0.29.1');
      const output = ['--output-path', 'colophon_client', '--overwrite', '--meta', 'none'];
      const warnings = run(folder, [join(bin, 'openapi-python-client'), 'generate', '--path', openapi, ...output]);
      if (/warning|error/i.test(warnings)) throw new Error(warnings);
      run(folder, [join(bin, 'python'), '-m', 'compileall', '-q', 'colophon_client']);
      return [join(bin, 'python'), takeProgram(folder, 'render_httpx.py')];
    },
  },
  'typescript-fetch': {
    needs: ['python3', 'java'],
    make(folder) {
      generate(folder, 'typescript-fetch');
      run(folder, ['npm', 'install', '--silent', '--prefix', '.', ...typescript]);
      const program = takeProgram(folder, 'render-fetch.ts');
      const options = ['--strict', '--module', 'commonjs', '--target', 'es2022', '--outDir', 'dist'];
      run(folder, ['node_modules/.bin/tsc', ...options, program]);
      return [process.execPath, 'dist/render-fetch.js'];
    },
  },
  python: {
    needs: ['python3', 'java'],
    make(folder) {
      generate(folder, 'python');
      const bin = pythonWith(
        join(work, 'python'),
        '-r',
        join(folder, 'client/requirements.txt'),
        '-e',
        join(folder, 'client'),
      );
      const modules = readdirSync(join(folder, 'client/openapi_client/models')).filter((name) =>
        /^[a-z].*[.]py$/.test(name),
      );
      const imports = modules.map((name) => `import openapi_client.models.${name.slice(0, -3)}`).join('\n');
      run(folder, [join(bin, 'python'), '-c', imports]);
      return [join(bin, 'python'), takeProgram(folder, 'render_openapi_client.py')];
    },
  },
  go: {
    needs: ['python3', 'java', 'go'],
    make(folder) {
      generate(folder, 'go', '--git-host', 'example.com', '--git-user-id', 'colophon', '--git-repo-id', 'client');
      takeProgram(folder, 'render.go');
      const replace = 'replace example.com/colophon/client => ./client';
      writeFileSync(join(folder, 'go.mod'), `module example.com/colophon/render\n\ngo 1.23\n\n${replace}\n`);
      run(folder, ['go', 'mod', 'tidy']);
      run(folder, ['go', 'vet', 'example.com/colophon/client', '.']);
      run(folder, ['go', 'build', '-o', 'render', '.']);
      return ['./render'];
    },
  },
  java: {
    needs: ['python3', 'java', 'javac', 'mvn'],
    make(folder) {
      generate(folder, 'java');
      const client = join(folder, 'client');
      takeProgram(join(client, 'src/main/java'), 'Render.java');
      run(client, ['mvn', '-q', '-B', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt']);
      const libraries = readFileSync(join(client, 'classpath.txt'), 'utf8').trim();
      return ['java', '-cp', `${join(client, 'target/classes')}:${libraries}`, 'Render'];
    },
  },
  csharp: {
    needs: ['python3', 'java'],
    make(folder) {
      const properties = 'packageName=Colophon.Client,library=httpclient,targetFramework=netstandard2.1';
      generate(folder, 'csharp', '--additional-properties', `${properties},supportsRetry=false`);
      return compileCsharp(folder, join(work, 'dotnet'), takeProgram(folder, 'Render.cs'));
    },
  },
  php: {
    needs: ['python3', 'java', 'php'],
    make(folder) {
      generate(folder, 'php');
      installPackages('php-guzzlehttp-guzzle', 'php-mbstring');
      run(folder, ['sh', '-c', 'find client/lib -name "*.php" -print0 | xargs -0 -n 1 php -l']);
      return ['php', takeProgram(folder, 'render.php')];
    },
  },
};

/** openapi-generator makes a client in `client`. */
function generate(folder: string, language: string, ...options: string[]): void {
  const bin = pythonWith(join(work, 'openapi-generator'), 'openapi-generator-cli==7.25.0');
  const without = ['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'];
  const output = ['-i', openapi, '-g', language, '-o', 'client', ...without, ...options];
  run(folder, [join(bin, 'openapi-generator-cli'), 'generate', ...output]);
}

function takeProgram(folder: string, name: string): string {
  copyFileSync(join(programs, name), join(folder, name));
  return name;
}

/** One sentence of how it went with a generator; throws where it went wrong. */
function tryGenerator(name: string, generator: Generator, environment: Readonly<Record<string, string>>): string {
  const missing = generator.needs.find((command) => !hasCommand(command));
  const folder = join(work, 'made', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (missing !== undefined) {
    generate(folder, name);
    return `generated; not compiled, as ${missing} is not on this machine and in none of its packages`;
  }
  const program = generator.make(folder);
  const output = join(folder, 'output.pdf');
  run(folder, program, { ...environment, OUTPUT: output });
  const head = readFileSync(output).subarray(0, 5).toString('latin1');
  if (head !== '%PDF-') throw new Error(`${output} starts with ${JSON.stringify(head)}`);
  return 'generated, compiled, rendered a PDF';
}

const chosen = process.argv.slice(2);
const service = await startService();
try {
  const environment = { SERVICE_URL: `http://127.0.0.1:${service.port}`, SERVICE_KEY: service.key };
  for (const [name, generator] of Object.entries(generators)) {
    if (chosen.length === 0 || chosen.includes(name)) report(name, generator, environment);
  }
} finally {
  await service.stop();
}

function report(name: string, generator: Generator, environment: Readonly<Record<string, string>>): void {
  const startedMs = performance.now();
  try {
    const result = tryGenerator(name, generator, environment);
    console.log(`${name}: ${result} (${Math.round((performance.now() - startedMs) / 1000)} s)`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`${name}: FAILED\n${(error as Error).message}`);
  }
}
