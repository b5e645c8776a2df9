import type { Lookup } from '../../content/lookup.ts';
import { Dict, Stream, type Obj } from '../../objects/objects.ts';
import { readCalculator, runCalculator } from './calculator.ts';
import { interpolated, numbersAt, type PdfFunction } from './interpolation.ts';
import { readSampledFunction } from './sampled-function.ts';

const maxFunctions = 64;
/** Bytes of a PostScript calculator function. */
const maxCalculatorBytes = 200_000;
const maxDepth = 8;

/**
 * Reads a function of any type, or an array of functions with one output each (ISO 32000-2, 7.10). Null for a broken
 * one.
 */
export function readFunction(file: Lookup, obj: Obj, depth = 0): PdfFunction | null {
  const value = file.resolve(obj);
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) {
    const parts = value.slice(0, maxFunctions).map((part) => readFunction(file, part, depth + 1));
    return parts.every((part) => part !== null) ? (inputs) => parts.flatMap((part) => part(inputs).slice(0, 1)) : null;
  }
  const dict = value instanceof Stream ? value.dict : value;
  if (!(dict instanceof Dict)) return null;
  const domain = numbersAt(file, dict.get('Domain'));
  const range = numbersAt(file, dict.get('Range'));
  const type = file.number(dict.get('FunctionType'));
  const own =
    type === 0 && value instanceof Stream
      ? readSampledFunction(file, value, { domain, range })
      : type === 2
        ? exponential(file, dict)
        : type === 3
          ? stitched(file, dict, domain, depth)
          : type === 4 && value instanceof Stream
            ? calculated(value)
            : null;
  return own === null ? null : (inputs) => clamped(own(clamped(inputs, domain)), range);
}

const clamped = (values: readonly number[], limits: readonly number[]): number[] =>
  values.map((value, at) => Math.min(limits[at * 2 + 1] ?? value, Math.max(limits[at * 2] ?? value, value)));

function calculated(stream: Stream): PdfFunction | null {
  const { bytes, filters } = stream.decoded();
  const procedure =
    filters.length > 0 || bytes.length > maxCalculatorBytes ? null : readCalculator(bytes.toString('latin1').trim());
  return procedure === null ? null : (inputs) => runCalculator(procedure, inputs);
}

function exponential(file: Lookup, dict: Dict): PdfFunction {
  const [from, to] = [numbersAt(file, dict.get('C0')), numbersAt(file, dict.get('C1'))];
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
  const bounds = numbersAt(file, dict.get('Bounds'));
  const encode = numbersAt(file, dict.get('Encode'));
  if (parts.length === 0 || !parts.every((part) => part !== null)) return null;
  return ([x = 0]) => {
    const found = bounds.findIndex((bound) => x < bound);
    const at = found < 0 ? Math.min(parts.length - 1, bounds.length) : found;
    const low = at === 0 ? first : (bounds[at - 1] ?? first);
    return (
      parts[at]?.([interpolated(x, [low, bounds[at] ?? last], [encode[at * 2] ?? 0, encode[at * 2 + 1] ?? 1])]) ?? []
    );
  };
}
