import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Node, type LogLine } from '../../../../support/fleet.ts';
import { postgres } from '../../../../support/postgres.ts';
import { times } from '../../../../support/effort.ts';
import { Random } from './random.ts';
import { StubbornClient } from './stubborn-client.ts';
import { Workspace } from './workspace.ts';

/** Sessions, and the clients that edit each. */
const [sessions, clients] = [3, 3];
const seed = Number(process.env.COLOPHON_CHAOS_SEED ?? Date.now() % 1e6);
/** How many times the edits and kills of a usual run. */
const scale = Number(process.env.COLOPHON_CHAOS_SCALE ?? 1);
const key = `svc_live_chaos_${'x'.repeat(40)}`;

interface Store {
  readonly env: Readonly<Record<string, string>>;
  /** How many sessions it has. */
  count(): Promise<number>;
  remove(): Promise<void>;
}

interface Fleet {
  readonly name: string;
  readonly nodes: number;
  readonly edits: number;
  readonly kills: number;
  open(folder: string): Promise<Store>;
}

const fleets: readonly Fleet[] = [
  {
    name: 'three nodes over one PostgreSQL',
    nodes: 3,
    edits: times(50, 100) * scale,
    kills: times(2, 4) * scale,
    async open() {
      const database = await (await postgres()).database();
      return {
        env: { SERVICE_DATABASE_URL: database.url },
        count: async () => Number((await database.query('SELECT count(*) AS n FROM colophon.sessions'))[0].n),
        remove: () => database.remove(),
      };
    },
  },
  {
    name: 'one node over SQLite',
    nodes: 1,
    edits: times(30, 50) * scale,
    kills: times(1, 2) * scale,
    open: (folder) =>
      Promise.resolve({
        env: {},
        count() {
          const database = new DatabaseSync(join(folder, 'colophon.db'), { readOnly: true });
          const { n } = database.prepare('SELECT count(*) AS n FROM sessions').get() as { n: number };
          database.close();
          return Promise.resolve(n);
        },
        remove: () => Promise.resolve(),
      }),
  },
];

for (const fleet of fleets) {
  const { name, nodes: count, edits, kills } = fleet;
  describe(`${edits} edits of sessions on ${name}, killed at random (seed ${seed})`, function () {
    this.timeout(times(120_000, 600_000));
    let folder: string;
    let store: Store;
    let nodes: Node[] = [];
    let client: StubbornClient;
    const log: LogLine[] = [];

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'colophon-edits-'));
      store = await fleet.open(folder);
      const env = {
        SERVICE_PORT: '0',
        SERVICE_HOST: '127.0.0.1',
        SERVICE_API_KEYS: `${key}:acme:core:rate=1000000`,
        SERVICE_RATE_LIMIT_IP: '1000000',
        SERVICE_DATA_DIR: folder,
        SERVICE_WORKER_COUNT: '1',
        SERVICE_SESSIONS_ENABLED: 'true',
        SERVICE_IDEMPOTENCY_LEASE: '1s',
        SERVICE_GRACE: '5s',
        ...store.env,
      };
      nodes = await Promise.all(Array.from({ length: count }, () => Node.start('api', env, (line) => log.push(line))));
    });
    after(async () => {
      client.isStopped = true;
      await Promise.all(nodes.map((node) => node.stop()));
      await store.remove();
      await rm(folder, { recursive: true, force: true });
    });

    it('ends with exactly what was acknowledged, on every node', async () => {
      const random = new Random(seed);
      client = new StubbornClient(nodes, key, random);
      const spaces = await Promise.all(Array.from({ length: sessions }, () => Workspace.open(client, random)));
      let [made, killed] = [0, 0];

      /** Kills a node that listens, while the next requests are under way. */
      const killOne = async () => {
        killed += 1;
        let victim: Node | undefined;
        while (victim === undefined) {
          await sleep(random.below(20));
          victim = random.of(nodes.filter(({ port }) => port !== null));
        }
        victim.kill();
      };
      const editing = spaces.flatMap((space) =>
        Array.from({ length: clients }, async () => {
          while ((made += 1) <= edits) {
            if (made > ((killed + 0.5) * edits) / kills && killed < kills) void killOne();
            await space.edit();
            if (random.next() < 0.2) await space.observe();
          }
        }),
      );
      await Promise.all(editing);

      while (nodes.some(({ port }) => port === null)) await sleep(20);
      for (const space of spaces) {
        space.checkObserved();
        for (const node of nodes) await space.check(node);
      }
      expect(await store.count(), 'each session was opened once, and each fork deleted').to.equal(sessions);
      expect(nodes.reduce((sum, node) => sum + node.kills, 0)).to.equal(kills);
      expect(client.retries).to.be.above(0);
      expect(log.filter(({ level, status }) => level >= 50 || status === 500)).to.deep.equal([]);
    });
  });
}
