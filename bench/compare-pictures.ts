import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startService, type Service } from './service.ts';

/**
 * Makes the comparison of docs/comparing.md and its pictures, out of two versions of a contract. A second run changes
 * nothing.
 *
 *     node bench/compare-pictures.ts
 */
const folder = new URL('../docs/comparing/', import.meta.url);

async function post({ port, key }: Service, tool: string, body: FormData | string): Promise<Buffer<ArrayBuffer>> {
  const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, accept: 'application/pdf', ...type },
    body,
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${tool}: ${answer.status} ${bytes.toString('utf8')}`);
  return bytes;
}

const service = await startService();
try {
  const { before, after } = JSON.parse(readFileSync(new URL('contract.json', folder), 'utf8')) as {
    before: object;
    after: object;
  };
  const form = new FormData();
  for (const [name, version] of [
    ['draft-1.pdf', before],
    ['draft-2.pdf', after],
  ] as const)
    form.append('documents', new Blob([await post(service, 'render', JSON.stringify(version))]), name);
  const pdf = await post(service, 'compare', form);
  for (const [page, name, ppi] of [
    ['1', 'summary', '72'],
    ['2', 'sheet', '72'],
  ] as const) {
    writeFileSync(
      new URL(`${name}.png`, folder),
      execFileSync('pdftoppm', ['-r', ppi, '-f', page, '-l', page, '-singlefile', '-png', '-'], {
        input: pdf,
        maxBuffer: 1e8,
      }),
    );
  }
  process.stdout.write(`written to ${fileURLToPath(folder)}\n`);
} finally {
  await service.stop();
}
