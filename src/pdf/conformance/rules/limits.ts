import type { Model } from '../model/model.ts';
import { rule, type Rule } from '../rule.ts';

const values = (model: Model) => model.lexemes;
const integer = 2_147_483_647;

/** Implementation limits: ISO 19005-1, 6.1.12; ISO 19005-2, 6.1.13. */
export const limitRules: readonly Rule[] = [
  rule({
    id: 'integer-range',
    clauses: { 1: '6.1.12-1', 2: '6.1.13-1' },
    on: values,
    fails: ({ largestInteger, smallestInteger }) => largestInteger > integer || smallestInteger < -integer - 1,
    requirement: 'An integer is between -2147483648 and 2147483647.',
    fault: 'An integer is below -2147483648 or above 2147483647.',
    fix: 'Write a number within the range.',
  }),
  rule({
    id: 'real-range',
    clauses: { 1: '6.1.12-2', 2: '6.1.13-2' },
    on: values,
    fails: ({ largestReal }, { part }) => largestReal > (part === '1' ? 32_767 : 3.4029e38),
    requirement: 'A real number is within the range of the standard.',
    fault: 'A real number is outside the range of the standard.',
    fix: 'Write a number within the range.',
  }),
  rule({
    id: 'real-small',
    clauses: { 2: '6.1.13-5' },
    on: values,
    fails: ({ smallestReal }) => smallestReal < 1.175e-38,
    requirement: 'A real number that is not zero is not closer to zero than 1.175e-38.',
    fault: 'A real number that is not zero is closer to zero than 1.175e-38.',
    fix: 'Write zero.',
  }),
  rule({
    id: 'string-length',
    clauses: { 1: '6.1.12-3', 2: '6.1.13-3' },
    on: values,
    fails: ({ longestString }, { part }) =>
      longestString > (part === '1' ? 65_535 : 32_767) && `it has ${longestString}`,
    requirement: 'A string has at most 32767 bytes (PDF/A-1: 65535).',
    fault: 'A string has more than 32767 bytes (PDF/A-1: 65535).',
    fix: 'Shorten the string.',
  }),
  rule({
    id: 'name-length',
    clauses: { 1: '6.1.12-4', 2: '6.1.13-4' },
    on: values,
    fails: ({ longestName }) => longestName > 127 && `it has ${longestName}`,
    requirement: 'A name has at most 127 bytes.',
    fault: 'A name has more than 127 bytes.',
    fix: 'Rename the object.',
  }),
  rule({
    id: 'array-length',
    clauses: { 1: '6.1.12-5' },
    on: (model) => model.containers,
    fails: ({ longestArray }) => longestArray > 8191,
    requirement: 'An array has at most 8191 elements.',
    fault: 'An array has more than 8191 elements.',
    fix: 'Split the array.',
  }),
  rule({
    id: 'dictionary-size',
    clauses: { 1: '6.1.12-6' },
    on: (model) => model.containers,
    fails: ({ largestDictionary }) => largestDictionary > 4095,
    requirement: 'A dictionary has at most 4095 entries.',
    fault: 'A dictionary has more than 4095 entries.',
    fix: 'Split the dictionary.',
  }),
  rule({
    id: 'object-count',
    clauses: { 1: '6.1.12-7', 2: '6.1.13-7' },
    on: (model) => [{ place: {}, objects: model.numbers.length }],
    fails: ({ objects }) => objects > 8_388_607,
    requirement: 'A file has at most 8388607 objects.',
    fault: 'The file has more than 8388607 objects.',
    fix: 'Split the document.',
  }),
  rule({
    id: 'page-size',
    clauses: { 2: '6.1.13-11' },
    on: (model) => model.pageBoxes,
    fails: ({ sides }) => sides.some((side) => side < 3 || side > 14_400),
    requirement: 'The boxes of a page are between 3 and 14400 units wide and high.',
    fault: 'A box of a page is less than 3 or more than 14400 units wide or high.',
    fix: 'Change the size of the page.',
  }),
  rule({
    id: 'names-utf-8',
    clauses: { 2: '6.1.8-1', 4: ['6.1.7-1', '6.2.2-4'] },
    on: (model) => model.spokenNames,
    fails: ({ name }) => !isUtf8(name) && `it is '${name.replace(/[^ -~]/g, '?').slice(0, 60)}'`,
    requirement: 'Names of fonts, of colorants and of structure types are UTF-8.',
    fault: 'The name of a font, of a colorant or of a structure type is not UTF-8.',
    fix: 'Rename them.',
  }),
  rule({
    id: 'catalog-version',
    clauses: { 4: '6.1.12-1' },
    on: ({ file }) => [
      { place: {}, version: file.catalog.has('Version') ? (file.name(file.catalog.get('Version')) ?? '') : null },
    ],
    fails: ({ version }) => version !== null && !/^2\.\d$/.test(version) && `it is '${version.slice(0, 10)}'`,
    requirement: 'Version of the catalog is 2 and a digit, where it is given.',
    fault: 'Version of the catalog is not 2 and a digit.',
    fix: 'Remove Version.',
  }),
  rule({
    id: 'no-alternate-presentations',
    clauses: { 2: '6.10-1', 4: '6.11-1' },
    on: ({ file }) => [{ place: {}, names: file.dict(file.catalog.get('Names')) }],
    fails: ({ names }) => names?.has('AlternatePresentations') ?? false,
    requirement: 'The name dictionary has no AlternatePresentations.',
    fault: 'The name dictionary has AlternatePresentations.',
    fix: 'Remove AlternatePresentations.',
  }),
  rule({
    id: 'no-presentation-steps',
    clauses: { 2: '6.10-2', 4: '6.11-2' },
    on: ({ file }) =>
      file.pages().map(({ dict, ref }, index) => ({ place: { page: index + 1, object: ref?.num }, dict })),
    fails: ({ dict }) => dict.has('PresSteps'),
    requirement: 'A page has no PresSteps.',
    fault: 'A page has PresSteps.',
    fix: 'Remove PresSteps.',
  }),
  rule({
    id: 'no-requirements',
    clauses: { 2: '6.11-1', 4: '6.12-1' },
    on: ({ file }) => [{ place: {}, catalog: file.catalog }],
    fails: ({ catalog }) => catalog.has('Requirements'),
    requirement: 'The catalog has no Requirements.',
    fault: 'The catalog has Requirements.',
    fix: 'Remove Requirements.',
  }),
];

function isUtf8(name: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
    return true;
  } catch {
    return false;
  }
}
