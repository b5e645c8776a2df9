import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startService, type Service } from './service.ts';

/**
 * Makes the picture of docs/conformance.md: the report of a page with faults, and the page with its findings framed,
 * side by side.
 *
 *     node bench/accessibility-picture.ts
 */
const folder = new URL('../docs/conformance/', import.meta.url);

async function post(
  { port, key }: Service,
  path: string,
  body: Uint8Array | string,
  headers: Record<string, string>,
): Promise<Buffer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes.toString('utf8')}`);
  return bytes;
}

const page = (pdf: Buffer, number: number) =>
  execFileSync('pdftoppm', ['-r', '60', '-f', String(number), '-l', String(number), '-singlefile', '-png', '-'], {
    input: pdf,
    maxBuffer: 1e8,
  });

const service = await startService();
try {
  const pdf = await post(service, 'render', readFileSync(new URL('faults.json', folder)), {
    'content-type': 'application/json',
  });
  const marked = await post(service, 'check-accessibility?standard=WCAG-2.2', pdf, {
    'content-type': 'application/pdf',
    accept: 'application/pdf',
  });
  const pages = Number(/Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', ['-'], { input: marked }).toString())?.[1]);
  writeFileSync(new URL('accessibility-report.png', folder), page(marked, 1));
  writeFileSync(new URL('accessibility-page.png', folder), page(marked, pages));
  process.stdout.write(`written to ${fileURLToPath(folder)}\n`);
} finally {
  await service.stop();
}
