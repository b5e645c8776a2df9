import type { Model } from '../../model/model.ts';
import { rule, type Rule } from '../../rule.ts';
import type { Standard } from '../../../xmp/standards.ts';
import { predefined } from '../../../xmp/reading/schemas.ts';
import { isOfType } from '../../../xmp/reading/types.ts';
import { namespaces } from '../../../xmp/namespaces.ts';

const catalog = (model: Model) => [{ place: {}, metadata: model.metadata.find(({ main }) => main) ?? null }];

const streams = (model: Model) => model.metadata;

/** The metadata stream of the catalog, if there is one. */
export const main = (model: Model) => model.metadata.filter((stream) => stream.main);

/** Properties, with the type by a predefined schema or an extension schema, or null. */
function* properties(model: Model, { part }: Standard) {
  const known = predefined[part === '1' ? '2004' : '2005'];
  const own = model.metadata.find((stream) => stream.main)?.extensions;
  for (const { place, packet, extensions } of model.metadata) {
    for (const property of packet.properties) {
      if (property.namespace === namespaces.pdfaExtension) continue;
      const key = `${property.namespace} ${property.name}`;
      const type = extensions.properties.get(key) ?? own?.properties.get(key) ?? known.get(key) ?? null;
      yield { place, property, type, types: extensions.types };
    }
  }
}

const containerEntries = [
  ['schemas', '6.7.8-1', '6.6.2.3.2-1'],
  ['unknown', '6.7.8-2', '6.6.2.3.3-1'],
  ['schema.schema', '6.7.8-3', '6.6.2.3.3-2'],
  ['schema.namespaceURI', '6.7.8-4', '6.6.2.3.3-3'],
  ['schema.prefix', '6.7.8-5', '6.6.2.3.3-4'],
  ['schema.property', '6.7.8-6', '6.6.2.3.3-5'],
  ['schema.valueType', '6.7.8-7', '6.6.2.3.3-6'],
  ['property.name', '6.7.8-8', '6.6.2.3.3-7'],
  ['property.valueType', '6.7.8-9', '6.6.2.3.3-8'],
  ['property.category', '6.7.8-10', '6.6.2.3.3-9'],
  ['property.description', '6.7.8-11', '6.6.2.3.3-10'],
  ['type.type', '6.7.8-12', '6.6.2.3.3-11'],
  ['type.namespaceURI', '6.7.8-13', '6.6.2.3.3-12'],
  ['type.prefix', '6.7.8-14', '6.6.2.3.3-13'],
  ['type.description', '6.7.8-15', '6.6.2.3.3-14'],
  ['type.field', '6.7.8-16', '6.6.2.3.3-15'],
  ['field.name', '6.7.8-17', '6.6.2.3.3-16'],
  ['field.valueType', '6.7.8-18', '6.6.2.3.3-17'],
  ['field.description', '6.7.8-19', '6.6.2.3.3-18'],
] as const;

/** XMP metadata: ISO 19005-1, 6.7; ISO 19005-2, 6.6; ISO 19005-4, 6.7; ISO 14289-1, 5 and 7.1. */
export const metadataRules: readonly Rule[] = [
  rule({
    id: 'metadata-present',
    clauses: { 1: '6.7.2-1', 2: '6.6.2.1-1', 4: '6.7.2.1-1', ua1: '7.1-8', ua2: '8.11.1-1' },
    on: catalog,
    fails: ({ metadata }, _, { file }) =>
      metadata === null ||
      file.name(metadata.stream.dict.get('Type')) !== 'Metadata' ||
      file.name(metadata.stream.dict.get('Subtype')) !== 'XML',
    requirement: 'The catalog has a metadata stream, of Type Metadata and Subtype XML.',
    fault: 'The catalog has no metadata stream of Type Metadata and Subtype XML.',
    fix: 'Add XMP metadata to the document.',
  }),
  rule({
    id: 'metadata-no-bytes',
    clauses: { 1: '6.7.5-1', 2: '6.6.2.1-2', 4: '6.7.2.1-2' },
    on: streams,
    fails: ({ packet }) => packet.header?.has('bytes') ?? false,
    requirement: 'The header of an XMP packet has no bytes attribute.',
    fault: 'The header of an XMP packet has a bytes attribute.',
    fix: 'Write the packet again without it.',
  }),
  rule({
    id: 'metadata-no-encoding',
    clauses: { 1: '6.7.5-2', 2: '6.6.2.1-3', 4: '6.7.2.1-3' },
    on: streams,
    fails: ({ packet }) => packet.header?.has('encoding') ?? false,
    requirement: 'The header of an XMP packet has no encoding attribute.',
    fault: 'The header of an XMP packet has an encoding attribute.',
    fix: 'Write the packet again without it.',
  }),
  rule({
    id: 'metadata-unfiltered',
    clauses: { 1: '6.7.2-2' },
    on: main,
    fails: ({ stream }) => stream.dict.has('Filter'),
    requirement: 'A metadata stream is stored without filters.',
    fault: 'A metadata stream is stored with filters.',
    fix: 'Store the metadata uncompressed.',
  }),
  rule({
    id: 'metadata-well-formed',
    clauses: { 1: '6.7.9-1', 2: '6.6.2.1-4', 4: '6.7.2.1-4' },
    on: streams,
    fails: ({ packet }) => packet.error ?? false,
    requirement: 'A metadata stream is XMP: well-formed XML and RDF.',
    fault: 'A metadata stream is no XMP: no well-formed XML and RDF.',
    fix: 'Write the metadata again.',
  }),
  rule({
    id: 'metadata-utf-8',
    clauses: { 2: '6.6.2.1-5', 4: '6.7.2.1-5' },
    on: streams,
    fails: ({ packet }) => packet.encoding !== 'utf-8' && `it is ${packet.encoding.toUpperCase()}`,
    requirement: 'A metadata stream is in UTF-8.',
    fault: 'A metadata stream is not in UTF-8.',
    fix: 'Write the metadata again in UTF-8.',
  }),
  rule({
    id: 'property-defined',
    clauses: { 1: ['6.7.9-2', '6.7.2-1'], 2: '6.6.2.3.1-1' },
    on: properties,
    fails: ({ property, type }) => type === null && `${property.prefix}:${property.name}`,
    requirement:
      'Every property of the metadata is of a schema that XMP predefines, or of an extension schema that the ' +
      'metadata describe.',
    fault: 'A property of the metadata is of no schema that XMP predefines or that the metadata describe.',
    fix: 'Remove the property, or describe its schema in pdfaExtension:schemas.',
  }),
  rule({
    id: 'property-type',
    clauses: { 1: ['6.7.9-3', '6.7.2-1'], 2: '6.6.2.3.1-2' },
    on: properties,
    fails: ({ property, type, types }) =>
      (type === null || !isOfType(property.value, type, types)) &&
      `${property.prefix}:${property.name} ${type === null ? 'has no type' : `is no ${type}`}`,
    requirement: 'Every property of the metadata has a value of the type that its schema gives it.',
    fault: 'A property of the metadata has a value of another type than its schema gives it.',
    fix: 'Write the value as its type requires.',
  }),
  ...containerEntries.map(([entry, first, second]) =>
    rule({
      id: `extension-${entry.replace('.', '-').toLowerCase()}`,
      clauses: { 1: first, 2: second },
      on: (model) =>
        model.metadata.flatMap(({ place, extensions }) =>
          extensions.mistakes.filter((mistake) => mistake.entry === entry).map((mistake) => ({ ...mistake, place })),
        ),
      fails: ({ detail }) => detail,
      requirement: `The description of an extension schema is as the standard requires: ${entry}.`,
      fault: `The description of an extension schema is not as the standard requires (${entry}).`,
      fix: 'Describe the extension schema with every field that the standard requires, under its own prefix.',
    }),
  ),
];
