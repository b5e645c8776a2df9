import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startService, type Service } from './service.ts';

/**
 * Makes the form of docs/forms.md, and its pictures: empty, filled in with the values that stand there, flattened. A
 * second run changes nothing.
 *
 *     node bench/form-pictures.ts
 */
const folder = new URL('../docs/forms/', import.meta.url);

async function post({ port, key }: Service, tool: string, body: object): Promise<Buffer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${tool}: ${answer.status} ${bytes.toString('utf8')}`);
  return bytes;
}

function picture(pdf: Buffer, name: string): void {
  const png = execFileSync('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', '-singlefile', '-png', '-'], {
    input: pdf,
    maxBuffer: 1e8,
  });
  writeFileSync(new URL(`${name}.png`, folder), png);
}

const [filling] = [
  ...readFileSync(new URL('../docs/forms.md', import.meta.url), 'utf8').matchAll(/```json\n(\{\n[^]*?)```/g),
].map(([, json = '']) => JSON.parse(json) as object);
const service = await startService();
try {
  const form = await post(service, 'render', JSON.parse(readFileSync(new URL('form.json', folder), 'utf8')) as object);
  writeFileSync(new URL('form.pdf', folder), form);
  const document = { data: form.toString('base64') };
  picture(form, 'form');
  picture(await post(service, 'fill-form', { document, ...filling }), 'filled');
  picture(await post(service, 'fill-form', { document, ...filling, flatten: true }), 'flattened');
  process.stdout.write(`written to ${fileURLToPath(folder)}\n`);
} finally {
  await service.stop();
}
