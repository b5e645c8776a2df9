import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The output of the linter; `passed` only when there is no finding. */
export interface LintResult {
  readonly passed: boolean;
  readonly output: string;
}

/** Lints an OpenAPI file with Redocly by the rules of docs/redocly.yaml. Works without a network. */
export async function lintOpenApi(file: URL): Promise<LintResult> {
  const root = new URL('../../', import.meta.url);
  const redocly = join(dirname(fileURLToPath(import.meta.resolve('@redocly/cli/package.json'))), 'bin/cli.js');
  const environment = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const linter = spawn(
    process.execPath,
    [redocly, 'lint', '--config', 'docs/redocly.yaml', '--format', 'stylish', fileURLToPath(file)],
    { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  );

  let output = '';
  for (const stream of [linter.stdout, linter.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) =>
    linter.once('error', reject).once('close', resolve),
  );
  return { passed: code === 0, output };
}
