import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { coldCommands } from './command.ts';
import { composedHtml } from './composed.ts';
import { median, post, throughput, timed } from './client.ts';
import { documents, htmlDocuments, pageOf } from './documents.ts';
import { isolation } from './isolation.ts';
import { jobs } from './jobs.ts';
import { batches } from './batch.ts';
import { arranging } from './arrange.ts';
import { mergeAndSplit } from './merge-split.ts';
import { longTables } from './rows.ts';
import { underLoad } from './load.ts';
import { openRaw, type Raw } from './raw.ts';
import { sessions } from './sessions.ts';
import { startWarmService, type Service } from './service.ts';
import { starting } from './start.ts';
import { typesetting } from './typesetting.ts';
import { where } from './where.ts';
import { corpora } from '../test/support/corpora.ts';

const connections = 8;
const workers = availableParallelism();
const rounds = { 'one line': 120, 'invoice of 30 rows': 80, 'table of 1,000 rows': 10 } as const;
const seconds = 4;
const root = join(import.meta.dirname, '..');

/** A document that is measured: the body of its request, and the HTML that the raw page prints. */
interface Measured {
  readonly name: string;
  readonly body: unknown;
  readonly html: string;
  readonly rounds: number;
}

async function measure({ name, body: request, html, rounds }: Measured, service: Service, raw: Raw): Promise<string> {
  const body = JSON.stringify(request);
  const times = { service: [] as number[], raw: [] as number[] };
  for (let round = 0; round < rounds + 3; round += 1) {
    const [viaService, viaRaw] = [await timed(() => post(service, body)), await timed(() => raw.print(html, round))];
    if (round < 3) continue;
    times.service.push(viaService);
    times.raw.push(viaRaw);
  }
  const rates = { service: [] as number[], raw: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    rates.service.push(await throughput({ lanes: connections, seconds }, () => post(service, body)));
    rates.raw.push(await throughput({ lanes: workers, seconds }, (lane) => raw.print(html, lane)));
  }
  const [s, r, sr, rr] = [median(times.service), median(times.raw), median(rates.service), median(rates.raw)];
  const cells = [name, s.toFixed(1), r.toFixed(1), (s / r).toFixed(2), sr.toFixed(1), rr.toFixed(1)];
  return `| ${[...cells, (sr / rr).toFixed(2)].join(' | ')} |`;
}

/** Measures these documents beside raw pages, and prints a table. */
async function besideRaw(measured: readonly Measured[]): Promise<void> {
  const service = await startWarmService();
  const raw = await openRaw(workers, join(root, 'fonts'));
  try {
    console.log('| document | service, ms | raw print, ms | ratio | service, documents/s | raw, documents/s | ratio |');
    console.log('|---|---|---|---|---|---|---|');
    for (const document of measured) console.log(await measure(document, service, raw));
  } finally {
    await service.stop();
    await raw.stop();
  }
}

/** The parts of the benchmark; `npm run bench -- render` runs one of them. */
const parts = {
  async render() {
    console.log(
      `One request at a time, interleaved: medians. ${connections} connections against ${workers} raw pages: ` +
        `median of 3 x ${seconds} s each. The raw pages print the HTML that the service composes.\n`,
    );
    const names = Object.keys(documents) as (keyof typeof documents)[];
    await besideRaw(
      await Promise.all(
        names.map(async (name) => ({
          name,
          body: documents[name],
          html: await composedHtml(documents[name]),
          rounds: rounds[name],
        })),
      ),
    );
  },
  async html() {
    console.log("\nThe same with the user's own HTML, which the raw pages print as it is.\n");
    await besideRaw(
      Object.entries(htmlDocuments).map(([name, body]) => ({
        name,
        body,
        html: pageOf(body),
        rounds: rounds[name as keyof typeof htmlDocuments],
      })),
    );
  },
  async start() {
    console.log(`\nStart, and the first requests after it: medians.\n\n${(await starting()).join('\n')}`);
  },
  async command() {
    console.log(`\nCold runs of the command.\n\n${(await coldCommands()).join('\n')}`);
  },
  async load() {
    console.log(`\nInvoices under load.\n\n${(await underLoad()).join('\n')}`);
  },
  async where() {
    console.log(`\nWhere the time of one render goes, with the user's own HTML: medians.\n`);
    console.log((await where(join(root, 'fonts'))).join('\n'));
  },
  async rows() {
    console.log(
      `\nLong tables, each as one request; ${workers} ` +
        `workers.\n\n${(await longTables(join(root, 'fonts'))).join('\n')}`,
    );
  },
  async documents() {
    const service = await startWarmService();
    try {
      console.log(
        `\nWhole runs over HTTP, and of the command-line tools beside them: medians of ` +
          `3.\n\n${(await mergeAndSplit(service)).join('\n')}`,
      );
    } finally {
      await service.stop();
    }
  },
  async arrange() {
    const service = await startWarmService();
    try {
      console.log(`\nPages arranged over HTTP, and by qpdf: medians of 3.\n\n${(await arranging(service)).join('\n')}`);
    } finally {
      await service.stop();
    }
  },
  async isolation() {
    console.log(
      '\nIsolation: prints with a new document after each and without, and tasks in processes and in threads, ' +
        'in turns: medians.\n',
    );
    console.log((await isolation()).join('\n'));
  },
  async sessions() {
    console.log(`\nA session of 10,000 operations, one request at a time.\n\n${(await sessions()).join('\n')}`);
  },
  async typesetting() {
    console.log(`\nCarried sums and footnotes: medians of 3.\n\n${(await typesetting()).join('\n')}`);
  },
  async batch() {
    console.log(
      `\nDocuments of jobs of twenty, and alone: medians of 5 rounds in turns.\n\n${(await batches()).join('\n')}`,
    );
  },
  async jobs() {
    console.log(
      `\nJobs: submit, poll, fetch, delete, with ${connections} clients; one page a ` +
        `process.\n\n${(await jobs()).join('\n')}`,
    );
  },
};

/** Measurements that are programs of their own: what they take is in each. They need the corpora beside the project. */
const programs: Readonly<Record<string, readonly string[]>> = {
  chapters: ['chapters.ts'],
  edited: ['edited.ts'],
  optimize: ['optimize.ts', '--own', '--from', '100000', '--levels', 'lossless,web', join(corpora, 'pdfjs')],
  compare: ['compare.ts', join(corpora, 'pdfjs')],
  conforming: ['conforming.ts'],
  forensic: ['forensic.ts', corpora],
};

const asked = process.argv.slice(2);
for (const [name, run] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await run();
for (const [name, [script = '', ...options]] of Object.entries(programs)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}: node bench/${script} ${options.join(' ')}\n`);
  spawnSync(process.execPath, [join(root, 'bench', script), ...options], { cwd: root, stdio: 'inherit' });
}
process.exit(0);
