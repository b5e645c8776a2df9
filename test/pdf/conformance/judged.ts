import { expect } from 'chai';
import { checkCompliance } from '../../../src/pdf/conformance/compliance.ts';
import { AppError } from '../../../src/problems.ts';

export const everything = ['PDF/A-1a', 'PDF/A-2a', 'PDF/A-4f', 'PDF/UA-1'];

/** The slug of the problem, or how many verdicts there are. */
export function judged(bytes: Uint8Array): string | number {
  try {
    return checkCompliance({ bytes, standards: everything }).results.length;
  } catch (error) {
    if (error instanceof AppError) return error.slug;
    throw error;
  }
}

/** Expects a verdict on documents with bytes that are changed, cut off or missing, the same ones each time. */
export function expectVerdicts(
  files: readonly { readonly name: string; readonly read: () => Buffer }[],
  rounds: number,
): void {
  let seed = 20_240_601;
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) % below;
  for (let round = 0; round < rounds; round += 1) {
    const { name, read } = files[random(files.length)]!;
    const bytes = Buffer.from(read());
    for (let change = 0; change < 12; change += 1) bytes[16 + random(bytes.length - 16)] = random(256);
    const broken = round % 3 === 0 ? bytes.subarray(0, 16 + random(bytes.length - 16)) : bytes;
    expect([everything.length, 'limit-exceeded'], `${name}, round ${round}`).to.include(judged(broken));
  }
}
