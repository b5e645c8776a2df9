import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { verifyCertified } from '../src/pdf/certify/verify-certified.ts';
import { AppError } from '../src/problems.ts';
import { certify, root } from '../test/pdf/c2pa/certify.ts';
import { c2paVerdict } from '../test/support/c2pa.ts';
import { pdfsig } from '../test/support/signatures.ts';

/**
 * Certifies every PDF of the folders given on the command line, with a label on the first page, and lets others judge:
 * `pdfsig` (valid, and the whole document signed), c2pa-rs (trusted with the root of the example), and whether the
 * original is a prefix.
 *
 *     node bench/certify-corpora.ts CORPORA/pdfjs CORPORA/verapdf/PDF_A-3b
 */
const label = { text: 'Created using Generative AI', pages: () => [1], position: 'bottom-right', size: 9 } as const;

async function judge(original: Buffer, pdf: Buffer, anew: boolean): Promise<string[]> {
  const complaints = verifyCertified(pdf).mistakes.map((mistake) => `own: ${mistake}`);
  if (!anew && !pdf.subarray(0, original.length).equals(original)) complaints.push('the original is no prefix');
  const signatures = await pdfsig(pdf);
  if (!signatures.some(({ valid, total }) => valid && total))
    complaints.push('pdfsig does not find it valid and total');
  const { state, failures } = await c2paVerdict(pdf, root);
  if (state !== 'Trusted') complaints.push(`c2pa: ${state} ${failures.join(' ').slice(0, 150)}`);
  return complaints;
}

console.log('| corpus | files | certified | refused | failed | judges complain |\n|---|---|---|---|---|---|');
for (const corpus of process.argv.slice(2)) {
  const files = globSync('**/*.pdf', { cwd: corpus })
    .sort()
    .map((name) => join(corpus, name));
  const refused: Record<string, number> = {};
  const [failed, complaints]: [string[], string[]] = [[], []];
  let certified = 0;
  for (const path of files) {
    const original = await readFile(path);
    try {
      const { pdf, warnings } = await certify(original, { label, fonts: [{ path: 'fonts', source: 'bundled' }] });
      certified += 1;
      const found = await judge(
        original,
        Buffer.from(pdf),
        warnings.some((warning) => warning.includes('written anew')),
      );
      if (found.length > 0) complaints.push(`${basename(path)}: ${found.join('; ')}`);
    } catch (error) {
      if (error instanceof AppError) refused[error.slug] = (refused[error.slug] ?? 0) + 1;
      else failed.push(`${basename(path)}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    }
  }
  console.log(
    `| ${basename(corpus)} | ${files.length} | ${certified} | ${Object.entries(refused)
      .map(([slug, count]) => `${count} ${slug}`)
      .join(', ')} | ${failed.length} | ${complaints.length} |`,
  );
  for (const line of [...failed, ...complaints]) console.error(line);
}
