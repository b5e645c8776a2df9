import { expect } from 'chai';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { readSignatures } from '../../../src/pdf/facts/signatures/signatures.ts';
import { verifyCertified } from '../../../src/pdf/certify/verify-certified.ts';
import { AppError } from '../../../src/problems.ts';
import { report } from '../../support/archive-3a.ts';
import { c2paVerdict } from '../../support/c2pa.ts';
import { pdfsig } from '../../support/signatures.ts';
import { certify, root } from './certify.ts';
import { times } from '../../support/effort.ts';

/** The same numbers each time (Numerical Recipes, 7.1). */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) yield (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
}

interface Flip {
  readonly at: number;
  readonly pdf: Buffer;
}

/** Copies of a document with one byte of it changed, within [from, to). */
function flips(pdf: Buffer, count: number, [from, to]: readonly [number, number], seed: number): Flip[] {
  const random = numbers(seed);
  return Array.from({ length: count }, () => {
    const at = from + Math.floor(((random.next().value as number) / 2 ** 32) * (to - from));
    const copy = Buffer.from(pdf);
    copy[at] = (copy[at] ?? 0) ^ (1 + Math.floor(((random.next().value as number) / 2 ** 32) * 255));
    return { at, pdf: copy };
  });
}

/** Whether our own verification passes a document. */
function passes(pdf: Buffer): boolean {
  try {
    return verifyCertified(pdf).mistakes.length === 0;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

describe('A certified document with a byte of it changed', () => {
  let pdf: Buffer;
  let contents: readonly [number, number];
  let store: readonly [number, number];
  /** Where the CMS ends, and zeros begin that fill Contents up. */
  let padding: number;
  before(async () => {
    const { pdf: made, manifest } = await certify(report());
    pdf = Buffer.from(made);
    const [signature] = readSignatures(openPdf(pdf));
    const [, start = 0, end = 0] = signature?.byteRange ?? [];
    contents = [start, end];
    padding = start + 1 + 2 * ((signature?.contents.readUInt16BE(2) ?? 0) + 4);
    const own = manifest.exclusions.find((one) => one.start !== start)!;
    store = [own.start, own.start + own.length];
  });
  const inContents = ({ at }: Flip) => at >= contents[0] && at < contents[1];

  it('is found out by us, by c2pa-rs and by poppler, each time', async function () {
    this.timeout(120_000);
    const all = flips(pdf, times(12, 60), [0, pdf.length], 2026);
    expect(passes(pdf)).to.equal(true);
    expect(all.filter((flip) => passes(flip.pdf)).map(({ at }) => at)).to.deep.equal([]);
    const missed: [string, number][] = [];
    for (const flip of all) {
      // C2PA leaves Contents out (A.4.2.2), and poppler what fills it up.
      if (!inContents(flip) && ['Valid', 'Trusted'].includes((await c2paVerdict(flip.pdf, root)).state))
        missed.push(['c2pa', flip.at]);
      const [signature] = await pdfsig(flip.pdf);
      if (signature?.valid === true && signature.total && !(inContents(flip) && flip.at >= padding))
        missed.push(['pdfsig', flip.at]);
    }
    expect(missed).to.deep.equal([]);
  });

  it('is found out by us wherever it is in the manifest and in Contents', function () {
    this.timeout(120_000);
    for (const range of [store, contents])
      expect(
        flips(pdf, times(30, 90), range, 7)
          .filter((flip) => passes(flip.pdf))
          .map(({ at }) => at - range[0]),
      ).to.deep.equal([]);
  });

  it('is found out where something was added or taken away', () => {
    expect(passes(Buffer.concat([pdf, Buffer.from('\n')]))).to.equal(false);
    expect(passes(pdf.subarray(0, pdf.length - 1))).to.equal(false);
  });
});
