import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, type Output } from './support/programs.ts';
import { entriesOfGroups, keys, startService, type OwnService } from './support/service.ts';

const project = fileURLToPath(new URL('../', import.meta.url));
const home = join(project, 'client-python');
const cache = join(project, 'node_modules/.cache/colophon');
const slowKey = `svc_live_slow_${'x'.repeat(40)}`;

/** The environment that scripts/client-python.mjs makes for these requirements. */
const requirements = createHash('sha256')
  .update(readFileSync(join(home, 'requirements-dev.txt')))
  .digest('hex');
const environment = join(cache, `client-python-${requirements.slice(0, 12)}`);
const isHere = existsSync(join(environment, 'complete'));

/** Runs a module of Python in the folder of the client; what it wrote, also where it failed. */
async function python(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const all = { PYTHONPATH: [join(home, 'src')].join(delimiter), PYTHONDONTWRITEBYTECODE: '1', ...variables };
  const settings = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  const command = join(environment, 'bin/python');
  try {
    const { stdout, stderr } = await run('env', [...settings, command, ...args], { cwd: home });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Partial<Output>;
    return [stdout, stderr, message].join('\n');
  }
}

describe('The Python client', () => {
  if (!isHere) {
    it.skip('was not run: its environment is not on this machine (python3 with venv, then npm run setup -- --test)');
    return;
  }

  let service: OwnService;
  before(async () => {
    service = await startService({
      SERVICE_SESSIONS_ENABLED: 'true',
      SERVICE_API_KEYS: `${entriesOfGroups([''])} ${slowKey}:slow:core:rate=2`,
    });
  });
  after(() => service.stop());

  it('passes its own tests against this service', async () => {
    const output = await python(['-m', 'pytest', '--color=no'], {
      COLOPHON_URL: service.url,
      COLOPHON_KEY_CORE: keys.core,
      COLOPHON_KEY_PRO: keys.pro,
      COLOPHON_KEY_ENTERPRISE: keys.enterprise,
      COLOPHON_KEY_SLOW: slowKey,
    });
    expect(output.trim().split('\n').at(-1), output).to.match(/^[0-9]+ passed in /);
  }).timeout(120_000);

  it('has types without a finding of mypy --strict, and so do its examples', async () => {
    mkdirSync(cache, { recursive: true });
    const output = await python(['-m', 'mypy', '--cache-dir', join(cache, 'mypy')]);
    expect(output).to.match(/^Success: no issues found in [0-9]+ source files/);
  }).timeout(120_000);
});
