import type { Model } from '../model/model.ts';
import { rule, type Rule } from '../rule.ts';
import type { Part, Standard } from '../../xmp/standards.ts';
import { namespaces, propertyOf, simpleText } from '../../xmp/reading/packet.ts';
import { predefined } from '../../xmp/reading/schemas.ts';
import { isOfType } from '../../xmp/reading/types.ts';

const catalog = (model: Model) => [{ place: {}, metadata: model.metadata.find(({ main }) => main) ?? null }];
const streams = (model: Model) => model.metadata;
const main = (model: Model) => model.metadata.filter((stream) => stream.main);

/** Properties, with the type that a predefined schema or an extension schema gives each, or null. */
function* properties(model: Model, { part }: Standard) {
  const known = predefined[part === '1' ? '2004' : '2005'];
  const own = model.metadata.find((stream) => stream.main)?.extensions;
  for (const { place, packet, extensions } of model.metadata) {
    for (const property of packet.properties) {
      if (property.namespace === namespaces.extension) continue;
      const key = `${property.namespace} ${property.name}`;
      const type = extensions.properties.get(key) ?? own?.properties.get(key) ?? known.get(key) ?? null;
      yield { place, property, type, types: extensions.types };
    }
  }
}

/** The PDF/A or PDF/UA identification of the document. */
function identification(model: Model, namespace: string) {
  return main(model).map(({ place, packet }) => ({
    place,
    packet,
    of: (name: string) => propertyOf(packet, namespace, name),
  }));
}
const archive = (model: Model) => identification(model, namespaces.pdfaid);
const accessible = (model: Model) => identification(model, namespaces.pdfuaid);

/** Levels that include a level. */
const including: Readonly<Record<string, RegExp>> = {
  a: /^A$/,
  b: /^[ABU]$/,
  u: /^[AU]$/,
  e: /^E$/,
  f: /^F$/,
  '': /^$/,
};

const partNumber: Readonly<Record<Part, string>> = { 1: '1', 2: '2', 3: '3', 4: '4', ua1: '1', ua2: '2' };

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
    message: 'The catalog has a metadata stream, of Type Metadata and Subtype XML.',
    fix: 'Add XMP metadata to the document.',
  }),
  rule({
    id: 'metadata-no-bytes',
    clauses: { 1: '6.7.5-1', 2: '6.6.2.1-2', 4: '6.7.2.1-2' },
    on: streams,
    fails: ({ packet }) => packet.header?.has('bytes') ?? false,
    message: 'The header of an XMP packet has no bytes attribute.',
    fix: 'Write the packet again without it.',
  }),
  rule({
    id: 'metadata-no-encoding',
    clauses: { 1: '6.7.5-2', 2: '6.6.2.1-3', 4: '6.7.2.1-3' },
    on: streams,
    fails: ({ packet }) => packet.header?.has('encoding') ?? false,
    message: 'The header of an XMP packet has no encoding attribute.',
    fix: 'Write the packet again without it.',
  }),
  rule({
    id: 'metadata-unfiltered',
    clauses: { 1: '6.7.2-2' },
    on: main,
    fails: ({ stream }) => stream.dict.has('Filter'),
    message: 'A metadata stream is stored without filters.',
    fix: 'Store the metadata uncompressed.',
  }),
  rule({
    id: 'metadata-well-formed',
    clauses: { 1: '6.7.9-1', 2: '6.6.2.1-4', 4: '6.7.2.1-4' },
    on: streams,
    fails: ({ packet }) => packet.error ?? false,
    message: 'A metadata stream is XMP: well-formed XML and RDF.',
    fix: 'Write the metadata again.',
  }),
  rule({
    id: 'metadata-utf-8',
    clauses: { 2: '6.6.2.1-5', 4: '6.7.2.1-5' },
    on: streams,
    fails: ({ packet }) => packet.encoding !== 'utf-8' && `it is ${packet.encoding.toUpperCase()}`,
    message: 'A metadata stream is in UTF-8.',
    fix: 'Write the metadata again in UTF-8.',
  }),
  rule({
    id: 'property-defined',
    clauses: { 1: ['6.7.9-2', '6.7.2-1'], 2: '6.6.2.3.1-1' },
    on: properties,
    fails: ({ property, type }) => type === null && `${property.prefix}:${property.name} is in none of them`,
    message:
      'Every property of the metadata is of a schema that XMP predefines, or of an extension schema that the ' +
      'metadata describe.',
    fix: 'Remove the property, or describe its schema in pdfaExtension:schemas.',
  }),
  rule({
    id: 'property-type',
    clauses: { 1: ['6.7.9-3', '6.7.2-1'], 2: '6.6.2.3.1-2' },
    on: properties,
    fails: ({ property, type, types }) =>
      (type === null || !isOfType(property.value, type, types)) &&
      `${property.prefix}:${property.name} ${type === null ? 'has none' : `is no ${type}`}`,
    message: 'Every property of the metadata has a value of the type that its schema gives it.',
    fix: 'Write the value as its type asks for.',
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
      message: `The description of an extension schema is as the standard asks for: ${entry}.`,
      fix: 'Describe the extension schema with every field that the standard asks for, under its own prefix.',
    }),
  ),
  rule({
    id: 'identification-present',
    clauses: { 1: '6.7.11-1', 2: '6.6.4-1', 4: '6.7.3-1' },
    on: archive,
    fails: ({ packet }) => !packet.properties.some(({ namespace }) => namespace === namespaces.pdfaid),
    message: 'The metadata say which part of PDF/A the document conforms to.',
    fix: 'Write pdfaid:part and pdfaid:conformance.',
  }),
  rule({
    id: 'identification-part',
    clauses: { 1: '6.7.11-2', 2: '6.6.4-2', 4: '6.7.3-2' },
    on: (model) =>
      archive(model).filter(({ packet }) => packet.properties.some(({ namespace }) => namespace === namespaces.pdfaid)),
    fails: ({ of }, { part }) => {
      const own = simpleText(of('part')?.value)?.trim();
      return own !== partNumber[part] && `it is ${own ?? 'missing'}`;
    },
    message: 'pdfaid:part is the part of ISO 19005.',
    fix: 'Write the number of the part that the document conforms to.',
  }),
  rule({
    id: 'identification-conformance',
    clauses: { 1: '6.7.11-3', 2: '6.6.4-3', 4: '6.7.3-3' },
    on: (model) =>
      archive(model).filter(({ packet }) => packet.properties.some(({ namespace }) => namespace === namespaces.pdfaid)),
    fails: ({ of }, { part, level }) => {
      const own = simpleText(of('conformance')?.value)?.trim() ?? null;
      if (part === '4' && level === '') return own !== null && `it is '${own}'`;
      return !(including[level] ?? /^$/).test(own ?? '') && `it is ${own === null ? 'missing' : `'${own}'`}`;
    },
    message: 'pdfaid:conformance is the level that the document conforms to; PDF/A-4 without an extension has none.',
    fix: 'Write the level that the document conforms to.',
  }),
  rule({
    id: 'identification-part-prefix',
    clauses: { 1: '6.7.11-4', 2: '6.6.4-4', 4: '6.7.3-4' },
    on: archive,
    fails: ({ of }) => (of('part')?.prefix ?? 'pdfaid') !== 'pdfaid',
    message: 'pdfaid:part is written with the prefix pdfaid.',
    fix: 'Write the metadata again with the prefix pdfaid.',
  }),
  rule({
    id: 'identification-conformance-prefix',
    clauses: { 1: '6.7.11-5', 2: '6.6.4-5', 4: '6.7.3-7' },
    on: archive,
    fails: ({ of }) => (of('conformance')?.prefix ?? 'pdfaid') !== 'pdfaid',
    message: 'pdfaid:conformance is written with the prefix pdfaid.',
    fix: 'Write the metadata again with the prefix pdfaid.',
  }),
  rule({
    id: 'identification-corrigendum',
    clauses: { 1: '6.7.11-4' },
    on: archive,
    fails: ({ of }) => of('corr') !== null,
    message: 'The identification schema of PDF/A-1 has no property corr.',
    fix: 'Remove pdfaid:corr.',
  }),
  rule({
    id: 'identification-revision',
    clauses: { 4: '6.7.3-5' },
    on: (model) =>
      archive(model).filter(({ packet }) => packet.properties.some(({ namespace }) => namespace === namespaces.pdfaid)),
    fails: ({ of }) => !/^\d{4}$/.test(simpleText(of('rev')?.value)?.trim() ?? ''),
    message: 'pdfaid:rev is the four-digit year of the standard.',
    fix: 'Write pdfaid:rev 2020.',
  }),
  rule({
    id: 'identification-revision-prefix',
    clauses: { 4: '6.7.3-6' },
    on: archive,
    fails: ({ of }) => (of('rev')?.prefix ?? 'pdfaid') !== 'pdfaid',
    message: 'pdfaid:rev is written with the prefix pdfaid.',
    fix: 'Write the metadata again with the prefix pdfaid.',
  }),
  rule({
    id: 'ua-identification-present',
    clauses: { ua1: '5-1', ua2: '5-1' },
    on: accessible,
    fails: ({ packet }) => !packet.properties.some(({ namespace }) => namespace === namespaces.pdfuaid),
    message: 'The metadata say that the document conforms to PDF/UA.',
    fix: 'Write pdfuaid:part once the document conforms.',
  }),
  rule({
    id: 'ua-identification-part',
    clauses: { ua1: '5-2', ua2: '5-2' },
    on: (model) =>
      accessible(model).filter(({ packet }) =>
        packet.properties.some(({ namespace }) => namespace === namespaces.pdfuaid),
      ),
    fails: ({ of }, { part }) => simpleText(of('part')?.value)?.trim() !== partNumber[part],
    message: 'pdfuaid:part is the part of ISO 14289.',
    fix: 'Write the part that the document conforms to.',
  }),
  ...(
    [
      ['part', '5-3', '5-3'],
      ['amd', '5-4', '5-6'],
      ['corr', '5-5', '5-7'],
      ['rev', '5-6', '5-4'],
    ] as const
  ).map(([name, first, second]) =>
    rule({
      id: `ua-identification-${name}-prefix`,
      clauses: { ua1: first, ua2: second },
      on: accessible,
      fails: ({ of }) => (of(name)?.prefix ?? 'pdfuaid') !== 'pdfuaid',
      message: `pdfuaid:${name} is written with the prefix pdfuaid.`,
      fix: 'Write the metadata again with the prefix pdfuaid.',
    }),
  ),
  rule({
    id: 'ua-revision',
    clauses: { ua2: '5-5' },
    on: (model) =>
      accessible(model).filter(({ packet }) =>
        packet.properties.some(({ namespace }) => namespace === namespaces.pdfuaid),
      ),
    fails: ({ of }) => !/^\d{4}$/.test(simpleText(of('rev')?.value)?.trim() ?? ''),
    message: 'pdfuaid:rev is the four-digit year of the standard.',
    fix: 'Write pdfuaid:rev 2024.',
  }),
  rule({
    id: 'title',
    clauses: { ua1: '7.1-9', ua2: '8.11.1-2' },
    on: main,
    fails: ({ packet }) => {
      const value = propertyOf(packet, namespaces.dc, 'title')?.value;
      return (
        value === undefined ||
        (value.kind === 'array' && value.form !== 'Alt') ||
        (simpleText(value) ?? '').trim() === ''
      );
    },
    message: 'The metadata have the title of the document in dc:title.',
    fix: 'Give the document a title that tells what it is.',
  }),
];
