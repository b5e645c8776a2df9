import type { PdfFile } from '../../file/pdf-file.ts';
import type { Stream } from '../../objects/objects.ts';
import type { ObjectLocation } from '../object-location.ts';
import { readExtensions, type Extensions } from '../../xmp/reading/extensions.ts';
import { readPacket, type Packet } from '../../xmp/reading/packet.ts';
import { numberOf } from './file-structure.ts';

/** A metadata stream of the document or of one of its objects (ISO 32000-2, 14.3.2). */
export interface MetadataStream {
  readonly place: ObjectLocation;
  /** Metadata of the catalog. */
  readonly main: boolean;
  readonly stream: Stream;
  readonly packet: Packet;
  readonly extensions: Extensions;
}

/** The metadata streams of a document, that of the catalog first. */
export function readMetadata(
  file: PdfFile,
  others: readonly { readonly place: ObjectLocation; readonly stream: Stream }[],
): MetadataStream[] {
  const own = file.stream(file.catalog.get('Metadata'));
  const read = (stream: Stream, place: ObjectLocation, first: MetadataStream | null): MetadataStream => {
    const packet = readPacket(stream.decode());
    return { place, main: first === null, stream, packet, extensions: readExtensions(packet, first?.extensions.types) };
  };
  const rest = others.filter(
    ({ stream }) =>
      stream !== own &&
      file.name(stream.dict.get('Type')) === 'Metadata' &&
      file.name(stream.dict.get('Subtype')) === 'XML',
  );
  if (own === null) return [];
  const first = read(own, { object: numberOf(file.catalog.get('Metadata')) }, null);
  return [first, ...rest.map(({ stream, place }) => read(stream, place, first))];
}
