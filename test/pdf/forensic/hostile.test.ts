import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examine, type ForensicReport } from '../../../src/pdf/forensic/examine.ts';
import { AppError } from '../../../src/problems.ts';
import { contractPdf, signed, updated } from '../../support/signed-files.ts';

const now = new Date('2026-06-01');

/** Numbers that look random and are the same each time. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ;) yield (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** Some bytes changed, a piece cut out, or a piece written twice. */
function damaged(pdf: Buffer, seed: number): Buffer {
  const numbers = random(seed);
  const next = (below: number) => Math.floor(numbers.next().value * below);
  const [at, length] = [next(pdf.length), next(400)];
  if (seed % 3 === 0) return Buffer.concat([pdf.subarray(0, at), pdf.subarray(at + length)]);
  if (seed % 3 === 1)
    return Buffer.concat([pdf.subarray(0, at), pdf.subarray(Math.max(0, at - length), at), pdf.subarray(at)]);
  const copy = Buffer.from(pdf);
  for (let count = 1 + next(6); count > 0; count -= 1) copy[next(copy.length)] = next(256);
  return copy;
}

async function outcome(bytes: Buffer): Promise<ForensicReport | string> {
  try {
    return await examine({ bytes, now });
  } catch (error) {
    if (error instanceof AppError) return error.slug;
    throw error;
  }
}

describe('Files that were made to do harm', () => {
  it('are examined or refused, whatever was done to their bytes; and no signature outlives it', async () => {
    const pdf = await signed(updated(contractPdf(), () => undefined));
    const covered = pdf.length;
    for (let seed = 1; seed <= 90; seed += 1) {
      const found = await outcome(damaged(pdf, seed));
      if (typeof found === 'string')
        expect(found, `seed ${seed}`).to.be.oneOf(['invalid-pdf', 'limit-exceeded', 'encrypted-pdf']);
      else if (found.signatures.length > 0)
        expect(
          found.verdict === 'tampered' || found.signatures[0]?.coverage.bytes === covered,
          `seed ${seed}: ${found.verdict}`,
        ).to.equal(true);
    }
  });

  it('with thousands of versions are looked at by the first and the newest', async () => {
    const base = contractPdf();
    const start = base.lastIndexOf('startxref');
    const offset = /\d+/.exec(base.toString('latin1', start))?.[0] ?? '';
    let prev = offset;
    const parts = [base];
    let length = base.length;
    for (let count = 0; count < 3000; count += 1) {
      const section = Buffer.from(
        `xref\n0 0\ntrailer\n<</Size 17/Root 1 0 R/Prev ${prev}>>\nstartxref\n${length}\n%%EOF\n`,
      );
      prev = String(length);
      parts.push(section);
      length += section.length;
    }
    const report = await examine({ bytes: Buffer.concat(parts), now });
    expect(report.revisions.at(-1)).to.include({ number: 3001, bytes: length });
    expect(report.findings.find(({ id }) => id === 'many-revisions')?.evidence.excerpt).to.equal('4 of 3001 versions');
  });

  it('that are encrypted are examined with their password, signature and all', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-test-'));
    try {
      writeFileSync(join(folder, 'in.pdf'), contractPdf());
      execFileSync('qpdf', [
        '--encrypt',
        'user',
        'owner',
        '256',
        '--',
        join(folder, 'in.pdf'),
        join(folder, 'out.pdf'),
      ]);
      const pdf = await signed(readFileSync(join(folder, 'out.pdf')), { password: 'user' });
      const report = await examine({ bytes: pdf, password: 'user', now });
      expect([
        report.verdict,
        report.signatures.map(({ integrity, coverage }) => [integrity, coverage.kind]),
      ]).to.deep.equal(['clean', [['intact', 'whole-file']]]);
      expect(await outcome(pdf)).to.equal('encrypted-pdf');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are not confused with linearized ones, signed or not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-test-'));
    try {
      writeFileSync(join(folder, 'in.pdf'), contractPdf());
      for (const streams of ['disable', 'generate']) {
        execFileSync('qpdf', [
          '--linearize',
          `--object-streams=${streams}`,
          join(folder, 'in.pdf'),
          join(folder, 'out.pdf'),
        ]);
        const pdf = readFileSync(join(folder, 'out.pdf'));
        const plain = await examine({ bytes: pdf, now });
        expect([
          plain.verdict,
          plain.revisions.length,
          plain.findings.some(({ id }) => id === 'linearized'),
        ]).to.deep.equal(['clean', 1, true]);
        const twice = await examine({ bytes: await signed(await signed(pdf)), now });
        expect([
          twice.verdict,
          twice.revisions.length,
          twice.signatures.map(({ coverage }) => coverage.revision),
        ]).to.deep.equal(['clean', 3, [2, 3]]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
