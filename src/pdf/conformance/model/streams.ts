import { filtersOf } from '../../filters/decode.ts';
import { Stream, type Dict } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { ObjectLocation } from '../object-location.ts';

/** A stream of the file. */
export interface StreamObject {
  readonly place: ObjectLocation;
  readonly stream: Stream;
  readonly dict: Dict;
  /** Full names. */
  readonly filters: readonly string[];
  /** Name of its crypt filter, or null. */
  readonly crypt: string | null;
}

/** All streams of a file. */
export function readStreams(file: PdfFile, numbers: readonly number[]): StreamObject[] {
  const streams: StreamObject[] = [];
  for (const num of numbers) {
    // A stream is never in an object stream (ISO 32000-2, 7.5.7).
    const value = file.where(num)?.kind === 'offset' ? file.get(num) : null;
    if (value instanceof Stream) streams.push(streamObject(file, num, value));
  }
  return streams;
}

function streamObject(file: PdfFile, object: number, stream: Stream): StreamObject {
  const { dict } = stream;
  const steps = dict.has('Filter') ? filtersOf(dict, (obj) => file.resolve(obj)) : [];
  const crypt = steps.find(({ name }) => name === 'Crypt');
  return {
    place: { object },
    stream,
    dict,
    filters: steps.map(({ name }) => name),
    crypt: crypt === undefined ? null : (file.name(crypt.parameters?.get('Name') ?? null) ?? 'Identity'),
  };
}
