import { constants, deflateSync } from 'node:zlib';

const { Z_DEFAULT_STRATEGY, Z_FILTERED } = constants;

/**
 * Bytes up to which all strategies are tried, and the greatest window search: for periodic data that takes a second for
 * each megabyte.
 */
const small = 65_536;
const large = 262_144;

/** The smallest result of zlib (ISO 32000-2, 7.4.4), for data that are written once and read often. */
export function deflateBest(bytes: Buffer): Buffer {
  if (bytes.length > large) return deflateSync(bytes, { level: 7, memLevel: 9 });
  const strategies = bytes.length > small ? [Z_DEFAULT_STRATEGY] : [Z_DEFAULT_STRATEGY, Z_FILTERED];
  const tries = strategies.flatMap((strategy) =>
    [8, 9].map((memLevel) => deflateSync(bytes, { level: 9, memLevel, strategy })),
  );
  return tries.reduce((best, one) => (one.length < best.length ? one : best));
}
