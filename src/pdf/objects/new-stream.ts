import { deflate } from '../filters/deflate.ts';
import { decode, filtersOf } from '../filters/decode.ts';
import { defaultLimits } from './limits.ts';
import { type Dict, Name, Ref, Stream, type Obj, type StreamOrigin } from './objects.ts';

const resolve = (obj: Obj) => (obj instanceof Ref ? null : obj);

const ownBytes: StreamOrigin = {
  decrypt: (stream) => stream.stored,
  decode: (stream) => decode(stream.stored, filtersOf(stream.dict, resolve), resolve, defaultLimits.streamBytes),
};

/** A stream that is in no file yet. `bytes` are as the filters of `dict` leave them. */
export function newStream(dict: Dict, bytes: Uint8Array): Stream {
  return new Stream(dict, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), ownBytes);
}

/** zlib's own. */
const level = 6;

/** A stream of plain `bytes`, compressed; sets Filter in `dict`. */
export function newFlateStream(dict: Dict, bytes: Uint8Array): Stream {
  dict.set('Filter', new Name('FlateDecode')).delete('DecodeParms');
  return newStream(dict, deflate(bytes, level));
}
