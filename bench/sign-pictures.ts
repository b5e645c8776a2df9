import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { issue, type Issued } from '../test/support/certificates.ts';
import { startService, type Service } from './service.ts';

/**
 * Makes the picture of docs/signing.md: the contract of the gallery, signed with the request that stands there, and
 * once more. A second run changes the time.
 *
 *     node bench/sign-pictures.ts
 */
const docs = new URL('../docs/', import.meta.url);
const picture = new URL('signing/signed.png', docs);

/** A signature as somebody draws it. */
const drawn =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 90"><path d="M10 70 C 30 10, 50 0, 52 40 S 40 80, ' +
  '60 55 S 80 30, 84 50 S 78 72, 95 55 L 118 8 C 112 40, 104 62, 112 66 S 130 40, 138 48 S 128 70, 146 60 S ' +
  '170 30, 168 52 S 190 66, 232 40" fill="none" stroke="#1d3f8f" stroke-width="4" ' +
  'stroke-linecap="round"/></svg>';

interface SignBody {
  readonly appearance: {
    readonly page: number;
    readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}

async function sign(
  { port, key }: Service,
  document: Buffer,
  { certificate, privateKey }: Issued,
  body: object,
): Promise<Buffer> {
  const request = { ...body, document: { data: document.toString('base64') }, certificate, privateKey };
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`sign: ${answer.status} ${bytes.toString('utf8')}`);
  return bytes;
}

const [, json = ''] = /```json\n(\{\n[^]*?)```/.exec(readFileSync(new URL('signing.md', docs), 'utf8')) ?? [];
const first = JSON.parse(json) as SignBody;
const { page, box } = first.appearance;
const service = await startService();
try {
  const contract = readFileSync(new URL('gallery/templates/contract.pdf', docs));
  const once = await sign(service, contract, issue({ name: 'Sanna Koivuniemi' }), {
    ...first,
    appearance: { ...first.appearance, image: Buffer.from(drawn).toString('base64') },
  });
  const twice = await sign(service, once, issue({ name: 'Magnus Drever' }), {
    location: 'Kirkwall',
    reason: 'I agree',
    appearance: { page, box: { ...box, x: box.x + box.width + 40 } },
  });
  const area = ['-x', '60', '-y', '900', '-W', '790', '-H', '300'];
  writeFileSync(
    picture,
    execFileSync(
      'pdftoppm',
      ['-r', '110', '-f', String(page), '-l', String(page), ...area, '-singlefile', '-png', '-'],
      { input: twice, maxBuffer: 1e8 },
    ),
  );
  process.stdout.write(`written to ${fileURLToPath(picture)}\n`);
} finally {
  await service.stop();
}
