import type { Model } from '../model/model.ts';
import type { RawObject } from '../model/raw-objects.ts';
import { rule, type Rule } from '../rule.ts';

const frame = (model: Model) => [{ place: {}, ...model.structure }];
const objects = (model: Model): readonly RawObject[] => model.rawObjects;
const values = (model: Model) => model.lexemes;
const streams = (model: Model) =>
  model.rawObjects.flatMap(({ place, stream }) => (stream === null ? [] : [{ place, ...stream }]));
const streamDicts = (model: Model) => model.streams;

/**
 * Header, cross-reference, trailer, objects and streams as written: ISO 19005-1, 6.1.2-6.1.10; ISO 19005-2,
 * 6.1.2-6.1.9; ISO 19005-4, 6.1.2-6.1.8.
 */
export const fileStructureRules: readonly Rule[] = [
  rule({
    id: 'header',
    clauses: { 1: '6.1.2-1', 2: '6.1.2-1', 4: '6.1.2-1', ua1: '6.1-1' },
    on: frame,
    fails: ({ headerOffset, header, headerEnd }, { part }) => {
      if (headerOffset !== 0) return `it starts at byte ${headerOffset}`;
      const version = part === '1' ? /^%PDF-\d\.\d$/ : part === '4' ? /^%PDF-2\.\d$/ : /^%PDF-1\.[0-7]$/;
      if (!version.test(part === 'ua1' || part === '1' ? header.slice(0, 8) : header))
        return `it is '${header.slice(0, 20)}'`;
      return part !== '1' && part !== 'ua1' && !['\r\n', '\n', '\r'].includes(headerEnd);
    },
    requirement:
      'The file header is at byte 0, is %PDF- with a version that the standard allows, and is a line of its own.',
    fault:
      'The file header is not at byte 0, or is not %PDF- with a version that the standard allows on a line of its own.',
    fix: 'Write the file again with a header of the right version.',
  }),
  rule({
    id: 'binary-comment',
    clauses: { 1: '6.1.2-2', 2: '6.1.2-2', 4: '6.1.2-2' },
    on: frame,
    fails: ({ binary }) => !binary,
    requirement:
      'The line after the file header is a comment whose first four bytes are above 127, so that programs ' +
      'treat the file as binary.',
    fault: 'No comment whose first four bytes are above 127 follows the file header.',
    fix: 'Write a comment such as %âãÏÓ after the header.',
  }),
  rule({
    id: 'file-intact',
    clauses: { 1: '6.1.4-1', 2: '6.1.4-1', 4: '6.1.4-1', ua1: '6.1-2', ua2: '6.1-2' },
    on: (model) => [{ place: {}, repaired: model.file.repaired }],
    fails: ({ repaired }) => repaired ?? false,
    requirement: 'The cross-reference of the file leads to every object and to the pages.',
    fault: 'The cross-reference of the file does not lead to every object and to the pages.',
    fix: 'Write the file again: it is damaged, and readers repair it each in their own way.',
  }),
  rule({
    id: 'objects-in-place',
    clauses: { 1: '6.1.4-1', 2: '6.1.4-1', 4: '6.1.4-1', ua1: '6.1-2', ua2: '6.1-2' },
    on: objects,
    fails: ({ displaced }) => displaced,
    requirement: 'The cross-reference leads to objects of the number and the generation that it states.',
    fault: 'The cross-reference leads to an object of another number or generation than it states.',
    fix: 'Write the file again: it is damaged.',
  }),
  rule({
    id: 'references-lead',
    clauses: { 1: '6.1.4-1', 2: '6.1.4-1', 4: '6.1.4-1', ua1: '6.1-2', ua2: '6.1-2' },
    on: (model) => model.strayReferences,
    fails: ({ to }) => `${to.num} ${to.gen} R`,
    requirement: 'References name the generation that their object has.',
    fault: 'A reference names another generation than its object has.',
    fix: 'Write the file again: it is damaged.',
  }),
  rule({
    id: 'trailer-id',
    clauses: { 1: '6.1.3-1', 2: '6.1.3-1', 4: '6.1.3-1' },
    on: frame,
    fails: ({ idTrailer }, _, { file: pdf }) =>
      (pdf.array(idTrailer.get('ID'))?.length ?? 0) < 2 ||
      (pdf.array(idTrailer.get('ID')) ?? []).some((part) => (pdf.string(part)?.bytes.length ?? 0) === 0),
    requirement: 'The trailer has an ID of two strings.',
    fault: 'The trailer has no ID of two strings.',
    fix: 'Write an ID into the trailer.',
  }),
  rule({
    id: 'not-encrypted',
    clauses: { 1: '6.1.3-2', 2: '6.1.3-2', 4: '6.1.3-2' },
    on: (model) => [{ place: {}, encrypted: model.file.trailer.has('Encrypt') }],
    fails: ({ encrypted }) => encrypted,
    requirement: 'The file is not encrypted.',
    fault: 'The file is encrypted.',
    fix: 'Remove the encryption.',
  }),
  rule({
    id: 'nothing-after-end',
    clauses: { 1: '6.1.3-3', 2: '6.1.3-3', 4: '6.1.3-3' },
    on: frame,
    fails: ({ trailing }) => trailing > 0 && `${trailing} bytes`,
    requirement: 'Nothing follows the last end-of-file marker but an end of line.',
    fault: 'More than an end of line follows the last end-of-file marker.',
    fix: 'Cut off what follows %%EOF.',
  }),
  rule({
    id: 'linearized-ids',
    clauses: { 1: '6.1.3-4' },
    on: frame,
    fails: ({ unlikeIds }) => unlikeIds,
    requirement: 'In a linearized file the ID of the first page trailer is the ID of the last trailer.',
    fault: 'The file is linearized, and the ID of its first page trailer is not that of its last trailer.',
    fix: 'Write the file again, linearized or not.',
  }),
  rule({
    id: 'info-needs-piece-info',
    clauses: { 4: '6.1.3-4' },
    on: (model) => [{ place: {}, info: model.file.trailer.has('Info'), pieces: model.file.catalog.has('PieceInfo') }],
    fails: ({ info, pieces }) => info && !pieces,
    requirement: 'There is an Info dictionary only where the catalog has PieceInfo.',
    fault: 'There is an Info dictionary, and the catalog has no PieceInfo.',
    fix: 'Remove the Info dictionary; its content belongs in the XMP metadata.',
  }),
  rule({
    id: 'info-mod-date-only',
    clauses: { 4: '6.1.3-5' },
    on: (model) => [{ place: {}, keys: model.file.dict(model.file.trailer.get('Info'))?.keys() ?? [] }],
    fails: ({ keys }) =>
      keys.some((key) => key !== 'ModDate') && `it has ${keys.filter((key) => key !== 'ModDate').join(', ')}`,
    requirement: 'The Info dictionary has no entry but ModDate.',
    fault: 'The Info dictionary has entries other than ModDate.',
    fix: 'Remove the other entries; their content belongs in the XMP metadata.',
  }),
  rule({
    id: 'subsection-header',
    clauses: { 1: '6.1.4-1', 4: '6.1.4-1' },
    on: frame,
    fails: ({ subsectionHeader }) => subsectionHeader,
    requirement: 'The two numbers of a cross-reference subsection are separated by a single space.',
    fault: 'The two numbers of a cross-reference subsection are not separated by a single space.',
    fix: 'Write the cross-reference table again.',
  }),
  rule({
    id: 'xref-line',
    clauses: { 1: '6.1.4-2', 2: '6.1.4-2', 4: '6.1.4-1' },
    on: frame,
    fails: ({ xrefLine }) => xrefLine,
    requirement:
      'The keyword xref and the first subsection of the cross-reference are separated by a single end of line.',
    fault: 'The keyword xref and the first subsection are not separated by a single end of line.',
    fix: 'Write the cross-reference table again.',
  }),
  rule({
    id: 'no-xref-streams',
    clauses: { 1: '6.1.4-3' },
    on: frame,
    fails: ({ xrefStreams }) => xrefStreams,
    requirement: 'The cross-reference is a table, not a stream.',
    fault: 'The cross-reference is a stream, not a table.',
    fix: 'Write the file again without cross-reference and object streams.',
  }),
  rule({
    id: 'hex-even',
    clauses: { 1: '6.1.6-1', 2: '6.1.6-1', 4: '6.1.5-1' },
    on: values,
    fails: ({ oddHex }) => oddHex > 0,
    requirement: 'A string in hexadecimal has an even number of digits.',
    fault: 'A string in hexadecimal has an odd number of digits.',
    fix: 'Write the string again.',
  }),
  rule({
    id: 'hex-digits',
    clauses: { 1: '6.1.6-2', 2: '6.1.6-2', 4: '6.1.5-2' },
    on: values,
    fails: ({ foreignHex }) => foreignHex > 0,
    requirement: 'A string in hexadecimal has digits and white space only.',
    fault: 'A string in hexadecimal has characters other than digits and white space.',
    fix: 'Write the string again.',
  }),
  rule({
    id: 'stream-length',
    clauses: { 1: '6.1.7-1', 2: '6.1.7.1-1', 4: '6.1.6.1-1' },
    on: streams,
    fails: ({ measured }) => !measured,
    requirement: 'Length of a stream is the number of bytes between stream and endstream.',
    fault: 'Length of a stream is not the number of bytes between stream and endstream.',
    fix: 'Write the stream again with its right length.',
  }),
  rule({
    id: 'stream-keywords',
    clauses: { 1: '6.1.7-2', 2: '6.1.7.1-2' },
    on: streams,
    fails: ({ startsLine, endsLine }) =>
      !startsLine ? 'stream is not followed by CR LF or LF' : !endsLine && 'endstream does not start a line',
    requirement: 'The keyword stream is followed by CR LF or LF, and endstream is preceded by an end of line.',
    fault: 'The keywords of a stream are not separated from its data by ends of line.',
    fix: 'Write the stream again.',
  }),
  rule({
    id: 'stream-external',
    clauses: { 1: '6.1.7-3', 2: '6.1.7.1-3', 4: '6.1.6.1-2' },
    on: streamDicts,
    fails: ({ dict }) => ['F', 'FFilter', 'FDecodeParms'].some((key) => dict.has(key)),
    requirement: 'A stream has its data in the file: its dictionary has no F, FFilter or FDecodeParms.',
    fault: 'A stream has its data in another file: its dictionary has F, FFilter or FDecodeParms.',
    fix: 'Embed the data.',
  }),
  rule({
    id: 'object-framing',
    clauses: { 1: '6.1.8-1', 2: '6.1.9-1', 4: '6.1.8-1' },
    on: objects,
    fails: ({ framing }) => framing ?? false,
    requirement:
      'Object number, generation and obj are separated by single white-space characters, and obj and endobj by ' +
      'ends of line from the content around them.',
    fault: 'The number, the generation and the keywords of an object are not separated as the standard requires.',
    fix: 'Write the objects again.',
  }),
  rule({
    id: 'stream-filters',
    clauses: { 1: '6.1.10-1', 2: '6.1.7.2-1', 4: '6.1.6.2-1' },
    on: streamDicts,
    fails: ({ filters }, { part }) => {
      const wrong = filters.find((name) =>
        part === '1' ? name === 'LZWDecode' : name !== 'Crypt' && !standardFilters.has(name),
      );
      return wrong !== undefined && `it uses ${wrong}`;
    },
    requirement: 'A stream uses filters of the PDF specification only, and not LZWDecode.',
    fault: 'A stream uses a filter that the standard does not allow.',
    fix: 'Compress the stream with FlateDecode.',
  }),
  rule({
    id: 'crypt-filter',
    clauses: { 2: '6.1.7.2-2', 4: '6.1.6.2-2' },
    on: streamDicts,
    fails: ({ crypt }) => crypt !== null && crypt !== 'Identity' && `it uses the crypt filter ${crypt}`,
    requirement: 'The Crypt filter is Identity where there is one.',
    fault: 'A Crypt filter is not Identity.',
    fix: 'Remove the encryption.',
  }),
];

const standardFilters: ReadonlySet<string> = new Set([
  'ASCIIHexDecode',
  'ASCII85Decode',
  'FlateDecode',
  'RunLengthDecode',
  'CCITTFaxDecode',
  'JBIG2Decode',
  'DCTDecode',
  'JPXDecode',
]);
