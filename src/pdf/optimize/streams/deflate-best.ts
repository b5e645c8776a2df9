import { constants, deflateSync } from 'node:zlib';

const { Z_DEFAULT_STRATEGY, Z_FILTERED } = constants;

/**
 * Bytes up to which every way is tried, and up to which zlib looks as far back as it can: over periodic data that takes
 * it a second a megabyte.
 */
const small = 65_536;
const large = 262_144;

/** The smallest that zlib makes of the bytes (ISO 32000-2, 7.4.4): for what is written once and read often. */
export function deflateBest(bytes: Buffer): Buffer {
  if (bytes.length > large) return deflateSync(bytes, { level: 7, memLevel: 9 });
  const strategies = bytes.length > small ? [Z_DEFAULT_STRATEGY] : [Z_DEFAULT_STRATEGY, Z_FILTERED];
  const tries = strategies.flatMap((strategy) =>
    [8, 9].map((memLevel) => deflateSync(bytes, { level: 9, memLevel, strategy })),
  );
  return tries.reduce((best, one) => (one.length < best.length ? one : best));
}
