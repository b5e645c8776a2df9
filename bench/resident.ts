import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { megabyte, memoryOf } from './memory.ts';
import { startService } from './service.ts';

/**
 * What the service holds after mixed work: `node bench/resident.ts [requests]`, 3,000 by default, eight at a time.
 * Memory of its main process alone, and of all of its processes together.
 */
const requests = Number(process.argv[2] ?? 3000);
const atOnce = 8;

const service = await startService({ SERVICE_WORKER_COUNT: '2' });
const address = `http://127.0.0.1:${service.port}`;
while ((await fetch(`${address}/readyz`)).status !== 200) await sleep(100);

async function post(tool: string, body: object, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await fetch(`${address}/api/v1/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (answer.status >= 400) throw new Error(`${tool}: ${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

const rows = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ article: `Article ${index}`, amount: index * 1.5 }));
const table = (count: number): object => ({
  operations: [
    { op: 'add_heading', text: 'Orders' },
    { op: 'add_table', columns: ['article', 'amount'], rows: rows(count) },
  ],
});
const picture = Buffer.alloc(3_000_000, 7).toString('base64');
const line = await post('render', { operations: [{ op: 'add_text', text: 'One line.' }] });
const data = line.toString('base64');

const mixed: readonly (() => Promise<unknown>)[] = [
  () => post('render', { operations: [{ op: 'add_text', text: 'One line.' }] }),
  () => post('render', table(30)),
  () => post('render', table(1000)),
  () =>
    post('render', { operations: [{ op: 'add_html', html: '<!doctype html><p>Own' }] }, { accept: 'application/json' }),
  () =>
    post('render', {
      operations: [{ op: 'add_html', html: '<p id="p">x</p><script>p.textContent = "done"</script>' }],
    }),
  () => post('render', { operations: [{ op: 'add_text', text: 'x' }], document: { assets: { 'a.bin': picture } } }),
  () => post('merge', { documents: [{ data }, { data }] }),
  () => post('extract-text', { document: { data } }),
  () => post('optimize', { document: { data } }),
  () => post('render', table(30), { 'idempotency-key': crypto.randomUUID() }),
];

async function resident(): Promise<string> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  const own = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  return `${Math.round(own)} MB in the main process, ${Math.round((await memoryOf(service.pid)) / megabyte)} MB in all`;
}

console.log(`at rest: ${await resident()}`);
let sent = 0;
async function lane(): Promise<void> {
  while (sent < requests) {
    sent += 1;
    const turn = sent;
    await mixed[turn % mixed.length]!();
    if (turn % 500 === 0) console.log(`after ${turn} requests: ${await resident()}`);
  }
}
await Promise.all(Array.from({ length: atOnce }, lane));
for (const seconds of [0, 10, 60]) {
  await sleep(seconds * 1000);
  console.log(`${seconds} s after the last request: ${await resident()}`);
}
await service.stop();
process.exit();
