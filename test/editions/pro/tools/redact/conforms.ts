import { checkCompliance } from '../../../../../src/pdf/conformance/compliance.ts';

export function conforms(pdf: Uint8Array, standard: string): boolean {
  return checkCompliance({ bytes: new Uint8Array(pdf), password: undefined, standards: [standard] }).results.every(
    ({ compliant }) => compliant,
  );
}
