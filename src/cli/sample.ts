import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Makes a key of the highest tier for one run of a service that has no keys configured. */
export function developmentKey(): { key: string; entry: string } {
  const key = `svc_live_dev_${randomBytes(24).toString('base64url')}`;
  return { key, entry: `${key}:developer:enterprise:` };
}

interface Sample {
  readonly host: string;
  readonly port: number;
  readonly key: string;
  readonly say: (text: string) => void;
}

/**
 * Renders the sample report through the HTTP interface of the service to `sample.pdf`, and prints how to do the same by
 * hand.
 */
export async function renderSample({ host, port, key, say }: Sample): Promise<void> {
  const request = fileURLToPath(new URL('../../templates/report/sample.json', import.meta.url));
  const target = resolve('sample.pdf');
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const start = performance.now();
  const answer = await fetch(`${address}/api/v1/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: await readFile(request),
  });
  if (!answer.ok) throw new Error(`The sample report could not be rendered: ${answer.status} ${await answer.text()}`);
  await writeFile(target, Buffer.from(await answer.arrayBuffer()));
  const milliseconds = Math.round(performance.now() - start);
  say(
    [
      `Colophon listens on ${address}, with a key for this run alone.`,
      '',
      `${target}: ${answer.headers.get('document-pages') ?? '?'} pages in ${milliseconds} ms. The same by hand:`,
      '',
      `curl ${address}/api/v1/render -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' ` +
        `--data-binary @${relative(process.cwd(), request)} -o sample.pdf`,
      '',
      'Stop it with Ctrl+C. With keys of your own (SERVICE_API_KEYS) it listens on every address and renders ' +
        'no sample.',
    ].join('\n'),
  );
}
