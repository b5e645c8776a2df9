import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { issue, type Issued } from '../test/support/certificates.ts';
import { startService, type Service } from './service.ts';

/**
 * Makes the pictures of docs/signing.md: the contract of the gallery, signed with the first request that stands there, and
 * once more; and an order, signed with the second request in each layout. A second run changes the time.
 *
 *     node bench/sign-pictures.ts
 */
const docs = new URL('../docs/', import.meta.url);

/** A signature as somebody draws it. */
const drawn =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 90"><path d="M10 70 C 30 10, 50 0, 52 40 S 40 80, ' +
  '60 55 S 80 30, 84 50 S 78 72, 95 55 L 118 8 C 112 40, 104 62, 112 66 S 130 40, 138 48 S 128 70, 146 60 S ' +
  '170 30, 168 52 S 190 66, 232 40" fill="none" stroke="#1d3f8f" stroke-width="4" ' +
  'stroke-linecap="round"/></svg>';

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="#1d3f8f"/>' +
  '<path d="M27 14a9 9 0 1 0 0 12" fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round"/></svg>';

const order =
  '<!doctype html><html lang="en"><title>Order</title><style>@page{size:A5 landscape;margin:18mm 20mm}' +
  'body{margin:0;font:11pt Inter;color:#1c2431}h1{font-size:15pt;color:#1d3f8f;margin:0 0 4mm}</style>' +
  '<h1>Order HC-2026-118</h1><p>Ferryman Software delivers the platform by 1 March 2027.</p>';

/** The box of each layout. That of `auto` is a tall one. */
const boxes = {
  text: { width: '75mm', height: '24mm' },
  'logo-left': { width: '75mm', height: '24mm' },
  'logo-top': { width: '75mm', height: '36mm' },
  auto: { width: '52mm', height: '46mm' },
} as const;

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

/** The part of a page, in pixels at 110 per inch, as a picture of the documentation. */
function writePicture(name: string, pdf: Buffer, { page, area }: { page: number; area: readonly number[] }): void {
  const place = ['-x', '-y', '-W', '-H'].flatMap((option, index) => [option, String(area[index])]);
  const options = ['-r', '110', '-f', String(page), '-l', String(page), ...place, '-singlefile', '-png', '-'];
  const picture = new URL(`signing/${name}.png`, docs);
  writeFileSync(picture, execFileSync('pdftoppm', options, { input: pdf, maxBuffer: 1e8 }));
  process.stdout.write(`written to ${fileURLToPath(picture)}\n`);
}

async function render({ port, key }: Service, html: string): Promise<Buffer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/html' },
    body: html,
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`render: ${answer.status} ${bytes.toString('utf8')}`);
  return bytes;
}

const text = readFileSync(new URL('signing.md', docs), 'utf8');
const [first, second] = [...text.matchAll(/```json\n(\{\n[^]*?)```/g)].map(
  ([, json = '']) => JSON.parse(json) as SignBody,
);
if (first === undefined || second === undefined) throw new Error('docs/signing.md has no two requests');
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
  writePicture('signed', twice, { page, area: [60, 900, 790, 300] });
  const sheet = await render(service, order);
  for (const [layout, size] of Object.entries(boxes)) {
    const own = { logo: layout === 'text' ? undefined : Buffer.from(logo).toString('base64') };
    const look = { ...second.appearance, ...own, layout, box: { ...second.appearance.box, ...size } };
    const signed = await sign(service, sheet, issue({ name: 'Sanna Koivuniemi' }), { ...second, appearance: look });
    writePicture(`layout-${layout}`, signed, { page: 1, area: [60, 50, 510, 385] });
  }
} finally {
  await service.stop();
}
