import { Ref, type Dict, type Obj, type Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { ObjectLocation } from '../object-location.ts';

/** The header of an ICC profile (ISO 15076-1, 7.2), as far as rules ask. */
export interface IccProfile {
  readonly major: number;
  readonly minor: number;
  /** `prtr`, `mntr`, `scnr`, `spac`. */
  readonly deviceClass: string;
  /** `RGB `, `CMYK`, `GRAY`, `Lab `. */
  readonly space: string;
  /** N of the stream. */
  readonly components: number | null;
  readonly bytes: Buffer;
}

/** An output intent (ISO 32000-2, 14.11.5). */
export interface OutputIntent {
  readonly place: ObjectLocation;
  readonly dict: Dict;
  readonly type: string | null;
  readonly profile: IccProfile | null;
  readonly destination: Obj;
}

/** Components of a colour space of ICC. */
const componentsOf: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4, 'Lab ': 3 };

/** Null without a stream, or for bytes that are no ICC profile. */
export function readProfile(file: PdfFile, stream: Stream | null): IccProfile | null {
  if (stream === null) return null;
  const bytes = stream.decode();
  if (bytes.length < 128 || bytes.toString('latin1', 36, 40) !== 'acsp') return null;
  return {
    major: bytes[8] ?? 0,
    minor: (bytes[9] ?? 0) >> 4,
    deviceClass: bytes.toString('latin1', 12, 16),
    space: bytes.toString('latin1', 16, 20),
    components: file.number(stream.dict.get('N')),
    bytes,
  };
}

/** True where N is the number of components that the profile has. */
export function hasRightComponents({ space, components }: IccProfile): boolean {
  return componentsOf[space] === undefined || componentsOf[space] === components;
}

/** The output intents of the catalog, and in PDF 2.0 of pages. */
export function readOutputIntents(file: PdfFile, holder: Dict, place: ObjectLocation): OutputIntent[] {
  return (file.array(holder.get('OutputIntents')) ?? []).flatMap((entry) => {
    const dict = file.dict(entry);
    if (dict === null) return [];
    const destination = dict.get('DestOutputProfile');
    return [
      {
        place: entry instanceof Ref ? { ...place, object: entry.num } : place,
        dict,
        destination,
        type: file.name(dict.get('S')),
        profile: readProfile(file, file.stream(destination)),
      },
    ];
  });
}
