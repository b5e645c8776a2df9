import { Name, PdfString, Stream, type Dict, type Obj } from '../../objects/objects.ts';
import type { Writable } from '../../objects/serialize.ts';
import type { FileStyle } from '../../file/writing/file-style.ts';
import { FileWriter } from '../../file/writing/file-writer.ts';
import { deflateXref } from '../../file/xref/deflate-xref.ts';
import { dropXrefKeys } from '../../file/xref/write-xref.ts';

/** Objects to write. */
export interface DenseOptions {
  /** Numbered from 1 without gaps. */
  readonly objects: readonly (readonly [num: number, obj: Obj | Writable])[];
  /** Root, Info and custom entries. */
  readonly trailer: Dict;
  readonly version: string;
  readonly id: readonly [Buffer, Buffer] | null;
  readonly deflate: (bytes: Buffer) => Buffer;
}

/**
 * The style of files that are to be small. Object streams are long and of about one length, because a short last one
 * would compress less than the others.
 */
const denseStyle = (deflate: DenseOptions['deflate']): FileStyle => ({
  maxObjectsPerStream: 1000,
  evenStreams: true,
  deflate,
  deflateXref: (rows, columns) => deflateXref(rows, columns, deflate),
  spaced: false,
  beforeStream: '',
  xref: { maxFreePerUsed: 4, freeGeneration: 65_535, offsetBytes: null },
});

/**
 * Writes an unencrypted file of one revision as small as possible: with object streams (ISO 32000-2, 7.5.7) and a
 * cross-reference stream (7.5.8).
 */
export function writeDense({ objects, trailer, version, id, deflate }: DenseOptions): Uint8Array {
  const out = new FileWriter({ style: denseStyle(deflate), next: objects.length + 1 });
  out.begin(version > '1.5' ? version : '1.5');
  const loose: (readonly [number, Obj | Writable])[] = [];
  for (const entry of objects) {
    if (entry[1] instanceof Stream) out.object(entry[0], 0, entry[1]);
    else loose.push(entry);
  }
  out.objectStreams(loose);
  const own = dropXrefKeys(trailer.copy(), 'Prev', 'Encrypt');
  const digest = out.digest();
  // Entries stand in this order in the dictionary of the cross-reference stream; the writer sets the first three.
  own.set('Type', new Name('XRef')).set('Size', out.next).set('W', []);
  own.set(
    'ID',
    (id ?? [digest, digest]).map((half) => new PdfString(half)),
  );
  return out.end(own, 'stream');
}
