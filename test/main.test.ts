import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { infoOf } from './support/pdf.ts';

const main = join(import.meta.dirname, '../src/main.ts');

/** The process as `npm start` runs it, in a folder of its own. */
function run(folder: string, env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SERVICE_PORT: '0',
      SERVICE_WORKER_COUNT: '1',
      ...env,
    },
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  const until = async (found: RegExp) => {
    while (!found.test(output.text)) {
      if (child.exitCode !== null) throw new Error(`it ended: ${output.text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return output.text;
  };
  return { child, output, until, ended: once(child, 'exit').then(([code]) => code as number | null) };
}

describe('The process', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'colophon-process-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('without keys renders the sample through its own interface, says how, and stops on a signal', async () => {
    const { child, until, ended } = run(folder, {});
    const said = await until(/Ctrl\+C/);
    const [, pages = '', curl = ''] = /(\d+) pages in \d+ ms[\s\S]*?(curl .*)/.exec(said) ?? [];
    expect((await infoOf(await readFile(join(folder, 'sample.pdf')))).Pages).to.equal(pages);
    const [, url = '', key = ''] = /curl (\S+) -H 'Authorization: Bearer (\S+)'/.exec(curl) ?? [];
    expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/render$/);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"operations":[{"op":"add_text","text":"x"}]}',
    });
    expect(answer.status).to.equal(200);
    child.kill('SIGTERM');
    expect(await ended).to.equal(0);
  });

  it('with keys only serves, and never logs one', async () => {
    const secret = 'q'.repeat(40);
    const { child, until, output, ended } = run(folder, {
      SERVICE_API_KEYS: `svc_live_k1_${secret}:acme:core:`,
      SERVICE_HOST: '127.0.0.1',
    });
    const { port } = JSON.parse(
      (await until(/"msg":"listening"/)).split('\n').find((line) => line.includes('listening'))!,
    );
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/svc_live_k1_${secret}?key=svc_live_k1_${secret}`, {
      headers: { authorization: `Bearer svc_live_k1_${secret}`, 'user-agent': secret },
    });
    expect(answer.status).to.equal(404);
    child.kill('SIGINT');
    expect(await ended).to.equal(0);
    expect(output.text).not.to.contain(secret);
    expect(output.text).not.to.contain('sample.pdf');
  });

  /** Settings under which requests as large as those of the warm-up are refused. */
  const narrow = {
    SERVICE_BODY_LIMIT: '1KB',
    SERVICE_PAYLOAD_LIMIT_CORE: '1KB',
    SERVICE_REQUEST_TIMEOUT: '1s',
    SERVICE_QUEUE_LIMIT: '0',
    SERVICE_QUEUE_TIMEOUT: '100ms',
    SERVICE_RATE_LIMIT_CORE: '1',
  };

  it('warms up with requests of its own, which no setting refuses, and which are neither logged nor measured', async () => {
    const { child, until, output, ended } = run(folder, {
      SERVICE_API_KEYS: `svc_live_k1_${'q'.repeat(40)}:acme:core:`,
      SERVICE_HOST: '127.0.0.1',
      SERVICE_METRICS_PORT: '0',
      ...narrow,
    });
    const listening = (await until(/"msg":"listening"/)).split('\n').find((line) => line.includes('listening'));
    const { port, metricsPort } = JSON.parse(listening!);
    while ((await fetch(`http://127.0.0.1:${port}/readyz`)).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const measured = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    child.kill('SIGTERM');
    expect(await ended).to.equal(0);
    expect(measured).to.contain('/readyz');
    for (const text of [measured, output.text]) expect(text).not.to.contain('/api/v1/render');
  });

  it('says every mistake in the settings at once, without a stack', async () => {
    const { output, ended } = run(folder, {
      SERVICE_WORKER_COUNT: 'many',
      SERVICE_REQUEST_TIMEOUT: 'soon',
      SERVICE_PROT: '1',
    });
    expect(await ended).to.equal(1);
    expect(output.text).to.match(
      /SERVICE_WORKER_COUNT[\s\S]*SERVICE_REQUEST_TIMEOUT[\s\S]*SERVICE_PROT[\s\S]*did you mean SERVICE_PORT/,
    );
    expect(output.text).not.to.contain('    at ');
  });

  it(
    'reports what is wrong with its keys, its browser, its addresses and its folders: the setting, its value, ' +
      'the reason and an example',
    async () => {
      const busy = createServer().listen(0, '127.0.0.1');
      await once(busy, 'listening');
      await writeFile(join(folder, 'file'), '');
      const port = String((busy.address() as AddressInfo).port);
      const cases: [Record<string, string>, RegExp][] = [
        [{ SERVICE_API_KEYS: 'svc_live_k1_short:acme:gold:' }, /tier/],
        [
          { SERVICE_CHROMIUM_PATH: '/nowhere/chromium' },
          /SERVICE_CHROMIUM_PATH: '\/nowhere\/chromium' .*no such file.*for example/,
        ],
        [
          { SERVICE_CHROMIUM_PATH: '/bin/true' },
          /SERVICE_CHROMIUM_PATH: '\/bin\/true' .*does not report a version.*for example/,
        ],
        [
          { SERVICE_PORT: port, SERVICE_HOST: '127.0.0.1' },
          new RegExp(`SERVICE_PORT: '${port}' .*in use.*for example`),
        ],
        [
          { SERVICE_METRICS_PORT: port, SERVICE_HOST: '127.0.0.1' },
          new RegExp(`SERVICE_METRICS_PORT: '${port}' .*in use.*for example`),
        ],
        [{ SERVICE_HOST: '192.0.2.1' }, /SERVICE_HOST: '192\.0\.2\.1' .*no such address.*for example/],
        [
          { SERVICE_DATA_DIR: join(folder, 'file', 'below') },
          /SERVICE_DATA_DIR: '.*file\/below' .*not a folder.*for example/,
        ],
        [
          { SERVICE_DATA_DIR: '/proc/nope', SERVICE_BLOB_DIR: '/proc/none' },
          /SERVICE_DATA_DIR: '\/proc\/nope' .*can not be made.*for example.*\n.*SERVICE_BLOB_DIR: '\/proc\/none'/,
        ],
        [
          { SERVICE_TEMPLATES_DIR: '/nowhere', SERVICE_FONTS_DIR: join(folder, 'file') },
          /SERVICE_TEMPLATES_DIR: '\/nowhere'.*\n.*SERVICE_FONTS_DIR: '.*file' .*not a folder/,
        ],
        [{ TMPDIR: '/proc' }, /TMPDIR: '\/proc' .*for example TMPDIR/],
        [
          { SERVICE_CORS_ORIGINS: 'ftp://x', SERVICE_JOB_RETENTION: '1s', SERVICE_REQUEST_TIMEOUT: '1ms' },
          /REQUEST_TIMEOUT: '1ms'.*100ms at least.*for example 1m\.[^]*RETENTION: '1s'.*1m at least, 30d at most[^]*ORIGINS: 'ftp:\/\/x'/,
        ],
        [
          { SERVICE_PAYLOAD_LIMIT_CORE: '100MiB', SERVICE_BODY_LIMIT: '10MB' },
          /SERVICE_PAYLOAD_LIMIT_CORE: '100MiB' is more than SERVICE_BODY_LIMIT.*for example 10000000/,
        ],
      ];
      for (const [env, words] of cases) {
        const { output, ended } = run(folder, { SERVICE_DATA_DIR: join(folder, 'data'), ...env });
        expect(await ended, output.text).to.equal(1);
        expect(output.text).to.match(words);
        expect(output.text).not.to.contain('    at ');
      }
      busy.close();
    },
  );

  it('leaves no folder and no browser behind when a second signal cuts its stop off', async () => {
    const key = `svc_live_k1_${'x'.repeat(40)}`;
    const temporary = join(folder, 'tmp');
    await chmod(folder, 0o711); // browsers run as nobody
    const { child, until, ended } = run(folder, {
      TMPDIR: temporary,
      SERVICE_API_KEYS: `${key}:acme:core:`,
      SERVICE_HOST: '127.0.0.1',
      SERVICE_GRACE: '30s',
      SERVICE_LOG_LEVEL: 'debug',
    });
    const { port } = JSON.parse(
      (await until(/"msg":"listening"/)).split('\n').find((line) => line.includes('listening'))!,
    );
    const operation = {
      op: 'add_html',
      html: '<p>x</p><script>x</script>',
      waitFor: { expression: 'false', timeout: '50s' },
    };
    const body = JSON.stringify({ operations: [operation], document: { clock: 'real' } });
    const cut = fetch(`http://127.0.0.1:${port}/api/v1/render`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    }).then(
      () => 'answered',
      () => 'cut off',
    );
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await readdir(temporary)).filter((name) => name.startsWith('colophon-'))).to.have.length(1);
    child.kill('SIGTERM');
    await until(/"msg":"stopping"/);
    child.kill('SIGTERM');
    await ended;
    expect(await cut).to.equal('cut off');
    expect(await readdir(temporary)).to.deep.equal([]);
    expect(spawnSync('pgrep', ['-f', `user-data-dir=${temporary}`]).stdout.toString()).to.equal('');
  });

  it('lists its settings with --help', async () => {
    const { output, ended } = run(folder, {}, ['--help']);
    expect(await ended).to.equal(0);
    expect(output.text).to.contain('SERVICE_WORKER_COUNT').and.to.contain('default: 8080');
  });

  for (const [args, words] of [
    [
      ['--port', '9000'],
      ["'--port'", 'SERVICE_PORT=9000 npm start'],
    ],
    [['--workercount=2'], ['SERVICE_WORKER_COUNT=2 npm start']],
    [['9000'], ["'9000'", '--help']],
  ] as const)
    it(`does not start with the arguments ${args.join(' ')}, and names the setting`, async () => {
      const { output, ended } = run(folder, {}, [...args]);
      expect(await ended).to.equal(1);
      for (const word of words) expect(output.text).to.contain(word);
      expect(await readdir(folder)).to.deep.equal([]);
    });
});
