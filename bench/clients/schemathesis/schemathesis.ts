import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startService } from '../../service.ts';
import { hasCommand, pythonWith } from '../tools.ts';

// Schemathesis (PyPI) against the service: every phase, every check, all operations of openapi.json. More arguments are
// its own: `node bench/clients/schemathesis/schemathesis.ts --max-examples 20 --include-path /api/v1/merge`.

const project = join(import.meta.dirname, '../../..');

if (!hasCommand('python3')) throw new Error('Schemathesis needs Python 3.');
const bin = pythonWith(join(project, '.tmp/clients/schemathesis'), 'schemathesis==4.32.5');
// Every operation can succeed: sessions are on, and no tool waits for a human.
const service = await startService({ SERVICE_SESSIONS_ENABLED: 'true', SERVICE_APPROVAL_REQUIRED: 'none' });
try {
  const address = ['--url', `http://127.0.0.1:${service.port}`, '-H', `Authorization: Bearer ${service.key}`];
  const checks = ['--phases', 'examples,coverage,fuzzing,stateful', '--checks', 'all', '--mode', 'all'];
  const own = [
    '--continue-on-failure',
    '--workers',
    '2',
    '--suppress-health-check=filter_too_much,too_slow',
    ...process.argv.slice(2),
  ];
  const settings = ['--config-file', join(import.meta.dirname, 'schemathesis.toml')];
  const command = [...settings, 'run', join(project, 'openapi.json'), ...address, ...checks, ...own];
  const child = spawn(join(bin, 'schemathesis'), command, {
    stdio: 'inherit',
    cwd: join(project, '.tmp/clients'),
    env: { ...process.env, PYTHONPATH: import.meta.dirname },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await service.stop();
}
