import { readFile } from 'node:fs/promises';
import { median, quantile, timed } from './client.ts';
import { startService, type Service } from './service.ts';
import { postgres } from '../test/support/postgres.ts';

const count = 10_000;
const together = 500;
const rounds = 30;
const sentence = 'Revenue grew by 12 % against the second quarter, and costs fell slightly in all regions. ';

/** A session of headings, texts and small tables. */
function operation(index: number): object {
  if (index % 10 === 0) return { op: 'add_heading', text: `Section ${index / 10 + 1}`, level: 2 };
  if (index % 5 === 2)
    return {
      op: 'add_table',
      columns: ['Region', 'Q2', 'Q3'],
      rows: ['North', 'South', 'West'].map((region, row) => [region, index + row, index + 2 * row]),
    };
  return { op: 'add_text', text: sentence.repeat(1 + (index % 4)) };
}

interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
  readonly pages: number;
  readonly timing: string;
}

class Client {
  readonly #service: Service;
  readonly path: string;

  constructor(service: Service, path = '/api/v1/sessions') {
    this.#service = service;
    this.path = path;
  }

  async call(method: string, path: string, body?: object): Promise<Answer> {
    const { port, key } = this.#service;
    const answer = await fetch(`http://127.0.0.1:${port}${this.path}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content.toString('utf8').slice(0, 300)}`);
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return {
      status: answer.status,
      json: isJson ? (JSON.parse(content.toString('utf8')) as Answer['json']) : {},
      pages: Number(answer.headers.get('document-pages')),
      timing: answer.headers.get('server-timing') ?? '',
    };
  }
}

/** CPU time of a process and of the processes that it started and that have not ended, in milliseconds (proc(5)). */
async function cpuMs(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const below = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => cpuMs(Number(child))),
  );
  return (user + system) * 10 + below.reduce((sum, one) => sum + one, 0);
}

/** What edits and previews of a session of 10,000 operations take, on each store: tables. */
export async function sessions(): Promise<string[]> {
  const database = await (await postgres()).database();
  try {
    const embedded = await sessionsOn({});
    const shared = await sessionsOn({ SERVICE_DATABASE_URL: database.url });
    return ['SQLite', '', ...embedded, '', 'PostgreSQL', '', ...shared];
  } finally {
    await database.remove();
  }
}

async function sessionsOn(settings: Readonly<Record<string, string>>): Promise<string[]> {
  const service = await startService({ SERVICE_SESSIONS_ENABLED: 'true', ...settings });
  try {
    const opened = await new Client(service).call('POST', '', {});
    const session = new Client(service, `/api/v1/sessions/${String(opened.json.sessionId)}`);
    const all = Array.from({ length: count }, (_, index) => operation(index));
    for (let from = 0; from < count; from += together)
      await session.call('POST', '/operations', { operations: all.slice(from, from + together) });
    const idAt = async (index: number): Promise<string> => {
      const { json } = await session.call('GET', `/operations?from=${index}&limit=1`);
      return (json as { operations: { operationId: string }[] }).operations[0]!.operationId;
    };
    const rows: string[] = ['| what | median, ms | slowest of 30, ms | CPU, ms |', '|---|---|---|---|'];
    const measure = async (name: string, work: (round: number) => Promise<unknown>, times = rounds): Promise<void> => {
      const took: number[] = [];
      const before = await cpuMs(service.pid);
      for (let round = 0; round < times; round += 1) took.push(await timed(() => work(round)));
      const cpu = (await cpuMs(service.pid)) - before;
      const cells = [median(took), quantile(took, 1), cpu / times].map((value) => value.toFixed(1));
      rows.push(`| ${[name, ...cells].join(' | ')} |`);
    };
    const places = Array.from({ length: rounds }, (_, round) => Math.floor((round * (count - 1)) / (rounds - 1)));
    const ids = await Promise.all(places.map(idAt));
    await measure('append', (round) => session.call('POST', '/operations', operation(round)));
    await measure('insert at any place', (round) =>
      session.call('POST', `/operations?before=${ids[round]}`, operation(round)),
    );
    await measure('move from any place to any other', (round) =>
      session.call('POST', `/operations/${ids[round]}/move`, { index: places[rounds - 1 - round]! }),
    );
    await measure('undo', () => session.call('POST', '/undo'));
    let last = 1;
    const show = async (page: number): Promise<void> => {
      last = (await session.call('GET', `/pages/${page}?dpi=96`)).pages;
    };
    await measure('the first page shown, of a session that has just been made', () => show(1), 1);
    await measure('another page', (round) => show(1 + ((round * 7) % last)), 10);
    await measure(
      'the last page after an edit at the end',
      async (round) => {
        await session.call('POST', '/operations', operation(round));
        await show(last);
      },
      10,
    );
    rows.push('', `The document has ${last} pages.`);
    return rows;
  } finally {
    await service.stop();
  }
}
