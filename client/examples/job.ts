// A job: work that may take longer than a request.
import { Colophon } from '@colophon/client';
import { save } from '@colophon/client/node';

const colophon = new Colophon({ baseUrl: 'http://127.0.0.1:8080', key: process.env.COLOPHON_KEY });

const rows = Array.from({ length: 500 }, (_, index) => [`Item ${index + 1}`, index * 3]);
const job = await colophon.jobs.submit(
  'render',
  { operations: [{ op: 'add_table', columns: ['Item', 'Quantity'], rows }] },
  { retain: '1h' },
);
const result = await job.result({
  onProgress: ({ status, progress }) => console.error(`${status}, ${progress.percent} %`),
  signal: AbortSignal.timeout(60_000),
});
await save(result, 'table.pdf');
console.log(`${job.record.status}: ${result.pages} pages`);
await job.cancel(); // deletes the job and its result
