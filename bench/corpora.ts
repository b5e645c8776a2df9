import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startService, type Service } from './service.ts';

/**
 * Sends every PDF of the folders given on the command line through extract-text, merge (with itself) and split over
 * HTTP, and prints how many were opened, refused with a problem, or failed (any answer of 500 and above, or none).
 * `pdftotext` stands beside.
 *
 *     node bench/corpora.ts CORPORA/pdfjs CORPORA/pyhanko
 */
const run = promisify(execFile);
const tools = ['extract-text', 'merge', 'split'] as const;

interface Count {
  opened: number;
  refused: Record<string, number>;
  failed: string[];
}

async function send(
  { port, key }: Service,
  tool: (typeof tools)[number],
  file: Buffer<ArrayBuffer>,
): Promise<Response> {
  const body = new FormData();
  body.append(
    'request',
    new Blob([JSON.stringify(tool === 'split' ? { every: 1 } : {})], { type: 'application/json' }),
  );
  const field = tool === 'merge' ? 'documents' : 'document';
  for (let copy = 0; copy < (tool === 'merge' ? 2 : 1); copy += 1)
    body.append(field, new Blob([file], { type: 'application/pdf' }), 'document.pdf');
  return fetch(`http://127.0.0.1:${port}/api/v1/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
    signal: AbortSignal.timeout(90_000),
  });
}

async function count(service: Service, tool: (typeof tools)[number], files: readonly string[]): Promise<Count> {
  const result: Count = { opened: 0, refused: {}, failed: [] };
  for (const path of files) {
    const answer = await send(service, tool, Buffer.from(await readFile(path))).catch(() => null);
    const body = answer === null ? null : await answer.arrayBuffer();
    if (answer?.ok) result.opened += 1;
    else if (answer === null || body === null || answer.status >= 500)
      result.failed.push(`${basename(path)} (${answer?.status ?? 'no answer'})`);
    else {
      const slug = (JSON.parse(Buffer.from(body).toString('utf8')) as { type: string }).type.replace(/.*\//, '');
      result.refused[slug] = (result.refused[slug] ?? 0) + 1;
    }
  }
  return result;
}

async function pdftotext(files: readonly string[]): Promise<number> {
  let opened = 0;
  for (const path of files)
    opened += await run('pdftotext', ['-q', path, '-'], { maxBuffer: 1e9 }).then(
      () => 1,
      () => 0,
    );
  return opened;
}

const service = await startService();
try {
  console.log(
    '| corpus | files | tool | opened | refused with a problem | failed | `pdftotext` opens ' +
      '|\n|---|---|---|---|---|---|---|',
  );
  for (const folder of process.argv.slice(2)) {
    const files = globSync('**/*.pdf', { cwd: folder })
      .sort()
      .map((name) => join(folder, name));
    const beside = await pdftotext(files);
    for (const tool of tools) {
      const { opened, refused, failed } = await count(service, tool, files);
      const problems =
        Object.entries(refused)
          .map(([slug, number]) => `${number} \`${slug}\``)
          .join(', ') || '0';
      console.log(
        `| ${basename(folder)} | ${files.length} | ${tool} | ${opened} | ${problems} | ` +
          `${failed.length === 0 ? '0' : failed.join(', ')} | ${tool === 'extract-text' ? beside : ''} |`,
      );
    }
  }
} finally {
  await service.stop();
}
