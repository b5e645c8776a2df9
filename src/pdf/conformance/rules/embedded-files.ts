import type { Model } from '../model/model.ts';
import { rule, type Rule } from '../rule.ts';

const specifications = (model: Model) => model.fileSpecifications;
const names = ({ file }: Model) => [{ place: {}, names: file.dict(file.catalog.get('Names')) }];

/** ISO 32000-2, 7.11.4: a MIME media type. */
const mediaType = /^[\w!#$&\-^.+]+\/[\w!#$&\-^.+]+$/;

/** Embedded files: ISO 19005-1, 6.1.11; ISO 19005-2, 6.8; ISO 19005-3, 6.8; ISO 19005-4, 6.9; ISO 14289-1, 7.11. */
export const embeddedFileRules: readonly Rule[] = [
  rule({
    id: 'no-embedded-file',
    clauses: { 1: '6.1.11-1' },
    on: specifications,
    fails: () => true,
    requirement: 'A file specification has no embedded file.',
    fault: 'A file specification has an embedded file.',
    fix: 'Remove the attachment.',
  }),
  rule({
    id: 'no-embedded-files-name',
    clauses: { 1: '6.1.11-2' },
    on: names,
    fails: ({ names: tree }) => tree?.has('EmbeddedFiles') ?? false,
    requirement: 'The name dictionary has no EmbeddedFiles.',
    fault: 'The name dictionary has EmbeddedFiles.',
    fix: 'Remove the attachments.',
  }),
  rule({
    id: 'embedded-file-type',
    clauses: { 3: '6.8-1', 4: '6.9-1' },
    on: specifications,
    fails: ({ embedded }, _, { file }) =>
      embedded !== null && !mediaType.test(file.name(embedded.dict.get('Subtype')) ?? ''),
    requirement: 'An embedded file has its media type in Subtype.',
    fault: 'An embedded file has no media type in Subtype.',
    fix: 'Write the media type of the file, such as application/xml.',
  }),
  rule({
    id: 'embedded-file-names',
    clauses: { 2: '6.8-2', 3: '6.8-2', 4: '6.9-2', ua1: '7.11-1' },
    on: specifications,
    fails: ({ dict }) => !dict.has('F') || !dict.has('UF'),
    requirement: 'The file specification of an embedded file has F and UF.',
    fault: 'The file specification of an embedded file has no F or no UF.',
    fix: 'Write the name of the file in both.',
  }),
  rule({
    id: 'embedded-file-relationship',
    clauses: { 3: '6.8-3', 4: '6.9-4' },
    on: specifications,
    fails: ({ dict }, _, { file }) => file.name(dict.get('AFRelationship')) === null,
    requirement: 'The file specification of an embedded file states its relationship to the document (AFRelationship).',
    fault: 'The file specification of an embedded file does not state its relationship to the document.',
    fix: 'Write AFRelationship: Data, Source, Alternative, Supplement or Unspecified.',
  }),
  rule({
    id: 'embedded-file-associated',
    clauses: { 3: ['6.8-4', '6.8-2'] },
    on: specifications,
    fails: ({ associated }) => !associated,
    requirement: 'An embedded file is associated with the document or a part of it by AF.',
    fault: 'An embedded file is not associated with the document or a part of it by AF.',
    fix: 'Add the file specification to AF of the catalog, or of the part that it belongs to.',
  }),
  rule({
    id: 'embedded-file-conforms',
    clauses: { 2: '6.8-5', 3: [], 4: '6.9-3' },
    levels: 'abu-',
    on: specifications,
    fails: ({ embedded }, { part }, model) => embedded === null || !model.embeddedConforms(embedded, part),
    requirement: 'An embedded file is itself a conforming PDF/A document.',
    fault: 'An embedded file is no conforming PDF/A document.',
    fix: 'Convert the attachment to PDF/A, remove it, or make the document PDF/A-3.',
  }),
  rule({
    id: 'embedded-files-needed',
    clauses: { 4: '6.9-5' },
    levels: 'f',
    on: names,
    fails: ({ names: tree }) => !tree?.has('EmbeddedFiles'),
    requirement: 'The name dictionary of a PDF/A-4f document has EmbeddedFiles.',
    fault: 'The name dictionary of a PDF/A-4f document has no EmbeddedFiles.',
    fix: 'Embed the files, or make the document PDF/A-4.',
  }),
];
