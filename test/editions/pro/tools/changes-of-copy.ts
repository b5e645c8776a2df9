import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../../../support/service.ts';

/**
 * What a comparison reports of a document and a copy of it that qpdf has saved again; `different` where it says nothing
 * but that.
 */
export async function changesOfCopy(
  pdf: Uint8Array,
  report: (before: Uint8Array, after: Uint8Array) => Promise<Json>,
): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-compare-'));
  try {
    const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')];
    writeFileSync(from, pdf);
    execFileSync(
      'qpdf',
      ['--warning-exit-0', '--object-streams=generate', '--linearize', '--newline-before-endstream', from, to],
      { stdio: 'ignore' },
    );
    const { equal, pages } = await report(pdf, readFileSync(to));
    const changes = pages.flatMap((page: Json) => page.changes);
    return equal === true ? changes : ['different', ...changes];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
