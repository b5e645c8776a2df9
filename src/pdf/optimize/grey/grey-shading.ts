import { newStream } from '../../objects/new-stream.ts';
import { Dict, Name, Stream, type Obj } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import { readFunction } from './function.ts';
import { greySpaceOf, lumaOf, type GreySpace } from './grey-space.ts';

/** Samples of a function of one input, and along each of two inputs. */
const samples = { one: 1024, two: 96 };

/**
 * A greyscale shading (ISO 32000-2, 8.7.4.5), with a sampled function. Null without a readable function; the same
 * shading if it has no colours.
 */
export function greyShading(changes: Changes, obj: Obj): Dict | Stream | null {
  const value = changes.resolve(obj);
  const dict = value instanceof Stream ? value.dict : value;
  if (!(dict instanceof Dict)) return null;
  const space = greySpaceOf(changes, dict.get('ColorSpace'));
  if (space === null) return null;
  if (space.grey) return value instanceof Stream ? value : dict;
  const type = changes.number(dict.get('ShadingType')) ?? 0;
  const own = readFunction(changes, dict.get('Function'));
  if (own === null) return null;
  const domain = domainOf(changes, dict, type);
  const made = dict
    .copy()
    .set('ColorSpace', new Name('DeviceGray'))
    .set(
      'Function',
      changes.add(
        luma(changes, dict.get('Function'), space) ?? sampledFunction((inputs) => space.toGrey(own(inputs)), domain),
      ),
    );
  const background = changes.array(dict.get('Background'));
  if (background !== null)
    made.set('Background', [space.toGrey(background.map((entry) => changes.number(entry) ?? 0))]);
  return value instanceof Stream ? new Stream(made, value.stored, value.origin) : made;
}

/** The domain of the function. */
function domainOf(changes: Changes, dict: Dict, type: number): number[] {
  const numbers = (obj: Obj) => (changes.array(obj) ?? []).map((entry) => changes.number(entry) ?? 0);
  if (type === 1) return numbers(dict.get('Domain')).length === 4 ? numbers(dict.get('Domain')) : [0, 1, 0, 1];
  if (type < 4) return numbers(dict.get('Domain')).length === 2 ? numbers(dict.get('Domain')) : [0, 1];
  return numbers(dict.get('Decode')).slice(4, 6);
}

/** A calculator function that appends the luma to red, green and blue, without loss by sampling. */
function luma(changes: Changes, obj: Obj, space: GreySpace): Stream | null {
  const stream = changes.stream(obj);
  if (stream === null || space.toGrey !== lumaOf || changes.number(stream.dict.get('FunctionType')) !== 4) return null;
  const text = stream.decode().toString('latin1').trim();
  const dict = stream.dict.copy().set('Range', [0, 1]);
  for (const key of ['Filter', 'DecodeParms', 'Length', 'DL']) dict.delete(key);
  return text.endsWith('}')
    ? newStream(dict, Buffer.from(`${text.slice(0, -1)} .114 mul exch .587 mul add exch .299 mul add}`, 'latin1'))
    : null;
}

function sampledFunction(grey: (inputs: readonly number[]) => number, domain: readonly number[]): Stream {
  const sides = domain.length === 4 ? [samples.two, samples.two] : [samples.one];
  const [across = 1, down = 1] = sides;
  const at = (index: number, count: number, [low = 0, high = 1]: readonly number[]) =>
    low + (index * (high - low)) / Math.max(1, count - 1);
  const bytes = Buffer.alloc(across * down);
  for (let index = 0; index < bytes.length; index += 1) {
    const inputs = [
      at(index % across, across, domain),
      ...(sides.length === 2 ? [at(Math.floor(index / across), down, domain.slice(2))] : []),
    ];
    bytes[index] = Math.round(grey(inputs) * 255);
  }
  return newStream(
    new Dict([
      ['FunctionType', 0],
      ['Domain', [...domain]],
      ['Range', [0, 1]],
      ['Size', sides],
      ['BitsPerSample', 8],
    ] as [string, Obj][]),
    bytes,
  );
}
