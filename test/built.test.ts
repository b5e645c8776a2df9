import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keys } from './support/service.ts';
import { textOf } from './support/pdf.ts';

const root = join(import.meta.dirname, '..');

interface Example {
  readonly value: unknown;
}
interface Description {
  readonly paths: Record<
    string,
    { post?: { requestBody?: { content: Record<string, { examples?: Record<string, Example> }> } } }
  >;
}

/** Content whose libraries load with its first use. */
const content = {
  operations: [
    { op: 'add_markdown', markdown: 'Some **Markdown** with `code`.\n\n```js\nconst bold = 1;\n```' },
    { op: 'add_code', code: 'let highlighted = 2;', language: 'js' },
    { op: 'add_chart', kind: 'bar', categories: ['East', 'West'], series: [{ name: 'Orders', data: [1, 2] }] },
    { op: 'add_barcode', symbology: 'qrcode', value: 'https://example.com' },
    { op: 'add_math', tex: 'a^2' },
    { op: 'add_template', source: '<p>Hello {{name}}</p>', data: { name: 'Ada' } },
  ],
};

describe('The build', () => {
  let folder: string;
  let url: string;
  let child: ReturnType<typeof spawn>;

  before(async () => {
    const built = spawnSync(process.execPath, ['scripts/bundle.mjs'], { cwd: root, encoding: 'utf8' });
    expect(built.stderr + built.stdout).to.equal('');
    folder = await mkdtemp(join(tmpdir(), 'colophon-built-'));
    child = spawn(process.execPath, [join(root, 'dist/main.js')], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        SERVICE_PORT: '0',
        SERVICE_HOST: '127.0.0.1',
        SERVICE_WORKER_COUNT: '1',
        SERVICE_APPROVAL_REQUIRED: 'none',
        SERVICE_API_KEYS: `${keys.enterprise}:gamma:enterprise:rate=1000000`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    while (!output.includes('"listening"')) {
      expect(child.exitCode, output).to.equal(null);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { port } = JSON.parse(output.split('\n').find((line) => line.includes('"listening"')) ?? '{}') as {
      port: number;
    };
    url = `http://127.0.0.1:${port}`;
  });

  after(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.enterprise}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('answers every example of every tool', async () => {
    const { paths } = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8')) as Description;
    const refused: string[] = [];
    let answered = 0;
    for (const [path, { post: operation }] of Object.entries(paths)) {
      const examples = operation?.requestBody?.content['application/json']?.examples ?? {};
      if (path.includes('{') || /\/(?:jobs|sessions)$/.test(path)) continue;
      for (const [name, { value }] of Object.entries(examples)) {
        const answer = await post(path, value);
        answered += 1;
        if (!answer.ok) refused.push(`${path} ${name}: ${answer.status} ${await answer.text()}`);
      }
    }
    expect(refused).to.deep.equal([]);
    expect(answered).to.be.greaterThan(20);
  });

  it('renders content of every library', async () => {
    const answer = await post('/api/v1/render', content);
    const body = Buffer.from(await answer.arrayBuffer());
    expect(answer.status, body.toString('latin1').slice(0, 500)).to.equal(200);
    const text = await textOf(body);
    for (const word of ['Markdown', 'const bold', 'let highlighted', 'Hello Ada']) expect(text).to.include(word);
  });
});
