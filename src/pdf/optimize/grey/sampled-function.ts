import type { Lookup } from '../../content/lookup.ts';
import type { Stream } from '../../objects/objects.ts';
import { interpolated, numbersAt, type PdfFunction } from './interpolation.ts';

const maxSamples = 4_000_000;
const maxInputs = 4;

interface Domains {
  /** Pairs of limits, one for each input. */
  readonly domain: readonly number[];
  /** Pairs of limits, one for each output. */
  readonly range: readonly number[];
}

/**
 * Reads a sampled function of up to four inputs (ISO 32000-2, 7.10.2). Values between samples are interpolated
 * linearly. Null for a broken one.
 */
export function readSampledFunction(file: Lookup, stream: Stream, { domain, range }: Domains): PdfFunction | null {
  const { dict } = stream;
  const size = numbersAt(file, dict.get('Size'));
  const sample = sampleReader(file, stream, { size, outputs: range.length / 2 });
  if (sample === null) return null;
  const encode = numbersAt(file, dict.get('Encode'));
  const decode = numbersAt(file, dict.get('Decode'));
  const maxSample = 2 ** (file.number(dict.get('BitsPerSample')) ?? 0) - 1;
  const pair = (limits: readonly number[], at: number, [low, high]: readonly [number, number]) =>
    [limits[at * 2] ?? low, limits[at * 2 + 1] ?? high] as const;
  return (inputs) => {
    const places = size.map((one, at) => {
      const place = interpolated(inputs[at] ?? 0, pair(domain, at, [0, 1]), pair(encode, at, [0, one - 1]));
      return Math.min(one - 1, Math.max(0, place));
    });
    return Array.from({ length: range.length / 2 }, (_, output) =>
      interpolated(
        cornerSum(places, size, (index) => sample(index, output)),
        [0, maxSample],
        pair(decode, output, pair(range, output, [0, 1])),
      ),
    );
  };
}

/** Reads the sample of an output by the index of its grid point; null where the table is not sound. */
function sampleReader(
  file: Lookup,
  stream: Stream,
  { size, outputs }: { readonly size: readonly number[]; readonly outputs: number },
): ((index: number, output: number) => number) | null {
  const bits = file.number(stream.dict.get('BitsPerSample')) ?? 0;
  const count = size.reduce((product, one) => product * one, outputs);
  const { bytes, filters } = stream.decoded();
  if (
    size.length === 0 ||
    size.length > maxInputs ||
    size.some((one) => !(one >= 1)) ||
    ![1, 2, 4, 8, 16, 24, 32].includes(bits) ||
    !(count > 0 && count <= maxSamples) ||
    filters.length > 0 ||
    bytes.length * 8 < count * bits
  )
    return null;
  return (index, output) => {
    const at = (index * outputs + output) * bits;
    return bits >= 8
      ? bytes.readUIntBE(at / 8, bits / 8)
      : ((bytes[at >> 3] ?? 0) >> (8 - bits - (at & 7))) & (2 ** bits - 1);
  };
}

/** The weighted sum over the corners of the grid cell that a place is in. */
function cornerSum(places: readonly number[], size: readonly number[], sample: (index: number) => number): number {
  let sum = 0;
  for (let corner = 0; corner < 2 ** size.length; corner += 1) {
    let [weight, index, step] = [1, 0, 1];
    places.forEach((place, at) => {
      const low = Math.min(Math.floor(place), Math.max(0, (size[at] ?? 1) - 2));
      const up = (corner >> at) & 1;
      weight *= up === 1 ? place - low : 1 - (place - low);
      index += Math.min((size[at] ?? 1) - 1, low + up) * step;
      step *= size[at] ?? 1;
    });
    if (weight !== 0) sum += weight * sample(index);
  }
  return sum;
}
