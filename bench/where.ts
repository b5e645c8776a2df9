import { readdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { openRaw, type Raw } from './raw.ts';
import { median } from './client.ts';
import { startService, type Service } from './service.ts';

const rounds = 150;
const warm = 40;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const css =
  'body{font:11pt/1.35 sans-serif;margin:0}table{border-collapse:collapse}td,th{border:1px solid #999;padding:2pt 5pt}';
const row = (index: number) =>
  `<tr><td>${index + 1}</td><td>Hexagon bolt M${(index % 20) + 4}</td><td>${index}</td></tr>`;
const rows = Array.from({ length: 30 }, (_, index) => row(index)).join('');
/** Documents as users send them: their own HTML and style sheet. */
const bodies = {
  'one line': '<p>Hello, world.</p>',
  'invoice of 30 rows': `<h1>Invoice 2026-117</h1><p>Example Ltd</p><table style="width:100%">${rows}</table>`,
} as const;

const bare = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sample</title>` +
  `<style>@page{size:A4;margin:20mm}${css}</style></head><body>${body}</body></html>`;

/** Sends one render; resolves with the stages of its `Server-Timing`, in milliseconds. */
function post({ port, key }: Service, body: string): Promise<ReadonlyMap<string, number>> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(
      { port, host: '127.0.0.1', path: '/api/v1/render', method: 'POST', agent, headers },
      (answer) => {
        const timing = String(answer.headers['server-timing'] ?? '');
        const stages = [...timing.matchAll(/([\w-]+);dur=([\d.]+)/g)].map(
          ([, name = '', ms]) => [name, Number(ms)] as const,
        );
        answer
          .resume()
          .on('end', () =>
            answer.statusCode === 200 ? resolve(new Map(stages)) : reject(new Error(`status ${answer.statusCode}`)),
          );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Milliseconds of CPU of the service's processes by kind (proc(5), /proc/pid/task/tid/schedstat). */
async function cpuOf(service: number): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const parents = new Map<number, number>();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isOwn = (pid: number): boolean => pid === service || (pid > 1 && isOwn(parents.get(pid) ?? 0));
  for (const pid of pids.filter(isOwn)) {
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
    const type = / --type=([\w-]+)/.exec(command)?.[1];
    const kind = pid === service ? 'service' : command.includes('work-main') ? 'threads' : (type ?? 'browser');
    for (const task of await readdir(`/proc/${pid}/task`).catch(() => [])) {
      const [ns] = (await readFile(`/proc/${pid}/task/${task}/schedstat`, 'utf8').catch(() => '0')).split(' ');
      found.set(kind, (found.get(kind) ?? 0) + Number(ns) / 1e6);
    }
  }
  return found;
}

/**
 * Where the time of one render goes: each step as a median, and what its removal would save; of the print, the part
 * that a bare print of the same HTML takes in the same minutes. Then the CPU time of each kind of process.
 */
export async function where(fonts: string): Promise<string[]> {
  const service = await startService();
  const raw = await openRaw(1, fonts);
  const lines: string[] = [];
  try {
    for (const [name, html] of Object.entries(bodies)) lines.push(...(await stepsOf(name, html, service, raw)), '');
  } finally {
    await service.stop();
    await raw.stop();
  }
  return lines;
}

async function stepsOf(name: string, html: string, service: Service, raw: Raw): Promise<string[]> {
  const body = JSON.stringify({
    operations: [{ op: 'add_html', html, css }],
    document: { size: 'A4', margin: '20mm', title: 'Sample', lang: 'en' },
    output: { tagged: true, outline: false },
  });
  const steps = new Map<string, number[]>();
  const [totals, prints] = [[] as number[], [] as number[]];
  let before: ReadonlyMap<string, number> = new Map();
  for (let round = 0; round < warm + rounds; round += 1) {
    const start = performance.now();
    await raw.print(bare(html), 0);
    const printed = performance.now();
    if (round === warm) before = await cpuOf(service.pid);
    const sent = performance.now();
    const stages = await post(service, body);
    const total = performance.now() - sent;
    if (round < warm) continue;
    prints.push(printed - start);
    totals.push(total);
    const named = [...stages.values()].reduce((sum, ms) => sum + ms, 0);
    for (const [step, ms] of [['client and transport', total - named] as const, ...stages])
      steps.set(step, [...(steps.get(step) ?? []), ms]);
  }
  const cpu = [...(await cpuOf(service.pid))].map(
    ([kind, ms]) => [kind, (ms - (before.get(kind) ?? ms)) / rounds] as const,
  );
  const [total, print] = [median(totals), median(prints)];
  const line = (step: string, ms: number) => `| ${step} | ${ms.toFixed(2)} | ${((100 * ms) / total).toFixed(0)} % |`;
  const own = [...steps].flatMap(([step, values]) =>
    step === 'print'
      ? [line('print: as a bare print', print), line('print: what is added', median(values) - print)]
      : [line(step, median(values))],
  );
  return [
    `${name}: ${total.toFixed(1)} ms, bare print ${print.toFixed(1)} ms, ratio ${(total / print).toFixed(2)}`,
    '',
    '| step | ms = saved without it | of the whole |',
    '|---|---|---|',
    ...own,
    '',
    `CPU for a document, clearing of the page included, ms: ${cpu.map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`).join(', ')}`,
  ];
}
