import type { Lookup } from '../../content/lookup.ts';
import { Dict, Stream, type Obj } from '../../objects/objects.ts';
import { readCalculator, runCalculator } from './calculator.ts';

/** A function of PDF (ISO 32000-2, 7.10): values for values. */
export type PdfFunction = (inputs: readonly number[]) => number[];

const maxFunctions = 64;
const maxSamples = 4_000_000;
const maxText = 200_000;

/** A function of any type, or several that answer one value each; null for a broken one. */
export function readFunction(file: Lookup, obj: Obj, depth = 0): PdfFunction | null {
  const value = file.resolve(obj);
  if (depth > 8) return null;
  if (Array.isArray(value)) {
    const parts = value.slice(0, maxFunctions).map((part) => readFunction(file, part, depth + 1));
    return parts.every((part) => part !== null) ? (inputs) => parts.flatMap((part) => part(inputs).slice(0, 1)) : null;
  }
  const dict = value instanceof Stream ? value.dict : value;
  if (!(dict instanceof Dict)) return null;
  const domain = numbers(file, dict.get('Domain'));
  const range = numbers(file, dict.get('Range'));
  const type = file.number(dict.get('FunctionType'));
  const own =
    type === 0 && value instanceof Stream
      ? sampled(file, value, { domain, range })
      : type === 2
        ? exponential(file, dict)
        : type === 3
          ? stitched(file, dict, domain, depth)
          : type === 4 && value instanceof Stream
            ? calculated(value)
            : null;
  return own === null ? null : (inputs) => clamped(own(clamped(inputs, domain)), range);
}

const numbers = (file: Lookup, obj: Obj): number[] => (file.array(obj) ?? []).map((entry) => file.number(entry) ?? 0);

const clamped = (values: readonly number[], limits: readonly number[]): number[] =>
  values.map((value, at) => Math.min(limits[at * 2 + 1] ?? value, Math.max(limits[at * 2] ?? value, value)));

const between = (
  value: number,
  [low, high]: readonly [number, number],
  [to, end]: readonly [number, number],
): number => (high === low ? to : to + ((value - low) * (end - to)) / (high - low));

function calculated(stream: Stream): PdfFunction | null {
  const { bytes, filters } = stream.decoded();
  const procedure =
    filters.length > 0 || bytes.length > maxText ? null : readCalculator(bytes.toString('latin1').trim());
  return procedure === null ? null : (inputs) => runCalculator(procedure, inputs);
}

function exponential(file: Lookup, dict: Dict): PdfFunction {
  const [from, to] = [numbers(file, dict.get('C0')), numbers(file, dict.get('C1'))];
  const [low, high] = [from.length === 0 ? [0] : from, to.length === 0 ? [1] : to];
  const exponent = file.number(dict.get('N')) ?? 1;
  return ([x = 0]) => low.map((start, at) => start + x ** exponent * ((high[at] ?? 0) - start));
}

function stitched(
  file: Lookup,
  dict: Dict,
  [first = 0, last = 1]: readonly number[],
  depth: number,
): PdfFunction | null {
  const parts = (file.array(dict.get('Functions')) ?? [])
    .slice(0, maxFunctions)
    .map((part) => readFunction(file, part, depth + 1));
  const bounds = numbers(file, dict.get('Bounds'));
  const encode = numbers(file, dict.get('Encode'));
  if (parts.length === 0 || !parts.every((part) => part !== null)) return null;
  return ([x = 0]) => {
    const found = bounds.findIndex((bound) => x < bound);
    const at = found < 0 ? Math.min(parts.length - 1, bounds.length) : found;
    const low = at === 0 ? first : (bounds[at - 1] ?? first);
    return parts[at]?.([between(x, [low, bounds[at] ?? last], [encode[at * 2] ?? 0, encode[at * 2 + 1] ?? 1])]) ?? [];
  };
}

/** By the samples around, for functions of one value and of several. */
function sampled(
  file: Lookup,
  stream: Stream,
  { domain, range }: { readonly domain: readonly number[]; readonly range: readonly number[] },
): PdfFunction | null {
  const { dict } = stream;
  const size = numbers(file, dict.get('Size'));
  const bits = file.number(dict.get('BitsPerSample')) ?? 0;
  const outputs = range.length / 2;
  const count = size.reduce((product, one) => product * one, outputs);
  const { bytes, filters } = stream.decoded();
  if (
    size.length === 0 ||
    size.length > 4 ||
    size.some((one) => !(one >= 1)) ||
    ![1, 2, 4, 8, 16, 24, 32].includes(bits) ||
    !(count > 0 && count <= maxSamples) ||
    filters.length > 0 ||
    bytes.length * 8 < count * bits
  )
    return null;
  const encode = numbers(file, dict.get('Encode'));
  const decode = numbers(file, dict.get('Decode'));
  const most = 2 ** bits - 1;
  const sample = (at: number) =>
    bits >= 8
      ? bytes.readUIntBE((at * bits) / 8, bits / 8)
      : ((bytes[(at * bits) >> 3] ?? 0) >> (8 - bits - ((at * bits) & 7))) & most;
  return (inputs) => {
    const places = size.map((one, at) =>
      Math.min(
        one - 1,
        Math.max(
          0,
          between(
            inputs[at] ?? 0,
            [domain[at * 2] ?? 0, domain[at * 2 + 1] ?? 1],
            [encode[at * 2] ?? 0, encode[at * 2 + 1] ?? one - 1],
          ),
        ),
      ),
    );
    return Array.from({ length: outputs }, (_, output) => {
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
        if (weight !== 0) sum += weight * sample(index * outputs + output);
      }
      return between(
        sum,
        [0, most],
        [decode[output * 2] ?? range[output * 2] ?? 0, decode[output * 2 + 1] ?? range[output * 2 + 1] ?? 1],
      );
    });
  };
}
