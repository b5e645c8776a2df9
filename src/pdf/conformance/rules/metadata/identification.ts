import type { Model } from '../../model/model.ts';
import { rule, type Rule } from '../../rule.ts';
import type { Part } from '../../../xmp/standards.ts';
import { propertyOf, simpleText } from '../../../xmp/reading/packet.ts';
import { main } from './metadata.ts';
import { namespaces } from '../../../xmp/namespaces.ts';

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

/** Levels that include each level. */
const including: Readonly<Record<string, RegExp>> = {
  a: /^A$/,
  b: /^[ABU]$/,
  u: /^[AU]$/,
  e: /^E$/,
  f: /^F$/,
  '': /^$/,
};

const partNumber: Readonly<Record<Part, string>> = { 1: '1', 2: '2', 3: '3', 4: '4', ua1: '1', ua2: '2' };

/** Identification of PDF/A and PDF/UA, and the title: ISO 19005-1, 6.7.11; ISO 19005-2, 6.6.4; ISO 19005-4, 6.7.3; ISO
 * 14289-1, 5 and 7.1. */
export const identificationRules: readonly Rule[] = [
  rule({
    id: 'identification-present',
    clauses: { 1: '6.7.11-1', 2: '6.6.4-1', 4: '6.7.3-1' },
    on: archive,
    fails: ({ packet }) => !packet.properties.some(({ namespace }) => namespace === namespaces.pdfaid),
    requirement: 'The metadata state the part of PDF/A that the document conforms to.',
    fault: 'The metadata do not state the part of PDF/A that the document conforms to.',
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
    requirement: 'pdfaid:part is the part of ISO 19005.',
    fault: 'pdfaid:part is not the part of ISO 19005.',
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
    requirement:
      'pdfaid:conformance is the level that the document conforms to; PDF/A-4 without an extension has none.',
    fault: 'pdfaid:conformance is not the level that the document is to conform to.',
    fix: 'Write the level that the document conforms to.',
  }),
  rule({
    id: 'identification-part-prefix',
    clauses: { 1: '6.7.11-4', 2: '6.6.4-4', 4: '6.7.3-4' },
    on: archive,
    fails: ({ of }) => (of('part')?.prefix ?? 'pdfaid') !== 'pdfaid',
    requirement: 'pdfaid:part is written with the prefix pdfaid.',
    fault: 'pdfaid:part is written with another prefix than pdfaid.',
    fix: 'Write the metadata again with the prefix pdfaid.',
  }),
  rule({
    id: 'identification-conformance-prefix',
    clauses: { 1: '6.7.11-5', 2: '6.6.4-5', 4: '6.7.3-7' },
    on: archive,
    fails: ({ of }) => (of('conformance')?.prefix ?? 'pdfaid') !== 'pdfaid',
    requirement: 'pdfaid:conformance is written with the prefix pdfaid.',
    fault: 'pdfaid:conformance is written with another prefix than pdfaid.',
    fix: 'Write the metadata again with the prefix pdfaid.',
  }),
  rule({
    id: 'identification-corrigendum',
    clauses: { 1: '6.7.11-4' },
    on: archive,
    fails: ({ of }) => of('corr') !== null,
    requirement: 'The identification schema of PDF/A-1 has no property corr.',
    fault: 'The identification has a property corr, which PDF/A-1 does not define.',
    fix: 'Remove pdfaid:corr.',
  }),
  rule({
    id: 'identification-revision',
    clauses: { 4: '6.7.3-5' },
    on: (model) =>
      archive(model).filter(({ packet }) => packet.properties.some(({ namespace }) => namespace === namespaces.pdfaid)),
    fails: ({ of }) => !/^\d{4}$/.test(simpleText(of('rev')?.value)?.trim() ?? ''),
    requirement: 'pdfaid:rev is the four-digit year of the standard.',
    fault: 'pdfaid:rev is not the four-digit year of the standard.',
    fix: 'Write pdfaid:rev 2020.',
  }),
  rule({
    id: 'identification-revision-prefix',
    clauses: { 4: '6.7.3-6' },
    on: archive,
    fails: ({ of }) => (of('rev')?.prefix ?? 'pdfaid') !== 'pdfaid',
    requirement: 'pdfaid:rev is written with the prefix pdfaid.',
    fault: 'pdfaid:rev is written with another prefix than pdfaid.',
    fix: 'Write the metadata again with the prefix pdfaid.',
  }),
  rule({
    id: 'ua-identification-present',
    clauses: { ua1: '5-1', ua2: '5-1' },
    on: accessible,
    fails: ({ packet }) => !packet.properties.some(({ namespace }) => namespace === namespaces.pdfuaid),
    requirement: 'The metadata state that the document conforms to PDF/UA.',
    fault: 'The metadata do not state that the document conforms to PDF/UA.',
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
    requirement: 'pdfuaid:part is the part of ISO 14289.',
    fault: 'pdfuaid:part is not the part of ISO 14289.',
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
      requirement: `pdfuaid:${name} is written with the prefix pdfuaid.`,
      fault: `pdfuaid:${name} is written with another prefix than pdfuaid.`,
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
    requirement: 'pdfuaid:rev is the four-digit year of the standard.',
    fault: 'pdfuaid:rev is not the four-digit year of the standard.',
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
    requirement: 'The metadata have the title of the document in dc:title.',
    fault: 'The metadata have no title of the document in dc:title.',
    fix: 'Give the document a title that identifies it.',
  }),
];
