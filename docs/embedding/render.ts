// Renders an invoice, reads its text, and shows what a wrong request answers. Node 20 or newer, no packages.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const address = process.env.COLOPHON_URL ?? 'http://127.0.0.1:8080';
const key = process.env.COLOPHON_KEY ?? '';

interface Mistake {
  pointer: string;
  message: string;
}

/** An answer that is no success: `type` is stable, `errors` has the place of each mistake. */
class Problem extends Error {
  status: number;
  type: string;
  errors: Mistake[];
  constructor(problem: { status: number; type: string; detail: string; errors?: Mistake[] }) {
    super(problem.detail);
    this.status = problem.status;
    this.type = problem.type;
    this.errors = problem.errors ?? [];
  }
}

/** Sends a request. It is repeated where that is safe and useful: the key of idempotency makes it one request. */
async function post(path: string, type: string, body: string | Uint8Array<ArrayBuffer>, accept: string): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type, accept, 'idempotency-key': randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${address}/api/v1/${path}`, { method: 'POST', headers, body });
    if (answer.ok) return answer;
    if (![429, 503].includes(answer.status) || attempt === 4) throw new Problem(await answer.json());
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}

const request = {
  document: { title: 'Invoice 2026-117', lang: 'en' },
  operations: [
    { op: 'add_heading', text: 'Invoice 2026-117' },
    {
      op: 'add_table',
      columns: ['Item', { header: 'Price', key: 'price', format: 'currency:EUR', footer: 'sum' }],
      rows: [
        ['Bolt', 4.5],
        ['Nut', 3],
      ],
    },
  ],
};

const rendered = await post('render', 'application/json', JSON.stringify(request), 'application/pdf');
const pdf = new Uint8Array(await rendered.arrayBuffer());
await writeFile('invoice.pdf', pdf);
console.log(`pages: ${rendered.headers.get('document-pages')}`);

const text = await (await post('extract-text', 'application/pdf', pdf, 'text/plain')).text();
console.log(`text: ${text.trim().split('\n')[0]}`);

try {
  const wrong = { operations: [{ op: 'add_text', txet: 'Hello' }] };
  await post('render', 'application/json', JSON.stringify(wrong), 'application/pdf');
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  for (const { pointer, message } of error.errors) console.log(`mistake: ${pointer} ${message}`);
}
