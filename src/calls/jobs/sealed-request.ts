import { KeyLost, type RequestSeal } from '../../jobs/request-seal.ts';

/** The first byte of a sealed request, and that of every other one, which is a JSON object. */
const firstByte = { sealed: 0, json: 0x7b } as const;

/** A request in the encrypted form in which it is stored. */
export function sealed(request: Uint8Array, seal: RequestSeal): Uint8Array {
  return Buffer.concat([Uint8Array.of(firstByte.sealed), seal.close(request)]);
}

/** The request of a job as it was sent. Throws `KeyLost` where another process has encrypted it. */
export function unsealed(stored: Uint8Array, seal: RequestSeal | null): Uint8Array {
  if (stored[0] === firstByte.json) return stored;
  if (seal === null || stored[0] !== firstByte.sealed) throw new KeyLost();
  return seal.open(stored.subarray(1));
}
