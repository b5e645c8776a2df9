import { deflateSync } from 'node:zlib';
import { chunkSizeFor, deflate, deflateInBackground, deflateOnThread } from '../../filters/deflate.ts';
import { deflateXrefFast, type DeflatedXref } from '../xref/deflate-xref.ts';
import type { XrefForm } from '../xref/write-xref.ts';

/** Choices in the writing of a file that do not change its content. */
export interface FileStyle {
  /** Objects of one object stream: readers inflate a whole one to reach a single object. */
  readonly maxObjectsPerStream: number;
  /** True: all object streams have about the same number of objects. False: all but the last have the maximum. */
  readonly evenStreams: boolean;
  /** FlateDecode (ISO 32000-2, 7.4.4) of object streams. */
  readonly deflate: (bytes: Buffer) => Buffer;
  /** The same bytes, made on another thread, from content that is not used again. */
  readonly deflateInBackground?: (bytes: Buffer) => Promise<Buffer>;
  /** FlateDecode of the rows of a cross-reference stream, which have so many bytes each. */
  readonly deflateXref: (rows: Buffer, columns: number) => DeflatedXref;
  /**
   * With this, dictionaries that the writer makes have white space where Skia puts it. Otherwise they have only
   * necessary white space, and an object stream ends with a line break.
   */
  readonly spaced: boolean;
  /** What stands between the dictionary of a stream and the word `stream`. */
  readonly beforeStream: '' | '\n';
  readonly xref: XrefForm;
}

/**
 * Compression of object streams in files that are not printed. The objects of a tagged document are millions of similar
 * bytes: zlib's default level, 6, takes more than twice as long for them. Level 3 with a small window and small tables
 * takes a sixth less time than level 4 with large ones, for 2 % fewer bytes, because similar objects are
 * close together.
 */
const objectStreamOptions = (bytes: Buffer) => ({
  level: 3,
  windowBits: 13,
  memLevel: 5,
  chunkSize: chunkSizeFor(bytes.length / 4),
});

/** Of files that are written of objects. */
export const usualStyle: FileStyle = {
  maxObjectsPerStream: 1000,
  evenStreams: false,
  deflate: (bytes) => deflateSync(bytes, objectStreamOptions(bytes)),
  deflateInBackground: (bytes) => deflateOnThread(bytes, objectStreamOptions(bytes)),
  deflateXref: (rows, columns) => deflateXrefFast(rows, columns, deflateSync),
  spaced: false,
  beforeStream: '\n',
  xref: { maxFreePerUsed: 4, freeGeneration: 65_535, offsetBytes: null },
};

/** Of files that are written of texts, in the shape in which Chromium (Skia) prints them. */
export const printedStyle: FileStyle = {
  maxObjectsPerStream: 200,
  evenStreams: false,
  deflate: (bytes) => deflate(bytes),
  deflateInBackground: (bytes) => deflateInBackground(bytes),
  deflateXref: (rows) => ({ data: deflate(rows), parameters: null }),
  spaced: true,
  beforeStream: '\n',
  xref: { maxFreePerUsed: Infinity, freeGeneration: 0, offsetBytes: 4 },
};
