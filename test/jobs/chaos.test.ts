import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Node, type LogLine } from '../support/fleet.ts';
import { textOf } from '../support/pdf.ts';
import { postgres } from '../support/postgres.ts';
import { times } from '../support/effort.ts';

const jobs = times(24, 140);
const blows = times(4, 7);
const secret = 'x'.repeat(40);
const key = `svc_live_chaos_${secret}`;

interface Store {
  readonly env: Readonly<Record<string, string>>;
  /** Done once in the middle. */
  harm(): Promise<void>;
  remove(): Promise<void>;
}

const stores: Readonly<Record<string, (folder: string) => Promise<Store>>> = {
  'the embedded store': () =>
    Promise.resolve({ env: {}, harm: () => Promise.resolve(), remove: () => Promise.resolve() }),
  'PostgreSQL, which is stopped and started in the middle': async () => {
    const server = await postgres();
    const database = await server.database();
    const harm = async () => {
      await server.stop('immediate');
      await sleep(1500);
      await server.start();
    };
    return { env: { SERVICE_DATABASE_URL: database.url }, harm, remove: () => database.remove() };
  },
};

/** A client that does not give up: it sends again, with the same key, until somebody answers. */
class Client {
  readonly #api: Node;
  constructor(api: Node) {
    this.#api = api;
  }

  async send(
    method: string,
    path: string,
    body?: { readonly key: string; readonly json: unknown },
  ): Promise<{ status: number; body: Buffer }> {
    for (;;) {
      try {
        const answer = await fetch(`http://127.0.0.1:${this.#api.port ?? 1}/api/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body && { 'content-type': 'application/json', 'idempotency-key': body.key }),
          },
          ...(body && { body: JSON.stringify(body.json) }),
          signal: AbortSignal.timeout(10_000),
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.status !== 503 && !(answer.status === 409 && bytes.includes('idempotency-in-progress')))
          return { status: answer.status, body: bytes };
      } catch {
        // nobody there just now
      }
      await sleep(100);
    }
  }
}

for (const [name, open] of Object.entries(stores)) {
  describe(`${jobs} jobs on three processes that are killed at random, with ${name}`, function () {
    this.timeout(280_000);
    let folder: string;
    let store: Store;
    let nodes: Node[] = [];
    const log: LogLine[] = [];

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'colophon-chaos-'));
      store = await open(folder);
      const env = {
        SERVICE_PORT: '0',
        SERVICE_HOST: '127.0.0.1',
        SERVICE_API_KEYS: `${key}:acme:core:rate=1000000`,
        SERVICE_RATE_LIMIT_IP: '1000000',
        SERVICE_DATA_DIR: folder,
        SERVICE_WORKER_COUNT: '1',
        SERVICE_JOB_LEASE: '2s',
        SERVICE_GRACE: '5s',
        ...store.env,
      };
      nodes = await Promise.all(
        (['api', 'worker', 'worker'] as const).map((role) => Node.start(role, env, (line) => log.push(line))),
      );
    });
    after(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await store.remove();
      await rm(folder, { recursive: true, force: true });
    });

    it('all end; none is lost, none succeeds without a result that can be read, and none completes twice', async () => {
      const [api, ...workers] = nodes as [Node, Node, Node];
      const client = new Client(api);
      const ids = new Map<number, string>();

      const submitting = (async () => {
        await Promise.all(
          Array.from({ length: 6 }, async (_, lane) => {
            for (let number = lane; number < jobs; number += 6) {
              const answer = await client.send('POST', '/jobs', {
                key: `job-${number}`,
                json: {
                  tool: 'render',
                  input: { operations: [{ op: 'add_heading', text: `Document number ${number}.` }] },
                },
              });
              expect(answer.status, answer.body.toString()).to.equal(202);
              ids.set(number, JSON.parse(answer.body.toString()).id as string);
              await sleep(80);
            }
          }),
        );
      })();
      const killing = (async () => {
        for (let blow = 0; blow < blows; blow += 1) {
          await sleep(500 + Math.random() * 400);
          const victim = nodes[blow % 3];
          if (blow % 4 === 3) workers[blow % 2]?.killBrowser();
          else victim?.kill();
          if (blow === blows / 2) await store.harm();
        }
      })();
      await Promise.all([submitting, killing]);

      const ended = new Map<number, any>();
      const end = Date.now() + 150_000;
      while (ended.size < jobs && Date.now() < end) {
        for (const [number, id] of ids) {
          if (ended.has(number)) continue;
          const answer = await client.send('GET', `/jobs/${id}`);
          expect(answer.status, `job ${number}: ${answer.body.toString()}`).to.equal(200);
          const job = JSON.parse(answer.body.toString());
          if (job.status !== 'queued' && job.status !== 'running') ended.set(number, job);
        }
        await sleep(200);
      }
      expect(
        [...ids.keys()].filter((number) => !ended.has(number)),
        'jobs that did not end',
      ).to.deep.equal([]);

      for (const [number, job] of ended) {
        const result = await client.send('GET', `/jobs/${job.id}/result`);
        if (job.status === 'succeeded') {
          expect(result.status).to.equal(200);
          expect(result.body.length).to.equal(job.result.bytes);
          if (number % 10 === 0) expect(await textOf(result.body)).to.contain(`Document number ${number}.`);
        } else {
          expect(job, JSON.stringify(job)).to.include({ status: 'failed' }); // its process was killed twice
          expect(job.attempts).to.be.within(2, 3);
        }
      }
      expect(
        [...ended.values()].filter(({ status }) => status === 'failed').length,
        'jobs whose process was killed each time',
      ).to.be.at.most(jobs / 20);
      expect(new Set(ids.values()).size, 'a submission that was sent again is one job').to.equal(jobs);
      const completed = log
        .filter((line) => line.msg === 'job' && line.ended === 'succeeded')
        .map((line) => line.job as string);
      expect(completed.length, 'jobs that were completed twice').to.equal(new Set(completed).size);
      expect(
        nodes.every(({ kills }) => kills > 0),
        'every process was killed',
      ).to.equal(true);
    });
  });
}
