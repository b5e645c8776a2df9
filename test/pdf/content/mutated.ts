/** Some bytes changed, the same ones for the same seed. */
export function mutated(bytes: Buffer, seed: number): Buffer {
  const copy = Buffer.from(bytes);
  let state = seed + 1;
  for (let index = 0; index < 30; index += 1) {
    state = (state * 48_271) % 0x7fffffff;
    copy[state % copy.length] = state >> 8;
  }
  return copy;
}
