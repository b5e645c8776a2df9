import { readdir, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { bombFile } from '../test/pdf/hostile/bomb-file.ts';
import { bombs } from '../test/pdf/hostile/bombs.ts';
import { issue } from '../test/support/certificates.ts';
import { megabyte, peakOf } from './memory.ts';
import { startNode } from './service.ts';

/**
 * Sends every bomb of `test/pdf/hostile` to every tool that takes a PDF, at its own size; with `--double` those that
 * take long at half of it too, and prints by how much the processor time grew: 2 is linear. One row a request: status,
 * seconds, seconds of the processor, peak of the memory above rest.
 *
 *     node bench/hostile.ts [--bomb <expression>] [--tool <expression>] [--double] [--scale 0.5]
 */
const { values: given } = parseArgs({
  options: {
    bomb: { type: 'string', default: '' },
    tool: { type: 'string', default: '' },
    double: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
  },
});
const matches = (pattern: string, name: string): boolean => new RegExp(pattern, 'i').test(name);

/** Processor time from which growth is measured. Seconds. */
const slow = 4;
const ticksPerSecond = 100;

type Call = (pdf: Buffer) => { readonly path: string; readonly files: readonly Buffer[]; readonly options: object };

const { certificate, privateKey } = issue({ name: 'Ada Tester' });
const small = bombFile({});
const one =
  (path: string, options: object = {}): Call =>
  (pdf) => ({ path, files: [pdf], options });
const provenance = {
  digitalSourceType: 'trainedAlgorithmicMedia',
  generator: { name: 'Writer', version: '1', vendor: 'Example' },
  created: '2026-01-01T00:00:00Z',
};

const calls: Readonly<Record<string, Call>> = {
  'extract-text': one('extract-text'),
  merge: (pdf) => ({ path: 'merge', files: [pdf, small], options: {} }),
  split: one('split', { every: 1 }),
  redact: one('redact', { text: [{ literal: 'Hello' }, { literal: 'word' }] }),
  'compare with itself': (pdf) => ({ path: 'compare', files: [pdf, pdf], options: {} }),
  'compare with another': (pdf) => ({ path: 'compare', files: [small, pdf], options: {} }),
  'check-accessibility': one('check-accessibility'),
  'compliance-check': one('compliance-check', { standards: ['PDF/A-2a', 'PDF/UA-1'] }),
  'forensic-analyze': one('forensic-analyze'),
  optimize: one('optimize'),
  'fill-form': one('fill-form', { fields: { name: 'word '.repeat(4000) } }),
  'fill-form, flat': one('fill-form', { fields: {}, flatten: true }),
  sign: one('sign', { certificate, privateKey }),
  'ai-certify': one('ai-certify', { provenance, credential: { certificate, privateKey } }),
  'render with add_pdf': (pdf) => ({
    path: 'render',
    files: [],
    options: {
      operations: [
        { op: 'add_text', text: 'x' },
        { op: 'add_pdf', data: pdf.toString('base64') },
      ],
    },
  }),
};

const service = await startNode('all', {});
while ((await fetch(`http://127.0.0.1:${service.port}/readyz`)).status !== 200)
  await new Promise((resolve) => setTimeout(resolve, 100));

interface Outcome {
  readonly answer: string;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
}

async function send(call: Call, pdf: Buffer): Promise<string> {
  const { path, files, options } = call(pdf);
  const body = new FormData();
  for (const file of files)
    body.append(
      files.length > 1 || path === 'merge' ? 'documents' : 'document',
      new Blob([new Uint8Array(file)], { type: 'application/pdf' }),
      'file.pdf',
    );
  if (files.length > 0) body.set('request', JSON.stringify(options));
  const json = { body: JSON.stringify(options), type: { 'content-type': 'application/json' } };
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, ...(files.length === 0 && json.type) },
    body: files.length === 0 ? json.body : body,
  });
  const text = await answer.text();
  if (answer.status === 200) return '200';
  const problem = JSON.parse(text) as { type: string; detail?: string };
  return `${answer.status} ${/[a-z-]+$/.exec(problem.type)?.[0] ?? ''}: ${problem.detail ?? ''}`;
}

/** Processor time of a process, of all below it, and of all that have ended there: proc(5), /proc/pid/stat. Seconds. */
async function processorSeconds(): Promise<number> {
  const stats = new Map<number, { parent: number; ticks: number }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    if (fields.length > 15)
      stats.set(Number(name), {
        parent: fields[1] ?? 0,
        ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0),
      });
  }
  const isBelow = (pid: number): boolean => pid === service.pid || (stats.has(pid) && isBelow(stats.get(pid)!.parent));
  return [...stats].filter(([pid]) => isBelow(pid)).reduce((sum, [, { ticks }]) => sum + ticks, 0) / ticksPerSecond;
}

async function measure(call: Call, pdf: Buffer): Promise<Outcome> {
  const [start, before] = [performance.now(), await processorSeconds()];
  const { value, above } = await peakOf(service.pid, () =>
    send(call, pdf).catch((error: unknown) => `none: ${String(error)}`),
  );
  return {
    answer: value,
    seconds: (performance.now() - start) / 1000,
    processorSeconds: (await processorSeconds()) - before,
    peakMegabytes: above / megabyte,
  };
}

console.log(
  '| bomb | count | MB | tool | answer | s | processor s | peak MB | growth |\n|---|---|---|---|---|---|---|---|---|',
);
for (const [name, { count, make }] of Object.entries(bombs).filter(([bomb]) => matches(given.bomb, bomb))) {
  const times = Math.round(count * Number(given.scale));
  const pdf = make(times);
  for (const [tool, call] of Object.entries(calls).filter(([one]) => matches(given.tool, one))) {
    const whole = await measure(call, pdf);
    const half =
      given.double && whole.processorSeconds > slow ? await measure(call, make(Math.round(times / 2))) : null;
    const growth =
      half === null
        ? ''
        : `${(whole.processorSeconds / half.processorSeconds).toFixed(1)} (${half.answer.slice(0, 20)})`;
    console.log(
      `| ${name} | ${times} | ${(pdf.length / 1e6).toFixed(1)} | ${tool} | ${whole.answer.slice(0, 110)} | ` +
        `${whole.seconds.toFixed(1)} | ${whole.processorSeconds.toFixed(1)} | ${Math.round(whole.peakMegabytes)} ` +
        `| ${growth} |`,
    );
  }
}
await service.stop();
