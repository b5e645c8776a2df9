import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { startService } from './service.ts';

/**
 * Makes the picture of docs/redaction.md: the letter of the gallery, and beside it what the request that stands there
 * leaves of it.
 *
 *     node bench/redaction-picture.ts
 */
const docs = new URL('../docs/', import.meta.url);
const [request] = [...readFileSync(new URL('redaction.md', docs), 'utf8').matchAll(/```json\n(\{\n[^]*?)```/g)].map(
  ([, json = '']) => JSON.parse(json) as object,
);
const letter = readFileSync(new URL('gallery/templates/letter.pdf', docs));

/** The upper part of the first page, framed. */
async function upperPart(pdf: Buffer): Promise<Buffer> {
  const png = execFileSync('pdftoppm', ['-r', '80', '-f', '1', '-l', '1', '-singlefile', '-png', '-'], {
    input: pdf,
    maxBuffer: 1e8,
  });
  return sharp(png)
    .extract({ left: 0, top: 0, width: 661, height: 620 })
    .extend({ top: 1, bottom: 1, left: 1, right: 1, background: '#b4b4b4' })
    .png()
    .toBuffer();
}

const service = await startService();
try {
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/redact`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ document: { data: letter.toString('base64') }, ...request }),
  });
  const redacted = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(redacted.toString('utf8'));
  const target = new URL('redaction/letter.png', docs);
  const sides = await Promise.all([letter, redacted].map(upperPart));
  const both = sharp({ create: { width: 1336, height: 622, channels: 3, background: '#ffffff' } }).composite(
    sides.map((input, index) => ({ input, left: index * 673, top: 0 })),
  );
  writeFileSync(target, await both.png({ palette: true }).toBuffer());
  process.stdout.write(`written to ${fileURLToPath(target)}\n`);
} finally {
  await service.stop();
}
