import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker as Thread } from 'node:worker_threads';
import { findChromium } from '../src/browser/launch/find-chromium.ts';
import { baseAddress } from '../src/browser/network/network.ts';
import type { PrintJob } from '../src/browser/print-job.ts';
import { openRunFolder } from '../src/browser/launch/run-folder.ts';
import { Worker } from '../src/browser/worker.ts';
import { WorkProcess } from '../src/threads/work-process.ts';
import { composedHtml } from './composed.ts';
import { documents } from './documents.ts';
import { megabyte, memoryOf } from './memory.ts';
import { median } from './client.ts';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of CPU that the processes of a group have had (proc(5): utime and stime, in hundredths of a second). */
async function cpuOf(group: number): Promise<number> {
  const names = await readdir('/proc');
  // it may have ended
  const stats = await Promise.all(names.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')));
  const fields = stats.map((stat) =>
    stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number),
  );
  return fields.filter(([, , of]) => of === group).reduce((sum, all) => sum + (all[11] ?? 0) + (all[12] ?? 0), 0) * 10;
}

const block = { rounds: 6, prints: 20 } as const;

/** Prints on a warm page in blocks that take turns: with a new document after each print, and without. */
async function documentsByNavigation(fonts: string): Promise<string[]> {
  const folder = await openRunFolder([fonts]);
  const before = new Set(await groups());
  const worker = await Worker.start(
    { executable: findChromium(null), sandbox: true, folder: folder.browser(), fontsConf: folder.fontsConf },
    { prints: Infinity, residentBytes: 4096 * megabyte, scriptTimeoutMs: 10_000 },
  );
  const [group = 0] = (await groups()).filter((one) => !before.has(one));
  const rows: string[] = [];
  try {
    for (const name of ['one line', 'invoice of 30 rows'] as const) {
      const html = await composedHtml(documents[name]);
      const measures = (): { ms: number[]; cpu: number[] } => ({ ms: [], cpu: [] });
      const found = { with: measures(), without: measures() };
      for (let round = 0; round <= block.rounds; round += 1) {
        for (const kind of ['with', 'without'] as const) {
          const start = await cpuOf(group);
          const ms = await timed(async () => {
            for (let print = 0; print < block.prints; print += 1) {
              await worker.print(jobOf(html), nothing(), AbortSignal.timeout(60_000));
              if (kind === 'with') await worker.recover();
            }
          });
          if (round === 0) continue;
          found[kind].ms.push(ms / block.prints);
          found[kind].cpu.push(((await cpuOf(group)) - start) / block.prints);
        }
      }
      const [ms, withMs] = [median(found.without.ms), median(found.with.ms)];
      const [cpu, withCpu] = [median(found.without.cpu), median(found.with.cpu)];
      const times = [ms, withMs].map((value) => value.toFixed(1));
      const work = [cpu, withCpu, withCpu - cpu].map((value) => value.toFixed(1));
      rows.push(`| ${[name, ...times, (withMs / ms).toFixed(2), ...work, (withCpu / cpu).toFixed(2)].join(' | ')} |`);
    }
  } finally {
    await worker.kill();
    await folder.remove();
  }
  const head = [
    'document',
    'print alone, ms',
    'and a new document, ms',
    'ratio',
    'browser’s CPU, ms',
    'and a new document, ms',
    'more, ms',
    'ratio',
  ];
  return [`| ${head.join(' | ')} |`, '|---|---|---|---|---|---|---|---|', ...rows];
}

/** Process groups that run a browser. */
async function groups(): Promise<number[]> {
  const found = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
        const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
        return command.includes('--remote-debugging-pipe')
          ? Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
          : 0;
      }),
  );
  return [...new Set(found.filter((one) => one > 0))];
}

const jobOf = (html: string): PrintJob & { source: { html: string } } => ({
  source: { html },
  scripts: false,
  waitFor: [],
  clock: null,
  media: 'print',
  brokenPictures: 'alternative-text',
  scale: 1,
  tagged: true,
  outline: true,
  pages: null,
  maxPages: 100,
  paper: null,
  destinations: null,
  forms: null,
  onePage: null,
  measure: null,
});

const egress = { allows: () => false, fetch: () => Promise.reject(new Error('no egress')) };
const nothing = () => ({
  base: baseAddress(),
  files: new Map(),
  folder: '',
  egress,
  remote: null,
  signal: AbortSignal.timeout(60_000),
  warn: () => undefined,
});

/** What can run a task. */
interface Runner {
  run(input: Uint8Array): Promise<unknown>;
  stop(): Promise<unknown>;
}

const echo = new URL('echo.ts', import.meta.url).href;
const threadSource = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', async ({ module, name, input }) => {
  const tasks = await import(module);
  parentPort.postMessage(await tasks[name](input));
});
parentPort.postMessage('ready');`;

const kinds = {
  async process(): Promise<Runner> {
    const main = new URL('../src/threads/work-main.ts', import.meta.url);
    const started = await WorkProcess.start(main, {
      heapMegabytes: 512,
      bytes: 1024 * megabyte,
      releaseAfterMs: 30_000,
    });
    const run = (input: Uint8Array) => {
      const options = { signal: AbortSignal.timeout(60_000), transfer: [], progress: undefined };
      return started.run({ module: echo, name: 'echo', input }, options);
    };
    return {
      run,
      async stop() {
        started.kill();
        await started.gone;
      },
    };
  },
  async thread(): Promise<Runner> {
    const thread = new Thread(threadSource, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    const message = () => new Promise((resolve) => void thread.once('message', resolve));
    await message();
    return {
      run(input) {
        const answer = message();
        thread.postMessage({ module: echo, name: 'echo', input });
        return answer;
      },
      stop: () => thread.terminate(),
    };
  },
} as const;

const sizes = { nothing: 0, '100 kB': 100_000, '10 MB': 10_000_000 } as const;

/** The same tasks in processes and in threads that take turns. Times of the way there and back. */
async function processesForThreads(): Promise<string[]> {
  const found: Record<string, Record<keyof typeof kinds, number[]>> = {};
  const note = (what: string, kind: keyof typeof kinds, value: number) =>
    (found[what] ??= { process: [], thread: [] })[kind].push(value);
  for (let round = 0; round < 7; round += 1) {
    for (const kind of ['process', 'thread'] as const) {
      const rest = await memoryOf(process.pid);
      let runner: Runner | undefined;
      note('start, ms', kind, await timed(async () => (runner = await kinds[kind]())));
      if (runner === undefined) continue;
      await runner.run(new Uint8Array(0));
      note('memory at rest, MB', kind, ((await memoryOf(process.pid)) - rest) / megabyte);
      for (const [size, bytes] of Object.entries(sizes)) {
        const times: number[] = [];
        for (let time = 0; time < 15; time += 1) times.push(await timed(() => runner!.run(new Uint8Array(bytes))));
        note(`a task with ${size}, ms`, kind, median(times));
      }
      await runner.stop();
    }
  }
  const rows = Object.entries(found).map(
    ([what, { process: own, thread }]) => [what, median(own), median(thread)] as const,
  );
  return [
    '| | process | thread | ratio |',
    '|---|---|---|---|',
    ...rows.map(([what, a, b]) => `| ${what} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(a / b).toFixed(1)} |`),
  ];
}

/** How much it costs that no document can reach another: tables in Markdown. */
export async function isolation(): Promise<string[]> {
  const printed = await documentsByNavigation(join(import.meta.dirname, '../fonts'));
  return [...printed, '', ...(await processesForThreads())];
}
