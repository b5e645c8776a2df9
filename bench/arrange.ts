import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { form, inTurn, post, tenPages, type Answering } from './merge-split.ts';

const run = promisify(execFile);
const documents = 100;

/**
 * Arranges 1,000 pages over HTTP and by `qpdf`: their order, their rotation, one stamp on all, and a number on each, for
 * which `qpdf` gets a finished file of numbers. `qpdf` drops no tags where it takes one file.
 */
export async function arranging(service: Answering): Promise<string[]> {
  const head = ['| 1,000 pages | service, s | qpdf, s | service / qpdf |', '|---|---|---|---|'];
  return [...head, ...(await measure(service, false)), ...(await measure(service, true))];
}

async function measure(service: Answering, tagged: boolean): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-arrange-'));
  try {
    const files: Buffer<ArrayBuffer>[] = [];
    for (let number = 1; number <= documents; number += 1) files.push(await tenPages(service, number, tagged));
    const whole = await post(service, 'merge', form('documents', files, {}));
    const arrange = (step: object, file = whole) =>
      post(service, 'arrange', form('documents', [file], { steps: [step] }));
    const keep = async (name: string, pdf: Uint8Array) => {
      await writeFile(join(folder, name), pdf);
      return join(folder, name);
    };
    const marks = { stamp: { do: 'stamp', text: 'COPY', rotation: 30 }, number: { do: 'number' } };
    const blank = await post(
      service,
      'render',
      JSON.stringify({
        operations: Array.from({ length: 1000 }, () => ({ op: 'add_page' })),
        output: { tagged: false },
      }),
      { 'content-type': 'application/json' },
    );
    const input = await keep('in.pdf', whole);
    const numbers = await keep('numbers.pdf', await arrange(marks.number, blank));
    const copy = await keep('copy.pdf', await arrange(marks.stamp, blank));
    const output = join(folder, 'out.pdf');
    const qpdf = (...options: string[]) => run('qpdf', [input, ...options, '--', output]);
    const overlay = (...options: string[]) => run('qpdf', [input, '--overlay', ...options, '--', output]);
    const tasks = {
      'in the opposite order': [{ do: 'reverse' }, () => qpdf('--pages', '.', 'z-1')],
      rotated: [{ do: 'rotate', by: 90 }, () => run('qpdf', [input, '--rotate=+90', output])],
      'one stamp on all': [marks.stamp, () => overlay(copy, '--from=', '--repeat=1')],
      'a number on each': [marks.number, () => overlay(numbers)],
    } as const;
    const rows: string[] = [];
    for (const [name, [step, other]] of Object.entries(tasks)) {
      const { service: ours = 0, qpdf: theirs = 0 } = await inTurn({ service: () => arrange(step), qpdf: other });
      rows.push(
        `| ${tagged ? 'tagged' : 'untagged'}, ${name} | ${ours.toFixed(2)} | ${theirs.toFixed(2)} | ` +
          `${(ours / theirs).toFixed(2)} |`,
      );
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
