import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAccessibility } from '../../../src/pdf/conformance/accessibility/check-accessibility.ts';
import { checkCompliance } from '../../../src/pdf/conformance/compliance.ts';
import { AppError } from '../../../src/problems.ts';
import { corpora, labelled } from './corpora.ts';

const odd = globSync('**/*.pdf', { cwd: join(corpora, 'pdfjs') }).sort().map((name) => join(corpora, 'pdfjs', name));
const everything = ['PDF/A-1a', 'PDF/A-2a', 'PDF/A-4f', 'PDF/UA-1'];

/** The slug of the problem, or how many verdicts there are. */
function judged(bytes: Uint8Array): string | number {
  try {
    return checkCompliance({ bytes, standards: everything }).results.length;
  } catch (error) {
    if (error instanceof AppError) return error.slug;
    throw error;
  }
}

describe('Conformance of what is odd or broken', () => {
  it('gives every odd document a verdict, but for those that need a password', function () {
    this.timeout(120_000);
    const refused = odd.map((path) => [path, judged(readFileSync(path))] as const).filter(([, verdicts]) => verdicts !== everything.length && verdicts !== 'encrypted-pdf');
    expect(refused).to.deep.equal([]);
  });

  it('gives a verdict on documents with bytes that are changed, cut off or missing', function () {
    this.timeout(120_000);
    let seed = 20_240_601;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) % below;
    const files = labelled('verapdf');
    for (let round = 0; round < 150; round += 1) {
      const path = files[random(files.length)]?.path ?? '';
      const bytes = Buffer.from(readFileSync(path));
      for (let change = 0; change < 12; change += 1) bytes[16 + random(bytes.length - 16)] = random(256);
      const broken = round % 3 === 0 ? bytes.subarray(0, 16 + random(bytes.length - 16)) : bytes;
      expect([everything.length, 'limit-exceeded'], `${path}, round ${round}`).to.include(judged(broken));
    }
  });

  it('takes what has no %PDF- in its first 1,024 bytes for no PDF', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), Buffer.concat([Buffer.alloc(1024, 32), Buffer.from('%PDF-1.7')])]) expect(judged(bytes)).to.equal('invalid-pdf');
    expect(judged(Buffer.concat([Buffer.alloc(1000, 32), Buffer.from('%PDF-1.7\n')]))).to.equal(everything.length);
  });

  it('gives a verdict where the highest object number is no whole one', () => {
    const members = '1 0 2 9 50.5 18 <</A 1>> <</B 2>> <</C 3>>';
    const [first, stream] = [members.indexOf('<<'), members];
    const text = `%PDF-1.7\n3 0 obj\n<</Type/Catalog/Pages 4 0 R/StructTreeRoot 1 0 R>>\nendobj\n4 0 obj\n<</Type/Pages/Count 1/Kids[5 0 R]>>\nendobj\n5 0 obj\n<</Type/Page/Parent 4 0 R/MediaBox[0 0 9 9]>>\nendobj\n6 0 obj\n<</Type/ObjStm/N 3/First ${first}/Length ${stream.length}>>\nstream\n${stream}\nendstream\nendobj\ntrailer\n<</Root 3 0 R>>\n`;
    expect(judged(Buffer.from(text))).to.equal(everything.length);
  });

  it('calls damage a failure', () => {
    const [result] = checkCompliance({ bytes: Buffer.from('%PDF-1.7\nnothing of a document'), standards: ['PDF/A-2b'] }).results;
    expect(result).to.deep.include({ standard: 'PDF/A-2b', compliant: false, claimed: false });
    expect(result?.failures[0]).to.include({ clause: '6.1.4', test: 1 });
    const { machineChecksPassed, checks } = checkAccessibility({ bytes: Buffer.from('%PDF-1.7\nnothing of a document'), standard: 'PDF/UA-1' });
    expect([machineChecksPassed, checks[0]?.status]).to.deep.equal([false, 'failed']);
  });
});
