import { AppError } from '../../problems.ts';
import { longestFilterChain } from '../objects/limits.ts';
import { Dict, Name, type Decoded, type Obj } from '../objects/objects.ts';
import { decodeAscii85, decodeAsciiHex } from './ascii.ts';
import type { Filtered } from './filtered.ts';
import { decodeFlate } from './flate.ts';
import { decodeLzw } from './lzw.ts';
import { undoPrediction } from './predictor.ts';
import { decodeRunLength } from './run-length.ts';

type Resolve = (obj: Obj) => Obj;
type Filter = (bytes: Buffer, parameters: Parameters, limit: number) => Filtered;
type Parameters = (key: string, absent: number) => number;

/** Includes the abbreviations of inline images (ISO 32000-2, table 92), which files use elsewhere, too. */
const filters: Readonly<Record<string, Filter>> = {
  FlateDecode: (bytes, parameters, limit) => predicted(decodeFlate(bytes, limit), parameters),
  LZWDecode: (bytes, parameters, limit) =>
    predicted(decodeLzw(bytes, parameters('EarlyChange', 1) !== 0, limit), parameters),
  ASCII85Decode: (bytes, _, limit) => decodeAscii85(bytes, limit),
  ASCIIHexDecode: (bytes, _, limit) => decodeAsciiHex(bytes, limit),
  RunLengthDecode: (bytes, _, limit) => decodeRunLength(bytes, limit),
  Crypt: (bytes) => ({ bytes, intact: true }),
};

const abbreviations: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
};

/** A filter of a stream, by its full name. */
export interface FilterStep {
  readonly name: string;
  readonly parameters: Dict | null;
}

/** The filters of a stream in the order of decoding (ISO 32000-2, table 5). */
export function filtersOf(dict: Dict, resolve: Resolve): FilterStep[] {
  const filter = resolve(dict.get('Filter') ?? dict.get('F'));
  const parameters = resolve(dict.get('DecodeParms') ?? dict.get('DP'));
  const names = Array.isArray(filter) ? filter : [filter];
  if (names.length > longestFilterChain)
    throw new AppError('limit-exceeded', `A stream of the document has more than ${longestFilterChain} filters.`);
  const steps: FilterStep[] = [];
  names.forEach((entry, index) => {
    const name = resolve(entry);
    if (!(name instanceof Name)) return;
    const own = Array.isArray(parameters) ? resolve(parameters[index] ?? null) : index === 0 ? parameters : null;
    steps.push({ name: abbreviations[name.value] ?? name.value, parameters: own instanceof Dict ? own : null });
  });
  return steps;
}

/** Decodes up to the first image filter or unknown filter. `bytes` are decrypted. */
export function decode(bytes: Buffer, steps: readonly FilterStep[], resolve: Resolve, limit: number): Decoded {
  let current: Filtered = { bytes, intact: true };
  let intact = true;
  for (const [index, step] of steps.entries()) {
    const filter = Object.hasOwn(filters, step.name) ? filters[step.name] : undefined;
    if (filter === undefined)
      return {
        bytes: current.bytes,
        filters: steps.slice(index).map(({ name }) => name),
        parameters: step.parameters,
        intact,
      };
    current = filter(current.bytes, numbersOf(step.parameters, resolve), limit);
    intact &&= current.intact;
  }
  return { bytes: current.bytes, filters: [], parameters: null, intact };
}

function numbersOf(parameters: Dict | null, resolve: Resolve): Parameters {
  return (key, absent) => {
    const value = resolve(parameters?.get(key) ?? null);
    return typeof value === 'number' ? value : absent;
  };
}

function predicted({ bytes, intact }: Filtered, parameters: Parameters): Filtered {
  const prediction = {
    predictor: parameters('Predictor', 1),
    colors: parameters('Colors', 1),
    bits: parameters('BitsPerComponent', 8),
    columns: parameters('Columns', 1),
  };
  const undone = undoPrediction(bytes, prediction);
  return { bytes: undone.bytes, intact: intact && undone.intact };
}
