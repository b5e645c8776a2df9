import type { Dict, Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { ObjectLocation } from '../object-location.ts';
import type { Walked } from './names.ts';

/** A file specification with an embedded file (ISO 32000-2, 7.11.3). */
export interface FileSpecification {
  readonly place: ObjectLocation;
  readonly dict: Dict;
  readonly embedded: Stream | null;
  /** AF of the document, or of a part of it, refers to it (ISO 32000-2, 14.13). */
  readonly associated: boolean;
}

/** File specifications with EF anywhere in the file. Those in AF are recognised by their object. */
export function readFileSpecifications(
  file: PdfFile,
  { specifications, associating }: Pick<Walked, 'specifications' | 'associating'>,
): FileSpecification[] {
  const entries = associating.flatMap((dict) => file.array(dict.get('AF')) ?? [dict.get('AF')]);
  const associated = new Set(entries.map((entry) => file.dict(entry)));
  const found = new Map(
    specifications.filter(({ dict }) => file.dict(dict.get('EF')) !== null).map(({ dict, place }) => [dict, place]),
  );
  return [...found].map(([dict, place]) => {
    const files = file.dict(dict.get('EF'));
    return {
      place,
      dict,
      embedded: file.stream(files?.get('UF') ?? null) ?? file.stream(files?.get('F') ?? null),
      associated: associated.has(dict),
    };
  });
}
