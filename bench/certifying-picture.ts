import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import {
  exampleAuthority,
  exampleCertificate,
  exampleKey,
} from '../src/editions/enterprise/tools/ai-certify/example-credential.ts';
import { startNode } from './service.ts';

/**
 * Makes the picture of docs/certifying.md: the report of the gallery, certified by the request that stands there with
 * the credential of the examples.
 *
 *     node bench/certifying-picture.ts
 */
const docs = new URL('../docs/', import.meta.url);
const [, json = ''] = /```json\n(\{\n[^]*?)```/.exec(readFileSync(new URL('certifying.md', docs), 'utf8')) ?? [];
const request = {
  ...(JSON.parse(json) as object),
  credential: { certificate: exampleCertificate, privateKey: exampleKey, chain: exampleAuthority },
};
const report = readFileSync(new URL('gallery/templates/report.pdf', docs));

const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const service = await startNode('all', { SERVICE_DATA_DIR: folder, SERVICE_APPROVAL_REQUIRED: 'none' });
try {
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/ai-certify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ document: { data: report.toString('base64') }, ...request }),
  });
  const certified = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(certified.toString('utf8'));
  const png = execFileSync('pdftoppm', ['-r', '70', '-f', '1', '-l', '1', '-singlefile', '-png', '-'], {
    input: certified,
    maxBuffer: 1e8,
  });
  const target = new URL('certifying/labelled.png', docs);
  writeFileSync(
    target,
    await sharp(png)
      .extend({ top: 1, bottom: 1, left: 1, right: 1, background: '#b4b4b4' })
      .png({ palette: true })
      .toBuffer(),
  );
  process.stdout.write(`written to ${fileURLToPath(target)}\n`);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
